"""What headings, labels and first words announce, in English."""

from vela_desktop.agents.builtin.senses import Mark, Sense, lead

LEADS = (
    lead(
        Sense.CAUSE,
        r"\b(?:root )?causes?\b|\breasons?\b|\bwhy\b|\bproblems?\b|\bissues?\b|\bbottlenecks?\b|"
        r"\bwhere the time goes\b|\bexplanation\b|\bwhat went wrong\b|\bdiagnosis\b",
    ),
    lead(
        Sense.DECISION,
        r"\bdecisions?\b|\bagreed\b|\bwe(?:'ll| will)? (?:use|do|go)\b|\bconclusions?\b|"
        r"\bdecided\b",
    ),
    lead(
        Sense.CONSTRAINT,
        r"\brules?\b|\bconstraints?\b|\bconventions?\b|\brequirements?\b|\bguidelines?\b|"
        r"\blimits?\b|\bcaveats?\b|\bnotes?\b|\bgotchas?\b",
    ),
    lead(Mark.ADVICE, r"\brecommend\w*\b|\bpropos\w+\b|\bsuggest\w*\b|\bi(?:'d| would)\b|\bplan\b"),
    lead(
        Mark.PLAN,
        r"\bopen (?:points|questions|issues)\b|\bremaining\b|\bnext steps?\b|\bto-?dos?\b|"
        r"\bnot (?:done|started)\b|\bleft to do\b|\bstill\b|\blater\b|\bstep \d\b",
    ),
    lead(
        Mark.OPTION,
        r"\boptions?\b|\balternatives?\b|\bcandidates?\b|\bways?\b|\brealistic ones\b|"
        r"\bapproaches\b|\bchoices\b|\beither\b|\breferring to\b",
    ),
    lead(
        Mark.STATUS,
        r"\bchanges?\b|\bchanged\b|\bsummary\b|\bwhat i\b|\bso far\b|\bprogress\b|\bdone\b|"
        r"\bfiles?\b|\bmodified\b|\badded\b",
    ),
)
"""What the items under a heading or after a colon are. The first that fits counts."""

LABELS = (
    (Sense.DECISION, r"decision|decided|agreed|conclusion|resolution"),
    (
        Sense.CONSTRAINT,
        r"constraints?|rules?|requirements?|important|note|caveat|gotcha|warning|limits?|"
        r"convention",
    ),
    (Sense.CAUSE, r"root cause|cause|reason|explanation|diagnosis|the problem|problem"),
    (Sense.FIX, r"fix|fixed|solution|workaround|resolution|result|remedy"),
    (Sense.FACT, r"facts?|fyi|for the record|lesson(?: learned)?|takeaway"),
    (Sense.PREFERENCE, r"preference|style"),
    (Sense.CHANGE, r"correction|update|changed?"),
)
"""Words that say what follows when they open a sentence and a colon ends them."""

OPENERS = (
    r"(?:done|yes|no|sure|ok(?:ay)?|got it|understood|implemented|good catch|confirmed|fixed|"
    r"right|exactly|correct|indeed)"
    r" ?(?:[,:;–—-]+|\.) +"
)
"""How answers begin before they say anything."""
