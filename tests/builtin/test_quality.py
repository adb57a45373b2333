"""What the extractor is worth: facts that people would keep, and little else.

``labelled`` are the six sessions the rules were made with; ``held_out`` and ``further`` were
written and labelled before the rules were tried on them. ``nothing`` holds nothing lasting.
"""

from functools import reduce
from operator import add
from pathlib import Path

import pytest

from support import builtin
from support.builtin import NOTHING, SESSIONS, Quality, flat

LABELLED = ("labelled", "held_out", "further")


def quality(folder: str) -> Quality:
    return reduce(add, map(builtin.measure, builtin.sessions(folder)), NOTHING)


@pytest.mark.parametrize("folder", LABELLED)
def test_most_labelled_facts_are_quoted_and_few_other_words(folder: str) -> None:
    found = quality(folder)
    assert found.recall >= 0.70, found.missed
    assert found.unlabelled_share <= 0.20, found.extra


@pytest.mark.parametrize("language", ["en", "zh"])
def test_both_languages_pass_by_themselves(language: str) -> None:
    sessions = [path for folder in LABELLED for path in builtin.sessions(folder)]
    found = reduce(
        add, (builtin.measure(path) for path in sessions if path.stem.startswith(language)), NOTHING
    )
    assert found.recall >= 0.70
    assert found.unlabelled_share <= 0.20


@pytest.mark.parametrize("path", builtin.sessions("nothing"), ids=lambda path: path.stem)
def test_nothing_comes_of_conversations_that_hold_nothing(path: Path) -> None:
    assert builtin.curate([path.read_text(encoding="utf-8")]) == []


@pytest.mark.parametrize("name", ["en-harbor-api", "zh-tide-table"])
def test_a_long_conversation_gives_a_readable_number_of_entries(name: str) -> None:
    text = (SESSIONS / "labelled" / f"{name}.md").read_text(encoding="utf-8")
    turns = text.count(".0] user ")
    assert turns > 40
    assert 5 <= len(builtin.curate([text])) <= turns / 2


@pytest.mark.parametrize("folder", LABELLED)
def test_every_label_stands_in_its_session(folder: str) -> None:
    for path in builtin.sessions(folder):
        text = flat(path.read_text(encoding="utf-8"))
        assert all(fact in text for fact in builtin.labels(path)), path.stem


def test_every_quoted_line_and_every_evidence_stands_in_the_source() -> None:
    for path in builtin.sessions("labelled") + builtin.sessions("held_out"):
        text = path.read_text(encoding="utf-8")
        for entry in builtin.curate([text]):
            for quote in builtin.quotes(entry["body"]):
                assert all(line in text for line in quote.split("\n"))
            assert entry["evidence"]
            assert all(item["quote"] in text for item in entry["evidence"])


def test_the_same_session_gives_the_same_entries() -> None:
    text = builtin.sessions("labelled")[0].read_text(encoding="utf-8")
    assert builtin.curate([text]) == builtin.curate([text])
