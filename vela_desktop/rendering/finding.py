"""Where words stand in a conversation: counted in the text that is shown, not in its source."""

from collections.abc import Sequence
from dataclasses import replace

from vela_desktop.domain.finding import Needle
from vela_desktop.domain.sessions import Message
from vela_desktop.rendering.conversation import Writer
from vela_desktop.rendering.pieces import Everything, Hit, Labels, Look, PartKind
from vela_desktop.rendering.plain import lines
from vela_desktop.rendering.tools import verb


def hits(messages: Sequence[Message], wanted: range, needle: Needle, look: Look) -> list[Hit]:
    """Return the messages in *wanted* that show the words of *needle*, with the fold of each time.

    Messages whose source cannot hold the words are not rendered.
    """
    writer = Writer(messages, replace(look, unfolded=Everything(), facts={}))
    always = any(needle.may_show(word) for word in _words(look.labels))
    found = []
    for message in messages:
        if message.index in wanted and (always or _may_show(message, needle, writer, look.labels)):
            folds = _folds(message, needle, writer)
            if folds:
                found.append(Hit(message.index, folds))
    return found


def _words(labels: Labels) -> list[str]:
    """Return the words of the window that stand in conversations, besides those of calls."""
    named = (labels.thinking, labels.summary, labels.notice, labels.command, labels.result)
    said = (labels.long_text, labels.more, labels.inherited, labels.no_result, labels.image)
    return [*named, *said]


def _may_show(message: Message, needle: Needle, writer: Writer, labels: Labels) -> bool:
    for block in message.blocks:
        result = writer.result_of(block)
        line = f"{labels.verbs.get(verb(block), block.name)} {block.target}"
        texts = (block.text, line, result.text if result else "")
        if any(needle.may_show(text) for text in texts if text):
            return True
    return False


def _folds(message: Message, needle: Needle, writer: Writer) -> tuple[str, ...]:
    return tuple(
        part.inside
        for part in writer.piece(message).parts
        if part.kind is not PartKind.FACTS
        for line in lines(part.html)
        for _ in needle.spans(line)
    )
