"""How English conversations state, qualify and withhold knowledge. ``□`` stands for code."""

from vela_desktop.agents.builtin.senses import Mark, Sense, cue, mark

_CLAUSE = r"(?:^|[,;:.!?(–—-] ?|\b(?:and|but|so|then|ok|okay|please|pls|just|also|though|btw|yes|no|k|hmm|oh) )"
_LETS = r"let(?:'|’)?s"
_UNIT = (
    r"(?:ms|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?|months?|years?|%|x|[kmg]i?b|k|"
    r"times|attempts?|retries|requests?|rows?|items?|entries|files?|connections?|workers?|concurrent|per)"
)

USER = (
    cue(
        Sense.DECISION,
        3.0,
        rf"\b{_LETS} (?:not )?(?!(?:see|check|look|try|start|continue|run|test|get|talk|discuss|think|wait|debug|investigate|find|say|call it|move on|first|begin|do it|do that|do this|now|make sure|modify|fix|add|create|write|implement|build|update|refactor|clean|document|commit|push|port|finish|improve|work|review|read|ask|figure|focus|resume|pause|stop|address|tackle)\b)\w+",
        r"\blet us (?!(?:see|check|look|try|start|continue|run|test|know|discuss|wait)\b)\w+",
        r"\bwe(?:'ll| will|'re going to| are going to|'re| are|'ve)? (?:use|using|adopt(?:ing)?|go(?:ing)? with|stick(?:ing)? (?:with|to)|keep(?:ing)?|switch(?:ing)? to|standardi[sz](?:e|ing)|settle(?:d)?|mov(?:e|ing) (?:to|off)|decided|agreed|chose)\b",
        r"\bgo(?:ing)? with\b",
        r"\bstick(?:ing)? (?:with|to)\b",
        r"\bsettle(?:d)? (?:on|for)\b",
        r"\bdecided? (?:on|to|that|against)\b|\bdecision\b[:：]",
        r"\b(?:we|i) (?:chose|opt(?:ed)? for)\b",
        r"\w it is\b[.!]?$",
        r"^(?:(?:ok|okay|yes|fine|right|alright|good|lol|hm+)[,. ]+)*[\w□ ./+-]{2,30} then[.!]?$",
        r"\bwe(?:'re| are)? (?:won'?t|not going to|don'?t (?:support|need|want|ship|use|do)|do not (?:support|need|want|ship|use|do))\b",
        r"\bleave (?:it|them|that|the [\w□ -]{1,30}|□) (?:as is|as it is|as they are|alone|untouched|in place|out)\b|\bnot worth\b|\bout of scope\b",
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
        rf"{_CLAUSE}(?:bump|raise|lower|reduce|increase|shorten|extend|tighten|loosen|cut|change|drop|move)\b[^.?!]{{1,70}}\b(?:to|at|by)\b",
        rf"{_CLAUSE}(?:bump|raise|lower|reduce|increase) [^.?!]{{1,60}}(?:\d|□)",
        rf"{_CLAUSE}make (?:it|that|this) \d",
        r"\d\S*(?: \w+)? ?(?:->|=>|→) ?\S*\d",
        r"\breplace\b[^.?!]{1,60}\b(?:with|by)\b",
        r"\b(?:asks?|asked) for a change\b|\bchange of (?:plan|mind)\b|\bon second thought\b|\bi changed my mind\b",
        r"\bactually\b[^.?!]*(?:\d|□)",
        r"\b(?:i was wrong|i misspoke|my mistake|scratch that|forget (?:that|what i said)|ignore (?:that|what i said)|on second thought|changed my mind|correction[:,]|that(?:'s| is| was) (?:wrong|outdated|not (?:right|true|correct)))",
        r"\bnot [\w□.-]+[,;] (?:but |it(?:'s| is) )|\brather than\b|\b(?:is|are) [\w□.]+, not [\w□]",
    ),
    cue(
        Sense.CONSTRAINT,
        2.6,
        r"\bmust(?:n't)?\b",
        r"\bnever\b",
        r"\balways\b",
        rf"{_CLAUSE}(?:do not|don'?t|don’t)\b(?! (?:know|think|see|get|care|mind|worry|understand|have))",
        r"\bmay not\b",
        r"\bwe can(?:'|’)?(?:t|not)\b(?! (?:see|find|figure|tell|reproduce|get|open|log|connect|access|seem))",
        r"\b(?:remember|keep in mind|bear in mind|note)\b(?: that|:|,)",
        r"\b(?:is|are|'s)(?: not|n't) allowed\b|\bforbidden\b|\boff[- ]limits\b|\bprohibited\b|\block(?:ed)? down\b",
        r"\bwe (?:need|have) to (?:stay|be|keep|run|support|remain|avoid|handle)\b",
        r"(?<!\bi )(?<!\bwe )(?<!\byou )(?<!\bstill )(?<!\balso )\b(?:has|have|need|needs) to (?!do with|go\b|leave\b)\w+",
        r"\b(?:stays?|remains?) (?:\w+ )?(?:[\w-]+)(?:,|\.|;|$| (?:below|under|above|as|in|on|for|until|at|with)\b)|\bever\b[.!]?$|\bnobody\b|\bno one\b|\bfrom (?:today|tomorrow|now|here)\b",
        r"\bfrom now on\b|\bgoing forward\b|\bin (?:the )?future\b",
        r"\bshould(?:n't| not| never| always| only)\b",
        r"\b(?:backwards?|forwards?)[- ]compatib",
        rf"{_CLAUSE}no (?:more |new |extra |other |third[- ]party |external )?[\w□-]+(?: [\w□-]+){{0,3}}(?:,|\.|;|$| (?:please|here|in|for|on|because|since|unless)\b)",
        r"\brequire(?:d|ment|s)\b|\bmandatory\b",
        r"\b(?:limit|cap|restrict)\b[^.?!]{0,40}\d",
        r"\bhas (?:just|only) \d",
    ),
    cue(
        Sense.CONSTRAINT,
        2.3,
        r"\bcan(?:'|’)?(?:t|not) (?:be|go|exceed|have|use|happen|leave|change|rely|depend|require|add|touch|break)\b",
        r"\bat (?:most|least)\b|\bno more than\b|\bno (?:less|fewer) than\b|\bmax(?:imum)?\b(?: of)? ?\d|\b(?:below|under|within|up to) \d",
    ),
    cue(Sense.CONSTRAINT, 2.0, r"\bonly\b", r"\bexcept\b", r"\bunless\b"),
    cue(
        Sense.PREFERENCE,
        2.6,
        r"\b(?:please|pls|plz) (?:stop|no|avoid|don'?t)\b",
        r"\bi(?:'d| would)? (?:much )?(?:prefer|rather)\b|\bi (?:like|hate|dislike|want) (?:my|when|it when|all|every)\b",
        r"\bstop (?:adding|using|writing|doing|putting|making)\b",
        r"\bno more \w+",
    ),
    cue(
        Sense.DECISION,
        1.8,
        rf"{_CLAUSE}(?:use|keep|store|map|pick|choose|key|treat|cap|limit|default|return|skip|cancel|name|call|put|wrap|expose|target|base|group|sort|lease|retry|partition|run them|sync) (?!me\b|it running)",
        r"\b(?:is|are) (?:fine|enough|ok|okay|acceptable|good enough)\b",
        r"\bin favou?r of\b",
        r"\b(?:published|deployed|merged|released|built|stored|cached) (?:only )?(?:from|to|in|on|with)\b",
    ),
    cue(
        Sense.CAUSE,
        2.3,
        r"\broot cause\b|\bturn(?:s|ed) out\b|\bit was (?:because|due to|caused by)\b|\b(?:i |we )?found (?:it|the (?:cause|problem|culprit|bug))\b|\bthe (?:reason|culprit) (?:is|was)\b",
    ),
    cue(
        Sense.FACT,
        1.7,
        r"\b(?:we|our [\w-]+|prod(?:uction)?|staging|customers|users|the (?:server|cluster|team|client|customer|device|box|host)s?) (?:only |also |still |currently |all )?(?:runs?|deploys?|hosts?|ships?|supports?|has|have|are on|is on|uses?|stores?|keeps?|lives?|is|are) (?!not sure|getting|seeing|having|a bit)",
    ),
    cue(Sense.DECISION, 1.8, r"^(?:all|every|each|any) (?!tests?\b|good|done|right|set|of it)\w+"),
    cue(
        Sense.DECISION,
        1.5,
        rf"{_CLAUSE}(?:remove|drop|delete|kill|ditch|get rid of|turn (?:on|off)|disable|enable) (?!me\b)",
    ),
    cue(Sense.DECISION, 1.7, r"\bby default\b|\bdefaults? to\b"),
    cue(Sense.DECISION, 1.2, r"\bper [a-z]\w+"),
    cue(
        Sense.DECISION,
        1.2,
        r"\b(?:each|every|all|any|whenever|until|unless|own|everyone|nobody|both|ever|rounded|separate|same|identical|minimum|maximum)\b|\bwhen \w|\bif (?!i\b|you\b)\w",
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
        r"\b(?:is|are|seems?|that's) (?:way |much |far |a bit |still )?too (?:big|large|slow|low|high|small|long|short|aggressive|expensive|generous|strict|loose)\b",
    ),
)

