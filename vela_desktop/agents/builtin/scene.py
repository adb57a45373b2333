"""Where a sentence stands: who says it, what was asked before it, what is replied to it."""

from collections.abc import Sequence
from dataclasses import dataclass

from vela_desktop.agents.builtin import cues
from vela_desktop.agents.builtin.conversation import Message, Role, Sentence
from vela_desktop.agents.builtin.cues import Reading
from vela_desktop.agents.builtin.senses import Mark, Sense

ENOUGH = 2.15
"""Statements that weigh this much are kept."""
STRONG = 2.4
"""Phrases of this weight leave little doubt."""
RULES = frozenset({Sense.CONSTRAINT, Sense.PREFERENCE, Sense.CHANGE, Sense.DECISION})
FINDINGS = frozenset({Sense.CAUSE, Sense.FIX})


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A message with the readings of its sentences."""

    message: Message
    readings: tuple[Reading, ...]
    final: bool
    """The last message of its turn."""

    @property
    def by_user(self) -> bool:
        """True for prompts."""
        return self.message.role is Role.USER

    def has(self, *marks: Mark) -> bool:
        """Tell whether any sentence carries one of *marks*."""
        return any(mark in reading.marks for reading in self.readings for mark in marks)

    def opens_with(self, mark: Mark) -> bool:
        """Tell whether one of the first two sentences carries *mark*."""
        return any(mark in reading.marks for reading in self.readings[:2])


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What surrounds a message."""

    asked: Spoken | None
    """The prompt of its turn, for an answer."""
    before: Spoken | None
    """The last answer before it, as the author of a prompt saw it."""
    reply: Spoken | None
    """The next prompt."""
    looked_into: bool
    """The turn's first answer says that it will look into what the prompt says."""

    @property
    def troubled(self) -> bool:
        """The turn is about something that went wrong or wants explaining."""
        return self.asked is not None and (
            self.looked_into or self.asked.has(Mark.PROBLEM, Mark.ASKS_WHY)
        )

    @property
    def confirmed(self) -> bool:
        """The next prompt says that it works."""
        return self.reply is not None and self.reply.opens_with(Mark.CONFIRMS)

    @property
    def asks_command(self) -> bool:
        """The prompt asks how something is run."""
        return self.asked is not None and self.asked.has(Mark.ASKS_COMMAND)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One sentence in its message and scene."""

    spoken: Spoken
    position: int
    scene: Scene

    @property
    def sentence(self) -> Sentence:
        """The sentence itself."""
        return self.spoken.message.sentences[self.position]

    @property
    def reading(self) -> Reading:
        """What it says by itself."""
        return self.spoken.readings[self.position]


def stage(messages: Sequence[Message]) -> list[tuple[Spoken, Scene]]:
    """Return each of *messages* with what surrounds it."""
    spoken = [_listen(messages, index) for index in range(len(messages))]
    return [(item, _scene(spoken, index)) for index, item in enumerate(spoken)]


def _listen(messages: Sequence[Message], index: int) -> Spoken:
    message = messages[index]
    following = messages[index + 1].turn if index + 1 < len(messages) else None
    return Spoken(
        message=message,
        readings=tuple(cues.read(sentence, message.role) for sentence in message.sentences),
        final=following != message.turn,
    )


def _scene(spoken: Sequence[Spoken], index: int) -> Scene:
    turn = spoken[index].message.turn
    earlier = spoken[:index][::-1]
    asked = next((item for item in earlier if item.by_user), None)
    answers = (item for item in earlier if item.message.role is Role.ASSISTANT)
    own = (item for item in spoken if item.message.turn == turn and not item.by_user)
    first = next(own, None)
    return Scene(
        asked=asked if asked is not None and asked.message.turn == turn else None,
        before=next(answers, None),
        reply=next((item for item in spoken[index + 1 :] if item.by_user), None),
        looked_into=first is not None and not first.final and first.has(Mark.INVESTIGATES),
    )
