"""A body in pieces: together they are the whole, and none of them is large."""

import re
from collections.abc import Sequence

import pytest

from support.rendering import body_html
from vela_desktop.rendering.body import BodyPiece
from vela_desktop.rendering.cutting import PIECE_CHARS, PIECE_ROWS, SOURCE_CHARS, body_pieces

EVERYTHING = """# Title

Words with `code`, **weight** and a [link](https://example.org).

3. three
4. four
   - inside

> quoted
>
> twice

| a | b |
|---|---|
| 1 | 2 |

```sql
SELECT 1
```

---
"""


def _words(pieces: Sequence[BodyPiece]) -> str:
    return "".join(re.sub(r"<[^>]*>|\s", "", piece.html) for piece in pieces)


def test_a_short_body_is_the_same_as_in_one_piece() -> None:
    pieces = body_pieces(EVERYTHING)
    assert "".join(piece.html for piece in pieces) == body_html(EVERYTHING)
    assert not any(piece.goes_on for piece in pieces)


def test_pieces_know_the_line_they_begin_at() -> None:
    lines = EVERYTHING.split("\n")
    starts = [lines[piece.line][:4] for piece in body_pieces(EVERYTHING)]
    assert starts == ["# Ti", "Word", "3. t", "> qu", "| a ", "SELE", "---"]


LONG = {
    "a paragraph": ("Words of a sentence. " * 3_000, "sentence"),
    "a paragraph of lines": ("words on a line\n" * 3_000, "words"),
    "one word": ("x" * 50_000, "x"),
    "Chinese": ("邀请在有效期结束后过期。" * 5_000, "邀请"),
    "a list": ("- an item\n" * 3_000, "item"),
    "a numbered list": ("1. an item\n" * 3_000, "item"),
    "code": ("```\n" + "a line of code\n" * 3_000 + "```", "code"),
    "a table": ("| a | b |\n|---|---|\n" + "| one | 2 |\n" * 3_000, "one"),
    "a quote": ("> said\n>\n" * 3_000, "said"),
    "a list in an item": ("- outer\n" + "  - an item\n" * 3_000, "item"),
    "bold words": ("**" + "字" * 50_000 + "**", "字"),
}


@pytest.mark.parametrize(("text", "word"), LONG.values(), ids=LONG.keys())
def test_a_long_body_is_cut_and_loses_nothing(text: str, word: str) -> None:
    pieces = body_pieces(text)
    assert len(pieces) > 9
    assert _words(pieces).count(word) == text.count(word)
    assert all(len(piece.html) < SOURCE_CHARS for piece in pieces)


def test_a_numbered_list_goes_on_counting() -> None:
    first, second, *_ = body_pieces("".join(f"{n}. item\n" for n in range(5, 200)))
    assert '<ol start="5">' in first.html
    assert f'<ol start="{5 + PIECE_ROWS}">' in second.html
    assert (first.goes_on, second.goes_on) == (False, True)


def test_a_table_repeats_its_head() -> None:
    pieces = body_pieces("| name | b |\n|---|---|\n" + "| 1 | 2 |\n" * (PIECE_ROWS + 1))
    assert [piece.html.count('<th align="left">name') for piece in pieces] == [1, 1]
    assert [piece.line for piece in pieces] == [0, 2 + PIECE_ROWS]


def test_a_colour_of_code_goes_on_in_the_next_piece() -> None:
    comment = "/* one\n" + "more\n" * PIECE_ROWS + "*/ SELECT 1\n"
    first, second, *_ = body_pieces(f"```sql\n{comment}```")
    assert first.html.endswith("</span></pre>\n")
    assert second.html.startswith('<pre><span class="c">')
    for piece in (first, second):
        assert piece.html.count("<span") == piece.html.count("</span>")


def test_a_paragraph_is_cut_after_a_sentence() -> None:
    pieces = body_pieces("邀请在有效期结束后过期。" * 1_000)
    assert all(re.search(r"。</p>\n$", piece.html) for piece in pieces)
    assert all(len(piece.html) < PIECE_CHARS + 200 for piece in pieces)
