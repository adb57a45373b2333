"""The body of an entry as HTML in pieces that a window can lay out one after another.

Qt lays out a paragraph, a list or a table as a whole, and takes more than a second for a list of
some thousand items. So what is long is cut: lists between items, tables between rows, code between
lines, paragraphs between sentences. What is long and cannot be cut is shown as its source.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from markdown_it.token import Token

from vela_desktop.rendering.body import BodyPiece
from vela_desktop.rendering.code import highlight
from vela_desktop.rendering.markdown import parse, render

T = TypeVar("T")

PIECE_CHARS = 4_000
"""What is longer is cut where it can be."""

PIECE_ROWS = 50
"""Items of a list, rows of a table and lines of code in one piece."""

SOURCE_CHARS = 20_000
"""What is longer and cannot be cut is shown as its source."""

_ENDS = re.compile(r"[。！？；.!?;]\s?|\s")
_SPAN = re.compile(r'<span class="\w+">|</span>')


@dataclass(frozen=True, slots=True)
class _Node:
    """A block with everything inside it; ``inner`` is what lies between its two ends."""

    tokens: Sequence[Token]
    chars: int

    @property
    def inner(self) -> Sequence[Token]:
        return self.tokens[1:-1]

    @property
    def line(self) -> int:
        return (self.tokens[0].map or [0])[0]


def body_pieces(text: str) -> tuple[BodyPiece, ...]:
    """Return *text* (Markdown) as pieces of HTML; one after another they are the whole."""
    lines = text.split("\n")
    return tuple(
        BodyPiece(html, node.line) for node in _nodes(parse(text)) for html in _cut(node, lines)
    )


def _nodes(tokens: Sequence[Token]) -> Iterator[_Node]:
    """Give the blocks that lie side by side in *tokens*."""
    start = chars = depth = 0
    for at, token in enumerate(tokens):
        chars += len(token.content)
        depth += token.nesting
        if depth == 0:
            yield _Node(tokens[start : at + 1], chars)
            start, chars = at + 1, 0


def _cut(node: _Node, lines: Sequence[str]) -> Iterable[str]:
    kind = node.tokens[0].type
    if kind in ("fence", "code_block"):
        return _code(node.tokens[0])
    if kind in ("bullet_list_open", "ordered_list_open"):
        return _list(node, lines)
    if kind == "table_open":
        return _table(node, lines)
    if node.chars <= PIECE_CHARS:
        return (render(node.tokens),)
    if kind == "paragraph_open":
        return _paragraph(node, lines)
    if kind == "blockquote_open":
        return _quote(node, lines)
    return _whole(node, lines)


def _whole(node: _Node, lines: Sequence[str]) -> Iterable[str]:
    """Give a block as it is, or as its source where it is too long for that."""
    if node.chars <= SOURCE_CHARS:
        return (render(node.tokens),)
    first, last = node.tokens[0].map or [0, 0]
    return _pre("\n".join(lines[first:last]))


def _code(token: Token) -> Iterator[str]:
    language = token.info.split(maxsplit=1)
    return _pre(highlight(token.content.rstrip(), language[0] if language else ""), escaped=True)


def _pre(text: str, *, escaped: bool = False) -> Iterator[str]:
    html = text if escaped else highlight(text, "")
    for part in _line_groups(html.split("\n")):
        yield f"<pre>{part}</pre>\n"


def _line_groups(lines: Sequence[str]) -> Iterator[str]:
    """Give lines of highlighted code in groups; a colour that goes on is opened again."""
    opened = ""
    for group in _groups(lines, [len(line) for line in lines]):
        html = opened + "\n".join(group)
        marks = _SPAN.findall(html)
        opened = marks[-1] if marks and marks[-1] != "</span>" else ""
        yield html + ("</span>" if opened else "")


def _list(node: _Node, lines: Sequence[str]) -> Iterator[str]:
    items = list(_nodes(node.inner))
    opening, number = node.tokens[0], int(node.tokens[0].attrs.get("start", 1))
    for group in _groups(items, [item.chars for item in items]):
        if group[0].chars > SOURCE_CHARS:
            yield from _whole(group[0], lines)
        else:
            attrs = {**opening.attrs, "start": number} if opening.tag == "ol" else opening.attrs
            inner = [token for item in group for token in item.tokens]
            yield render([opening.copy(attrs=attrs), *inner, node.tokens[-1]])
        number += len(group)


def _table(node: _Node, lines: Sequence[str]) -> Iterator[str]:
    head, *rest = _nodes(node.inner)
    rows = list(_nodes(rest[0].inner)) if rest else []
    if not rows or max(row.chars for row in rows) > SOURCE_CHARS:
        yield from _whole(node, lines)
        return
    for group in _groups(rows, [row.chars for row in rows]):
        inner = [token for row in group for token in row.tokens]
        body = [rest[0].tokens[0], *inner, rest[0].tokens[-1]]
        yield render([node.tokens[0], *head.tokens, *body, node.tokens[-1]])


def _quote(node: _Node, lines: Sequence[str]) -> Iterator[str]:
    opening, closing = render(node.tokens[:1]), render(node.tokens[-1:])
    for inside in _nodes(node.inner):
        for html in _cut(inside, lines):
            yield opening + html + closing


def _paragraph(node: _Node, lines: Sequence[str]) -> Iterable[str]:
    opening, inline, closing = node.tokens
    parts = list(_sentences(inline.children or []))
    if any(sum(len(token.content) for token in part) > SOURCE_CHARS for part in parts):
        return _whole(node, lines)
    return [render([opening, inline.copy(children=part), closing]) for part in parts]


def _sentences(children: Sequence[Token]) -> Iterator[list[Token]]:
    part: list[Token] = []
    chars = depth = 0
    for child in children:
        for bit in _bits(child):
            part.append(bit)
            chars += len(bit.content)
            depth += bit.nesting
            if chars >= PIECE_CHARS and depth == 0:
                yield part
                part, chars = [], 0
    if part:
        yield part


def _bits(token: Token) -> Iterator[Token]:
    """Give a long run of plain text in shorter ones, cut after a sentence or a word."""
    text = token.content
    if token.type != "text" or len(text) <= PIECE_CHARS:
        yield token
        return
    start = 0
    while start < len(text):
        end = start + PIECE_CHARS
        cuts = [match.end() for match in _ENDS.finditer(text, end - PIECE_CHARS // 8, end)]
        end = cuts[-1] if cuts else end
        yield token.copy(content=text[start:end])
        start = end


def _groups(items: Sequence[T], chars: Sequence[int]) -> Iterator[list[T]]:
    """Give *items* in groups that have neither too many of them nor too many characters."""
    group: list[T] = []
    total = 0
    for item, size in zip(items, chars, strict=True):
        if group and (len(group) == PIECE_ROWS or total + size > PIECE_CHARS):
            yield group
            group, total = [], 0
        group.append(item)
        total += size
    if group:
        yield group