ASSISTANT = (
    cue(
        Sense.CHANGE,
        2.8,
        r"\bi was (?:wrong|mistaken)\b|\bcorrection[:,]|\bmy (?:earlier|previous) (?:\w+ ){0,2}(?:was|is) (?:wrong|incorrect|not)\b|\bcontrary to what i (?:said|wrote)\b|\bi (?:said|claimed|told you) earlier\b[^.]*\b(?:wrong|but|not)\b|\bi (?:misread|misjudged|overlooked)\b|\bturns out (?:i|that my)\b",
    ),
    cue(
        Sense.CAUSE,
        2.6,
        r"\broot cause\b|\bculprit\b|\bthe (?:real |actual |underlying |main )?(?:cause|reason|problem|issue|bug|catch|trouble) (?:is|was|here|turned)\b|\bcause:",
        r"\b(?:is|are|was|were|'s) (?:being )?caused by\b",
        r"\bturn(?:s|ed) out\b",
        r"\bdue to\b|\bstems from\b|\bcomes? (?:down to|from)\b|\bboils down\b",
        r"\bhappen(?:s|ed)? (?:because|when|since|only|whenever)\b",
        r"\b(?:that|which) is why\b|\bthat(?:'|’)s why\b|\bwhich explains\b|\bexplains the\b",
        r"\b(?:lesson|takeaway|gotcha|key (?:point|insight)|bottom line|conclusion)\b[^.]{0,12}(?:\bis\b|:)",
        r"\bfail(?:s|ed)?\b[^.]*(?:\bbecause\b|\bsince\b|:)",
        r"\bbecause\b",
    ),
    cue(
        Sense.CAUSE,
        2.0,
        r"\b(?:races?|leaks?|collides?|deadlocks?|blocks?|overflows?|truncat\w+|drops|dropped|throws away|swallow\w+|ignores?|overwrit\w+|expects?)\b",
        r"\bso\b[^.]*\b(?:fails?|breaks?|divides|produces|leaves|gets?|sees?|both|twice|never|nothing)\b",
        r"\bonly after\b|\bbefore (?:the|it|reading|any)\b",
    ),
    cue(
        Sense.FIX,
        2.6,
        r"\bthe (?:fix|solution|remedy|workaround) (?:is|was)\b|\b(?:fixed|solved|resolved|repaired|worked around) (?:it |this |that |the \w+ )?(?:by|with)\b",
        r"\b(?:fix(?:es|ed)|solve[sd]|resolve[sd]|cure[sd]|prevent(?:s|ed)|avoid(?:s|ed)) (?:it|this|that|the)\b",
        r"\bmakes? the [^.]{1,40} (?:go away|disappear)\b|\bbrings? (?:it|them) back\b|\bwent away\b|\bis gone\b",
        r"\b(?:works|work|working|passes|succeeds|builds|boots|starts|loads|runs) (?:now|again|fine|correctly)\b|\bnow (?:works|passes|builds|starts|loads|accepts|rejects|returns|finishes|fails fast|have to|has to)\b",
        r"\bno longer\b",
    ),
    cue(
        Sense.FIX,
        2.4,
        r"\bfrom (?:about |around |roughly )?\d[^.]{0,40}\b(?:down |up )?to (?:about |around |roughly )?\d",
        r"\d[^.]{0,40}\binstead of\b[^.]{0,40}\d",
        r"\b(?:drops?|dropped|fell|cuts?|reduced|improved|went) (?:from|to|by|it)\b[^.]*\d",
        r"\btook \d[^.]* before\b",
    ),
    cue(
        Sense.FIX,
        2.0,
        r"^(?:so )?(?:\w+ly )?[a-z]+ing\b[^.]{3,120}\b(?:fix(?:es|ed)?|keeps?|makes?|made|brings?|brought|gets?|got|reduces?|reduced|cuts?|solve[sd]?|avoids?|prevents?|stops?|stopped|lets?|takes?|took|removes?|drops?|dropped|works?|worked|helps?|helped)\b",
    ),
    cue(
        Sense.FIX,
        1.7,
        r"\b(?:is|are) now\b|\bnow (?:takes?|starts?|uses?|has|have|is|are|holds?|runs?|keeps?|covers?|claims?)\b|\b(?:atomically|idempotent(?:ly)?) now\b",
        r"\bwith [^.]{1,60}\b(?:stays?|takes?|runs?|passes|finishes|works)\b",
        r"\bwithout (?:a |any )?(?:\w+ )?(?:error|warning|crash|duplicate|torn frame|failure|problem|leak)s?\b|\bno duplicates\b",
        r"\btakes? (?:about |only |around |roughly )?\d",
        r"\bthe build took\b|\bmeasured\b",
    ),
    cue(
        Sense.DECISION,
        2.4,
        r"\b(?:i(?:'|’)m|we(?:'|’)re|i am|we are) (?:switching|moving (?!on)|going with|sticking with|standardi[sz]ing|replacing)\b",
        r"\bwe (?:now )?use\b|\bwe decided\b|\bwe agreed\b|\bdecision\b[:：]",
        r"\binstead of\b",
        r"\bi(?:'|’)ll (?:use|keep|go with|stick with|store|switch to)\b[^.]*\b(?:because|since|so that|instead|rather)\b",
    ),
    cue(
        Sense.DECISION,
        1.8,
        r"\b(?:i|we) (?:switched|moved|kept|chose|picked|settled|replaced|went with|lowered|raised|pinned|limited|restricted|capped)\b",
        r"\b(?:is|are) (?:now )?(?:discarded|rebuilt|rejected|ignored|kept|stored|keyed|pinned|limited|capped|partitioned|published|rotated|named|called|saved|written|placed|managed|restricted)\b",
        r"\bkeyed (?:on|by)\b",
    ),
    cue(
        Sense.CONSTRAINT,
        2.2,
        r"\bmust\b(?! (?:have|be (?:a|an|the|due|because|related|something|that)))|\bshould (?:not|never|always|only)\b",
        r"\bnever\b|\balways\b",
        r"\bhas to\b|\bhave to\b",
        r"\bbe aware\b|\bkeep in mind\b|\bnote that\b|\bworth knowing\b|\bcaveat\b|\bbeware\b|\bone thing to\b|\bthe catch\b|\bmake sure\b|\bbelongs? in\b",
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
        r"\b(?:needs?|requires?|supports?|allows?|accepts?|expects?|returns?|throws|normali[sz]es|matters|counts?|uses|contains?|holds?|reads?|writes?|logs|ships|waits? for|lives? in|means)\b",
        r"\b(?:isn't|aren't|doesn't|don't|won't|nothing|neither|there's no|there is no|no)\b",
        r"\bonly\b|\bat (?:most|least)\b|\bper\b",
        r"\bare spent\b|\bis spent\b",
    ),
    cue(Sense.REASON, 1.2, r"\bsince\b|\bso that\b|\botherwise\b|\bthat way\b|\bjustif"),
)

