from exp import *
class F: url='http://127.0.0.1:9'
h=home(F,'e8'); c=h/'empty'/'opencode'; (c/'node_modules').mkdir(parents=True); (c/'package-lock.json').write_text(json.dumps({'packages':{'':{'dependencies':{'@opencode-ai/plugin':'*'}}}}))
X={'OPENCODE_TEST_HOME':str(h/'empty'),'XDG_STATE_HOME':str(h/'empty'/'state'),'OPENCODE_PURE':'1'}
print(call(h,'--print-logs','--log-level','ERROR',extra=X,timeout=200))
