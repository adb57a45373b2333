"""The sample sessions that the program ships: whole, in the agents' own formats, and ours alone."""

import json
import re
from typing import Any

import pytest

from support.builtin import SESSIONS
from vela_desktop import assets

CLAUDE = "claude/-home-dev-tide-table/5b0d6c1e-7f43-4a5e-9c02-31d8a4e7b690.jsonl"
CODEX = (
    "codex/sessions/2026/11/05/"
    "rollout-2026-11-05T08-05-15-019a4f3c-52d1-7c40-8b0e-6f1d20c3a977.jsonl"
)
HEADING = re.compile(r"^## \[(\d+)\.(\d+)\] (user|assistant) (\S+)$", re.M)


def records(name: str) -> list[dict[str, Any]]:
    text = assets.resource("samples", *name.split("/")).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def messages(name: str) -> list[tuple[str, str]]:
    """Return (role, prose) of the snapshot that belongs to a sample."""
    text = (SESSIONS / "labelled" / f"{name}.md").read_text(encoding="utf-8")
    matches = list(HEADING.finditer(text))
    ends = [match.start() for match in matches[1:]] + [len(text)]
    return [
        (match[3], text[match.end() : end].strip())
        for match, end in zip(matches, ends, strict=True)
    ]


def claude_prose() -> list[tuple[str, str]]:
    found = []
    for record in records(CLAUDE):
        content = record.get("message", {}).get("content")
        if isinstance(content, str):
            found.append(("user", content))
        elif record["type"] == "assistant" and content[0]["type"] == "text":
            found.append(("assistant", content[0]["text"]))
    return found


def codex_prose() -> list[tuple[str, str]]:
    items = [record["payload"] for record in records(CODEX) if record["type"] == "response_item"]
    return [
        (item["role"], item["content"][0]["text"])
        for item in items
        if item["type"] == "message" and not item["content"][0]["text"].startswith("<environment")
    ]


def test_the_chinese_sample_is_the_session_that_is_labelled() -> None:
    assert claude_prose() == messages("zh-tide-table")


def test_the_english_sample_is_the_session_that_is_labelled() -> None:
    assert codex_prose() == messages("en-harbor-api")


@pytest.mark.parametrize("prose", [claude_prose, codex_prose])
def test_samples_have_more_than_forty_turns(prose: Any) -> None:
    assert sum(role == "user" for role, _ in prose()) > 40


def test_every_tool_call_of_the_claude_sample_has_its_result() -> None:
    blocks = [
        block
        for record in records(CLAUDE)
        if isinstance(record.get("message", {}).get("content"), list)
        for block in record["message"]["content"]
    ]
    calls = [block["id"] for block in blocks if block["type"] == "tool_use"]
    results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
    assert len(calls) > 40
    assert calls == results
    assert {"thinking", "text", "tool_use", "tool_result"} == {block["type"] for block in blocks}


def test_the_records_of_the_claude_sample_are_one_chain() -> None:
    chained = [record for record in records(CLAUDE) if "uuid" in record]
    parents = [record["parentUuid"] for record in chained]
    assert parents == [None, *(record["uuid"] for record in chained[:-1])]
    assert len({record["uuid"] for record in chained}) == len(chained)


def test_every_call_of_the_codex_sample_has_its_output() -> None:
    items = [record["payload"] for record in records(CODEX) if record["type"] == "response_item"]
    calls = [item["call_id"] for item in items if item["type"].endswith("_call")]
    outputs = [item["call_id"] for item in items if item["type"].endswith("_call_output")]
    assert len(calls) > 25
    assert calls == outputs


@pytest.mark.parametrize("name", [CLAUDE, CODEX])
def test_samples_happen_in_november_2026_in_time_order(name: str) -> None:
    times = [record["timestamp"] for record in records(name) if "timestamp" in record]
    assert times == sorted(times)
    assert all(time.startswith("2026-11-") for time in times)


@pytest.mark.parametrize("name", [CLAUDE, CODEX])
def test_samples_hold_no_places_but_made_up_ones(name: str) -> None:
    text = assets.resource("samples", *name.split("/")).read_text(encoding="utf-8")
    homes = set(re.findall(r"/(?:home|Users|root)/?[\w.-]*/?[\w.-]*", text))
    assert homes <= {"/home/dev/tide-table", "/home/dev/harbor-api"}
    assert not re.search(r"[\w.]+@[\w-]+\.(?:com|org|net)|sk-|ghp_|AKIA", text)
