"""Messages of a conversation to the HTML of a Qt text document, one piece a message.

Words of the interface come in as ``Labels``: this package knows no language of the window. Colours
and sizes are the style sheet's. Links: ``fold:KEY`` opens and closes a fold, ``turn:N`` copies the
citation of a turn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from vela_desktop.domain import limits
from vela_desktop.domain.sessions import Block, BlockKind, Message, Role
from vela_desktop.rendering.code import highlight
from vela_desktop.rendering.markdown import to_html
from vela_desktop.rendering.tools import ToolLine, tool_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """Words of the interface that stand in a conversation, in its language."""

    verbs: Mapping[str, str]
    """Words for the verbs of ``rendering.tools``."""
    agent: str
    lines: str
    """``{count} lines``"""
    exit_code: str
    """``exit code {code}``"""
    failed: str
    thinking: str
    summary: str
    notice: str
    command: str
    image: str
    long_text: str
    """``{count} characters, folded``"""
    inherited: str
    no_result: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A message as HTML. ``html`` is empty where it shows nothing of its own (a tool's result)."""

    index: int
    turn: int
    html: str


def render(
    messages: Sequence[Message],
    wanted: range,
    unfolded: frozenset[str],
    labels: Labels,
    facts: Mapping[int, str],
) -> list[Piece]:
    """Return the pieces of the messages whose index is in *wanted*.

    Others among *messages* only lend their tool results. *unfolded* holds the keys of open folds;
    *facts* the line under a turn's prompt, by turn.
    """
    results = _results(messages)
    known = {
        block.call_id
        for message in messages
        for block in message.blocks
        if block.kind is BlockKind.TOOL_CALL
    }
    writer = _Writer(results, known, unfolded, labels, facts)
    return [
        Piece(message.index, message.turn, writer.message(message))
        for message in messages
        if message.index in wanted
    ]


def _results(messages: Sequence[Message]) -> dict[str, Block]:
    return {
        block.call_id: block
        for message in messages
        for block in message.blocks
        if block.kind is BlockKind.TOOL_RESULT
    }


