"""Decides which sentences of a conversation are worth keeping, by what they say and where.

A statement counts more when the other side asked for it or agrees with it afterwards; plans,
offers, questions, reports of progress and restatements never count.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from vela_desktop.agents.builtin import cues
from vela_desktop.agents.builtin.commands import code_spans, is_command
from vela_desktop.agents.builtin.conversation import Fence, Message, Role, Sentence
from vela_desktop.agents.builtin.cues import Reading
from vela_desktop.agents.builtin.senses import Mark, Sense

_PLAIN = 2.0
"""What a plain statement of a person weighs: enough if it names something or has a cue too."""
_STRONG = 2.4
"""Cues of this weight leave little doubt."""
ENOUGH = 2.15
"""Statements that weigh this much are kept."""

_NEVER = frozenset({Mark.QUESTION, Mark.OFFER, Mark.PLAN, Mark.REFUSAL, Mark.IGNORANCE})
_NOT_PRESCRIBING = frozenset(
    {Mark.REQUEST, Mark.PROBLEM, Mark.SOCIAL, Mark.HEDGE, Mark.PLAN, Mark.CONFIRMS, Mark.NARRATES}
    | {Mark.REPORTS}
)
_NOT_DIAGNOSING = frozenset(
    {Mark.CHANGELOG, Mark.HEDGE, Mark.SOCIAL, Mark.TRANSIENT, Mark.ADVICE, Mark.OPTION, Mark.NARRATES}
)
_DIAGNOSIS = 2.0
"""What a plain statement about a problem weighs."""
_ANSWER = 1.0
"""What a plain answer weighs before the question counts."""
_RULES = frozenset({Sense.CONSTRAINT, Sense.PREFERENCE, Sense.CHANGE, Sense.DECISION})
_FINDINGS = frozenset({Sense.CAUSE, Sense.FIX})
_PROPOSALS = frozenset({Mark.ADVICE, Mark.OPTION})
_WEAKER = {Mark.HEDGE: 1.4, Mark.SOCIAL: 1.0, Mark.TRANSIENT: 1.0}
_WEAK = frozenset(_WEAKER)
_NTH = ("zeroth", "first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A sentence or block of code with its judgement."""

    message: int
    """Position of its message."""
    start: int
    end: int
    block: int
    text: str
    sense: Sense
    weight: float
    change: bool = False
    """It takes back or adjusts something said before."""
    advice: bool = False
    """It was proposed here and agreed to in the next prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spoken:
    """A message with the readings of its sentences."""

    message: Message
    readings: tuple[Reading, ...]
    final: bool
    """The last message of its turn."""

    @property
    def pairs(self) -> Iterator[tuple[Sentence, Reading]]:
        return zip(self.message.sentences, self.readings, strict=True)

    def has(self, mark: Mark) -> bool:
        return any(mark in reading.marks for reading in self.readings)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scene:
    """What surrounds a message: the prompt of its turn, and the prompt after it."""

    asked: _Spoken | None
    before: _Spoken | None
    """The last message of the turn before, as the prompt's author saw it."""
    reply: _Spoken | None


def judge(messages: Sequence[Message]) -> list[Statement]:
    """Return the statements of *messages* worth keeping, in order."""
    spoken = [_listen(messages, index) for index in range(len(messages))]
    found: list[Statement] = []
    for index, item in enumerate(spoken):
        scene = _scene(spoken, index)
        weighed = [_weigh(index, item, position, scene) for position in range(len(item.readings))]
        found += _with_context(item, weighed)
        found += _commands(index, item, scene)
    return sorted(found, key=lambda statement: (statement.message, statement.start))


def _listen(messages: Sequence[Message], index: int) -> _Spoken:
    message = messages[index]
    following = messages[index + 1].turn if index + 1 < len(messages) else None
    return _Spoken(
        message=message,
        readings=tuple(cues.read(sentence, message.role) for sentence in message.sentences),
        final=following != message.turn,
    )


