"""Takes the text of a segment apart: messages, blocks of Markdown, sentences.

Everything is a span of the original text, so that what is quoted later is verbatim.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

_HEADING = re.compile(
    r"^## \[(\d{1,9})\.(\d{1,9})\] (user|assistant|screen)"
    r"(?: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)?\r?$",
    re.M,
)
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})(.*)")
_ITEM = re.compile(
    r"[ \t]*(?:[-*+•][ \t]+(?:\**(\d{1,3}|[A-Ha-h])[.)、]\**[ \t]+)?"
    r"|\**(\d{1,3}|[A-Ha-h])[.)、]\**[ \t]+)(?:\[[ xX]\][ \t]+)?"
)
_CHECKBOX = re.compile(r"[ \t]*[-*+] \[[ xX]\] ")
_TITLE = re.compile(r"[ \t]*#{1,6} +(.*)|[ \t]*\*\*([^*]{0,60}[^*。.!?！？])\*\*[ \t:：]*$")
_OTHER = re.compile(r"[ \t]*(?:#{1,6} |\||>|[-=*_─═]{3,}\s*$)")
_CODE_SPAN = re.compile(r"(`+)(?!`)(.{1,400}?)(?<!`)\1(?!`)|https?://[^\s)\]>，。；）]+", re.S)
_END = re.compile(
    r"(?:[。！？]+|[.!?…]+(?=[\"'”’)\]*_`]*(?:\s|$)))[\"'”’」』）)\]*_]*|(?<=\S)\r?\n+"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|st|mr|dr)|\s[A-Za-z])\.$", re.I
)
_WRAPPED = 55
"""A line at least this long that ends without a stop goes on in the next one."""


class Role(StrEnum):
    """Who a message is from; the screen of a terminal shows what anybody says, and so does a text
    without headings."""

    USER = "user"
    ASSISTANT = "assistant"
    SCREEN = "screen"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence: its place in the source, its block, and its text with code blanked out."""

    start: int
    end: int
    block: int
    """Position of its block in the message."""
    text: str
    masked: str
    """As long as the text; inside inline code and addresses every character is ``□``."""
    item: str
    """The mark of the list item it belongs to, such as ``-``, ``2`` or ``B``; else empty."""
    lead: str
    """The heading over it, or the words before the list that it is in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """A fenced block of code, fences included."""

    start: int
    end: int
    block: int
    language: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message with its parts in order."""

    turn: int
    step: int | None
    role: Role
    sentences: tuple[Sentence, ...]
    fences: tuple[Fence, ...]


def read(source: str) -> list[Message]:
    """Return the messages of *source*; a text without headings is one message of turn 0."""
    headings = list(_HEADING.finditer(source))
    if not headings:
        return [_message(source, 0, len(source), turn=0, step=None, role=Role.UNKNOWN)]
    ends = [heading.start() for heading in headings[1:]] + [len(source)]
    return [
        _message(
            source,
            heading.end(),
            end,
            turn=int(heading[1]),
            step=int(heading[2]),
            role=Role(heading[3]),
        )
        for heading, end in zip(headings, ends, strict=True)
    ]


def _message(
    source: str, start: int, end: int, *, turn: int, step: int | None, role: Role
) -> Message:
    sentences: list[Sentence] = []
    fences: list[Fence] = []
    title = lead = ""
    for number, (begin, stop, kind) in enumerate(_blocks(source, start, end)):
        text = source[begin:stop]
        if kind == "fence":
            fences.append(_fence(source, begin, stop, number))
        elif kind == "title":
            title, lead = text.strip("#*: \t\r：\n"), ""
        else:
            found = _sentences(source, begin, stop, number, item=kind, lead=lead or title)
            sentences += found
            if not kind:
                lead = (
                    found[-1].masked if found and text.rstrip("*_ ").endswith((":", "：")) else ""
                )
    return Message(
        turn=turn, step=step, role=role, sentences=tuple(sentences), fences=tuple(fences)
    )


def _lines(source: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        stop = source.find("\n", start, end)
        stop = end if stop < 0 else stop
        yield start, stop
        start = stop + 1


def _blocks(source: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, kind): ``fence``, ``title``, the mark of a list item, or nothing for a
    paragraph. Tables and quoted text of others are left out."""
    opened: tuple[int, str] | None = None
    current: tuple[int, int, str] | None = None
    for begin, stop in _lines(source, start, end):
        line = source[begin:stop].rstrip("\r")
        fence = _FENCE.match(line)
        if opened is not None:
            if fence and fence[1].startswith(opened[1]) and not fence[2].strip():
                yield opened[0], begin + len(line), "fence"
                opened = None
            continue
        item = _ITEM.match(line)
        title = _TITLE.match(line)
        if fence or item or title or not line.strip() or _OTHER.match(line):
            if current:
                yield current
            current = None
            if fence:
                opened = (begin, fence[1])
            elif title:
                yield begin, begin + len(line), "title"
            elif item and not _CHECKBOX.match(line):
                current = (begin + item.end(), begin + len(line), item[1] or item[2] or "-")
        elif current:
            current = (current[0], begin + len(line), current[2])
        else:
            current = (begin, begin + len(line), "")
    if opened is not None:
        yield opened[0], end, "fence"
    elif current:
        yield current


def _fence(source: str, start: int, end: int, block: int) -> Fence:
    first, _, rest = source[start:end].partition("\n")
    code = rest.rsplit("\n", 1)[0] if "\n" in rest else ""
    language = first.strip().strip("`~").strip().split(" ")[0].lower()
    return Fence(
        start=start, end=end, block=block, language=language, code=code.replace("\r", "").strip()
    )


def _sentences(
    source: str, start: int, end: int, block: int, *, item: str, lead: str
) -> list[Sentence]:
    text = source[start:end]
    masked = _CODE_SPAN.sub(lambda match: "□" * len(match[0]), text)
    found = []
    for begin, stop in _cuts(masked):
        piece = text[begin:stop]
        left = begin + len(piece) - len(piece.lstrip())
        right = begin + len(piece.rstrip())
        if right > left:
            found.append(
                Sentence(
                    start=start + left,
                    end=start + right,
                    block=block,
                    text=text[left:right],
                    masked=masked[left:right],
                    item=item,
                    lead=lead,
                )
            )
    return found


def _cuts(masked: str) -> Iterator[tuple[int, int]]:
    begin = 0
    for match in _END.finditer(masked):
        if match[0].isspace():
            line = masked[masked.rfind("\n", 0, match.start()) + 1 : match.start()]
            if len(line.rstrip()) >= _WRAPPED:
                continue
        elif _ABBREVIATION.search(masked[begin : match.end()]):
            continue
        yield begin, match.end()
        begin = match.end()
    yield begin, len(masked)
