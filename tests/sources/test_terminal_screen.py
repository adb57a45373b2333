"""What a person sees of what a terminal is sent."""

import pytest

from support.recordings import seen
from vela_desktop.sources.terminal_rendering import Rendering

SEEN = {
    "lines": ("one\r\ntwo\r\n", "one\ntwo"),
    "a line that is written over": ("loading 1%\rloading 99%", "loading 99%"),
    "what was erased": ("abc\x1b[2K\rdone", "done"),
    "blanks at the end": ("a   \r\n   b", "a\n   b"),
    "tabs": ("a\tb", "a       b"),
    "wide characters": ("中文 ok", "中文 ok"),
    "a wide character, half written over": ("中文\rab", "ab文"),
    "the other half of one": ("中文\x1b[2Gx", " x文"),
    "a wide character at the edge": ("x" * 19 + "中y", "x" * 19 + "中y"),
    "marks above letters": ("cafe\u0301", "café"),
    "a mark on the last cell": ("x" * 19 + "e\u0301", "x" * 19 + "é"),
    "characters without a width": ("⚠\ufe0f careful\u200b!", "⚠ careful!"),
    "a line longer than the screen": ("x" * 50, "x" * 50),
    "a blank at the edge": ("x" * 19 + " y", "x" * 19 + " y"),
    "a repeated character": ("a\x1b[4b", "aaaaa"),
    "no wrapping": ("\x1b[?7l" + "x" * 25 + "y", "x" * 19 + "y"),
    "an inserted letter": ("ac\x1b[D\x1b[4hb\x1b[4l", "abc"),
    "a cursor that was noted twice used": ("a\x1b7b\x1b8c\x1b8d", "ad"),
    "next line": ("ab\x1bEc", "ab\nc"),
    "boxes": ("\x1b(0lqk\x1b(B", "┌─┐"),
    "colours": ("\x1b[31mred\x1b[0m \x1b[38:5:9mtoo\x1b[m", "red too"),
    "a test pattern": ("a\x1b#8", "a"),
    "lines pushed down": ("one\r\ntwo\x1b[H\x1b[Lzero", "zero\none\ntwo"),
    "a region that scrolls": (
        "top\x1b[2;4r\x1b[2;1Ha\r\nb\r\nc\r\nd\x1b[6;1Hend",
        "a\ntop\nb\nc\nd\n\nend",
    ),
    "below the region": ("\x1b[1;3r\x1b[6;1Hlast\n\rstill", "still"),
    "scrolling by command": ("one\r\ntwo\r\nthree\x1b[1S", "one\ntwo\nthree"),
    "scrolling back": ("one\r\ntwo\x1b[1T", "one\ntwo"),
}


@pytest.mark.parametrize(("sent", "shown"), SEEN.values(), ids=SEEN)
def test_what_is_seen(sent: str, shown: str) -> None:
    assert seen(sent) == shown


def test_what_scrolls_out_is_kept() -> None:
    lines = [f"line {number}" for number in range(500)]
    assert seen("\r\n".join(lines)) == "\n".join(lines)


def test_a_long_line_that_scrolls_out_in_parts_stays_one() -> None:
    text = " ".join(map(str, range(40)))
    assert seen(text, "\r\n" * 2, "end", "\r\n" * 3) == f"{text}\n\nend"


def test_a_line_that_does_not_end_is_cut() -> None:
    rendering = Rendering(20, 6)
    for _ in range(400):
        rendering.feed("x" * 100)
    assert rendering.take()
    rendering.finish()


def test_spinners_and_counters_are_seen_once() -> None:
    frames = [f"\x1b[?2026h\r\x1b[1A{'|/-'[n % 3]} thinking {n}s\r\n\x1b[?2026l" for n in range(99)]
    assert seen("ask\r\n\r\n", *frames) == "ask\n- thinking 98s"


def test_blank_lines_in_a_row_are_one() -> None:
    assert seen("a", "\r\n" * 4, "b") == "a\n\nb"


def test_a_cleared_screen_was_seen() -> None:
    assert seen("before\x1b[2J\x1b[Hafter") == "before\nafter"
    assert seen("before\x1b[H\x1b[Jafter") == "before\nafter"
    assert seen("before\x1b[2J\x1b[3J\x1b[Hafter") == "before\nafter"
    assert seen("before\x1bcafter") == "before\nafter"