MARKS = (
    mark(
        Mark.QUESTION,
        r"^or (?:just|maybe|should|is|do|can)\b",
        r"\b(?:tell|show) me (?:how|why|what|where|which)\b|\bexplain (?:how|why|what)\b|\bfigure out why\b|\bsee why\b",
        r"[?？][\"'”’)\]*_]*$",
        r"^(?:(?:and|so|but|also|btw|hey|ok|okay|hm+|oh)[, ]+)*(?:what|why|how|which|where|who|when (?:do|does|did|is|are|will|can|should|would)|should (?:i|we)|can (?:i|we|you|it)|could (?:you|we|i|it)|do (?:we|you|i)|does|did|is (?:it|there|that|this)|are (?:there|we|you|they)|would you|will you)\b",
    ),
    mark(
        Mark.OFFER,
        r"\blet me know\b|\bwould you like\b|\bshall i\b|\bshould i\b|\bdo you want\b|\bwant me to\b|\bfeel free\b|\bhappy to\b|\bif you(?:'d| would)? (?:like|want|prefer)\b|\bjust tell me\b|\byour call\b|\bcome back any ?time\b|\bi can (?:help|also|add|do|raise|translate|set)\b",
    ),
    mark(
        Mark.PLAN,
        r"^(?:(?:ok(?:ay)?|sure|great|good|perfect|alright|right|now|first|next|then|so|yes|got it|understood|understood|done|excellent)[,.! –—-]+)*(?:now )?(?:let me|let's|i(?:'|’)ll|i will|i(?:'|’)m going to|i am going to|i need to|i want to|i should|we need to|time to|going to)\b(?! (?:use|keep|go with|stick with|store|switch to)\b[^.]*\b(?:because|since|instead|rather))",
        r"\bi(?:'|’)m (?:\w+ )?(?:checking|looking|reading|running|peeking|tracing|staging|committing|creating|branching|starting|still|now|working|continuing|using|leaving|putting|opening|going through|here)\b",
        r"^(?:now|next)[, ]+(?:update|run|check|fix|add|the|i)\b",
        r"\bon it\b|\bnot started yet\b|\bin progress\b|\bleft to do\b|\bopen points\b|\bremaining\b|\bwaiting for\b|\bout of scope for now\b|\bi expect (?:to|it|that)\b|\bi have to\b|\bmoving on\b|\bstill to come\b|\banother \d+ (?:minutes|hours)\b|\bno blockers\b",
    ),
    mark(
        Mark.STATUS,
        r"^(?:pushed|committed|sure|okay|ok|got it|noted|understood|implemented|stopped|continuing|added|created|updated|changed|adjusted|configured|set|wrote|written|removed|deleted|renamed|merged|installed|moved|switched|bumped|modified|opened|installing|converted|imported|extracted)\b",
        r"\b(?:all )?(?:\d+ )?tests? (?:are |is )?(?:now )?(?:pass(?:es|ed|ing)?|green)\b",
        r"\b(?:nothing|everything) is (?:left|committed|done)\b|\bci is running\b|\bso far\b|\bstill (?:failing|working|running)\b|\bsuccessfully\b|\bhere(?:'|’)s (?:what|a summary)\b|\bsummary\b|\bi(?:'|’)ve (?:added|created|updated|built|written|implemented|ported|replaced|gone)\b|\bi (?:added|created|updated|built|wrote|ported|modified|pinned|generated|installed|tested|ran)\b",
    ),
    mark(
        Mark.SOCIAL,
        r"^(?:(?:oh|omg|haha|hey|wow|thanks|thank|sorry|hi|hello|thx|ta|lovely|cheers)\b|you(?:'|’)re (?:welcome|right)|good (?:catch|call|morning|night)|great idea|love it|fair enough|sounds good|have a (?:nice|good)|happy to|no problem|glad)",
        r"^(?:very |so |really |pretty )?(?:nice|great|good|excellent|wonderful|perfect|cool|lovely|awesome|neat|sweet|correct|fine)\b(?: \w+){0,3}[.!]*$",
        r"^(?:forget it|never ?mind|nothing|no thanks|nope|that(?:'s| is) all|maybe later|not now|no,? keep going|keep going|bye|see you|will do)\b",
        r"\b(?:thanks|thank you|apologi[sz]e|my apologies|i(?:'|’)m sorry|you rock|lol)\b",
    ),
    mark(
        Mark.HEDGE,
        r"\b(?:maybe|might|perhaps|possibly|probably|presumably|not sure|i (?:think|guess|suspect|believe|assume|doubt|wonder)|seems?|seem to|looks? like|likely|idk|could be|may be|appears? to|i(?:'|’)d guess|i was thinking|i bet|suggests?|potential(?:ly)?|hopefully|ideally)\b",
    ),
    mark(
        Mark.IGNORANCE,
        r"\bi (?:don't|do not|can't|cannot) (?:know|tell|see)\b|\bhaven't (?:looked|checked|tried|tested)\b|\bhard to say\b|\bit depends\b|\bdepends on (?:how|what|your)\b|\bnot explicitly\b|\bunclear\b",
    ),
    mark(
        Mark.REFUSAL,
        r"\b(?:can't|cannot|can not|won't|unable to|not able to)(?: still| in good conscience)? (?:help|assist|do that|go into|provide|support that|create|write|build) ?(?!the|a new|this file)|\b(?:must|have to|need to) (?:decline|refuse)\b|\bi(?:'m| am) not comfortable\b|\b(?:decline|refuse) (?:this|to)\b|\bwould (?:violate|be illegal)\b|\bagainst (?:the law|my|our) ?(?:guidelines|policy|policies)?\b|\bnot something i\b|\bwon't (?:go|be) (?:into|able)\b|\bwithout (?:their|his|her|your|explicit) (?:permission|authori[sz]ation|consent)\b",
    ),
    mark(
        Mark.REQUEST,
        r"^(?:(?:ok|okay|great|now|and|so|please|pls|hey|hi|next|yes|also)[, !]+)*(?:can|could|would|will) you\b",
        r"^(?:(?:ok|okay|great|now|and|so|please|pls|also|then|yes|next|alright|thank you|good)[,.! ]+)*(?:add|create|write|run|fix|check|find|explain|look|investigate|push|commit|try|test|go ahead|continue|proceed|show|tell|have a look|give|list|summari[sz]e|review|implement|build|update|read|open|rename|delete|install|do it|do that|help|start|stop|compare|make a|make the|bump the version|describe|confirm|convert|ship|strip|deploy|release|merge|rebase|port|migrate|refactor|clean|tidy|generate|document|mention|undo|redo|retry|rerun|proceed|prepare|wrap)\b(?![^.]*\b(?:never|always|must|only|instead|because)\b)",
        r"\b(?:look (?:and|at|into)|make sure (?:you|to)\b|let me (?:try|know|see)|take a look|(?:we|you) (?:still |also )?need (?:to|a|an|some)\b|see if|go through)",
        r"^(?:\w+,? )?(?:see|sleep|wait|copy|put it|find|use the|search|grep|download|open)\b(?! (?:in|for) )",
        r"\bi(?:'d| would)? (?:want|like|need) (?:you )?(?:to|a|an|some)\b|\bplease (?:confirm|do|check|summari[sz]e|add|write|look|investigate|run)\b",
    ),
    mark(
        Mark.PROBLEM,
        r"\btakes? (?:about |over |almost |up to )?\d|\bwent (?:from|up)\b|\bslower\b|\bforever\b|\bhelp[!.]*$|\bget(?:s|ting)? reset\b|\beven (?:if|though)\b|\bsilly\b|\bnot everything\b",
        r"[\"“'][^\"”']*\b(?:error|limit|fail\w*|denied|refused|cannot|can't|unable|invalid|unexpected|not found|permission|timed? ?out)\b[^\"”']*[\"”']|\bis (?:red|down|full of)\b",
        r"\b(?:fails?|failed|failing|crash(?:es|ed)?|hangs?|broken|breaks?|error|exception|stuck|slow|wrong|twice|timed? ?out|dies|died|nan|leaks?|flaky|tear|gone|doesn't (?:work|start|open)|complains?|reports?)\b",
    ),
    mark(
        Mark.ADVICE,
        r"\bi(?:'|’)d (?!like|be happy)\w+|\bi would (?!like)\w+|\brecommend\w*\b|\bpropose\b|\bsuggest(?!ion to)\w*\b|\badvise\b|\bsafer\b|\bwould be (?:better|best|sensible|simplest|cleaner|cleanest|enough)\b|\b(?:best|better|cleanest|simplest) (?:option|solution|approach|way|choice|bet)\b|\bi lean\b|\bmy (?:pick|vote|recommendation|preference)\b|\byou should\b",
    ),
    mark(
        Mark.OPTION,
        r"\b(?:you|we|one|it|i) (?:could|can|might)\b|\b(?:either|options?|alternatives?|candidates?)\b|\b(?:would|could) be\b|\bwould (?:work|do|need)\b|\bworks too\b",
    ),
    mark(
        Mark.TRANSIENT,
        r"\b(?:currently|at the moment|right now|for the moment|as of now|at present|today)\b",
    ),
    mark(
        Mark.CHANGELOG,
        r"^(?:uses?|using|removed?s?|adds?|added|updated?s?|creates?d?|modif(?:y|ied)|fix(?:es|ed)? (?:□|[a-z]*\.)|imports?|exports?|renamed?|moved?|extracts?|extracted|replaced?|converted?|simplif(?:y|ied)|implement(?:s|ed)?|handles?|returns?|accepts?|opens with|explains|check(?:s|ed)?|call(?:s|ed)?|wrap(?:s|ped)?|display(?:s|ed)?|render(?:s|ed)?|show(?:s|ed)?)\b",
    ),
    mark(
        Mark.VERIFIED,
        r"\b(?:i (?:just )?(?:ran|tried|tested|verified|used|measured|flashed|checked|installed)|ran (?:it|that|this)|verified|pass(?:es|ed)?|works?|runs? (?:clean|fine|through|green|without)|finished|succeed(?:s|ed)|succeeded|gave|picked up|flashed|tested)\b",
    ),
    mark(
        Mark.DIAGNOSES,
        r"\bfound (?:it|the|out)\b|\bhere(?:'|’)s what i found\b|\bgot it!|\bbingo\b|\broot cause\b|\bturns out\b|\bexplanation\b|\bfindings\b|\breproduced\b|\bconfirmed\b|\bculprit\b",
    ),
    mark(
        Mark.ACTS,
        r"\bi(?:'ve| have)? (?:now )?(?:replaced|switched|changed|moved|set|added|removed|lowered|raised|pinned|rewrote|wrapped|disabled|enabled|turned|limited|published|restored|reverted|made|declared|published)\b",
    ),
    mark(
        Mark.NARRATES,
        r"^(?:\w+[,!. ]+){0,2}i(?:'ve|'m|'d|'ll| have| am)? (?!have to\b)(?:\w+ )?(?:compared|looked|checked|grouped|profiled|tested|went|measured|fetched|see|saw|notice|noticed|think|thought|guess|remember|got|get|tried|ran|put|read|know|heard|wonder|worked|understand|lost|told|asked|can|cannot|can't|am|was|were|still|just|wanted|meant|hoped|wondered)\b|\b(?:just )?(?:wanted|testing) to\b",
        r"^(?:\w+[,!. ]+){0,2}you(?:'ve|'re|r)?\b|\b(?:if|when|while) i \w+",
        r"\bi (?:see|saw|get|got|notice|noticed|keep (?:seeing|getting))\b|\bi(?:'m| am) (?:a (?:bit|little) )?(?:worried|unsure|afraid|curious|wondering)\b",
    ),
    mark(
        Mark.REPORTS,
        r"\b(?:yesterday|this morning|last (?:week|night|month)|today|just now|a while ago)\b",
        r"\b(?:says?|said|told|complain(?:s|ed)?|reported|expects? that|was|were|went|had been|happened|stopped|came back)\b",
    ),
    mark(
        Mark.ASKS_WHY,
        r"\bwhy\b|\bhow come\b|\bwhat(?:'s| is) (?:going on|wrong|happening|the (?:cause|problem|reason))\b|\b(?:investigate|find out|figure out|look into|diagnose|debug)\b|\bwhat happen(?:s|ed)\b|\bsame (?:error|problem)\b",
    ),
    mark(
        Mark.SEEKS_OK,
        r"\b(?:is|would|does|sounds?) (?:that|this|it)(?: be)? (?:acceptable|ok(?:ay)?|fine|all right|good|work|sound)\b[^.]*\?|\bok(?:ay)? (?:with|for) you\?|\bdo you agree\?|\bsounds? good\?|\bagreed\?",
    ),
    mark(
        Mark.INSTRUCTS,
        r"(?:^|[,;:] ?|\b(?:to|then|and|just|you can|you need to|please) )(?:run|use|execute|start|type|call|invoke|try|build|launch)\b[^.]{0,40}□",
    ),
    mark(
        Mark.AGREES,
        r"^(?:(?:ah+|oh|hm+|haha|well|wonderful|excellent|nice|cool|perfect|great|good|very nice)[,.! ]+)*(?:ok(?:ay)?|k|ye+s+|yep|yeah|sure|agreed?|approved|sounds? good|good|great|perfect|nice|right|fine|exactly|please do|do (?:it|that|so|the)|go(?: ahead| for it)?\b|proceed|ship it|that (?:makes sense|reasoning)|makes sense|lgtm|\+1|👍|deal|love it|i agree|keep it|that'?s fine|works for me|true|of course|by all means|both\b|all (?:of (?:them|it)|three)|i'm convinced|convinced)(?!\w)",
    ),
    mark(
        Mark.CONFIRMS,
        r"\b(?:works|working) (?:now|here|again|fine|great)\b|\bit works\b|\byes it works\b|\bconfirmed\b|\bis green\b|\b(?:fixed|solved)\b|\bno more\b|\bwent through\b|\bgone now\b|\bpasses now\b|\bverified\b|\bcorrect now\b|\bstopped\b|\bis back\b|\ball good\b",
    ),
    mark(
        Mark.ASKS_COMMAND,
        r"\bhow (?:(?:do|can|should|did) (?:i|we|you)|to) (?:\w+ )?(?:run|start|build|test|launch|deploy|execute|resume|reproduce|install|flash|profile|debug|migrate|restore|seed|reset|generate|check|release|publish|connect|serve|compile)\b|\b(?:command|cmd)\b|\bway to (?:run|start|build|test)\b|\brun (?:it|this|that|them|the \w+) locally\b",
    ),
    mark(
        Mark.ASKS_STATUS,
        r"\bhow far\b|\bping me\b|\bhow(?:'s| is) it going\b|\bwhere are we\b|\bany (?:eta|progress|news)\b|\bwhat(?:'s| is) next\b|\bstatus\b|\bwhat can you do\b|\bsummari[sz]e\b|\bstart with\b|\bwhich one should i\b|\bwhat next\b|\bare you done\b|\banything else\b",
    ),
    mark(
        Mark.ASKS_ADVICE,
        r"\boptions?\b|\brecommend\b|\bsuggest\b|\bthoughts\b|\bopinion\b|\bshould (?:i|we)\b|\bdo we want\b|\bwhat (?:would|do) you\b|\bwhich (?:one|would|do)\b|\bbetter\b|\bcould (?:we|it|that)\b|\bcan we\b|\bhow would you\b|\bapproach\b|\bcompare\b",
    ),
)

