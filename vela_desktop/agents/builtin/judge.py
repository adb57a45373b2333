"""Decides which sentences and commands of a conversation are worth keeping."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from vela_desktop.agents.builtin import weigh_agents, weigh_people
from vela_desktop.agents.builtin.agreement import proposes
from vela_desktop.agents.builtin.commands import is_command
from vela_desktop.agents.builtin.conversation import Fence, Message
from vela_desktop.agents.builtin.cues import Reading
from vela_desktop.agents.builtin.scene import ENOUGH, FINDINGS, Place, Scene, Spoken, stage
from vela_desktop.agents.builtin.senses import Mark, Sense

_COMMAND = 2.4
_COMMAND_ASKED = 3.0
_COURTESY = frozenset({Mark.SOCIAL, Mark.AGREES, Mark.QUESTION, Mark.STATUS, Mark.OFFER})
_NO_CONTEXT = weigh_agents.NEVER | {
    Mark.STATUS,
    Mark.SOCIAL,
    Mark.HEDGE,
    Mark.OPTION,
    Mark.ADVICE,
}


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


def judge(messages: Sequence[Message]) -> list[Statement]:
    """Return the statements of *messages* worth keeping, in order."""
    found: list[Statement] = []
    for index, (spoken, scene) in enumerate(stage(messages)):
        places = [
            Place(spoken=spoken, position=position, scene=scene)
            for position in range(len(spoken.readings))
        ]
        found += _with_context([(_weigh(index, place), place.reading) for place in places])
        if not spoken.by_user:
            found += _commands(index, spoken, scene)
    return sorted(found, key=lambda statement: (statement.message, statement.start))


def _weigh(index: int, place: Place) -> Statement:
    by_user, sentence = place.spoken.by_user, place.sentence
    sense, weight = weigh_people.weigh(place) if by_user else weigh_agents.weigh(place)
    return Statement(
        message=index,
        start=sentence.start,
        end=sentence.end,
        block=sentence.block,
        text=sentence.text,
        sense=sense,
        weight=weight,
        change=Sense.CHANGE in place.reading.senses,
        advice=not by_user and weight >= ENOUGH and proposes(place.reading),
    )


def _with_context(weighed: Sequence[tuple[Statement, Reading]]) -> Iterator[Statement]:
    """Yield what weighs enough, and what explains it in the same paragraph."""
    for index, (statement, reading) in enumerate(weighed):
        before = _kept_neighbour(weighed, index, index - 1)
        after = _kept_neighbour(weighed, index, index + 1)
        if statement.weight >= ENOUGH or (index == 0 and after and _only_opens(reading)):
            yield statement
        elif _gives_reason(reading, before) or (
            _backs(reading) and (_is_finding(before) or _is_finding(after))
        ):
            yield replace(statement, sense=Sense.REASON, weight=ENOUGH)


def _kept_neighbour(
    weighed: Sequence[tuple[Statement, Reading]], index: int, other: int
) -> Statement | None:
    """Return the statement at *other* if it is kept and in the paragraph of the one at *index*."""
    if not 0 <= other < len(weighed):
        return None
    neighbour = weighed[other][0]
    near = neighbour.weight >= ENOUGH and neighbour.block == weighed[index][0].block
    return neighbour if near else None


def _only_opens(reading: Reading) -> bool:
    """Tell whether a sentence is a word or two that the next one goes on from."""
    return reading.width <= 3 and not reading.marks & _COURTESY


def _gives_reason(reading: Reading, before: Statement | None) -> bool:
    reason = Sense.REASON in reading.senses
    return before is not None and reason and not reading.marks & weigh_agents.NEVER


def _backs(reading: Reading) -> bool:
    """Tell whether a plain sentence beside a finding belongs to it."""
    return reading.width >= 5 and not reading.marks & _NO_CONTEXT


def _is_finding(statement: Statement | None) -> bool:
    return statement is not None and statement.sense in FINDINGS and not statement.advice


def _commands(index: int, spoken: Spoken, scene: Scene) -> Iterator[Statement]:
    """Yield commands that were seen to work: by the agent's word or the user's."""
    if weigh_agents.proves_commands(spoken, scene):
        for fence in spoken.message.fences:
            if is_command(fence.language, fence.code):
                weight = _COMMAND_ASKED if scene.asks_command else _COMMAND
                yield _command(index, spoken.message, fence, weight)


def _command(index: int, message: Message, fence: Fence, weight: float) -> Statement:
    """Take the sentence that introduces the command along."""
    leads = [item for item in message.sentences if item.block == fence.block - 1]
    start = fence.start
    if leads and leads[-1].text.endswith((":", "：")):
        start = leads[-1].start
    return Statement(
        message=index,
        start=start,
        end=fence.end,
        block=fence.block,
        text=fence.code,
        sense=Sense.COMMAND,
        weight=weight,
    )
