"""Weighs what people say: they decide, restrict and prefer. What they ask for, complain about or
tell does not count."""

from vela_desktop.agents.builtin.agreement import proposes
from vela_desktop.agents.builtin.cues import Reading
from vela_desktop.agents.builtin.scene import ENOUGH, RULES, STRONG, Place
from vela_desktop.agents.builtin.senses import Mark, Sense

_PLAIN = 2.0
"""What a plain statement weighs: enough if it names something or has a telling phrase too."""
_NOT_PRESCRIBING = frozenset(
    {
        Mark.REQUEST,
        Mark.PROBLEM,
        Mark.SOCIAL,
        Mark.HEDGE,
        Mark.PLAN,
        Mark.CONFIRMS,
        Mark.NARRATES,
        Mark.REPORTS,
    }
)
_FEW = 4
"""So few words are a fragment. Words."""


def weigh(place: Place) -> tuple[Sense, float]:
    """Return what a sentence of a prompt states, and how much it weighs."""
    reading = place.reading
    sense, weight = reading.sense or Sense.DECISION, reading.weight
    if _states_nothing(place):
        return sense, 0.0
    if isinstance(reading.lead, Sense) and weight < ENOUGH:
        sense, weight = reading.lead, ENOUGH
    more = reading.cues - 1
    if weight <= _PLAIN and _prescribes(place):
        weight, more = _PLAIN, reading.cues
    weight += 0.4 * reading.specific + 0.2 * max(0, min(more, 2))
    weight += _reply_bonus(place, weight) - _doubt(place, sense)
    if weight < ENOUGH and _picks(place):
        weight += 0.6
    return sense, weight


def _states_nothing(place: Place) -> bool:
    reading, before = place.reading, place.scene.before
    if reading.marks & {Mark.QUESTION, Mark.OFFER, Mark.IGNORANCE} or not reading.words:
        return True
    if before is not None and before.has(Mark.REFUSAL):
        return True
    fragment = len(reading.words) < 2 or _goes_on_asking(place)
    return fragment and reading.weight < STRONG


def _goes_on_asking(place: Place) -> bool:
    """Tell whether the sentence is a fragment that belongs to the question or request before it."""
    if place.position == 0 or place.reading.width > _FEW:
        return False
    previous = place.spoken.readings[place.position - 1]
    return bool(previous.marks & {Mark.QUESTION, Mark.REQUEST})


def _prescribes(place: Place) -> bool:
    """Tell whether a plain statement says how things are to be.

    Later in a conversation what people say is mostly that, unless it is something else; beside a
    question it is what the question is about.
    """
    reading = place.reading
    return (
        place.scene.before is not None
        and not place.spoken.has(Mark.QUESTION)
        and not reading.marks & _NOT_PRESCRIBING
        and reading.width >= 3
        and len(reading.words) >= 2
    )


def _reply_bonus(place: Place, weight: float) -> float:
    """Return what it adds that the sentence answers a question or goes on from an agreement."""
    reading = place.reading
    if _answers(place) and reading.width >= 2:
        return 1.6 if reading.specific or reading.sense else 0.6
    agreed = any(Mark.AGREES in item.marks for item in place.spoken.readings[: place.position])
    agrees = Mark.AGREES in reading.marks and reading.width > _FEW
    if weight < ENOUGH and (agreed or agrees):
        return 0.8 if reading.specific else 0.3
    return 0.0


def _answers(place: Place) -> bool:
    """Tell whether the sentence answers what was asked (other than what to do next)."""
    before = place.scene.before
    if before is None or not before.readings or place.position > 1:
        return False
    last, own = before.readings[-1], place.reading
    if Mark.QUESTION not in last.marks or last.marks & {Mark.ASKS_STATUS, Mark.ASKS_NEXT}:
        return False
    return Mark.AGREES not in own.marks or own.width > _FEW


def _doubt(place: Place, sense: Sense) -> float:
    """Return what speaks against a statement."""
    reading = place.reading
    marks, vague = reading.marks, reading.weight < STRONG
    doubt = 0.0
    if marks & {Mark.REQUEST, Mark.SOCIAL} and Sense.CONSTRAINT not in reading.senses:
        doubt += 1.2
    if Mark.PROBLEM in marks and (vague or sense not in RULES or place.scene.before is None):
        doubt += 1.2
    if Mark.HEDGE in marks and Sense.CHANGE not in reading.senses:
        doubt += 1.5
    if marks & {Mark.NARRATES, Mark.REPORTS} and vague:
        doubt += 0.8
    if Mark.PLAN in marks and (vague or sense not in RULES):
        doubt += 2.0
    if place.scene.looked_into and vague:
        doubt += 1.0
    return doubt


def _picks(place: Place) -> bool:
    """Tell whether a short statement names one of the things just put forward."""
    before, reading = place.scene.before, place.reading
    if before is None or reading.width > _FEW + 2 or reading.marks & _NOT_PRESCRIBING:
        return False
    return any(reading.words & item.words and _puts_forward(item) for item in before.readings)


def _puts_forward(reading: Reading) -> bool:
    return proposes(reading) or Mark.ASKS_ADVICE in reading.marks