LEADS = (
    (
        Sense.CAUSE,
        r"\b(?:root )?causes?\b|\breasons?\b|\bwhy\b|\bproblems?\b|\bissues?\b|\bbottlenecks?\b|\bwhere the time goes\b|\bexplanation\b|\bwhat went wrong\b|\bdiagnosis\b",
    ),
    (
        Sense.DECISION,
        r"\bdecisions?\b|\bagreed\b|\bwe(?:'ll| will)? (?:use|do|go)\b|\bconclusions?\b|\bdecided\b",
    ),
    (
        Sense.CONSTRAINT,
        r"\brules?\b|\bconstraints?\b|\bconventions?\b|\brequirements?\b|\bguidelines?\b|\blimits?\b|\bcaveats?\b|\bnotes?\b|\bgotchas?\b",
    ),
    (Mark.ADVICE, r"\brecommend\w*\b|\bpropos\w+\b|\bsuggest\w*\b|\bi(?:'d| would)\b|\bplan\b"),
    (
        Mark.PLAN,
        r"\bopen (?:points|questions|issues)\b|\bremaining\b|\bnext steps?\b|\bto-?dos?\b|\bnot (?:done|started)\b|\bleft to do\b|\bstill\b|\blater\b|\bstep \d\b",
    ),
    (
        Mark.OPTION,
        r"\boptions?\b|\balternatives?\b|\bcandidates?\b|\bways?\b|\brealistic ones\b|\bapproaches\b|\bchoices\b|\beither\b|\breferring to\b",
    ),
    (
        Mark.STATUS,
        r"\bchanges?\b|\bchanged\b|\bsummary\b|\bwhat i\b|\bso far\b|\bprogress\b|\bdone\b|\bfiles?\b|\bmodified\b|\badded\b",
    ),
)
"""What the items under a heading or after a colon are. The first that fits counts."""

LABELS = (
    (Sense.DECISION, r"decision|decided|agreed|conclusion|resolution"),
    (
        Sense.CONSTRAINT,
        r"constraints?|rules?|requirements?|important|note|caveat|gotcha|warning|limits?|convention",
    ),
    (Sense.CAUSE, r"root cause|cause|reason|explanation|diagnosis|the problem|problem"),
    (Sense.FIX, r"fix|fixed|solution|workaround|resolution|result|remedy"),
    (Sense.FACT, r"facts?|fyi|for the record|lesson(?: learned)?|takeaway"),
    (Sense.PREFERENCE, r"preference|style"),
    (Sense.CHANGE, r"correction|update|changed?"),
)
"""Words that say what follows when they open a sentence and a colon ends them."""

OPENERS = (
    r"(?:done|yes|no|sure|ok(?:ay)?|got it|understood|implemented|good catch|confirmed|fixed|right|exactly|correct|indeed)"
    r" ?(?:[,:;–—-]+|\.) +"
)
"""How answers begin before they say anything."""
