"""What is new on a screen that was cleared, and what was only painted again."""

from collections.abc import Iterable

import pytest

from vela_desktop.sources.terminal_rendering import Rendering

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
OTHER = "\x1b[?1049h\x1b[H\x1b[2J"
MAIN = "\x1b[?1049l"


def shown(*events: tuple[float, str], timed: bool = True, columns: int = 80) -> list[str]:
    """Return the lines a person saw of *events*: seconds, and what the terminal was sent then."""
    rendering = Rendering(columns, 24)
    for seconds, text in events:
        rendering.feed(text, round(seconds * 1000) if timed else None)
    rendering.finish()
    return [line for piece in rendering.take() for line in piece.text.split("\n")]


def screen(*lines: str) -> str:
    return CLEAR + "\r\n".join(lines) + "\r\n"


def frames(*texts: str, every: float = 0.1) -> Iterable[tuple[float, str]]:
    return [(number * every, text) for number, text in enumerate(texts)]


RUN = ("$ clear; pytest -q", "tests/test_login.py ..... [ 20%]", "tests/test_cart.py ..... [ 40%]")
FAILED = ("FAILED test_refund: expected 42 got 41", "because decimal rounded down")
PASSED = ("20 passed in 3.2s",)


@pytest.mark.parametrize("timed", [True, False])
def test_what_does_not_come_again_is_kept_though_most_does(timed: bool) -> None:
    lines = shown((0, screen(*RUN, *FAILED)), (300, screen(*RUN, *PASSED)), timed=timed)
    assert [line for line in lines if line in (*FAILED, *PASSED)] == [*FAILED, *PASSED]


def test_a_screen_cleared_long_after_is_no_repaint() -> None:
    runs = [["$ make", "ok 12 tests"], ["$ make", "FAILED 3 tests"], ["$ make", "ok 12 tests"]]
    lines = shown(*((60 * at, screen(*run)) for at, run in enumerate(runs)))
    assert lines == [line for run in runs for line in run]


def test_what_stands_at_the_end_is_there_even_if_it_stood_there_before() -> None:
    passed, failed = screen("$ make", "ok 12 tests"), screen("$ make", "FAILED 3 tests")
    for timed in (True, False):
        lines = shown((0, passed), (1, failed), (2, passed), timed=timed)
        assert lines == [
            "$ make",
            "ok 12 tests",
            "$ make",
            "FAILED 3 tests",
            "$ make",
            "ok 12 tests",
        ]


@pytest.mark.parametrize("timed", [True, False])
def test_an_answer_on_the_other_screen_is_kept_when_the_next_one_comes(timed: bool) -> None:
    frame = ("the header of the app", "the status line of it")
    first, second = "First answer: use port 8080.", "Second answer: leave the database alone."
    events = [
        (0.0, OTHER),
        (0.0, screen(*frame, first)),
        (30.0, screen(*frame, second)),
        (60.0, MAIN),
    ]
    lines = shown(*events, timed=timed)
    assert [line for line in lines if "answer" in line] == [first, second]


@pytest.mark.parametrize("timed", [True, False])
def test_spinners_counters_and_bars_in_a_repaint_are_seen_once(timed: bool) -> None:
    page = ("the title of this page", "a first line of text", "a second line of text")
    changing = (f"{'✻✢·'[n % 3]} Thinking… ({n}s, {n * 7} tokens)" for n in range(50))
    painted = (screen(*page, line, "█" * (n + 1)) for n, line in enumerate(changing))
    lines = shown(*frames(*painted), timed=timed)
    assert [line for line in lines if "█" not in line] == [*page, "✢ Thinking… (49s, 343 tokens)"]


