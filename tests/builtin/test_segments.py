"""Long conversations: several segments, the catalogue between them, and merging."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support import builtin
from support.builtin import SESSIONS, extract_prompt, merge_prompt
from support.soak import tries
from vela_desktop.agents.builtin import body
from vela_desktop.agents.builtin.body import Item, Section
from vela_desktop.agents.builtin.program import answer
from vela_desktop.curation.replies import ExtractReply, MergeReply, decode
from vela_desktop.domain import limits

FIRST = """## [1.0] user 2026-11-02T08:00:00Z
Which limit should uploads have?

## [1.1] assistant 2026-11-02T08:00:10Z
What do you need?

## [2.0] user 2026-11-02T08:01:00Z
Uploads are limited to 500 MB per file.
"""
SECOND = """## [30.0] user 2026-11-02T09:00:00Z
Raise the limit of uploads from 500 MB to 800 MB per file.

## [30.1] assistant 2026-11-02T09:00:10Z
Done.
"""


def extract(source: str, catalogue: list[dict[str, str]] | None = None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = answer(extract_prompt(source, catalogue))["topics"]
    return found


def part(kind: str, content: str, *evidence: tuple[int, int, str]) -> dict[str, Any]:
    places = [{"turn": turn, "step": step, "quote": quote} for turn, step, quote in evidence]
    return {"kind": kind, "content": content, "evidence": places}


def merged(title: str, parts: list[dict[str, Any]], titles: list[str] | None = None) -> Any:
    (entry,) = answer(merge_prompt(title, parts, titles or []))["entries"]
    return entry


def test_a_later_segment_adds_to_a_known_topic() -> None:
    (first,) = extract(FIRST)
    assert first["target"] is None
    known = [{"id": "T1", "title": first["title"], "kind": first["kind"]}]
    (second,) = extract(SECOND, known)
    assert second["target"] == "T1"
    assert second["title"] == first["title"]


def test_a_correction_in_a_later_segment_stands_first_in_the_entry() -> None:
    (entry,) = builtin.curate([FIRST, SECOND])
    assert entry["body"] == (
        "## Corrected later\n\n> Raise the limit of uploads from 500 MB to 800 MB per file.\n\n"
        "[30.0]\n\n## Said earlier\n\n> Uploads are limited to 500 MB per file.\n\n[2.0]"
    )
    assert entry["title"].startswith("Raise the limit of uploads")


def test_other_topics_of_the_catalogue_are_left_alone() -> None:
    known = [{"id": "T1", "title": "Backups are kept for two weeks", "kind": "decision"}]
    assert [topic["target"] for topic in extract(SECOND, known)] == [None]


def test_a_job_of_many_segments_stays_within_the_entries_a_job_may_have() -> None:
    rules = "\n".join(
        f"## [{turn}.0] user 2026-11-02T08:00:00Z\nNever call `service_{turn}` from `job`.\n\n"
        f"## [{turn}.1] assistant 2026-11-02T08:00:10Z\nOk.\n"
        for turn in range(1, 41)
    )
    prompt = extract_prompt(rules, [], segment=1, segments=84)
    assert 1 <= len(answer(prompt)["topics"]) <= 3
    assert len(answer(extract_prompt(rules))["topics"]) > 12


def test_parts_that_say_the_same_are_quoted_once() -> None:
    words = "Use `uv sync` before every build."
    content = f"## Decision\n\n> {words}\n\n[1.0]"
    longer = f"## Decision\n\n> {words} It is fast.\n\n[4.0]"
    entry = merged(
        "Builds",
        [
            part("decision", content, (1, 0, words)),
            part("decision", longer, (4, 0, f"{words} It is fast.")),
        ],
    )
    assert entry["body"].count(words) == 1
    assert entry["evidence"] == [{"turn": 4, "step": 0, "quote": f"{words} It is fast."}]


def test_evidence_that_the_content_does_not_quote_is_added_to_the_body() -> None:
    entry = merged("Ports", [part("fact", "in other words", (3, 1, "The port is 8087."))])
    assert entry["body"] == "## Fact\n\n> The port is 8087.\n\n[3.1]"


def test_an_entry_can_be_merged_again() -> None:
    (first,) = builtin.curate([FIRST, SECOND])
    again = merged(first["title"], [part(first["kind"], first["body"])])
    assert again["body"] == first["body"]
    assert again["title"] == first["title"]


def test_a_body_keeps_within_its_limit() -> None:
    parts = [
        part("fact", f"## Fact\n\n> {turn} {'word ' * 4_000}\n\n[{turn}.1]")
        for turn in range(1, 20)
    ]
    entry = merged("Long", parts)
    assert 0 < len(entry["body"]) <= limits.BODY_CHARS


def test_related_titles_share_rare_words() -> None:
    words = "The `bookings` table has an exclusion constraint on `berth_id`."
    entry = merged(
        "Exclusion constraint on bookings",
        [part("fact", f"## Fact\n\n> {words}\n\n[1.1]", (1, 1, words))],
        [
            "Overlapping bookings of a berth_id return 409",
            "Logs hold no headers",
            "Retention is a day",
        ],
    )
    assert entry["related"] == ["Overlapping bookings of a berth_id return 409"]


@pytest.mark.parametrize("name", ["en-harbor-api", "zh-tide-table"])
def test_replies_have_the_schema_that_agents_are_held_to(name: str) -> None:
    source = (SESSIONS / "labelled" / f"{name}.md").read_text(encoding="utf-8")
    topics = answer(extract_prompt(source))
    assert decode(json.dumps(topics), ExtractReply).topics
    first = topics["topics"][0]
    reply = answer(merge_prompt(first["title"], [first], []))
    assert len(decode(json.dumps(reply), MergeReply).entries) == 1


@pytest.mark.parametrize("parts", [2, 3, 5])
def test_cutting_a_conversation_into_segments_loses_little(parts: int) -> None:
    path = SESSIONS / "labelled" / "zh-tide-table.md"
    messages = re.split(r"(?=^## \[)", path.read_text(encoding="utf-8"), flags=re.M)[1:]
    size = len(messages) // parts + 1
    segments = ["".join(messages[at : at + size]) for at in range(0, len(messages), size)]
    found = " ".join(
        builtin.flat(quote)
        for entry in builtin.curate(segments)
        for quote in builtin.quotes(entry["body"])
    )
    facts = builtin.labels(path)
    assert sum(fact in found for fact in facts) >= 0.70 * len(facts)


LINE = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30)


@settings(max_examples=tries(25), deadline=None)
@given(
    st.lists(
        st.builds(
            Item,
            section=st.sampled_from(list(Section)),
            turn=st.integers(0, 999),
            step=st.none() | st.integers(0, 99),
            text=st.lists(LINE, min_size=1, max_size=4).map("\n".join).filter(str.strip),
        ),
        max_size=5,
    ),
    st.booleans(),
)
def test_a_body_can_be_read_back(items: list[Item], chinese: bool) -> None:
    found = body.read(body.write(items, chinese=chinese))
    assert [(item.section, item.turn, item.step) for item in found] == [
        (item.section, item.turn, item.step) for item in items
    ]
    assert [builtin.flat(item.text) for item in found] == [
        builtin.flat(item.text) for item in items
    ]
