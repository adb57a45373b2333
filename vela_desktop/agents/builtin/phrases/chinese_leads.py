"""What headings, labels and first words announce, in Chinese."""

from vela_desktop.agents.builtin.senses import Mark, Sense, lead

LEADS = (
    lead(Sense.CAUSE, r"根因|原因|瓶颈|问题|花在|耗在|症结|为什么|排查结果"),
    lead(Sense.DECISION, r"结论|决定|约定|定了|关键改动|最终"),
    lead(Sense.CONSTRAINT, r"规则|约束|要求|规范|注意|限制|前提"),
    lead(Mark.ADVICE, r"推荐|建议|思路"),
    lead(Mark.PLAN, r"待办|未完成|没做|下一步|接下来|后续|计划|还剩|步骤"),
    lead(Mark.OPTION, r"方案|选项|做法|备选|可选|两种|三种|几种|方案对比|优点"),
    lead(Mark.STATUS, r"完成|改动|修改|更新|进度|现状|情况|变更|总结"),
)
"""What the items under a heading or after a colon are. The first that fits counts."""

LABELS = (
    (Sense.DECISION, r"决定|决策|约定|结论|定论|最终方案"),
    (Sense.CONSTRAINT, r"约束|规则|要求|注意(?:事项)?|前提|限制|规范|重要"),
    (Sense.CAUSE, r"根因|根本原因|原因|问题原因|分析"),
    (Sense.FIX, r"修复|解决(?:办法|方案|方法)?|处理|结果|做法|改法"),
    (Sense.FACT, r"事实|说明|教训|经验|备注"),
    (Sense.PREFERENCE, r"偏好|习惯"),
    (Sense.CHANGE, r"更正|修正|变更"),
)
"""Words that say what follows when they open a sentence and a colon ends them."""

OPENERS = (
    r"(?:好的?|嗯|行|可以|没问题|收到|明白|是的|对|查清楚了|找到(?:问题)?了|"
    r"已(?:经)?(?:完成|改好|加好|处理|修改|调整|实现|上线|切换)了?|"
    r"(?:改|加|做|写|接|换|建|弄|搞|处理|更新|调整|修改|实现)(?:好|完)了|完成了?|"
    r"搞定了?)[，,。：:！～ ]+"
)
"""How answers begin before they say anything."""
