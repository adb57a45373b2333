"""How people state what lasts, in English. ``□`` stands for code."""

from vela_desktop.agents.builtin.senses import Sense, cue

_CLAUSE = (
    r"(?:^|[,;:.!?(–—-] ?|\b(?:and|but|so|then|ok|okay|please|pls|just|also|though|btw|yes|no|k|"
    r"hmm|oh) )"
)
_LETS = r"let(?:'|’)?s"
_UNIT = (
    r"(?:ms|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?|months?|years?|%|x|[kmg]i?b|k|"
    r"times|attempts?|retries|requests?|rows?|items?|entries|files?|connections?|workers?|"
    r"concurrent|per)"
)

PEOPLE = (
    cue(
        Sense.DECISION,
        3.0,
        rf"\b{_LETS} (?:not )?(?!(?:see|check|look|try|start|continue|run|test|get|talk|discuss|"
        rf"think|wait|debug|investigate|find|say|call it|move on|first|begin|do it|do that|"
        rf"do this|now|make sure|modify|fix|add|create|write|implement|build|update|refactor|"
        rf"clean|document|commit|push|port|finish|improve|work|review|read|ask|figure|focus|"
        rf"resume|pause|stop|address|tackle)\b)\w+",
        r"\blet us (?!(?:see|check|look|try|start|continue|run|test|know|discuss|wait)\b)\w+",
        r"\bwe(?:'ll| will|'re going to| are going to|'re| are|'ve)? (?:use|using|adopt(?:ing)?|"
        r"go(?:ing)? with|stick(?:ing)? (?:with|to)|keep(?:ing)?|switch(?:ing)? to|"
        r"standardi[sz](?:e|ing)|settle(?:d)?|mov(?:e|ing) (?:to|off)|decided|agreed|chose)\b",
        r"\bgo(?:ing)? with\b",
        r"\bstick(?:ing)? (?:with|to)\b",
        r"\bsettle(?:d)? (?:on|for)\b",
        r"\bdecided? (?:on|to|that|against)\b|\bdecision\b[:：]",
        r"\b(?:we|i) (?:chose|opt(?:ed)? for)\b",
        r"\w it is\b[.!]?$",
        r"^[\w□ ./+-]{4,40} (?:first|please|only)[.!]?$",
        r"^(?:(?:ok|okay|yes|fine|right|alright|good|lol|hm+)[,. ]+)*[\w□ ./+-]{2,30} then[.!]?$",
        r"\bwe(?:'re| are)? (?:won'?t|not going to|don'?t (?:support|need|want|ship|use|do)|"
        r"do not (?:support|need|want|ship|use|do))\b",
        r"\bleave (?:it|them|that|the [\w□ -]{1,30}|□) (?:as is|as it is|as they are|alone|"
        r"untouched|in place|out)\b|\bnot worth\b|\bout of scope\b",
        rf"{_CLAUSE}(?:make|set|limit) [^.?!]{{1,60}}(?:\d|□)",
    ),
    cue(
        Sense.CHANGE,
        3.0,
        r"\bscrap\b",
        r"\binstead(?: of)?\b",
        r"\bno longer\b",
        r"\bswitch(?:ing|ed)? (?:it |that |back |over )*(?:to|from)\b",
        r"\bback to\b|\b(?:go|went|going|roll|rolling) back to\b|\brevert to\b",
        rf"{_CLAUSE}(?:halve|double|triple) ",
        rf"{_CLAUSE}(?:bump|raise|lower|reduce|increase|shorten|extend|tighten|loosen|cut|"
        rf"change|drop|move)\b[^.?!]{{1,70}}\b(?:to|at|by)\b",
        rf"{_CLAUSE}(?:bump|raise|lower|reduce|increase) [^.?!]{{1,60}}(?:\d|□)",
        rf"{_CLAUSE}make (?:it|that|this) \d",
        r"\d\S*(?: \w+)? ?(?:->|=>|→) ?\S*\d",
        r"\breplace\b[^.?!]{1,60}\b(?:with|by)\b",
        r"\b(?:asks?|asked) for a change\b|\bchange of (?:plan|mind)\b|\bon second thought\b|"
        r"\bi changed my mind\b",
        r"\bactually\b[^.?!]*(?:\d|□)",
        r"\b(?:i was wrong|i misspoke|my mistake|scratch that|forget (?:that|what i said)|"
        r"ignore (?:that|what i said)|on second thought|changed my mind|correction[:,]|"
        r"that(?:'s| is| was) (?:wrong|outdated|not (?:right|true|correct)))",
        r"\bnot [\w□.-]+[,;] (?:but |it(?:'s| is) )|\brather than\b|\b(?:is|"
        r"are) [\w□.]+, not [\w□]",
    ),
    cue(
        Sense.CONSTRAINT,
        2.6,
        r"\bmust(?:n't)?\b",
        r"\bnever\b",
        r"\balways\b",
        rf"{_CLAUSE}(?:do not|don'?t|don’t)\b(?! (?:know|think|see|get|care|mind|worry|"
        rf"understand|have))",
        r"\bmay not\b",
        r"\bwe can(?:'|’)?(?:t|not)\b(?! (?:see|find|figure|tell|reproduce|get|open|log|connect|"
        r"access|seem))",
        r"\b(?:remember|keep in mind|bear in mind|note)\b(?: that|:|,)",
        r"\b(?:is|are|'s)(?: not|n't) allowed\b|\bforbidden\b|\boff[- ]limits\b|\bprohibited\b|"
        r"\block(?:ed)? down\b",
        r"\bwe (?:need|have) to (?:stay|be|keep|run|support|remain|avoid|handle)\b",
        r"(?<!\bi )(?<!\bwe )(?<!\byou )(?<!\bstill )(?<!\balso )\b(?:has|have|need|"
        r"needs) to (?!do with|go\b|leave\b)\w+",
        r"\b(?:stays?|remains?) (?:\w+ )?(?:[\w-]+)(?:,|\.|;|$| (?:below|under|above|as|in|on|"
        r"for|until|at|with)\b)|\bever\b[.!]?$|\bnobody\b|\bno one\b|\bfrom (?:today|tomorrow|"
        r"now|here)\b",
        r"\bfrozen\b|\bset in stone\b|\bis an exception\b|\bare exceptions?\b",
        r"\bfrom now on\b|\bgoing forward\b|\bin (?:the )?future\b",
        r"\bshould(?:n't| not| never| always| only)\b",
        r"\b(?:backwards?|forwards?)[- ]compatib",
        rf"{_CLAUSE}no (?:more |new |extra |other |third[- ]party |"
        rf"external )?[\w□-]+(?: [\w□-]+){{0,3}}(?:,|\.|;|$| (?:please|here|in|for|on|because|"
        rf"since|unless)\b)",
        r"\brequire(?:d|ment|s)\b|\bmandatory\b",
        r"\b(?:limit|cap|restrict)\b[^.?!]{0,40}\d",
        r"\bhas (?:just|only) \d",
    ),
    cue(
        Sense.CONSTRAINT,
        2.3,
        r"\bcan(?:'|’)?(?:t|not) (?:be|go|exceed|have|use|happen|leave|change|rely|depend|"
        r"require|add|touch|break)\b",
        r"\bat (?:most|least)\b|\bno more than\b|\bno (?:less|fewer) than\b|"
        r"\bmax(?:imum)?\b(?: of)? ?\d|\b(?:below|under|within|up to) \d",
    ),
    cue(Sense.CONSTRAINT, 2.0, r"\bonly\b", r"\bexcept\b", r"\bunless\b"),
    cue(
        Sense.PREFERENCE,
        2.6,
        r"\b(?:please|pls|plz) (?:stop|no|avoid|don'?t)\b",
        r"\bi(?:'d| would)? (?:much )?(?:prefer|rather)\b|\bi (?:like|hate|dislike|want) (?:my|"
        r"when|it when|all|every)\b",
        r"\bstop (?:adding|using|writing|doing|putting|making)\b",
        r"\bno more \w+",
    ),
    cue(
        Sense.DECISION,
        1.8,
        rf"{_CLAUSE}(?:use|keep|store|map|pick|choose|key|treat|cap|limit|default|return|skip|"
        rf"cancel|name|call|put|wrap|expose|target|base|group|sort|lease|retry|partition|"
        rf"run them|sync) (?!me\b|it running)",
        r"\b(?:is|are) (?:fine|enough|ok|okay|acceptable|good enough)\b",
        r"\bin favou?r of\b",
        r"\b(?:published|deployed|merged|released|built|stored|cached) (?:only )?(?:from|to|in|"
        r"on|with)\b",
    ),
    cue(
        Sense.CAUSE,
        2.3,
        r"\broot cause\b|\bturn(?:s|ed) out\b|\bit was (?:because|due to|caused by)\b|\b(?:i |"
        r"we )?found (?:it|the (?:cause|problem|culprit|bug))\b|\bthe (?:reason|culprit) (?:is|"
        r"was)\b",
    ),
    cue(
        Sense.FACT,
        1.7,
        r"\b(?:we|our [\w-]+|prod(?:uction)?|staging|customers|users|the (?:server|cluster|team|"
        r"client|customer|device|box|host)s?) (?:only |also |still |currently |all )?(?:runs?|"
        r"deploys?|hosts?|ships?|supports?|has|have|are on|is on|uses?|stores?|keeps?|lives?|is|"
        r"are) (?!not sure|getting|seeing|having|a bit)",
    ),
    cue(Sense.DECISION, 1.8, r"^(?:all|every|each|any) (?!tests?\b|good|done|right|set|of it)\w+"),
    cue(
        Sense.DECISION,
        1.5,
        rf"{_CLAUSE}(?:remove|drop|delete|kill|ditch|get rid of|turn (?:on|off)|disable|"
        rf"enable) (?!me\b)",
    ),
    cue(Sense.DECISION, 1.7, r"\bby default\b|\bdefaults? to\b"),
    cue(Sense.DECISION, 1.2, r"\bper [a-z]\w+"),
    cue(
        Sense.DECISION,
        1.2,
        r"\b(?:each|every|all|any|whenever|until|unless|own|everyone|nobody|both|ever|rounded|"
        r"separate|same|identical|minimum|maximum)\b|\bwhen \w|\bif (?!i\b|you\b)\w",
    ),
    cue(Sense.DECISION, 1.2, rf"\b\d[\d,.]* ?{_UNIT}\b"),
    cue(
        Sense.REASON,
        1.2,
        r"\bbecause\b|\bsince\b|\bso that\b|\botherwise\b|\bthat way\b|\bdue to\b",
    ),
    cue(
        Sense.REASON,
        2.0,
        r"\b(?:is|are|seems?|that's) (?:way |much |far |a bit |still )?too (?:big|large|slow|"
        r"low|high|small|long|short|aggressive|expensive|generous|strict|loose)\b",
    ),
)
