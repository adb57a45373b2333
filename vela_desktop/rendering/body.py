"""What the rendered body of an entry is made of. Standard library only: the window reads it too."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BodyPiece:
    """A part of a body, small enough to be laid out without a wait.

    ``line`` is the line of the source, from 0, where the block that it belongs to begins.
    """

    html: str
    line: int