def _scene(spoken: Sequence[_Spoken], index: int) -> _Scene:
    turn = spoken[index].message.turn
    asked = next(
        (item for item in reversed(spoken[:index]) if item.message.role is Role.USER), None
    )
    if asked is not None and asked.message.turn != turn:
        asked = None
    before = next(
        (item for item in reversed(spoken[:index]) if item.message.role is Role.ASSISTANT), None
    )
    reply = next((item for item in spoken[index + 1 :] if item.message.role is Role.USER), None)
    return _Scene(asked=asked, before=before, reply=reply)


def _weigh(index: int, spoken: _Spoken, position: int, scene: _Scene) -> Statement:
    sentence = spoken.message.sentences[position]
    reading = spoken.readings[position]
    if spoken.message.role is Role.USER:
        sense, weight = _weigh_prompt(spoken, position, scene)
    else:
        sense, weight = _weigh_answer(spoken, position, scene)
    return Statement(
        message=index,
        start=sentence.start,
        end=sentence.end,
        block=sentence.block,
        text=sentence.text,
        sense=sense,
        weight=weight,
        change=Sense.CHANGE in reading.senses,
        advice=spoken.message.role is not Role.USER and weight >= ENOUGH and _proposes(reading),
    )


def _weigh_prompt(spoken: _Spoken, position: int, scene: _Scene) -> tuple[Sense, float]:
    """People decide, restrict and prefer; what they ask for or complain about does not count."""
    reading = spoken.readings[position]
    sense, weight = reading.sense or Sense.DECISION, reading.weight
    if reading.marks & {Mark.QUESTION, Mark.OFFER, Mark.IGNORANCE} or not reading.words:
        return sense, 0.0
    if weight < _STRONG and (len(reading.words) < 2 or _goes_on_asking(spoken, position)):
        return sense, 0.0
    if isinstance(reading.lead, Sense) and weight < ENOUGH:
        sense, weight = Sense(reading.lead), ENOUGH
    more = reading.cues - 1
    if weight <= _PLAIN and _prescribes(spoken, position, scene):
        weight, more = _PLAIN, reading.cues
    weight += 0.4 * reading.specific + 0.2 * max(0, min(more, 2))
    if _answers(spoken, position, scene) and reading.width >= 2:
        weight += 1.6 if reading.specific or reading.sense else 0.6
    elif weight < ENOUGH and (
        _after_agreement(spoken, position) or (Mark.AGREES in reading.marks and reading.width > 4)
    ):
        weight += 0.8 if reading.specific else 0.3
    if reading.marks & {Mark.REQUEST, Mark.SOCIAL} and Sense.CONSTRAINT not in reading.senses:
        weight -= 1.2
    if Mark.PROBLEM in reading.marks and (
        reading.weight < _STRONG or sense not in _RULES or scene.before is None
    ):
        weight -= 1.2
    if Mark.HEDGE in reading.marks and Sense.CHANGE not in reading.senses:
        weight -= 1.5
    if reading.marks & {Mark.NARRATES, Mark.REPORTS} and reading.weight < _STRONG:
        weight -= 0.8
    if Mark.PLAN in reading.marks and (reading.weight < _STRONG or sense not in _RULES):
        weight -= 2.0
    return sense, weight


def _goes_on_asking(spoken: _Spoken, position: int) -> bool:
    """Tell whether the sentence is a fragment that belongs to the question or request before it."""
    if position == 0 or spoken.readings[position].width > 4:
        return False
    return bool(spoken.readings[position - 1].marks & {Mark.QUESTION, Mark.REQUEST})


def _prescribes(spoken: _Spoken, position: int, scene: _Scene) -> bool:
    """Tell whether a plain statement of a person says how things are to be.

    Later in a conversation what people say is mostly that, unless it is something else; beside a
    question it is what the question is about.
    """
    reading = spoken.readings[position]
    return (
        scene.before is not None
        and not spoken.has(Mark.QUESTION)
        and not reading.marks & _NOT_PRESCRIBING
        and reading.width >= 3
        and len(reading.words) >= 2
    )


def _after_agreement(spoken: _Spoken, position: int) -> bool:
    return any(Mark.AGREES in item.marks for item in spoken.readings[:position])


