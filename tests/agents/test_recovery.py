"""An answer is found in what a model wrapped it in, and nothing is invented where there is none."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.soak import tries
from vela_desktop.agents.recovery import recover

OBJECT = '{"topics": [{"title": "a \\"}{\\" b", "n": 1}]}'


@pytest.mark.parametrize(
    "text",
    [
        OBJECT,
        f"\n  {OBJECT}\n",
        f"\ufeff{OBJECT}",
        f"```json\n{OBJECT}\n```",
        f"Here it is:\n\n```\n{OBJECT}\n```\nAnything else?",
        f"~~~json\n{OBJECT}\n~~~",
        f"````json\n{OBJECT}\n````",
        f"  ```JSON\n{OBJECT}\n  ```",
        f"```python\nprint(1)\n```\n```json\n{OBJECT}\n```",
        f"The answer is {OBJECT}. That is all.",
        f"答案：{OBJECT}（完）",
        f"{{not json}} and {{also: not}} but {OBJECT}",
        f"a set {{1, 2}} then\n{OBJECT}",
        f"an open brace {{ first, then {OBJECT}",
        f"```json\n{OBJECT}",
        f'a stray " quote, then {OBJECT}',
        f"{OBJECT} and another {{}}",
    ],
)
def test_the_object_is_found(text: str) -> None:
    assert recover(text) == OBJECT


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "I will answer in prose.",
        "[1, 2, 3]",
        '"a string"',
        "12",
        "null",
        "{",
        "{]",
        "}{",
        '{"topics": [',
        '{"topics": ["cut off in the midd',
        "{'single': 'quotes'}",
        "```json\nno object\n```",
        "{" * 100_000,
        '{"a":' * 100_000,
        '{"a":' + "[" * 100_000,
    ],
)
def test_where_there_is_none_there_is_none(text: str) -> None:
    assert recover(text) is None


def test_the_whole_text_wins_over_a_fence_inside_it() -> None:
    whole = json.dumps({"content": f"```json\n{OBJECT}\n```"})
    assert recover(whole) == whole


def test_a_fence_wins_over_an_object_in_the_prose_before_it() -> None:
    assert recover(f'Unlike {{"a": 1}}:\n```json\n{OBJECT}\n```') == OBJECT


def test_lone_surrogates_are_kept_for_whoever_cleans_the_answer() -> None:
    assert recover('so: {"a": "\\ud800"}') == '{"a": "\\ud800"}'


JSON = st.dictionaries(
    st.text(max_size=5),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
        ),
        max_leaves=6,
    ),
)
PROSE = st.text(st.characters(exclude_characters='{"`~'), max_size=30)


@settings(max_examples=tries(60), deadline=None)
@given(value=JSON, before=PROSE, after=st.text(max_size=30), ascii_only=st.booleans())
def test_any_object_survives_prose_around_it(
    value: dict[str, object], before: str, after: str, ascii_only: bool
) -> None:
    written = json.dumps(value, ensure_ascii=ascii_only)
    found = recover(f"{before} {written}\n{after}")
    assert found is not None
    assert json.loads(found) == value or "```" in after or "~~~" in after


@settings(max_examples=tries(60), deadline=None)
@given(st.text(st.sampled_from('{}"\\`\n:1a '), max_size=60))
def test_whatever_was_said_what_is_found_is_an_object(text: str) -> None:
    found = recover(text)
    assert found is None or isinstance(json.loads(found), dict)
