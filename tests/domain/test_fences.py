"""Which lines of a text are fenced code: a table after CommonMark's own examples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vela_desktop.curation.markdown import LineKind, close_fence, lines
from vela_desktop.domain.bodies import prose
from vela_desktop.domain.fences import Fences, is_fence, outside

CASES = {
    "backticks": ("```\nx\n```\n.", "###."),
    "tildes": ("~~~\nx\n~~~\n.", "###."),
    "two are no fence": ("``\nx\n``", "..."),
    "the other character does not close": ("```\n~~~\n```\n.", "###."),
    "nor do fewer": ("````\n```\n`````\n.", "###."),
    "an unclosed one runs to the end": ("a\n```\n\nx", ".###"),
    "three columns": ("   ```\nx\n   ```\n.", "###."),
    "four are indented code": ("    ```\nx\n    ```", "..."),
    "a tab is four": ("\t```\nx", ".."),
    "four do not close": ("```\nx\n    ```\ny", "####"),
    "blanks behind the end": ("```\nx\n``` \t\n.", "###."),
    "words behind do not close": ("```\n``` x\n```\n.", "###."),
    "an info string": ("```py title=x\nx\n```\n.", "###."),
    "no backtick in it": ("``` a`b ```\nx", ".."),
    "tildes allow it": ("~~~ a`b ~~~\nx", "##"),
    "it may end a paragraph": ("a\n```\nx\n```\nb", ".###."),
    "the end of a line of Windows": ("```\r\nx\r\n```\r\n.", "###."),
    "in an item": ("1. a\n   ```\n   x\n   ```\n   b", ".###."),
    "deeper in an item": ("1. a\n    ```\n    x\n    ```\nb", ".###."),
    "too deep in it": ("- a\n\n      ```\n  x", "...."),
    "first in an item": ("- ```\n  x\n  ```\nb", "###."),
    "in an item of an item": ("- a\n  - b\n    ```\n    x\n    ```\n  c", "..###."),
    "what leaves the item ends it": ("- ```\n  x\nb\n```\nx", "##.##"),
    "an empty line does not": ("- ```\n\n  x\n  ```\n.", "####."),
    "after a list as before": ("- a\n\nb\n    ```\nc", "....."),
    "a quote's is the quote's": ("> ```\n> x", ".."),
}


@pytest.mark.parametrize(("text", "marks"), CASES.values(), ids=CASES.keys())
def test_lines_of_fenced_code(text: str, marks: str) -> None:
    fences = Fences()
    assert "".join("#" if fences.take(line) else "." for line in text.split("\n")) == marks


@pytest.mark.parametrize(("text", "marks"), CASES.values(), ids=CASES.keys())
def test_links_and_citations_see_the_same_code(text: str, marks: str) -> None:
    kinds = [line.kind for line in lines(text)]
    assert all(
        kind is LineKind.CODE for kind, mark in zip(kinds, marks, strict=True) if mark == "#"
    )
    named = text.replace("x", "[[x]]")
    fenced = [
        mark == "#" for line, mark in zip(named.split("\n"), marks, strict=True) if "x" in line
    ]
    assert prose(named).count("[[x]]") <= fenced.count(False)


@pytest.mark.parametrize(("words", "opens"), [("```", True), ("~~~~ x", True), ("``` `", False)])
def test_what_can_open_a_block(words: str, opens: bool) -> None:
    assert is_fence(words) is opens


@given(st.text("`~ \t->1.ax\r\n", max_size=60))
def test_a_block_that_was_closed_is_closed(text: str) -> None:
    fences = Fences()
    for line in close_fence(text).split("\n"):
        fences.take(line)
    assert fences.closing == ""
    assert len(list(outside(text))) == text.count("\n") + 1