def _answers(spoken: _Spoken, position: int, scene: _Scene) -> bool:
    """Tell whether the sentence answers what the other side asked (not when to go on with what)."""
    before = scene.before
    if before is None or not before.readings or position > 1:
        return False
    last = before.readings[-1]
    if Mark.QUESTION not in last.marks or last.marks & {Mark.ASKS_STATUS}:
        return False
    own = spoken.readings[position]
    return Mark.AGREES not in own.marks or own.width > 4


def _weigh_answer(spoken: _Spoken, position: int, scene: _Scene) -> tuple[Sense, float]:
    """Agents find causes and fixes and state facts; their advice counts once it is agreed to."""
    reading = spoken.readings[position]
    sense, weight = reading.sense or Sense.FACT, reading.weight
    if reading.marks & _NEVER or reading.lead is Mark.PLAN or not reading.words:
        return sense, 0.0
    if spoken.has(Mark.REFUSAL) or _asked_status(scene):
        return sense, 0.0
    if _proposes(reading) and _accepted(spoken, position, scene):
        return Sense.DECISION, 2.6
    if _put_forward(spoken, position, scene):
        return Sense.DECISION, 2.6
    if spoken.final and weight < ENOUGH and _inline_command(spoken, position, scene):
        return Sense.COMMAND, 2.4
    if _proposes(reading) and reading.sense not in _FINDINGS:
        return sense, 0.0
    if _diagnoses(spoken, position, scene) and weight < _DIAGNOSIS:
        sense, weight = Sense.FIX if Mark.ACTS in reading.marks else Sense.CAUSE, _DIAGNOSIS
    explains = _explains(spoken, position, scene)
    if explains and weight == 0 and reading.specific and reading.width >= 6:
        weight = _ANSWER
    inherits = isinstance(reading.lead, Sense) and reading.width >= 4
    if inherits and weight < ENOUGH and not reading.marks & _WEAK:
        sense, weight = Sense(reading.lead), 2.0 if reading.specific else 1.4
    finding = sense in _FINDINGS and weight > ENOUGH
    weight += 0.4 * reading.specific
    weight += 1.0 * explains
    weight += 1.0 * (sense in _FINDINGS and _confirmed(scene))
    if not spoken.final:
        weight -= 0.3 if finding and reading.specific else 0.5 if reading.weight > 2.2 else 1.2
    if reading.marks & {Mark.STATUS, Mark.CHANGELOG} or reading.lead is Mark.STATUS:
        acts = Mark.ACTS in reading.marks and _troubled(scene)
        weight -= 0.2 if acts else 0.6 if finding else 1.2
    if reading.lead is Mark.OPTION:
        weight -= 1.5
    for mark in reading.marks & _WEAK - ({Mark.TRANSIENT} if explains else frozenset()):
        weight -= _WEAKER[mark] * (0.5 if finding and reading.specific else 1.0)
    if scene.asked is not None and not finding:
        weight -= 1.5 * _restates(reading, scene.asked)
        named = "□" in spoken.message.sentences[position].masked
        weight -= 1.0 * (sense is Sense.DECISION and not named and _decides(scene.asked))
    return sense, weight


def _asked_status(scene: _Scene) -> bool:
    """Tell whether the prompt asks for nothing but how far things are."""
    return scene.asked is not None and all(
        Mark.ASKS_STATUS in reading.marks for reading in scene.asked.readings
    )


def _troubled(scene: _Scene) -> bool:
    """Tell whether the turn is about something that went wrong or wants explaining."""
    return scene.asked is not None and (
        scene.asked.has(Mark.PROBLEM) or scene.asked.has(Mark.ASKS_WHY)
    )


def _diagnoses(spoken: _Spoken, position: int, scene: _Scene) -> bool:
    """Tell whether a plain statement says what was found, or done, about a problem."""
    reading = spoken.readings[position]
    announced = spoken.has(Mark.DIAGNOSES)
    opens = position == 0 and scene.asked is not None and scene.asked.has(Mark.PROBLEM)
    return (
        (_troubled(scene) or announced)
        and (spoken.final or announced)
        and reading.width >= 8
        and (reading.specific or opens)
        and not reading.marks & _NOT_DIAGNOSING
        and (Mark.STATUS not in reading.marks or Mark.ACTS in reading.marks)
    )


