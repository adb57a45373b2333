"""What is typed into the fields of an agent's settings means one thing, or is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vela_desktop.gui.settings.parsing import (
    WrongInputError,
    arguments,
    byte_count,
    shown_arguments,
    shown_bytes,
    shown_variables,
    variables,
)

words = st.text(st.characters(min_codepoint=32, exclude_categories=["Cs"]), max_size=12)
names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True)
values = st.text(
    st.characters(min_codepoint=32, exclude_categories=["Cs", "Zl", "Zp", "Cc"]), max_size=12
)


@given(st.lists(words, max_size=5).map(tuple))
def test_arguments_are_read_as_they_are_shown(value: tuple[str, ...]) -> None:
    assert arguments(shown_arguments(value)) == value


@given(st.dictionaries(names, values, max_size=5))
def test_variables_are_read_as_they_are_shown(value: dict[str, str]) -> None:
    assert variables(shown_variables(value)) == value


@pytest.mark.parametrize("value", [None, 131_072, 8_388_608])
def test_sizes_are_read_as_they_are_shown(value: int | None) -> None:
    assert byte_count(shown_bytes(value)) == value


def test_a_size_may_be_typed_in_several_ways() -> None:
    assert {byte_count(text) for text in ("131072", "131,072", " 131 072 ")} == {131_072}


def test_a_value_may_hold_equals_signs_and_blank_lines_mean_nothing() -> None:
    assert variables("\nA=b=c\n\n B =\n") == {"A": "b=c", "B": ""}


@pytest.mark.parametrize("text", ["131071", "8388609", "0", "-5", "1e5", "lots", "１３１０７２"])
def test_other_sizes_are_refused(text: str) -> None:
    with pytest.raises(WrongInputError):
        byte_count(text)


@pytest.mark.parametrize("text", ["'open", 'a "b', "a\nb", "a\x1bb"])
def test_other_arguments_are_refused(text: str) -> None:
    with pytest.raises(WrongInputError):
        arguments(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A=1\nsecret", "Line 2: write NAME=value."),
        ("1A=secret", "Line 1: “1A” is no name"),
        ("A=secret\nA=2", "Line 2: A is set twice."),
        ("=secret", "Line 1: “” is no name"),
        ("A=\0secret", "control characters"),
    ],
)
def test_other_variables_are_refused_without_telling_a_value(text: str, said: str) -> None:
    with pytest.raises(WrongInputError) as caught:
        variables(text)
    assert said in str(caught.value)
    assert "secret" not in str(caught.value)
