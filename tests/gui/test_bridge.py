"""Events become few, coarse signals."""

from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from support.gui import destroy, signalled
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.events import (
    AgentsChanged,
    EntriesReplaced,
    EntrySaved,
    JobChanged,
    JobDeleted,
    JobsPaused,
    ScanProgressed,
    SessionsFound,
)
from vela_desktop.gui.bridge import Bridge


def _saved(session_id: str, token: str = "") -> EntrySaved:
    return EntrySaved(entry_id="e", session_id=session_id, project_id="p", version=2, token=token)


@pytest.fixture
def bus() -> EventBus:
    return EventBus()


def _heard(signal: Any) -> list[Any]:
    heard: list[Any] = []
    signal.connect(heard.append)
    return heard


async def test_a_flood_becomes_one_signal(bus: EventBus) -> None:
    bridge = Bridge(bus)
    heard = _heard(bridge.jobs_changed)
    for number in range(500):
        bus.publish(JobChanged(job_id=f"j{number % 3}", session_id="s", status="running"))
    await signalled(bridge.jobs_changed)
    bus.publish(JobChanged(job_id="later", session_id="s", status="running"))
    await signalled(bridge.jobs_changed)
    assert heard == [frozenset({"j0", "j1", "j2"}), frozenset({"later"})]


async def test_jobs_are_also_told_by_the_sessions_they_are_of(bus: EventBus) -> None:
    bridge = Bridge(bus)
    heard = _heard(bridge.curating_changed)
    for session_id in ("a", "b", "a"):
        bus.publish(JobChanged(job_id="j", session_id=session_id, status="running"))
    await signalled(bridge.curating_changed)
    assert heard == [frozenset({"a", "b"})]


async def test_a_deleted_record_is_a_change_of_jobs(bus: EventBus) -> None:
    bridge = Bridge(bus)
    bus.publish(JobDeleted(job_id="j", session_id="s"))
    assert await signalled(bridge.jobs_changed) == (frozenset({"j"}),)


async def test_only_the_latest_pause_is_told(bus: EventBus) -> None:
    bridge = Bridge(bus)
    heard = _heard(bridge.jobs_paused)
    for paused in (True, False, True):
        bus.publish(JobsPaused(paused=paused))
    await signalled(bridge.jobs_paused)
    assert heard == [True]


async def test_entries_are_told_by_session_and_with_their_tokens(bus: EventBus) -> None:
    bridge = Bridge(bus)
    touched = _heard(bridge.entries_touched)
    replaced = EntriesReplaced(session_id="b", project_id="p", job_id="j", saved=("x",), deleted=())
    bus.publish(_saved("a", "mine"))
    bus.publish(replaced)
    (sessions,) = await signalled(bridge.entries_changed)
    assert sessions == frozenset({"a", "b"})
    assert touched == [(_saved("a", "mine"), replaced)]


async def test_a_session_that_was_found_and_lost_is_lost(bus: EventBus) -> None:
    bridge = Bridge(bus)
    bus.publish(SessionsFound(changed=("a", "b")))
    bus.publish(SessionsFound(changed=("c",), gone=("a",)))
    (found,) = await signalled(bridge.sessions_changed)
    assert found == SessionsFound(changed=("b", "c"), gone=("a",))


async def test_only_the_latest_progress_is_told(bus: EventBus) -> None:
    bridge = Bridge(bus)
    for done in range(10):
        bus.publish(ScanProgressed(done=done, total=9, finished=done == 9))
    (progress,) = await signalled(bridge.scan_progressed)
    assert progress == ScanProgressed(done=9, total=9, finished=True)


async def test_agents_are_told(bus: EventBus) -> None:
    bridge = Bridge(bus)
    bus.publish(AgentsChanged(agents=("claude",)))
    assert await signalled(bridge.agents_changed) == ()


async def test_a_bridge_that_is_gone_hears_nothing(bus: EventBus) -> None:
    parent = QWidget()
    Bridge(bus, parent)
    destroy(parent)
    bus.publish(_saved("a"))
