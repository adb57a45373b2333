"""Transcripts that people published are curated by the built-in extractor, twice alike."""

import json
from pathlib import Path
from typing import Any

import pytest

from vela_desktop.cli import find
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import Entry, EntryQuery
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import Via
from vela_desktop.domain.jobs import Choice, JobOptions, JobStatus
from vela_desktop.wiring import build
from vela_desktop.wiring.services import Services

PUBLISHED = Path(__file__).resolve().parents[3] / "shared" / "transcripts"

pytestmark = pytest.mark.skipif(not PUBLISHED.is_dir(), reason="the published corpus is absent")


def _paths(*, with_text: bool) -> list[Path]:
    facts = json.loads((PUBLISHED / "expected.json").read_text())
    return [
        PUBLISHED / name
        for name, fact in facts.items()
        if fact.get("agent") in {"claude", "codex"}
        and bool(_users(fact) or fact["n_assistant_messages"]) == with_text
    ]


def _users(fact: dict[str, Any]) -> int:
    acceptable = fact.get("n_user_messages_acceptable", [0, fact["n_user_messages"]])
    return int(acceptable[1])


async def _curate(services: Services, path: Path) -> list[Entry]:
    found = await find.session(services, str(path))
    choice = Choice(agent=Agent.BUILTIN)
    job = await services.jobs.submit(found.id, choice, JobOptions())
    ended = await services.jobs.run(job.id)
    assert (ended.status, ended.error) == (JobStatus.COMPLETED, None), path
    source = await services.entries.snapshot(ended.source_id)
    rows = await services.entries.all_rows(EntryQuery(session_id=found.id))
    entries = [await services.entries.get(row.id) for row in rows]
    for entry in entries:
        for line in _quotes(entry.body):
            assert line in source.text, (path, line)
    return entries


def _quotes(body: str) -> list[str]:
    return [line.removeprefix(">").strip() for line in body.splitlines() if line.startswith(">")]


async def test_every_published_session_gives_the_same_entries_twice(data_folder: Path) -> None:
    async with build(data_folder, Via.CLI) as services:
        for path in _paths(with_text=True):
            first = await _curate(services, path)
            again = await _curate(services, path) if first else []
            texts = {entry.id: (entry.title, entry.summary, entry.body) for entry in first}
            assert texts == {entry.id: (entry.title, entry.summary, entry.body) for entry in again}


async def test_a_transcript_without_text_has_nothing_to_read(data_folder: Path) -> None:
    async with build(data_folder, Via.CLI) as services:
        for path in _paths(with_text=False):
            with pytest.raises(VelaError) as caught:
                await _curate(services, path)
            assert caught.value.code is Code.NO_TRANSCRIPT
