"""The real agents curate a session by the same services that the window calls."""

from pathlib import Path

import pytest

from support.mock_models import Reply
from support.real_agents import Real
from vela_desktop import assets
from vela_desktop.config.settings import AgentSettings
from vela_desktop.domain.entries import EntryQuery
from vela_desktop.domain.events import Via
from vela_desktop.domain.jobs import Choice, JobOptions, JobStatus
from vela_desktop.index import scan
from vela_desktop.sources.choose import locate
from vela_desktop.wiring import build

pytestmark = pytest.mark.real_agents

EVIDENCE = [{"turn": 1, "step": None, "quote": "先看一下"}]
EXTRACTED = {
    "topics": [
        {
            "target": None,
            "title": "Storage",
            "kind": "decision",
            "content": "SQLite is used.",
            "evidence": EVIDENCE,
        }
    ]
}
MERGED = {
    "entries": [
        {
            "title": "SQLite is the storage",
            "summary": "Decided early.",
            "body": "SQLite is used. [1]",
            "kind": "decision",
            "tags": ["storage"],
            "related": [],
            "evidence": EVIDENCE,
        }
    ]
}


@pytest.mark.parametrize("replies", [[Reply(data=EXTRACTED), Reply(data=MERGED)]], ids=[""])
async def test_a_sample_is_curated_and_nothing_is_left_in_the_history(
    real: Real, tmp_path: Path
) -> None:
    choice = Choice(agent=real.agent, model=real.kind.model, effort=real.kind.effort)
    async with build(tmp_path / "data", Via.GUI, real.environment) as services:
        reading = services.reading
        reading.settings.change(agents={str(real.agent): AgentSettings()})
        (_, location), *_ = locate(assets.resource("samples", "claude"))
        found = await reading.work.run(scan.register, reading.index.path, location)
        job = await services.jobs.submit(found.id, choice, JobOptions())
        ended = await services.jobs.run(job.id)
        assert (ended.status, ended.error) == (JobStatus.COMPLETED, None)
        (row,) = (await services.entries.rows(EntryQuery(session_id=found.id))).items
        entry = await services.entries.get(row.id)
    assert entry.title == "SQLite is the storage"
    assert entry.citations[0].turn == 1
    assert entry.author == f"{real.agent}:{job.id}"
    assert ended.usage.calls == 2
    assert all(
        asked.model in real.kind.model or real.kind.model in asked.model
        for asked in real.models.asked
    )
