"""What the rendered body of an entry is made of. Standard library only: the window reads it too."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BodyPiece:
    """A part of a body, small enough to be laid out without a wait.

    ``line`` is the line of the source, from 0, where it begins. A piece with ``goes_on`` belongs
    with the one before it, without a gap.
    """

    html: str
    line: int
    goes_on: bool = False
