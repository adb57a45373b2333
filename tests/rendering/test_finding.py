"""Words are counted in what is shown, wherever it is folded away."""

import pytest

from support.rendering import LABELS, call, message, result, text
from vela_desktop.domain.finding import Needle
from vela_desktop.domain.sessions import Message, Role
from vela_desktop.rendering.finding import hits
from vela_desktop.rendering.pieces import Hit, Look
from vela_desktop.rendering.plain import lines


def found(messages: list[Message], words: str) -> list[Hit]:
    """Return the hits of *words*."""
    return hits(messages, range(len(messages)), Needle(words), Look(labels=LABELS, folder=""))


def test_a_hit_says_which_fold_it_is_in() -> None:
    messages = [
        message(0, Role.ASSISTANT, text("a needle, a needle"), call("Bash", "x", "x needle")),
        message(1, Role.TOOL, result("needle\nneedle")),
        message(2, Role.ASSISTANT, text("nothing")),
    ]
    assert found(messages, "needle") == [Hit(0, ("", "", "", "0.1", "0.1"))]


@pytest.mark.parametrize(
    ("source", "words", "times"),
    [
        ("un**believ**able", "unbelievable", 1),
        ("[the words](https://example.org/words)", "words", 1),
        ("[the words](https://example.org/x) after", "words after", 1),
        ("two\nlines", "two lines", 1),
        ("两\n行", "两行", 1),
        ("a &amp; b", "a & b", 1),
        ("`code`_x_", "codex", 1),
        ("# Title", "# Title", 0),
        ("| a | b |\n|---|---|\n| c | d |", "c", 1),
    ],
)
def test_words_are_looked_for_as_they_are_read(source: str, words: str, times: int) -> None:
    hits_of = found([message(0, Role.ASSISTANT, text(source))], words)
    assert sum(len(hit.folds) for hit in hits_of) == times


def test_words_of_the_window_are_found_and_facts_are_not() -> None:
    messages = [message(0, Role.ASSISTANT, call("Bash", "make", "make"))]
    assert found(messages, "run make") == [Hit(0, ("",))]
    assert found([message(0, Role.USER, text("Hi"), step=0)], "facts") == []


def test_lines_are_those_of_the_document() -> None:
    html = "<p>a\n  b<br>c</p>\n<ul>\n<li>d <strong>e</strong></li>\n</ul><pre>  f\n\ng</pre>"
    assert lines(html) == ["a b\N{LINE SEPARATOR}c", "d e", "  f", "g"]