def _proposes(reading: Reading) -> bool:
    return bool(reading.marks & {Mark.ADVICE, Mark.OPTION}) or reading.lead in _PROPOSALS


def _confirmed(scene: _Scene) -> bool:
    return scene.reply is not None and _first(scene.reply, Mark.CONFIRMS)


def _first(spoken: _Spoken, mark: Mark) -> bool:
    return any(mark in reading.marks for reading in spoken.readings[:2])


def _accepted(spoken: _Spoken, position: int, scene: _Scene) -> bool:
    """Tell whether the next prompt takes up this proposal."""
    reply = scene.reply
    if not spoken.final or reply is None:
        return False
    opening = [item for item in reply.readings[:2] if Mark.QUESTION not in item.marks]
    sentence, reading = spoken.message.sentences[position], spoken.readings[position]
    if not opening or reading.width < 4:
        return False
    if _picked(sentence, reply.message):
        return True
    advised = Mark.ADVICE in reading.marks or reading.lead is Mark.ADVICE
    if not advised and any(
        Mark.ADVICE in item.marks or item.lead is Mark.ADVICE for item in spoken.readings
    ):
        return False
    said = frozenset[str]().union(*(item.words for item in opening))
    agreed = Mark.AGREES in opening[0].marks
    bare = (agreed and opening[0].width <= 4) or not any(
        item.sense in _RULES and item.width > 4 for item in opening
    )
    if not (bare or (advised and Sense.REASON in reading.senses | _because(reading))):
        return False
    if any(Mark.AGREES in item.marks for item in opening) and (
        advised or not _alternatives(spoken)
    ):
        return True
    shared = len(said & reading.words)
    takes_up = shared >= 2 or shared * 3 >= len(reading.words)
    decides = any(item.sense in _RULES for item in opening)
    return bool(shared) and takes_up and (decides or sum(item.width for item in opening) <= 6)


def _says_more(reply: _Spoken) -> bool:
    """Tell whether a prompt holds more than agreement."""
    return any(item.width > 4 and item.sense is not None for item in reply.readings)


def _because(reading: Reading) -> frozenset[Sense]:
    """Count a cause as the reason of the advice it stands in."""
    return frozenset({Sense.REASON}) if Sense.CAUSE in reading.senses else frozenset()


def _picked(sentence: Sentence, reply: Message) -> bool:
    """Tell whether a person named the list item by its number or letter."""
    mark = sentence.item
    if not mark.isalnum() or not reply.sentences:
        return False
    text = reply.sentences[0].text
    if mark.isalpha():
        return re.search(rf"(?<![A-Za-z]){mark}(?![A-Za-z])(?! ?不)", text) is not None
    han = "零一二三四五六七八"[int(mark)] if int(mark) < 9 else mark
    nth = _NTH[int(mark)] if int(mark) < len(_NTH) else mark
    named = (
        rf"(?:option|number|no\.|#|方案|选|走|第) ?(?:{mark}|{han})(?!\d)|^{mark}\W*$"
        rf"|\bthe {nth}\b|\b{nth} (?:one|option)\b"
    )
    return re.search(named, text, re.I) is not None


def _alternatives(spoken: _Spoken) -> bool:
    options = [sentence for sentence, reading in spoken.pairs if Mark.OPTION in reading.marks]
    return len(options) > 1 or any(
        re.search(r"\bor\b|或者|要么|也可以|的话", sentence.masked) for sentence in options
    )


def _explains(spoken: _Spoken, position: int, scene: _Scene) -> bool:
    """Tell whether the sentence opens the answer to a question about how things are."""
    asked = scene.asked
    if asked is None or not spoken.final or position > 1 or not asked.has(Mark.QUESTION):
        return False
    return not any(
        reading.marks & {Mark.ASKS_STATUS, Mark.ASKS_ADVICE}
        or (Mark.REQUEST in reading.marks and Mark.ASKS_WHY not in reading.marks)
        for reading in asked.readings
    )


