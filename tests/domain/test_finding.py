"""Words are found whatever their width and case, and where they stand is known."""

import pytest

from vela_desktop.domain.finding import Needle


@pytest.mark.parametrize(
    ("words", "text", "spans"),
    [
        ("expires_at", "x expires_at, Expires_At", [(2, 12), (14, 24)]),
        ("ＡＰＩ", "the api", [(4, 7)]),
        ("api", "the ＡＰＩ ends", [(4, 7)]),
        ("ss", "Straße", [(4, 5)]),
        ("fi", "ﬁne ﬁsh", [(0, 1), (4, 5)]),
        ("过期", "邀请过期，过期", [(2, 4), (5, 7)]),
        ("aa", "aaaa", [(0, 2), (2, 4)]),
        ("  word ", "a word", [(2, 6)]),
        ("", "text", []),
        ("   ", "text", []),
    ],
)
def test_places_of_words(words: str, text: str, spans: list[tuple[int, int]]) -> None:
    assert Needle(words).spans(text) == spans


def test_case_counts_when_asked() -> None:
    assert Needle("Api", case=True).spans("api Api API") == [(4, 7)]


@pytest.mark.parametrize(
    ("words", "source", "may"),
    [
        ("bold text", "**bold**\ntext", True),
        ("a b", "[a](https://example.org) b", True),
        ("a & b", "a &amp; b", True),
        ("needle", "hay", False),
    ],
)
def test_sources_that_cannot_show_the_words_are_known(words: str, source: str, may: bool) -> None:
    assert Needle(words).may_show(source) is may


def test_no_words_are_no_needle() -> None:
    assert not Needle("  ")
    assert Needle("x")
