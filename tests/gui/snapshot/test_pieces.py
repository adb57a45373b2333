"""Long texts: cut into lines without losing a character, and searched slice by slice."""

from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from vela_desktop.domain.finding import Needle
from vela_desktop.gui.snapshot import finding, pieces
from vela_desktop.gui.snapshot.finding import hits
from vela_desktop.gui.snapshot.pieces import LINE_CHARS, PIECE_CHARS, Lines, ShownLine

texts = st.text(st.sampled_from("ab 汉😀ß\n\r\u2028\u2029"), max_size=60)


def cut(text: str) -> tuple[Lines, list[ShownLine]]:
    """Cut a whole text."""
    lines, found = Lines(text), list[ShownLine]()
    while not lines.done:
        found += lines.more()
    return lines, found


@given(texts)
def test_the_lines_are_the_blocks_that_a_document_makes(text: str) -> None:
    with mock.patch.object(pieces, "LINE_CHARS", 10**6):
        _, found = cut(text)
    document = QTextDocument()
    QTextCursor(document).insertText(text)
    blocks = [document.findBlockByNumber(at).text() for at in range(document.blockCount())]
    assert [line.text for line in found] == blocks


@given(texts, st.integers(1, 7), st.integers(1, 9))
def test_every_character_has_a_place_and_every_place_its_character(
    text: str, line: int, piece: int
) -> None:
    with (
        mock.patch.object(pieces, "LINE_CHARS", line),
        mock.patch.object(pieces, "PIECE_CHARS", piece),
    ):
        lines, found = cut(text)
    assert len(lines) == len(found)
    for offset in range(len(text) + 1):
        number, before = lines.place(offset)
        assert lines.offset(number, before) == offset
    for number, shown in enumerate(found):
        start = lines.start(number)
        assert text[start : start + len(shown.text)] == shown.text
        assert len(shown.text) <= line
        if shown.goes_on:
            assert lines.start(number + 1) == start + len(shown.text)


def test_a_short_text_is_one_piece() -> None:
    lines = Lines("one\ntwo\n")
    assert [line.text for line in lines.more()] == ["one", "two", ""]
    assert lines.done


def test_a_long_line_is_broken_and_says_that_it_goes_on() -> None:
    _, found = cut("x" * (LINE_CHARS + 1) + "\nend")
    assert [(len(line.text), line.goes_on) for line in found] == [
        (LINE_CHARS, True),
        (1, False),
        (3, False),
    ]


def test_a_line_that_just_fits_is_not_broken() -> None:
    _, found = cut("x" * LINE_CHARS + "\r\n" + "y" * LINE_CHARS)
    assert [(len(line.text), line.goes_on) for line in found] == [(LINE_CHARS, False)] * 2


def test_pieces_are_about_as_long_as_they_should_be() -> None:
    lines = Lines("a line of a conversation\n" * 10_000)
    sizes = []
    while not lines.done:
        sizes.append(sum(len(line.text) + 1 for line in lines.more()))
    assert len(sizes) == -(-len(lines.text) // PIECE_CHARS)
    assert max(sizes) < PIECE_CHARS + LINE_CHARS


def found_in(text: str, words: str, *, case: bool = False) -> list[str]:
    spans = [span for part in hits(text, Needle(words, case)) for span in part]
    return [text[start:stop] for start, stop in spans]


folded = st.text("aAb㎏ßß ", max_size=60)


@given(folded, st.text("aAbkgs", min_size=1, max_size=3), st.integers(1, 9), st.booleans())
def test_slices_find_what_one_search_finds(text: str, words: str, size: int, case: bool) -> None:
    needle = Needle(words, case)
    with mock.patch.object(finding, "SLICE_CHARS", size):
        found = [span for part in hits(text, needle) for span in part]
    assert found == needle.spans(text)


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("Cache the cache", "CACHE", ["Cache", "cache"]),
        ("索引与索引", "索引", ["索引", "索引"]),
        ("ＡＰＩ api", "api", ["ＡＰＩ", "api"]),
        ("a.b axb", "a.b", ["a.b"]),
        ("nothing", "x", []),
        ("nothing", "  ", []),
    ],
)
def test_words_are_found_in_any_case_and_width(text: str, words: str, expected: list[str]) -> None:
    assert found_in(text, words) == expected


def test_case_counts_where_it_is_asked_for() -> None:
    assert found_in("Cache the cache", "cache", case=True) == ["cache"]
