"""Every event of curation says what the document says it does."""

import logging
import re
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from support.curation import ScriptedAgent, entries, entry, topic, topics
from support.runner_rig import TEXT, Rig, caller
from support.storage import S2, S3
from vela_desktop.curation.leases import own_lease
from vela_desktop.curation.log import LogEvent, log_ended, log_submitted
from vela_desktop.domain.jobs import JobStatus
from vela_desktop.storage import jobs

DOCUMENT = (Path(__file__).parents[2] / "docs" / "curation.md").read_text(encoding="utf-8")
DEAD = replace(own_lease(), pid=2**22 - 3, start_ticks=1)


def described() -> dict[str, set[str]]:
    """Return the facts of each event that the document's table has."""
    found: dict[str, set[str]] = {}
    table = DOCUMENT.partition("| event | facts |")[2]
    for events, facts in re.findall(r"^\| (`.*`) \| `(.*)` \|$", table, re.MULTILINE):
        found |= {event: set(facts.split()) for event in re.findall(r"`([^`]+)`", events)}
    return found


def test_every_event_is_described() -> None:
    assert set(described()) == set(LogEvent)


async def test_every_event_tells_the_facts_that_are_described(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "vela_desktop.curation")
    dead = await rig.submit(S3)
    await rig.store.claim(DEAD)
    waiting = await rig.submit(S2)
    log_ended(await rig.store.write(jobs.request_cancel, waiting.id))
    await rig.submit(S2)
    younger = await rig.submit(S2)
    for replaced in await rig.store.read(jobs.replaced_by, younger):
        log_ended(replaced)
    await rig.store.write(jobs.request_cancel, younger.id)
    merges = iter(["no", entries(entry("A")), "no", "no", "no", entries(entry("B"))])
    agent = ScriptedAgent([topics(topic("A"), topic("B"))], lambda title, prompt: next(merges))
    job = await rig.submit()
    log_submitted(job, TEXT)
    runner = await rig.started(caller(agent))
    assert (await rig.until(job)).status is JobStatus.FAILED
    again = await rig.retry(job)
    runner.poke()
    assert (await rig.until(again)).status is JobStatus.COMPLETED
    assert (await rig.job(dead)).error == "memory_interrupted"
    told: dict[str, set[str]] = defaultdict(set)
    for line in caplog.messages:
        event = next((e for e in LogEvent if line.startswith(f"{e} ")), None)
        if event:
            told[event] |= set(re.findall(r" (\w+)=", line))
    known = described()
    assert set(told) == set(LogEvent)
    unknown = {e: facts - known[e] for e, facts in told.items() if facts - known[e]}
    assert unknown == {}
    never = {"ms", "stage", "error"}
    missing = {e: known[e] - told[e] for e in told if known[e] - told[e]}
    assert all(facts <= never for facts in missing.values()), missing
    assert set(missing) <= {LogEvent.REPLACED, LogEvent.CANCELLED}, "they never ran"
