"""What speaks for or against a sentence, or tells what a prompt is about, in English."""

from vela_desktop.agents.builtin.senses import Mark, mark

MARKS = (
    mark(
        Mark.QUESTION,
        r"^or (?:just|maybe|should|is|do|can)\b",
        r"\b(?:tell|show) me (?:how|why|what|where|which)\b|\bexplain (?:how|why|what)\b|"
        r"\bfigure out why\b|\bsee why\b",
        r"[?？][\"'”’)\]*_]*$",
        r"^(?:(?:and|so|but|also|btw|hey|ok|okay|hm+|oh)[, ]+)*(?:what|why|how|which|where|who|"
        r"when (?:do|does|did|is|are|will|can|should|would)|should (?:i|we)|can (?:i|we|you|it)|"
        r"could (?:you|we|i|it)|do (?:we|you|i)|does|did|is (?:it|there|that|this)|are (?:there|"
        r"we|you|they)|would you|will you)\b",
    ),
    mark(
        Mark.OFFER,
        r"\blet me know\b|\bwould you like\b|\bshall i\b|\bshould i\b|\bdo you want\b|"
        r"\bwant me to\b|\bfeel free\b|\bhappy to\b|\bif you(?:'d| would)? (?:like|want|"
        r"prefer)\b|\bjust tell me\b|\byour call\b|\bcome back any ?time\b|\bi can (?:help|also|"
        r"add|do|raise|translate|set)\b",
    ),
    mark(
        Mark.PLAN,
        r"^(?:(?:ok(?:ay)?|sure|great|good|perfect|alright|right|now|first|next|then|so|yes|"
        r"got it|understood|understood|done|excellent)[,.! –—-]+)*(?:now )?(?:let me|let's|"
        r"i(?:'|’)ll|i will|i(?:'|’)m going to|i am going to|i need to|i want to|i should|"
        r"we need to|time to|going to)\b(?! (?:use|keep|go with|stick with|store|"
        r"switch to)\b[^.]*\b(?:because|since|instead|rather))",
        r"\bi(?:'|’)m (?:\w+ )?(?:checking|looking|reading|running|peeking|tracing|staging|"
        r"committing|creating|branching|starting|still|now|working|continuing|using|leaving|"
        r"putting|opening|going through|here)\b",
        r"^(?:now|next)[, ]+(?:update|run|check|fix|add|the|i)\b",
        r"\bon it\b|\bnot started yet\b|\bin progress\b|\bleft to do\b|\bopen points\b|"
        r"\bremaining\b|\bwaiting for\b|\bout of scope for now\b|\bi expect (?:to|it|that)\b|"
        r"\bi have to\b|\bmoving on\b|\bstill to come\b|\banother \d+ (?:minutes|hours)\b|"
        r"\bno blockers\b",
    ),
    mark(
        Mark.STATUS,
        r"^(?:pushed|committed|sure|okay|ok|got it|noted|understood|implemented|stopped|"
        r"continuing|added|created|updated|changed|adjusted|configured|set|wrote|written|"
        r"removed|deleted|renamed|merged|installed|moved|switched|bumped|modified|opened|"
        r"installing|converted|imported|extracted)\b",
        r"\b(?:all )?(?:\d+ )?tests? (?:are |is )?(?:now )?(?:pass(?:es|ed|ing)?|green)\b",
        r"\b(?:nothing|everything) is (?:left|committed|done)\b|\bci is running\b|\bso far\b|"
        r"\bstill (?:failing|working|running)\b|\bsuccessfully\b|\bhere(?:'|’)s (?:what|"
        r"a summary)\b|\bsummary\b|\bi(?:'|’)ve (?:added|created|updated|built|written|"
        r"implemented|ported|replaced|gone)\b|\bi (?:added|created|updated|built|wrote|ported|"
        r"modified|pinned|generated|installed|tested|ran)\b",
    ),
    mark(
        Mark.SOCIAL,
        r"^(?:(?:oh|omg|haha|hey|wow|thanks|thank|sorry|hi|hello|thx|ta|lovely|cheers)\b|"
        r"you(?:'|’)re (?:welcome|right)|good (?:catch|call|morning|night)|great idea|love it|"
        r"fair enough|sounds good|have a (?:nice|good)|happy to|no problem|glad)",
        r"^(?:very |so |really |pretty )?(?:nice|great|good|excellent|wonderful|perfect|cool|"
        r"lovely|awesome|neat|sweet|correct|fine)\b(?: \w+){0,3}[.!]*$",
        r"^(?:forget it|never ?mind|nothing|no thanks|nope|that(?:'s| is) all|maybe later|"
        r"not now|no,? keep going|keep going|bye|see you|will do)\b",
        r"\b(?:thanks|thank you|apologi[sz]e|my apologies|i(?:'|’)m sorry|you rock|lol)\b",
    ),
    mark(
        Mark.HEDGE,
        r"\b(?:maybe|might|perhaps|possibly|probably|presumably|not sure|i (?:think|guess|"
        r"suspect|believe|assume|doubt|wonder)|seems?|seem to|looks? like|likely|idk|could be|"
        r"may be|appears? to|i(?:'|’)d guess|i was thinking|i bet|suggests?|potential(?:ly)?|"
        r"hopefully|ideally)\b",
    ),
    mark(
        Mark.IGNORANCE,
        r"\bi (?:don't|do not|can't|cannot) (?:know|tell|see)\b|\bhaven't (?:looked|checked|"
        r"tried|tested)\b|\bhard to say\b|\bit depends\b|\bdepends on (?:how|what|your)\b|"
        r"\bnot explicitly\b|\bunclear\b",
    ),
    mark(
        Mark.REFUSAL,
        r"\b(?:can't|cannot|can not|won't|unable to|not able to)(?: still|"
        r" in good conscience)? (?:help|assist|do that|go into|provide|support that|create|"
        r"write|build) ?(?!the|a new|this file)|\b(?:must|have to|need to) (?:decline|refuse)\b|"
        r"\bi(?:'m| am) not comfortable\b|\b(?:decline|refuse) (?:this|to)\b|\bwould (?:violate|"
        r"be illegal)\b|\bagainst (?:the law|my|our) ?(?:guidelines|policy|policies)?\b|"
        r"\bnot something i\b|\bwon't (?:go|be) (?:into|able)\b|\bwithout (?:their|his|her|your|"
        r"explicit) (?:permission|authori[sz]ation|consent)\b",
    ),
    mark(
        Mark.REQUEST,
        r"^(?:(?:ok|okay|great|now|and|so|please|pls|hey|hi|next|yes|also)[, !]+)*(?:can|could|"
        r"would|will) you\b",
        r"^(?:(?:ok|okay|great|now|and|so|please|pls|also|then|yes|next|alright|thank you|"
        r"good)[,.! ]+)*(?:add|create|write|run|fix|check|find|explain|look|investigate|push|"
        r"commit|try|test|go ahead|continue|proceed|show|tell|have a look|give|list|"
        r"summari[sz]e|review|implement|build|update|read|open|rename|delete|install|do it|"
        r"do that|help|start|stop|compare|make a|make the|bump the version|describe|confirm|"
        r"convert|ship|strip|deploy|release|merge|rebase|port|migrate|refactor|clean|tidy|"
        r"generate|document|mention|undo|redo|retry|rerun|proceed|prepare|wrap|refund|email|"
        r"notify|ping|call|ask|post|send|upload|download)\b(?![^.]*\b(?:never|always|must|only|"
        r"instead|because)\b)",
        r"\b(?:look (?:and|at|into)|make sure (?:you|to)\b|let me (?:try|know|see)|take a look|"
        r"(?:we|you) (?:still |also )?need (?:to|a|an|some)\b|see if|go through)",
        r"^(?:\w+,? )?(?:see|sleep|wait|copy|put it|find|use the|search|grep|download|"
        r"open)\b(?! (?:in|for) )",
        r"\bi(?:'d| would)? (?:want|like|need) (?:you )?(?:to|a|an|some)\b|\bplease (?:confirm|"
        r"do|check|summari[sz]e|add|write|look|investigate|run)\b",
    ),
    mark(
        Mark.PROBLEM,
        r"\bgrew\b|\bgrown\b|\bdoubled\b|\bwent (?:up|down)\b|\bfalse positives?\b|"
        r"\bconfus\w+\b|\bweird\b|\bstrange\b",
        r"\btakes? (?:about |over |almost |up to )?\d|\bwent (?:from|up)\b|\bslower\b|"
        r"\bforever\b|\bhelp[!.]*$|\bget(?:s|ting)? reset\b|\beven (?:if|though)\b|\bsilly\b|"
        r"\bnot everything\b",
        r"[\"“'][^\"”']*\b(?:error|limit|fail\w*|denied|refused|cannot|can't|unable|invalid|"
        r"unexpected|not found|permission|timed? ?out)\b[^\"”']*[\"”']|\bis (?:red|down|"
        r"full of)\b",
        r"\b(?:fails?|failed|failing|crash(?:es|ed)?|hangs?|broken|breaks?|error|exception|"
        r"stuck|slow|wrong|twice|timed? ?out|dies|died|nan|leaks?|flaky|tear|gone|"
        r"doesn't (?:work|start|open)|complains?|reports?)\b",
    ),
    mark(
        Mark.ADVICE,
        r"\bi(?:'|’)d (?!like|be happy)\w+|\bi would (?!like)\w+|\brecommend\w*\b|\bpropose\b|"
        r"\bsuggest(?!ion to)\w*\b|\badvise\b|\bsafer\b|\bwould be (?:better|best|sensible|"
        r"simplest|cleaner|cleanest|enough)\b|\b(?:best|better|cleanest|simplest) (?:option|"
        r"solution|approach|way|choice|bet)\b|\bi lean\b|\bmy (?:pick|vote|recommendation|"
        r"preference)\b|\byou should\b",
    ),
    mark(
        Mark.OPTION,
        r"\b(?:you|we|one|it|i) (?:could|can|might)\b|\b(?:either|options?|alternatives?|"
        r"candidates?)\b|\b(?:would|could) be\b|\bwould (?:work|do|need)\b|\bworks too\b",
    ),
    mark(
        Mark.TRANSIENT,
        r"\b(?:currently|at the moment|right now|for the moment|as of now|at present|today)\b",
    ),
    mark(
        Mark.CHANGELOG,
        r"^(?:uses?|using|removed?s?|adds?|added|updated?s?|creates?d?|modif(?:y|ied)|fix(?:es|"
        r"ed)? (?:□|[a-z]*\.)|imports?|exports?|renamed?|moved?|extracts?|extracted|replaced?|"
        r"converted?|simplif(?:y|ied)|implement(?:s|ed)?|handles?|returns?|accepts?|opens with|"
        r"explains|check(?:s|ed)?|call(?:s|ed)?|wrap(?:s|ped)?|display(?:s|ed)?|render(?:s|ed)?|"
        r"show(?:s|ed)?)\b",
    ),
    mark(
        Mark.VERIFIED,
        r"\b(?:i (?:just )?(?:ran|tried|tested|verified|used|measured|flashed|checked|"
        r"installed)|ran (?:it|that|this)|verified|pass(?:es|ed)?|works?|runs? (?:clean|fine|"
        r"through|green|without)|finished|succeed(?:s|ed)|succeeded|gave|picked up|flashed|"
        r"tested)\b",
    ),
    mark(
        Mark.INVESTIGATES,
        r"\b(?:i(?:'|’)ll|let me|i(?:'|’)m|i am|i will|going to) (?:\w+ ){0,2}(?:look|check|"
        r"captur|trac|profil|reproduc|investigat|compar|read|inspect|go through|dig|see|bisect|"
        r"measur|group|grep|search|find|pull|install)\w*|\b(?:profiling|tracing|looking|"
        r"checking|reproducing|capturing|investigating)\b",
    ),
    mark(
        Mark.DIAGNOSES,
        r"\bfound (?:it|the|out|something|that|what|a|an|two|three)\b|\bhere(?:'|"
        r"’)s what i found\b|\bgot it!|\bbingo\b|\broot cause\b|\bturns out\b|\bexplanation\b|"
        r"\bfindings\b|\breproduced\b|\bconfirmed\b|\bculprit\b",
    ),
    mark(
        Mark.ACTS,
        r"\bi(?:'ve| have)? (?:now )?(?:replaced|switched|changed|moved|set|added|removed|"
        r"lowered|raised|pinned|rewrote|wrapped|disabled|enabled|turned|limited|published|"
        r"restored|reverted|made|declared|published)\b",
    ),
    mark(
        Mark.NARRATES,
        r"^(?:\w+[,!. ]+){0,2}i(?:'ve|'m|'d|'ll| have| am)? (?!have to\b)(?:\w+ )?(?:compared|"
        r"looked|checked|grouped|profiled|tested|went|measured|fetched|see|saw|notice|noticed|"
        r"think|thought|guess|remember|got|get|tried|ran|put|read|know|heard|wonder|worked|"
        r"understand|lost|told|asked|can|cannot|can't|am|was|were|still|just|wanted|meant|hoped|"
        r"wondered)\b|\b(?:just )?(?:wanted|testing) to\b",
        r"^(?:\w+[,!. ]+){0,2}you(?:'ve|'re|r)?\b|\b(?:if|when|while) i \w+",
        r"\bi (?:see|saw|get|got|notice|noticed|keep (?:seeing|getting))\b|\bi(?:'m|"
        r" am) (?:a (?:bit|little) )?(?:worried|unsure|afraid|curious|wondering)\b",
    ),
    mark(
        Mark.REPORTS,
        r"\b(?:community|users|people|they|customers|partners|sales|ops|support|legal|marketing|"
        r"management|everyone|some folks|folks) (?:\w+ )?(?:wants?|asks?|asked|say|says|said|"
        r"needs?|complain|hates?|expects?|promised)\b",
        r"\b(?:yesterday|this morning|last (?:week|night|month)|today|just now|a while ago)\b",
        r"\b(?:says?|said|told|complain(?:s|ed)?|reported|expects? that|was|were|went|had been|"
        r"happened|stopped|came back)\b",
    ),
    mark(
        Mark.ASKS_WHY,
        r"\bwhy\b|\bhow come\b|\bwhat(?:'s| is) (?:going on|wrong|happening|the (?:cause|"
        r"problem|reason))\b|\b(?:investigate|find out|figure out|look into|diagnose|debug)\b|"
        r"\bwhat happen(?:s|ed)\b|\bsame (?:error|problem)\b",
    ),
    mark(
        Mark.SEEKS_OK,
        r"\b(?:is|would|does|sounds?) (?:that|this|it)(?: be)? (?:acceptable|ok(?:ay)?|fine|"
        r"all right|good|work|sound)\b[^.]*\?|\bok(?:ay)? (?:with|for) you\?|\bdo you agree\?|"
        r"\bsounds? good\?|\bagreed\?",
    ),
    mark(
        Mark.ASKS_FACT,
        r"\b(?:what|which|where|when|who|how (?:big|long|many|much|often|far|old|large|fast|"
        r"does|do|is|are|did))\b[^.]*\?|\b(?:tell|show) me (?:how|what|where|which)\b|"
        r"\bremind me\b",
    ),
    mark(
        Mark.INSTRUCTS,
        r"(?:^|[,;:] ?|\b(?:to|then|and|just|you can|you need to|please) )(?:run|use|execute|"
        r"start|type|call|invoke|try|build|launch)\b[^.]{0,40}□",
    ),
    mark(
        Mark.AGREES,
        r"^(?:(?:ah+|oh|hm+|haha|well|wonderful|excellent|nice|cool|perfect|great|good|"
        r"very nice)[,.! ]+)*(?:ok(?:ay)?|k|ye+s+|yep|yeah|sure|agreed?|approved|sounds? good|"
        r"good|great|perfect|nice|right|fine|exactly|please do|do (?:it|that|so|the)|"
        r"go(?: ahead| for it)?\b|proceed|ship it|that (?:makes sense|reasoning)|makes sense|"
        r"lgtm|\+1|👍|deal|love it|i agree|keep it|that'?s fine|works for me|true|of course|"
        r"by all means|both\b|all (?:of (?:them|it)|three)|i'm convinced|convinced)(?!\w)",
    ),
    mark(
        Mark.CONFIRMS,
        r"\b(?:works|working) (?:now|here|again|fine|great)\b|\bit works\b|\byes it works\b|"
        r"\bconfirmed\b|\bis green\b|\b(?:fixed|solved)\b|\bno more\b|\bwent through\b|"
        r"\bgone now\b|\bpasses now\b|\bverified\b|\bcorrect now\b|\bstopped\b|\bis back\b|"
        r"\ball good\b",
    ),
    mark(
        Mark.ASKS_COMMAND,
        r"\bhow (?:(?:do|can|should|did) (?:i|we|you)|to) (?:\w+ )?(?:run|start|build|test|"
        r"launch|deploy|execute|resume|reproduce|install|flash|profile|debug|migrate|restore|"
        r"seed|reset|generate|check|release|publish|connect|serve|compile)\b|\b(?:command|"
        r"cmd)\b|\bway to (?:run|start|build|test)\b|\brun (?:it|this|that|them|"
        r"the \w+) locally\b",
    ),
    mark(
        Mark.ASKS_STATUS,
        r"\bhow far\b|\bping me\b|\bhow(?:'s| is) it going\b|\bwhere are we\b|\bany (?:eta|"
        r"progress|news)\b|\bstatus\?|\bthe status\b|\bwhat can you do\b|\bsummari[sz]e\b|"
        r"\bare you done\b",
    ),
    mark(
        Mark.ASKS_NEXT,
        r"\bwhat(?:'s| is) next\b|\bstart with\b|\bwhich one should i\b|\bwhat next\b|"
        r"\banything else\b",
    ),
    mark(
        Mark.ASKS_ADVICE,
        r"\boptions?\b|\brecommend\b|\bsuggest\b|\bthoughts\b|\bopinion\b|\bshould (?:i|we)\b|"
        r"\bdo we want\b|\bwhat (?:would|do) you\b|\bwhich (?:one|would|do)\b|\bbetter\b|"
        r"\bcould (?:we|it|that)\b|\bcan we\b|\bhow would you\b|\bapproach\b|\bcompare\b",
    ),
)
