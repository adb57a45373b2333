"""How recorded calls of Codex CLI end."""

from support.outcomes.expected import INVALID, TOO_LONG, Answers, Fails, Outcomes, failed, tool
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import Usage

OK = Answers(Usage(calls=1, input_tokens=4200, cached_tokens=3000, output_tokens=180))


OUTCOMES: Outcomes = {
    "ok": (0, OK),
    "ok-exit-1": (1, OK),
    "ok-with-warnings": (0, OK),
    "schema-ignored": (0, INVALID),
    "no-message": (0, Fails(Code.INVALID_OUTPUT, "no answer", {"again": True})),
    "bad-key-401": (1, failed("the key or sign-in was refused (401)", status=401)),
    "bad-model-400": (1, failed("'no-such' model is not supported")),
    "bad-model-404": (1, failed("`no-such` does not exist")),
    "rate-limit-429": (1, failed("too many requests (429)", status=429, again=True)),
    "server-error-500": (1, failed("high demand", again=True)),
    "no-key": (1, failed("not signed in: Missing environment variable")),
    "context-too-long": (1, TOO_LONG),
    "input-over-1m-chars": (1, TOO_LONG),
    "max-output-tokens": (1, Fails(Code.OUTPUT_TOO_LARGE, details={"field": "answer"})),
    "sigterm": (-15, failed("signal 15")),
    "sigint": (1, failed("exit code 1")),
    "offline": (-9, failed("waiting for network")),
    "unknown-flag": (2, failed("unexpected argument '--ephemeral'")),
    "command": (0, tool("command_execution")),
    "todo-list": (0, tool("todo_list")),
    "mcp-call": (0, tool("read_file")),
    "tool-call-blocked": (0, tool("exec_command", output_tokens=40)),
    "code-mode": (0, tool("exec")),
    "tool-call-0.145": (0, tool("update_plan")),
}
