"""The one door to markdown-it and Pygments, for functions that workers call.

The window hands these functions to workers and so imports this module; what they render with is
imported where they run.
"""

from collections.abc import Sequence

from vela_desktop.domain.finding import Needle
from vela_desktop.domain.sessions import Message
from vela_desktop.rendering.body import BodyPiece
from vela_desktop.rendering.pieces import Hit, Look, Piece


def body_pieces(text: str) -> tuple[BodyPiece, ...]:
    """Return the body of an entry (Markdown) as HTML in pieces; see ``rendering.cutting``."""
    from vela_desktop.rendering import cutting

    return cutting.body_pieces(text)


def pieces(messages: Sequence[Message], wanted: range, look: Look) -> list[Piece]:
    """Return the messages whose index is in *wanted*; see ``rendering.conversation.Writer``."""
    from vela_desktop.rendering.conversation import Writer

    writer = Writer(messages, look)
    return [writer.piece(message) for message in messages if message.index in wanted]


def hits(messages: Sequence[Message], wanted: range, needle: Needle, look: Look) -> list[Hit]:
    """Return which of the messages in *wanted* show the words of *needle*, folds included."""
    from vela_desktop.rendering import finding

    return finding.hits(messages, wanted, needle, look)
