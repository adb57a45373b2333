"""Messages of a conversation to the HTML of a Qt text document, part by part.

Words of the interface come in as ``Labels``: this package knows no language of the window. Colours
and sizes are the style sheet's. Links: ``fold:KEY`` opens and closes a fold.
"""

from collections.abc import Iterator, Sequence
from html import escape

from vela_desktop.domain import limits
from vela_desktop.domain.sessions import Block, BlockKind, Message, Role
from vela_desktop.domain.text import elide
from vela_desktop.rendering import tools
from vela_desktop.rendering.code import output, pre
from vela_desktop.rendering.edits import change
from vela_desktop.rendering.markdown import message_html, prompt_html
from vela_desktop.rendering.pieces import Look, Part, PartKind, Piece, rest_key
from vela_desktop.rendering.schemes import FOLD

SHOWN_CHARS = 20_000
"""Characters that one fold shows at once; what follows is a fold of its own."""

BEGINNING_CHARS = 400
BEGINNING_LINES = 6
"""How much of a long prompt is shown although the whole is folded."""

TABLE_ROWS = 200
"""Qt lays out a table as a whole: one with more rows is folded, since it would be felt."""

NOTE_CHARS = 200
"""A longer command is folded."""


class Writer:
    """Writes pieces of the messages it is given.

    Messages beside the wanted ones lend their tool results.
    """

    def __init__(self, messages: Sequence[Message], look: Look) -> None:
        self._look = look
        self._results = _results(messages)
        self._called = {
            block.call_id
            for message in messages
            for block in message.blocks
            if block.kind is BlockKind.TOOL_CALL
        }

    def piece(self, message: Message) -> Piece:
        """Return *message* as parts."""
        return Piece(message.index, message.turn, tuple(self._parts(message)))

    def result_of(self, block: Block) -> Block | None:
        """Return what the call *block* gave back, None for other blocks."""
        found = self._results.get(block.call_id) if block.kind is BlockKind.TOOL_CALL else None
        return found.block if found else None

    def _parts(self, message: Message) -> Iterator[Part]:
        match message.role:
            case Role.USER:
                yield from self._prompt(message)
            case Role.COMMAND:
                yield from self._command(message)
            case Role.SUMMARY:
                yield from self._aside(message, self._look.labels.summary, markdown=True)
            case Role.NOTICE:
                yield from self._aside(message, self._look.labels.notice, markdown=False)
            case Role.SCREEN:
                yield from self._facts_of(message)
                yield from self._blocks(message)
            case Role.ASSISTANT | Role.TOOL:
                yield from self._blocks(message)

    def _blocks(self, message: Message) -> Iterator[Part]:
        for at, block in enumerate(message.blocks):
            yield from self._block(message, f"{message.index}.{at}", block)

    def _facts_of(self, message: Message) -> Iterator[Part]:
        if facts := self._look.facts.get(message.index):
            html = f'<p class="note">{escape(facts, quote=False)}</p>'
            yield Part(kind=PartKind.FACTS, html=html)

    def _prompt(self, message: Message) -> Iterator[Part]:
        if message.inherited:
            yield _note(self._look.labels.inherited)
        html = ""
        rest: list[Part] = []
        for at, block in enumerate(message.blocks):
            text = block.text
            if block.kind is BlockKind.IMAGE:
                html += f'<p class="note">{escape(self._look.labels.image)}</p>'
            elif _is_long(text):
                html += f"<p>{_beginning(text)}</p>"
                rest += self._long(f"{message.index}.{at}", text)
            elif text:
                html += prompt_html(text)
        opens = message.step == 0
        yield Part(kind=PartKind.PROMPT, html=html, turn=message.turn if opens else None)
        yield from rest
        if opens:
            yield from self._facts_of(message)

    def _command(self, message: Message) -> Iterator[Part]:
        text = "\n".join(block.text for block in message.blocks if block.text).strip()
        if "\n" in text or len(text) > NOTE_CHARS:
            title = f"{self._look.labels.command} {elide(text, NOTE_CHARS)}"
            yield from self._fold(f"{message.index}.0", title, text)
        elif text:
            said = f"{escape(self._look.labels.command)} <code>{escape(text, quote=False)}</code>"
            yield Part(kind=PartKind.NOTE, html=f'<p class="note">{said}</p>')

    def _aside(self, message: Message, title: str, *, markdown: bool) -> Iterator[Part]:
        text = "\n".join(block.text for block in message.blocks if block.text)
        if text:
            yield from self._fold(f"{message.index}.0", title, text, markdown=markdown)

    def _block(self, message: Message, key: str, block: Block) -> Iterator[Part]:
        match block.kind:
            case BlockKind.TEXT if _is_long(block.text) or block.text.count("\n|") > TABLE_ROWS:
                yield from self._long(key, block.text)
            case BlockKind.TEXT:
                yield Part(kind=PartKind.TEXT, html=message_html(block.text))
            case BlockKind.THINKING if block.text:
                yield from self._fold(key, self._look.labels.thinking, block.text, markdown=True)
            case BlockKind.SCREEN if _is_long(block.text):
                yield from self._long(key, block.text, code=True)
            case BlockKind.SCREEN if block.text.strip():
                yield Part(kind=PartKind.TEXT, html=pre(block.text.strip("\n"), ""))
            case BlockKind.IMAGE:
                yield _note(self._look.labels.image)
            case BlockKind.TOOL_CALL:
                yield from self._call(key, block, message.at)
            case BlockKind.TOOL_RESULT if block.call_id not in self._called:
                yield from self._fold(key, self._look.labels.result, block.text)

    def _long(self, key: str, text: str, *, code: bool = False) -> Iterator[Part]:
        said = self._look.labels.long_text.format(count=f"{len(text):,}")
        yield from self._fold(key, said, text, code=code)

    def _fold(
        self, key: str, title: str, text: str, *, markdown: bool = False, code: bool = False
    ) -> Iterator[Part]:
        yield self._fold_line(key, title, inside="")
        if key in self._look.unfolded:
            if markdown and not _is_long(text):
                yield Part(kind=PartKind.TEXT, html=message_html(text), inside=key)
            else:
                yield from self._shown(key, text, code=code)

    def _fold_line(self, key: str, title: str, *, inside: str) -> Part:
        link = f'<a href="{FOLD}{key}">{escape(title, quote=False)}</a>'
        html = f'<p class="fold">{link}</p>'
        opened = key in self._look.unfolded
        return Part(kind=PartKind.FOLD, html=html, key=key, inside=inside, opened=opened)

    def _shown(self, key: str, text: str, *, code: bool = False) -> Iterator[Part]:
        """Yield as much of *text* as is shown at once, and a fold with the rest."""
        shown, rest = _cut(text.strip("\n"))
        if code:
            yield Part(kind=PartKind.TEXT, html=pre(shown, ""), inside=key)
        else:
            yield Part(kind=PartKind.OUTPUT, html=output(shown), inside=key)
        if rest:
            more = rest_key(key)
            said = self._look.labels.more.format(count=f"{len(rest):,}")
            yield self._fold_line(more, said, inside=key)
            if more in self._look.unfolded:
                yield from self._shown(more, rest, code=code)

    def _call(self, key: str, block: Block, at: int | None) -> Iterator[Part]:
        result = self._results.get(block.call_id)
        line = tools.tool_line(block, result, at, self._look.folder)
        opened = key in self._look.unfolded
        yield Part(
            kind=PartKind.CALL,
            html=self._call_line(key, line),
            key=key,
            opened=opened,
            ending=line.ending,
        )
        if opened:
            yield from self._input(key, block)
            yield from self._result(key, block, result)

    def _call_line(self, key: str, line: tools.ToolLine) -> str:
        verb = line.name if line.verb == tools.OTHER else self._look.labels.verbs[line.verb]
        target = escape(line.target, quote=False)
        link = f'<a href="{FOLD}{key}">{escape(verb, quote=False)}</a>'
        return f'<p class="call">{link} <span class="target">{target}</span></p>'

    def _input(self, key: str, block: Block) -> Iterator[Part]:
        """Yield what the call was given, where its line does not say all of it."""
        verb = tools.verb(block)
        changed = change(block) if verb in {tools.EDIT, tools.WRITE} else None
        if changed is not None and not _is_long(changed.text):
            html = pre(changed.text, "diff")
            yield Part(kind=PartKind.TEXT, html=html, inside=key)
        elif block.text.strip() and not block.text.endswith(block.target):
            language = "bash" if verb == tools.RUN else ""
            if _is_long(block.text):
                yield Part(kind=PartKind.OUTPUT, html=output(_cut(block.text)[0]), inside=key)
            else:
                yield Part(kind=PartKind.TEXT, html=pre(block.text, language), inside=key)

    def _result(self, key: str, call: Block, result: tools.Result | None) -> Iterator[Part]:
        if result is None:
            yield _note(self._look.labels.no_result, inside=key)
        elif result.block.text.strip():
            code = tools.verb(call) == tools.READ
            yield from self._shown(key, result.block.text, code=code)


def _results(messages: Sequence[Message]) -> dict[str, tools.Result]:
    return {
        block.call_id: tools.Result(block, message.at)
        for message in messages
        for block in message.blocks
        if block.kind is BlockKind.TOOL_RESULT
    }


def _note(text: str, *, inside: str = "") -> Part:
    html = f'<p class="note">{escape(text, quote=False)}</p>'
    return Part(kind=PartKind.NOTE, html=html, inside=inside)


def _is_long(text: str) -> bool:
    if len(text) * 4 <= limits.FOLD_BYTES:
        return False
    return len(text.encode()) > limits.FOLD_BYTES


def _beginning(text: str) -> str:
    lines = text[:BEGINNING_CHARS].splitlines()[:BEGINNING_LINES]
    return "<br>".join(escape(line, quote=False) for line in lines) + "…"


def _cut(text: str) -> tuple[str, str]:
    if len(text) <= SHOWN_CHARS:
        return text, ""
    at = text.rfind("\n", SHOWN_CHARS // 2, SHOWN_CHARS)
    return (text[:at], text[at + 1 :]) if at > 0 else (text[:SHOWN_CHARS], text[SHOWN_CHARS:])
