"""What passes to the emulator, and that nothing else is ever seen."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.recordings import seen
from vela_desktop.sources import terminal_filter
from vela_desktop.sources.terminal_filter import Filter
from vela_desktop.sources.terminal_rendering import Rendering

PASSES = {
    "a CSI with <": ("a\x1b[<1ub", "ab"),
    "a CSI with =": ("a\x1b[=1;1ub", "ab"),
    "a CSI with >": ("a\x1b[>4;2mb", "ab"),
    "a DCS": ("a\x1bP1$r0m\x1b\\b", "ab"),
    "an APC": ("a\x1b_Gf=100;AAAA\x1b\\b", "ab"),
    "a PM": ("a\x1b^secret\x1b\\b", "ab"),
    "an SOS": ("a\x1bXsecret\x1b\\b", "ab"),
    "an OSC that BEL ends": ("a\x1b]0;title\x07b", "ab"),
    "an OSC that ST ends": ("a\x1b]8;;https://example.org\x1b\\b\x1b]8;;\x1b\\", "ab"),
    "an OSC in one byte": ("a\x9d0;title\x9cb", "ab"),
    "a string that another sequence ends": ("a\x1b]0;title\x1b[1mb", "a\x1b[1mb"),
    "a string inside a string": ("a\x1bPtmux;\x1b\x1b]0;t\x07\x1b\\b", "ab"),
    "a palette without an end": ("a\x1b]P0aabbccb\x1b]Rc", "abc"),
    "colours with colons": ("\x1b[38:2::1:2:3ma\x1b[4:3mb", "\x1b[38;2;;1;2;3ma\x1b[4;3mb"),
    "colours with semicolons": ("\x1b[38;5;9ma\x1b[m", "\x1b[38;5;9ma\x1b[m"),
    "the other screen": ("\x1b[?1049ha\x1b[?1049l", "\x1b[?1049ha\x1b[?1049l"),
    "the other screen, older": ("\x1b[?47ha\x1b[?1047l", "\x1b[?1049ha\x1b[?1049l"),
    "a synchronized update": ("\x1b[?2026ha\x1b[?2026l", "a"),
    "several private modes at once": ("\x1b[?1;1049;25h", "\x1b[?1049h"),
    "a private form of another kind": ("a\x1b[?5Ab", "ab"),
    "an intermediate": ("a\x1b[2 qb\x1b[!pc\x1b[1$rd", "abcd"),
    "reports": ("a\x1b[6n\x1b[c\x1b[>q\x1b[18tb", "ab"),
    "a clearing of a kind that is not": ("a\x1b[5J\x1b[3J\x1b[9Kb", "ab"),
    "too many numbers": ("\x1b[1;2;3A\x1b[1;2;3H", "\x1b[1A\x1b[1;2H"),
    "a huge number": ("\x1b[99999999999999999999A", "\x1b[9999A"),
    "a noted cursor": ("\x1b[sa\x1b[u\x1b[?1048h\x1b[?1048l", "\x1b7a\x1b8\x1b7\x1b8"),
    "margins at the sides": ("a\x1b[1;40sb", "ab"),
    "names of one byte": ("a\x9b1mb\x85c\x8dd", "a\x1b[1mb\r\nc\x1bMd"),
    "line drawing": ("\x1b(0lqk\x1b(B lqk", "┌─┐ lqk"),
    "line drawing, shifted": ("\x1b)0\x0elqk\x0flqk", "┌─┐lqk"),
    "other sets of characters": ("a\x1b%Gb\x1b#8c\x1b(Ud", "abcd"),
    "controls": ("a\x00\x05\x07\x7f\x18\x1a\x8a\x99b\x0bc\x0cd", "ab\nc\nd"),
    "a sequence that breaks off": ("a\x1b[3\x1b[1mb", "a\x1b[1mb"),
    "letters that are no sequence": ("[31m ]0; P", "[31m ]0; P"),
}


@pytest.mark.parametrize(("sent", "passed"), PASSES.values(), ids=PASSES)
def test_what_passes(sent: str, passed: str) -> None:
    assert Filter().feed(sent) == passed


@pytest.mark.parametrize(("sent", "passed"), PASSES.values(), ids=PASSES)
def test_it_does_not_matter_where_a_sequence_is_cut(sent: str, passed: str) -> None:
    one = Filter()
    assert "".join(map(one.feed, sent)) == passed


def test_a_string_without_an_end_does_not_take_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal_filter, "STRING_CHARS", 10)
    one = Filter()
    assert one.feed("a\x1b]0;" + "x" * 6) + one.feed("x" * 2 + "after") == "aafter"


PARTS = st.one_of(
    st.text(max_size=6),
    st.sampled_from(["\x1b", "\x1b[", "\x9b", "\x1bP", "\x1b]", "\x1b\\", "\x07", "\r\n", "\t"]),
    st.sampled_from(["\x1b[?1049h", "\x1b[?1049l", "\x1b7", "\x1b8", "\x1bM", "\x1bD", "\x1bc"]),
    st.sampled_from(["表格", "e\u0301", "⚠\ufe0f", "👩\u200d💻", "\x1b(0", "\x0e", "\x1b[3;5r"]),
    st.builds(
        "\x1b[{}{}{}".format,
        st.sampled_from(["", "?", ">", "<", "="]),
        st.lists(st.sampled_from(["", "0", "1", "2", "4", "7", "20", "9999"])).map(";".join),
        st.characters(min_codepoint=0x20, max_codepoint=0x7E),
    ),
)


@given(st.lists(PARTS), st.lists(st.tuples(st.integers(1, 30), st.integers(1, 8)), max_size=3))
def test_no_control_is_ever_seen(parts: list[str], sizes: list[tuple[int, int]]) -> None:
    rendering = Rendering(12, 4)
    for size in [*sizes, (12, 4)]:
        for part in parts:
            rendering.feed(part)
        rendering.resize(*size)
    rendering.finish()
    for piece in rendering.take():
        assert not {c for c in piece.text if unicodedata.category(c) in ("Cc", "Cs")} - {"\n", "\t"}


@given(st.lists(PARTS))
def test_the_same_is_seen_however_it_is_cut(parts: list[str]) -> None:
    whole = "".join(parts)
    assert seen(whole) == seen(*whole)
