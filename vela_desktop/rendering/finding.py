"""Where words stand in a conversation: counted in the text that is shown, not in its source."""

from collections.abc import Sequence

from vela_desktop.domain.finding import Needle
from vela_desktop.domain.sessions import Block, Message
from vela_desktop.rendering.conversation import Writer
from vela_desktop.rendering.pieces import Everything, Hit, Labels, PartKind
from vela_desktop.rendering.plain import lines


def hits(
    messages: Sequence[Message], wanted: range, needle: Needle, labels: Labels, folder: str
) -> list[Hit]:
    """Return the messages in *wanted* that show the words of *needle*, with the fold of each time.

    Messages whose source cannot hold the words are not rendered.
    """
    writer = Writer(messages, Everything(), labels, {}, folder)
    own = [word for word in _words(labels) if needle.may_show(word)]
    found = []
    for message in messages:
        if message.index in wanted and (own or _may_show(message, needle, writer)):
            folds = _folds(message, needle, writer)
            if folds:
                found.append(Hit(message.index, folds))
    return found


def _words(labels: Labels) -> list[str]:
    named = (labels.thinking, labels.summary, labels.notice, labels.command, labels.result)
    said = (labels.long_text, labels.more, labels.inherited, labels.no_result, labels.image)
    return [*labels.verbs.values(), *named, *said]


def _may_show(message: Message, needle: Needle, writer: Writer) -> bool:
    shown: list[Block] = []
    for block in message.blocks:
        result = writer.result_of(block)
        shown += [block] if result is None else [block, result]
    return any(
        needle.may_show(text) for block in shown for text in (block.text, block.target, block.name)
    )


def _folds(message: Message, needle: Needle, writer: Writer) -> tuple[str, ...]:
    return tuple(
        part.inside
        for part in writer.piece(message).parts
        if part.kind is not PartKind.FACTS
        for line in lines(part.html)
        for _ in needle.spans(line)
    )