class _Writer:
    """Writes one range of messages."""

    def __init__(
        self,
        results: dict[str, Block],
        known: set[str],
        unfolded: frozenset[str],
        labels: Labels,
        facts: Mapping[int, str],
    ) -> None:
        self._results, self._known, self._unfolded = results, known, unfolded
        self._labels, self._facts = labels, facts

    def message(self, message: Message) -> str:
        match message.role:
            case Role.USER:
                return self._prompt(message)
            case Role.ASSISTANT:
                return self._answer(message)
            case Role.TOOL:
                return "".join(
                    self._orphan(message, at, block) for at, block in enumerate(message.blocks)
                )
            case Role.COMMAND:
                return self._aside(message, self._labels.command, opened=True)
            case Role.SUMMARY:
                return self._aside(message, self._labels.summary, opened=False)
            case Role.NOTICE:
                return self._aside(message, self._labels.notice, opened=False)

    def _prompt(self, message: Message) -> str:
        body = "".join(self._block(message, at, block) for at, block in enumerate(message.blocks))
        if message.inherited:
            body = f'<p class="meta">{escape(self._labels.inherited)}</p>{body}'
        number = f'<a class="turn" href="turn:{message.turn}">{message.turn}</a>'
        fact = self._facts.get(message.turn, "") if message.step == 0 else ""
        below = f'<p class="meta">{escape(fact)}</p>' if fact else ""
        return (
            '<table class="promptrow" width="100%" cellspacing="0" cellpadding="0"><tr>'
            f'<td class="gutter">{number}</td><td class="bar"></td>'
            f'<td class="prompt" width="100%">{body}</td></tr></table>{below}'
        )

    def _answer(self, message: Message) -> str:
        return "".join(self._block(message, at, block) for at, block in enumerate(message.blocks))

    def _block(self, message: Message, at: int, block: Block) -> str:
        key = f"{message.index}.{at}"
        match block.kind:
            case BlockKind.TEXT:
                return self._text(key, block.text)
            case BlockKind.THINKING:
                return self._fold(key, self._labels.thinking, block.text) if block.text else ""
            case BlockKind.IMAGE:
                return f'<p class="meta">{escape(self._labels.image)}</p>'
            case BlockKind.TOOL_CALL:
                return self._call(key, block)
            case BlockKind.TOOL_RESULT:
                return "" if block.call_id in self._known else self._orphan(message, at, block)

    def _text(self, key: str, text: str) -> str:
        if len(text) <= limits.FOLD_BYTES:
            return to_html(text)
        said = self._labels.long_text.format(count=f"{len(text):,}")
        return self._fold(key, said, text)

    def _fold(self, key: str, title: str, text: str, *, role: str = "fold") -> str:
        opened = key in self._unfolded
        sign = _icon("chevron-down" if opened else "chevron-right")
        line = f'<a href="fold:{key}">{sign} {escape(title)}</a>'
        body = _plain(text) if opened else ""
        return f'<p class="{role}">{line}</p>{body}'

    def _aside(self, message: Message, title: str, *, opened: bool) -> str:
        text = "\n".join(block.text for block in message.blocks if block.text)
        if not text:
            return ""
        if opened and len(text) < limits.FOLD_BYTES:
            return f'<p class="meta">{escape(title)}</p>{_plain(text)}'
        return self._fold(f"{message.index}.0", title, text)

    def _orphan(self, message: Message, at: int, block: Block) -> str:
        if block.kind is not BlockKind.TOOL_RESULT or block.call_id in self._known:
            return ""
        return self._fold(f"{message.index}.{at}", self._labels.verbs["other"], block.text)

    def _call(self, key: str, block: Block) -> str:
        result = self._results.get(block.call_id)
        line = tool_line(block, result)
        opened = key in self._unfolded
        cells = self._call_line(key, line, opened=opened)
        body = self._call_body(block, result) if opened else ""
        role = "call failed" if line.failed else "call"
        return f'<table class="{role}" width="100%" cellspacing="0"><tr>{cells}</tr></table>{body}'

    def _call_line(self, key: str, line: ToolLine, *, opened: bool) -> str:
        fold = _icon("chevron-down" if opened else "chevron-right")
        state = _icon("error", "danger") if line.failed else _icon("check", "success")
        verb = self._labels.verbs.get(line.verb, line.name) if line.verb != "other" else line.name
        target = f' <span class="target">{escape(_short(line.target))}</span>'
        words = f'<a href="fold:{key}">{fold} {state} {escape(verb)}</a>{target}'
        end = self._ending(line)
        role = "ending failed" if line.failed else "ending"
        return f'<td class="callcell">{words}</td><td class="{role}" align="right">{end}</td>'

    def _ending(self, line: ToolLine) -> str:
        if line.exit_code not in (None, 0):
            return escape(self._labels.exit_code.format(code=line.exit_code))
        if line.failed:
            return escape(self._labels.failed)
        if line.lines is None:
            return ""
        return escape(self._labels.lines.format(count=line.lines))

    def _call_body(self, block: Block, result: Block | None) -> str:
        parts = [_plain(block.text)] if block.text else []
        parts.append(_plain(result.text) if result else _note(self._labels.no_result))
        return "".join(parts)


def _note(text: str) -> str:
    return f'<p class="meta">{escape(text)}</p>'


def _plain(text: str) -> str:
    cell = f'<td class="code"><pre>{highlight(text, "")}</pre></td>'
    return f'<table class="card" width="100%"><tr>{cell}</tr></table>'


def _icon(name: str, role: str = "text.secondary") -> str:
    return f'<img src="icon:{name}/{role}" width="12" height="12">'


def _short(target: str, limit: int = 90) -> str:
    return target if len(target) <= limit else target[: limit - 1] + "…"
