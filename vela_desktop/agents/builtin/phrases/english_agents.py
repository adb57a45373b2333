"""How agents state what lasts, in English. ``□`` stands for code."""

from vela_desktop.agents.builtin.senses import MEASURED, Sense, cue

AGENTS = (
    cue(
        Sense.CHANGE,
        2.8,
        r"\bi was (?:wrong|mistaken)\b|\bcorrection[:,]|\bmy (?:earlier|"
        r"previous) (?:\w+ ){0,2}(?:was|is) (?:wrong|incorrect|not)\b|"
        r"\bcontrary to what i (?:said|wrote)\b|\bi (?:said|claimed|"
        r"told you) earlier\b[^.]*\b(?:wrong|but|not)\b|\bi (?:misread|misjudged|overlooked)\b|"
        r"\bturns out (?:i|that my)\b",
    ),
    cue(
        Sense.CAUSE,
        2.6,
        r"\broot cause\b|\bculprit\b|\bthe (?:real |actual |underlying |main )?(?:cause|reason|"
        r"problem|issue|bug|catch|trouble) (?:is|was|here|turned)\b|\bcause:",
        r"\b(?:is|are|was|were|'s) (?:being )?caused by\b",
        r"\bturn(?:s|ed) out\b",
        r"\bdue to\b|\bstems from\b|\bcomes? (?:down to|from)\b|\bboils down\b",
        r"\bhappen(?:s|ed)? (?:because|when|since|only|whenever)\b",
        r"\b(?:that|which) is why\b|\bthat(?:'|’)s why\b|\bwhich explains\b|\bexplains the\b",
        r"\b(?:lesson|takeaway|gotcha|key (?:point|insight)|bottom line|"
        r"conclusion)\b[^.]{0,12}(?:\bis\b|:)",
        r"\bfail(?:s|ed)?\b[^.]*(?:\bbecause\b|\bsince\b|:)",
        r"\bbecause\b",
    ),
    cue(
        Sense.CAUSE,
        2.0,
        r"\b(?:races?|leaks?|collides?|deadlocks?|blocks?|overflows?|truncat\w+|drops|dropped|"
        r"throws away|swallow\w+|ignores?|overwrit\w+|expects?)\b",
        r"\bso\b[^.]*\b(?:fails?|breaks?|divides|produces|leaves|gets?|sees?|both|twice|never|"
        r"nothing)\b",
        r"\bonly after\b|\bbefore (?:the|it|reading|any)\b",
    ),
    cue(
        Sense.FIX,
        2.6,
        r"\bthe (?:fix|solution|remedy|workaround) (?:is|was)\b|\b(?:fixed|solved|resolved|"
        r"repaired|worked around) (?:it |this |that |the \w+ )?(?:by|with)\b",
        r"\b(?:fix(?:es|ed)|solve[sd]|resolve[sd]|cure[sd]|prevent(?:s|ed)|avoid(?:s|ed)) (?:it|"
        r"this|that|the(?! same))\b",
        r"\bmakes? the [^.]{1,40} (?:go away|disappear)\b|\bbrings? (?:it|them) back\b|"
        r"\bwent away\b|\b(?:is|are) gone\b",
        r"\b(?:works|work|working|passes|succeeds|builds|boots|starts|loads|runs) (?:now|again|"
        r"fine|correctly)\b|\bnow (?:works|passes|builds|starts|loads|accepts|rejects|returns|"
        r"finishes|fails fast|have to|has to)\b",
        r"\bno longer\b",
    ),
    cue(
        Sense.FIX,
        MEASURED,
        r"\bfrom (?:about |around |roughly )?\d[^.]{0,40}\b(?:down |up )?to (?:about |around |"
        r"roughly )?\d",
        r"\d[^.]{0,40}\binstead of\b[^.]{0,40}\d",
        r"\b(?:drops?|dropped|fell|cuts?|reduced|improved|went) (?:from|to|by|it)\b[^.]*\d",
        r"\btook \d[^.]* before\b",
    ),
    cue(
        Sense.FIX,
        2.0,
        r"^(?:so )?(?:\w+ly )?[a-z]+ing\b[^.]{3,120}\b(?:fix(?:es|ed)?|keeps?|makes?|made|"
        r"brings?|brought|gets?|got|reduces?|reduced|cuts?|solve[sd]?|avoids?|prevents?|stops?|"
        r"stopped|lets?|takes?|took|removes?|drops?|dropped|works?|worked|helps?|helped)\b",
    ),
    cue(
        Sense.FIX,
        1.7,
        r"\b(?:is|are) now\b|\bnow (?:takes?|starts?|uses?|has|have|is|are|holds?|runs?|keeps?|"
        r"covers?|claims?)\b|\b(?:atomically|idempotent(?:ly)?) now\b",
        r"\bwith [^.]{1,60}\b(?:stays?|takes?|runs?|passes|finishes|works)\b",
        r"\bwithout (?:a |any )?(?:\w+ )?(?:error|warning|crash|duplicate|torn frame|failure|"
        r"problem|leak)s?\b|\bno duplicates\b",
        r"\btakes? (?:about |only |around |roughly )?\d",
        r"\bthe build took\b|\bmeasured\b",
    ),
    cue(
        Sense.DECISION,
        2.4,
        r"\b(?:i(?:'|’)m|we(?:'|’)re|i am|we are) (?:switching|moving (?!on)|going with|"
        r"sticking with|standardi[sz]ing|replacing)\b",
        r"\bwe (?:now )?use\b|\bwe decided\b|\bwe agreed\b|\bdecision\b[:：]",
        r"\binstead of\b(?! (?:about |around )?\d)",
        r"\bi(?:'|’)ll (?:use|keep|go with|stick with|store|switch to)\b[^.]*\b(?:because|since|"
        r"so that|instead|rather)\b",
    ),
    cue(
        Sense.DECISION,
        1.8,
        r"\b(?:i|we) (?:switched|moved|kept|chose|picked|settled|replaced|went with|lowered|"
        r"raised|pinned|limited|restricted|capped)\b",
        r"\b(?:is|are) (?:now )?(?:discarded|rebuilt|rejected|ignored|kept|stored|keyed|pinned|"
        r"limited|capped|partitioned|published|rotated|named|called|saved|written|placed|"
        r"managed|restricted)\b",
        r"\bkeyed (?:on|by)\b",
    ),
    cue(
        Sense.CONSTRAINT,
        2.2,
        r"\bmust\b(?! (?:have|be (?:a|an|the|due|because|related|something|that)))|"
        r"\bshould (?:not|never|always|only)\b",
        r"\bnever\b|\balways\b",
        r"\bhas to\b|\bhave to\b",
        r"\bbe aware\b|\bkeep in mind\b|\bnote that\b|\bworth knowing\b|\bcaveat\b|\bbeware\b|"
        r"\bone thing to\b|\bthe catch\b|\bmake sure\b|\bbelongs? in\b",
        r"\bisn't (?:safe|supported|possible|allowed)\b|\bnot (?:thread[- ]?safe|supported|safe)\b",
        r"\b(?:cannot|can't|can not) be\b",
        r"\bwould conflict\b",
    ),
    cue(
        Sense.FACT,
        1.8,
        r"\bby default\b|\bdefaults? to\b",
        r"\b(?:lives?|stored|kept|saved|written|goes|go|sits?|located) (?:in|at|under|as|to|on) □",
    ),
    cue(
        Sense.FACT,
        1.2,
        r"\bthe default\b",
        r"\b(?:needs?|requires?|supports?|allows?|accepts?|expects?|returns?|throws|"
        r"normali[sz]es|matters|counts?|uses|contains?|holds?|reads?|writes?|logs|ships|"
        r"waits? for|lives? in|means)\b",
        r"\b(?:isn't|aren't|doesn't|don't|won't|nothing|neither|there's no|there is no|no)\b",
        r"\bonly\b|\bat (?:most|least)\b|\bper\b",
        r"\bare spent\b|\bis spent\b",
    ),
    cue(Sense.REASON, 1.2, r"\bsince\b|\bso that\b|\botherwise\b|\bthat way\b|\bjustif"),
)
