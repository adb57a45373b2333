"""The body of an entry as HTML in pieces that a window can lay out one after another.

Qt lays out a paragraph, a list or a table as a whole, and takes more than a second for a list of
some thousand items. So what is long is cut: lists between items, tables between rows, code between
lines, paragraphs between sentences. What is long and cannot be cut is shown as its source.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from markdown_it.token import Token

from vela_desktop.rendering.body import BodyPiece
from vela_desktop.rendering.code import highlight
from vela_desktop.rendering.markdown import parse, render

T = TypeVar("T")

PIECE_CHARS = 4_000
"""What is longer is cut where it can be."""

_LEEWAY = 500

PIECE_ROWS = 50
"""Items of a list, rows of a table and lines of code in one piece."""

CARD_ROWS = 4 * PIECE_ROWS
"""Lines of code that belong together: a card of code is measured as a whole to be painted."""

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
    def lines(self) -> tuple[int, int]:
        first, after = self.tokens[0].map or (0, 0)
        return first, after


def body_pieces(text: str) -> tuple[BodyPiece, ...]:
    """Return *text* (Markdown) as pieces of HTML; one after another they are the whole."""
    source = text.split("\n")
    return tuple(piece for node in _nodes(parse(text)) for piece in _cut(node, source))


def _nodes(tokens: Sequence[Token]) -> Iterator[_Node]:
    """Give the blocks that lie side by side in *tokens*."""
    start = chars = depth = 0
    for at, token in enumerate(tokens):
        chars += len(token.content)
        depth += token.nesting
        if depth == 0:
            yield _Node(tokens[start : at + 1], chars)
            start, chars = at + 1, 0


def _cut(node: _Node, source: Sequence[str]) -> Iterator[BodyPiece]:
    match node.tokens[0].type:
        case "fence" | "code_block":
            return _code(node)
        case "bullet_list_open" | "ordered_list_open":
            return _list(node, source)
        case "table_open":
            return _table(node, source)
        case "blockquote_open" if node.chars > PIECE_CHARS:
            return _quote(node, source)
        case "paragraph_open" if node.chars > PIECE_CHARS:
            return _paragraph(node, source)
    return _whole(node, source)


def _whole(node: _Node, source: Sequence[str]) -> Iterator[BodyPiece]:
    """Give a block as it is, or as its source where it is too long for that."""
    first, after = node.lines
    if node.chars <= SOURCE_CHARS:
        return iter((BodyPiece(render(node.tokens), first),))
    lines = (part for line in source[first:after] for part in _slices(line))
    return _pre(highlight("\n".join(lines), ""), first)


def _code(node: _Node) -> Iterator[BodyPiece]:
    token = node.tokens[0]
    language, *_ = token.info.split(maxsplit=1) or [""]
    fenced = token.type == "fence"
    return _pre(highlight(token.content.rstrip(), language), node.lines[0] + fenced)


def _pre(html: str, line: int) -> Iterator[BodyPiece]:
    """Give lines of code in groups; a colour that goes on in the next one is opened again there."""
    opened = ""
    lines = html.split("\n")
    for number, group in _groups(lines, [len(text) for text in lines]):
        text = opened + "\n".join(group)
        marks = _SPAN.findall(text)
        opened = marks[-1] if marks and marks[-1] != "</span>" else ""
        ending = "</span>" if opened else ""
        goes_on = number % CARD_ROWS > 0
        yield BodyPiece(f"<pre>{text}{ending}</pre>\n", line + number, goes_on)


def _list(node: _Node, source: Sequence[str]) -> Iterator[BodyPiece]:
    items, opening = list(_nodes(node.inner)), node.tokens[0]
    first = int(opening.attrs.get("start", 1))
    for number, group in _groups(items, [item.chars for item in items]):
        if group[0].chars > SOURCE_CHARS:
            yield from _whole(group[0], source)
            continue
        attrs = {**opening.attrs, "start": first + number} if number else opening.attrs
        inner = [token for item in group for token in item.tokens]
        html = render([opening.copy(attrs=attrs), *inner, node.tokens[-1]])
        yield BodyPiece(html, group[0].lines[0], number > 0)


def _table(node: _Node, source: Sequence[str]) -> Iterator[BodyPiece]:
    head, *rest = _nodes(node.inner)
    rows = list(_nodes(rest[0].inner)) if rest else []
    if not rows or max(row.chars for row in rows) > SOURCE_CHARS:
        yield from _whole(node, source)
        return
    line = node.lines[0]
    for number, group in _groups(rows, [row.chars for row in rows]):
        inner = [token for row in group for token in row.tokens]
        body = [rest[0].tokens[0], *inner, rest[0].tokens[-1]]
        html = render([node.tokens[0], *head.tokens, *body, node.tokens[-1]])
        yield BodyPiece(html, group[0].lines[0] if number else line)


def _quote(node: _Node, source: Sequence[str]) -> Iterator[BodyPiece]:
    opening, closing = render(node.tokens[:1]), render(node.tokens[-1:])
    for inside in _nodes(node.inner):
        for piece in _cut(inside, source):
            yield replace(piece, html=opening + piece.html + closing)


def _paragraph(node: _Node, source: Sequence[str]) -> Iterator[BodyPiece]:
    opening, inline, closing = node.tokens
    parts = list(_sentences(inline.children or []))
    if max(sum(len(token.content) for token in part) for part in parts) > SOURCE_CHARS:
        yield from _whole(node, source)
        return
    line = node.lines[0]
    for number, part in enumerate(parts):
        html = render([opening, inline.copy(children=part), closing])
        yield BodyPiece(html, line, number > 0)
        line += sum(token.type in ("softbreak", "hardbreak") for token in part)


def _sentences(children: Sequence[Token]) -> Iterator[list[Token]]:
    part: list[Token] = []
    chars = depth = 0
    for child in children:
        for bit in _bits(child):
            part.append(bit)
            chars += len(bit.content)
            depth += bit.nesting
            if chars >= PIECE_CHARS - _LEEWAY and depth == 0:
                yield part
                part, chars = [], 0
    if part:
        yield part


def _bits(token: Token) -> Iterator[Token]:
    """Give a long run of plain text in shorter ones."""
    if token.type != "text" or len(token.content) <= PIECE_CHARS:
        yield token
        return
    for part in _slices(token.content):
        yield token.copy(content=part)


def _slices(text: str) -> Iterator[str]:
    """Give *text* in parts that end with a sentence or a word where one ends in time."""
    start = 0
    while len(text) - start > PIECE_CHARS:
        end = start + PIECE_CHARS
        cuts = [match.end() for match in _ENDS.finditer(text, end - _LEEWAY, end)]
        yield text[start : cuts[-1] if cuts else end]
        start = cuts[-1] if cuts else end
    yield text[start:]


def _groups(items: Sequence[T], chars: Sequence[int]) -> Iterator[tuple[int, list[T]]]:
    """Give *items* in groups that have neither too many of them nor too many characters, each with
    the number of those before it."""
    start = total = 0
    for at, size in enumerate(chars):
        if at > start and (at - start == PIECE_ROWS or total + size > PIECE_CHARS):
            yield start, list(items[start:at])
            start, total = at, 0
        total += size
    if start < len(items):
        yield start, list(items[start:])
