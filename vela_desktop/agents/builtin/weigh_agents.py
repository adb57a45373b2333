"""Weighs what agents say: they find causes and fixes and state facts. Their advice counts once it
is agreed to; plans, offers, reports of progress and restatements never do."""

from vela_desktop.agents.builtin.agreement import accepted, proposes, put_forward
from vela_desktop.agents.builtin.commands import code_spans, is_command
from vela_desktop.agents.builtin.cues import Reading
from vela_desktop.agents.builtin.scene import ENOUGH, FINDINGS, RULES, Place, Scene, Spoken
from vela_desktop.agents.builtin.senses import MEASURED, Mark, Sense

NEVER = frozenset({Mark.QUESTION, Mark.OFFER, Mark.PLAN, Mark.REFUSAL, Mark.IGNORANCE})
"""Sentences with one of these state nothing."""
_CLEAR = 2.6
"""What the clearest phrases for causes and fixes weigh."""
_AGREED = 2.6
_COMMAND = 2.4
_DIAGNOSIS = 2.0
"""What a plain statement about a problem weighs."""
_ANSWER = 1.0
"""What a plain answer weighs before the question counts."""
_WEAKER = {Mark.HEDGE: 1.4, Mark.SOCIAL: 1.0, Mark.TRANSIENT: 1.0}
_WEAK = frozenset(_WEAKER)
_NOT_DIAGNOSING = _WEAK | {Mark.CHANGELOG, Mark.ADVICE, Mark.OPTION, Mark.NARRATES}


def weigh(place: Place) -> tuple[Sense, float]:
    """Return what a sentence of an answer states, and how much it weighs."""
    reading = place.reading
    if _states_nothing(place):
        return reading.sense or Sense.FACT, 0.0
    if (proposes(reading) and accepted(place)) or put_forward(place):
        return Sense.DECISION, _AGREED
    if place.spoken.final and reading.weight < ENOUGH and _names_command(place):
        return Sense.COMMAND, _COMMAND
    advises = Mark.ADVICE in reading.marks
    if advises or (proposes(reading) and reading.sense not in FINDINGS):
        return reading.sense or Sense.FACT, 0.0
    explains = _explains(place)
    sense, weight = _claim(place, explains)
    finding = sense in FINDINGS and weight > ENOUGH
    weight += 0.4 * reading.specific + explains
    weight += 1.0 * (sense in FINDINGS and place.scene.confirmed)
    weight -= _doubt(place, finding=finding)
    if not finding:
        weight -= _redundancy(place, sense)
    if sense is Sense.FACT and not explains:
        weight -= 0.3
    return sense, weight


def _states_nothing(place: Place) -> bool:
    reading, asked = place.reading, place.scene.asked
    if reading.marks & NEVER or reading.lead is Mark.PLAN or not reading.words:
        return True
    if place.spoken.has(Mark.REFUSAL):
        return True
    clear = reading.sense in FINDINGS and reading.weight >= _CLEAR
    return asked is not None and not clear and all(map(_asks_progress, asked.readings))


def _asks_progress(reading: Reading) -> bool:
    """Tell whether a sentence of a prompt asks how far things are, or what comes next."""
    if Mark.ASKS_STATUS in reading.marks:
        return True
    return Mark.ASKS_NEXT in reading.marks and Mark.QUESTION in reading.marks


def _claim(place: Place, explains: float) -> tuple[Sense, float]:
    """Return what the sentence states, by its phrases or by the place where it stands."""
    reading = place.reading
    sense, weight = reading.sense or Sense.FACT, reading.weight
    if weight < _DIAGNOSIS and _diagnoses(place):
        sense, weight = Sense.FIX if Mark.ACTS in reading.marks else Sense.CAUSE, _DIAGNOSIS
    if explains == 1.0 and weight == 0 and reading.specific and reading.width >= 6:
        weight = _ANSWER
    lead = reading.lead if reading.width >= 4 and not reading.marks & _WEAK else None
    if isinstance(lead, Sense) and weight < ENOUGH:
        sense, weight = lead, 2.0 if reading.specific else 1.4
    if sense is Sense.FIX and weight == MEASURED and (place.scene.troubled or _acted(place.spoken)):
        weight += 0.8
    return sense, weight