def test_a_screen_that_is_painted_again_is_seen_once() -> None:
    page = "Title of the page\r\nfirst line of text\r\nsecond line of text\r\n"
    frames = [f"\x1b[2J\x1b[H{page}{'|/-'[n % 3]} {n} seconds" for n in range(20)]
    shown = seen(*frames, columns=40)
    assert shown.split("\n") == [*page.split("\r\n")[:3], "/ 19 seconds"]


def test_lines_above_a_repaint_are_kept() -> None:
    lines = [f"the line with number {number}" for number in range(30)]
    frames = ["\x1b[2J\x1b[3J\x1b[H" + "\r\n".join(lines[: n + 1]) for n in range(30)]
    assert seen(*frames, columns=40) == "\n".join(lines)


def test_a_repaint_at_another_width_is_seen_once() -> None:
    words = [f"word{number}" for number in range(60)]
    rendering = Rendering(60, 8)
    for columns in (60, 50, 41, 33):
        rendering.resize(columns, 8)
        rendering.feed("\x1b[2J\x1b[3J\x1b[H")
        line = ""
        for word in words:
            if len(line) + len(word) + 1 > columns:
                rendering.feed(line + "\r\n")
                line = ""
            line += f"{word} "
        rendering.feed(line + "\r\n" + "─" * columns)
    rendering.finish()
    (piece,) = rendering.take()
    shown = piece.text.replace("─", "").split()
    assert list(dict.fromkeys(shown)) == words
    assert len(shown) < len(words) * 1.5


def test_output_that_comes_again_without_a_repaint_stays() -> None:
    run = "make test\r\n3 tests of the parser failed\r\nsee the log for more\r\n"
    assert seen(run * 4, columns=40).count("3 tests") == 4


def test_the_other_screen_is_seen_as_it_was_left() -> None:
    shown = seen(
        "$ less notes\r\n", "\x1b[?1049h\x1b[H", "page one", "\x1b[Hpage two", "\x1b[?1049l", "$ "
    )
    assert shown == "$ less notes\npage two\n$"


def test_the_main_screen_comes_back() -> None:
    shown = seen("one\r\n", "\x1b[?1049h\x1b[2J\x1b[5;5Hmenu", "\x1b[?1049l", "two\r\n" * 1)
    assert shown.split() == ["one", "menu", "two"]


def test_a_program_that_died_on_the_other_screen_was_seen() -> None:
    assert seen("$ top\r\n\x1b[?1049h\x1b[Htasks") == "$ top\ntasks"


def test_a_smaller_screen_loses_nothing() -> None:
    rendering = Rendering(20, 6)
    rendering.feed("\r\n".join(["first and long text", *"bcdef"]))
    rendering.resize(10, 3)
    rendering.feed("!")
    rendering.resize(30, 6)
    rendering.feed("\r\nend")
    rendering.finish()
    (piece,) = rendering.take()
    assert piece.text.split("\n") == ["first and long text", *"bcde", "f!", "end"]


def test_what_a_narrower_screen_cut_is_gone_when_the_line_is_written_again() -> None:
    rendering = Rendering(20, 6)
    rendering.feed("a long line of text\r")
    rendering.resize(10, 6)
    rendering.feed("\x1b[2Knew")
    rendering.finish()
    assert [piece.text for piece in rendering.take()] == ["new"]


def test_pieces_end_at_pauses_and_have_times() -> None:
    rendering = Rendering(20, 6)
    rendering.feed("one\r\n", 1_000)
    rendering.feed("two\r\n", 4_000)
    rendering.feed("three\r\n", 60_000)
    rendering.finish()
    assert [(piece.text, piece.at) for piece in rendering.take()] == [
        ("one\ntwo", 1_000),
        ("three", 60_000),
    ]


def test_pieces_are_of_a_bounded_size_and_end_at_lines() -> None:
    rendering = Rendering(80, 24)
    for number in range(2_000):
        rendering.feed(f"{number} {'x' * 40}\r\n")
    done = rendering.take()
    rendering.finish()
    pieces = [piece.text for piece in done + rendering.take()]
    assert all(len(text) <= 8_000 for text in pieces)
    assert [int(line.split()[0]) for text in pieces for line in text.split("\n")] == list(
        range(2_000)
    )
    assert len(done) > 10
