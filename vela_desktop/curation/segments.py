"""Cuts a snapshot into segments that one call can read."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from vela_desktop.curation.headings import HEADING
from vela_desktop.domain import limits


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A part of a snapshot. Its first *repeated* characters repeat the heading of the message it
    goes on with; the rest of all segments, joined, is the snapshot."""

    text: str
    repeated: int = 0


def split(text: str, size: int = limits.SEGMENT_CHARS) -> list[Segment]:
    """Return *text* in segments of at most *size* characters, in order.

    They are cut at message borders; a message that is longer than a segment at its paragraphs,
    else its lines, else anywhere.
    """
    segments: list[Segment] = []
    open_segment = Segment(text="")
    for piece in _pieces(text, size):
        if not piece.repeated and len(open_segment.text) + len(piece.text) <= size:
            joined = open_segment.text + piece.text
            open_segment = Segment(text=joined, repeated=open_segment.repeated)
            continue
        if open_segment.text:
            segments.append(open_segment)
        open_segment = piece
    if open_segment.text:
        segments.append(open_segment)
    return segments


def _pieces(text: str, size: int) -> Iterator[Segment]:
    borders = sorted({0, *(match.start() for match in HEADING.finditer(text)), len(text)})
    for start, end in pairwise(borders):
        if end - start <= size:
            yield Segment(text=text[start:end])
        else:
            yield from _cut(text[start:end], size)


def _cut(message: str, size: int) -> Iterator[Segment]:
    match = HEADING.match(message)
    repeated = f"{match[0]}\n" if match and len(match[0]) < size - 1 else ""
    start = _border(message, len(repeated), size)
    yield Segment(text=message[:start])
    while start < len(message):
        end = _border(message, start, start + size - len(repeated))
        yield Segment(text=repeated + message[start:end], repeated=len(repeated))
        start = end


def _border(message: str, start: int, end: int) -> int:
    """Return where to cut *message*: after words that stand at *start* or later, before *end*."""
    if end >= len(message):
        return len(message)
    cut = _last_break(message, start, end)
    if len(message) - cut < end - start and not message[cut:].strip():
        return (start + end) // 2  # so that the last piece is not blank
    return cut


def _last_break(message: str, start: int, end: int) -> int:
    for mark in ("\n\n", "\n"):
        found = message.rfind(mark, start, end)
        if message[start : max(found, start)].strip():
            return found + len(mark)
    return end