def _acted(spoken: Spoken) -> bool:
    """Tell whether the message reports something that was done."""
    return spoken.has(Mark.ACTS, Mark.STATUS)


def _diagnoses(place: Place) -> bool:
    """Tell whether a plain statement says what was found, or done, about a problem."""
    reading, scene = place.reading, place.scene
    announced = place.spoken.has(Mark.DIAGNOSES)
    opens = place.position == 0 and scene.asked is not None and scene.asked.has(Mark.PROBLEM)
    return (
        (scene.troubled or announced)
        and (place.spoken.final or announced)
        and reading.width >= 8
        and (reading.specific or opens)
        and not reading.marks & _NOT_DIAGNOSING
        and (Mark.STATUS not in reading.marks or Mark.ACTS in reading.marks)
    )


def _explains(place: Place) -> float:
    """Return what it adds that the sentence opens the answer to a question about how things are:
    less where yes or no would do."""
    asked = place.scene.asked
    if asked is None or not place.spoken.final or place.position > 1:
        return 0.0
    questions = [item for item in asked.readings if Mark.QUESTION in item.marks]
    if not questions or any(map(_asks_otherwise, asked.readings)):
        return 0.0
    open_ended = {Mark.ASKS_WHY, Mark.ASKS_FACT}
    return 1.0 if any(item.marks & open_ended for item in questions) else 0.5


def _asks_otherwise(reading: Reading) -> bool:
    """Tell whether a sentence of a prompt asks for work, advice or progress."""
    if reading.marks & {Mark.ASKS_STATUS, Mark.ASKS_NEXT, Mark.ASKS_ADVICE}:
        return True
    return Mark.REQUEST in reading.marks and not reading.marks & {Mark.ASKS_WHY, Mark.ASKS_FACT}


def _doubt(place: Place, *, finding: bool) -> float:
    """Return what speaks against a statement: where it stands, and how it is said."""
    reading, doubt = place.reading, 0.0
    clear = finding and reading.specific
    if not place.spoken.final:
        doubt += 0.3 if clear else 0.5 if reading.weight > 2.2 else 1.2
    if reading.marks & {Mark.STATUS, Mark.CHANGELOG} or reading.lead is Mark.STATUS:
        acts = Mark.ACTS in reading.marks and place.scene.troubled
        doubt += 0.2 if acts else 0.6 if finding else 1.2
    if reading.lead is Mark.OPTION:
        doubt += 1.5
    weakened = sum(weight for mark, weight in _WEAKER.items() if mark in reading.marks)
    return doubt + weakened * (0.5 if clear else 1.0)


def _redundancy(place: Place, sense: Sense) -> float:
    """Return how much the sentence only says again what the prompt says or decides."""
    asked = place.scene.asked
    if asked is None:
        return 0.0
    words = place.reading.words
    said = frozenset[str]().union(*(item.words for item in asked.readings))
    again = 1.5 if len(words & said) >= 0.6 * len(words) else 0.0
    decided = any(item.sense in RULES and item.weight >= 1.8 for item in asked.readings)
    names_code = "□" in place.sentence.masked
    return again + (1.0 if sense is Sense.DECISION and decided and not names_code else 0.0)


def _names_command(place: Place) -> bool:
    """Tell whether the sentence names a command and says to run it, or that it went well."""
    if not any(is_command("", code) and " " in code for code in code_spans(place.sentence.text)):
        return False
    told = place.reading.marks & {Mark.VERIFIED, Mark.INSTRUCTS}
    sure = not place.spoken.has(Mark.IGNORANCE)
    return bool(told and sure) or place.scene.asks_command


def proves_commands(spoken: Spoken, scene: Scene) -> bool:
    """Tell whether the commands in a message's code blocks were seen to work, or asked for."""
    return spoken.has(Mark.VERIFIED) or scene.confirmed or scene.asks_command