@pytest.mark.parametrize("timed", [True, False])
def test_an_answer_that_grows_is_seen_once(timed: bool) -> None:
    words = [f"word{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(40)]
    page = ("the title of this page", "a first line of text")
    painted = (screen(*page, " ".join(words[: n + 1])) for n in range(40))
    assert shown(*frames(*painted), timed=timed, columns=400) == [*page, " ".join(words)]


def test_what_flashed_in_a_repaint_was_not_read() -> None:
    page = [f"line {name} of the page" for name in ("one", "two", "three", "four")]
    painted = [screen(*page), screen(*page, "reading the configuration"), screen(*page)]
    assert shown(*frames(*painted)) == page


def test_what_stood_in_a_repaint_for_long_was_read() -> None:
    page = [f"line {name} of the page" for name in ("one", "two", "three", "four")]
    asked = screen(*page, "Run rm -rf build? yes")
    painted = [screen(*page), *[asked] * 40, screen(*page)]
    assert shown(*frames(*painted)) == [*page, "Run rm -rf build? yes"]


def test_pages_that_differ_in_numbers_only_are_all_seen() -> None:
    pages = [[f"{page} times {row} is {page * row}" for row in range(20)] for page in range(1, 5)]
    lines = shown(*frames(*(screen(*page) for page in pages), every=1))
    assert lines == [line for page in pages for line in page]


def test_output_that_comes_again_long_after_a_clearing_stays() -> None:
    run = "$ make test\r\n3 tests of the parser failed\r\n"
    lines = shown((0, run), (10, CLEAR + run), (20, run), (30, run))
    assert lines.count("3 tests of the parser failed") >= 3


def test_a_history_that_is_painted_again_minutes_later_is_seen_once() -> None:
    history = [f"{name} said something of note" for name in map(chr, range(0x4E00, 0x4E64))]
    lines = shown(*((60.0 * n, screen(*history[: 80 + n * 5])) for n in range(5)))
    assert lines == history


def test_the_main_screen_that_comes_back_is_not_new() -> None:
    lines = shown((0, "$ ls\r\na b c\r\n$ less notes\r\n"), (1, f"{OTHER}some notes"), (60, MAIN))
    assert lines == ["$ ls", "a b c", "$ less notes", "some notes"]


class TestWrittenOver:
    def test_messages_that_stood_in_one_place_are_all_seen(self) -> None:
        words = ["starting", "copying files", "asking the server", "waiting for a person", "done"]
        lines = shown(*((60 * n, f"\x1b[1;1H\x1b[K{text}") for n, text in enumerate(words)))
        assert lines == words

    def test_each_has_its_time(self) -> None:
        rendering = Rendering(80, 24)
        for seconds, text in ((0, "first"), (60, "second thing")):
            rendering.feed(f"\r\x1b[K{text}", seconds * 1000)
        rendering.finish()
        assert [(piece.text, piece.at) for piece in rendering.take()] == [
            ("first", 0),
            ("second thing", 60_000),
        ]

    def test_what_changes_all_the_time_is_seen_once(self) -> None:
        names = [f"file {chr(97 + n)}{chr(97 + n)}" for n in range(26)]
        lines = shown(*frames(*(f"\r\x1b[Kcopying {name}" for name in names)))
        assert lines == ["copying file zz"]

    def test_a_slow_counter_is_seen_once(self) -> None:
        lines = shown(*frames(*(f"\r\x1b[Kcopied {n} of 99" for n in range(99)), every=5))
        assert lines == ["copied 98 of 99"]

    def test_a_line_that_is_typed_slowly_is_seen_once(self) -> None:
        lines = shown(*frames("$ ", *"make test", every=4))
        assert lines == ["$ make test"]

    def test_a_line_that_moves_is_seen_once(self) -> None:
        box = "> type what you want here"
        turns = (f"\x1b[1A\x1b[2Kanswer {chr(97 + n)}\r\n{box}\r\n" for n in range(9))
        lines = shown((0, f"{box}\r\n"), *((20.0 * n + 20, turn) for n, turn in enumerate(turns)))
        assert lines == [*(f"answer {chr(97 + n)}" for n in range(9)), box]

    def test_a_question_that_is_painted_again_and_again_stood_all_the_time(self) -> None:
        def asked(text: str) -> str:
            return f"\x1b[1;1H\x1b[2K{text}\x1b[2;1H\x1b[2K"

        events = [(n / 10, asked("Run rm -rf build?") + "|/-"[n % 3]) for n in range(60)]
        assert shown(*events, (6.1, asked("It was removed."))) == [
            "Run rm -rf build?",
            "It was removed.",
        ]

    def test_pages_are_seen_one_after_the_other(self) -> None:
        pages = [[f"{name} page says {row}" for row in ("so", "no", "yes")] for name in "abc"]
        events = [
            (10 * n, "".join(f"\x1b[{y + 1};1H\x1b[K{text}" for y, text in enumerate(page)))
            for n, page in enumerate(pages)
        ]
        assert shown(*events) == [line for page in pages for line in page]

    def test_what_comes_and_goes_is_told_a_few_times_at_most(self) -> None:
        events = [(5 * n, f"\r\x1b[K{('busy now', 'free again')[n % 2]}") for n in range(40)]
        assert len(shown(*events)) <= 4

    def test_what_scrolled_out_is_not_told_twice(self) -> None:
        lines = [f"line {chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(100)]
        assert shown(*((n * 3, f"{text}\r\n") for n, text in enumerate(lines))) == lines