def _restates(reading: Reading, asked: _Spoken) -> bool:
    said = frozenset[str]().union(*(item.words for item in asked.readings))
    return len(reading.words & said) >= 0.6 * len(reading.words)


def _decides(asked: _Spoken) -> bool:
    return any(item.sense in _RULES and item.weight >= _STRONG for item in asked.readings)


def _put_forward(spoken: _Spoken, position: int, scene: _Scene) -> bool:
    """Tell whether the sentence stands before "is that all right?", and it was."""
    reply = scene.reply
    if reply is None or not spoken.final or not _first(reply, Mark.AGREES):
        return False
    following = spoken.readings[position + 1 : position + 3]
    return spoken.readings[position].width >= 6 and any(
        Mark.SEEKS_OK in item.marks for item in following
    )


def _with_context(spoken: _Spoken, weighed: list[Statement]) -> list[Statement]:
    """Keep what weighs enough, with what explains it in the same paragraph: the reason after a
    decision, and what stands directly before and after a finding."""
    kept = [statement.weight >= ENOUGH for statement in weighed]
    found = []
    for index, (statement, reading) in enumerate(zip(weighed, spoken.readings, strict=True)):
        near = [
            weighed[other].sense in _FINDINGS and not weighed[other].advice
            for other in (index - 1, index + 1)
            if 0 <= other < len(weighed)
            and kept[other]
            and weighed[other].block == statement.block
        ]
        before = index > 0 and kept[index - 1] and weighed[index - 1].block == statement.block
        reason = before and Sense.REASON in reading.senses and not reading.marks & _NEVER
        if kept[index]:
            found.append(statement)
        elif reason or (any(near) and _backs(reading)):
            found.append(replace(statement, sense=Sense.REASON, weight=ENOUGH))
    return found


def _backs(reading: Reading) -> bool:
    """Tell whether a plain sentence beside a finding belongs to it."""
    barred = _NEVER | {Mark.STATUS, Mark.SOCIAL, Mark.HEDGE, Mark.OPTION, Mark.ADVICE}
    return reading.width >= 5 and not reading.marks & barred


def _inline_command(spoken: _Spoken, position: int, scene: _Scene) -> bool:
    """Tell whether the sentence names a command and says to run it, or that it went well."""
    sentence, reading = spoken.message.sentences[position], spoken.readings[position]
    if not any(is_command("", code) and " " in code for code in code_spans(sentence.text)):
        return False
    asked = scene.asked is not None and scene.asked.has(Mark.ASKS_COMMAND)
    told = reading.marks & {Mark.VERIFIED, Mark.INSTRUCTS} and not spoken.has(Mark.IGNORANCE)
    return bool(told) or (asked and spoken.final)


def _commands(index: int, spoken: _Spoken, scene: _Scene) -> Iterator[Statement]:
    """Keep commands that were seen to work: by the agent's word or the user's."""
    if spoken.message.role is Role.USER:
        return
    proved = spoken.has(Mark.VERIFIED) or _confirmed(scene)
    asked = scene.asked is not None and scene.asked.has(Mark.ASKS_COMMAND)
    for fence in spoken.message.fences:
        if is_command(fence.language, fence.code) and (proved or asked):
            yield _command(index, spoken.message, fence, 3.0 if asked else 2.4)


def _command(index: int, message: Message, fence: Fence, weight: float) -> Statement:
    """Take the sentence that introduces the command along."""
    lead = next(
        (
            item
            for item in reversed(message.sentences)
            if item.block == fence.block - 1 and item.end <= fence.start
        ),
        None,
    )
    start = lead.start if lead is not None and lead.text.endswith((":", "：")) else fence.start
    return Statement(
        message=index,
        start=start,
        end=fence.end,
        block=fence.block,
        text=fence.code,
        sense=Sense.COMMAND,
        weight=weight,
    )
