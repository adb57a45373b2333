"""Scans that keep the index up."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.index import NOON, Machine, claude_lines
from support.process import until
from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import AgentSettings
from vela_desktop.domain.events import Event, ScanProgressed, SessionsFound
from vela_desktop.domain.sessions import SessionQuery
from vela_desktop.index import scan
from vela_desktop.services.scanning import Scanner
from vela_desktop.wiring import Reading, open_reading


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path)
    made.add(1, "Invitations", at=NOON)
    return made


@pytest.fixture
async def reading(machine: Machine) -> AsyncIterator[Reading]:
    made = await open_reading(Paths(machine.home / "data"), machine.variables)
    yield made
    await made.close()


def heard(reading: Reading) -> list[Event]:
    events: list[Event] = []
    reading.bus.subscribe(events.append)
    return events


def found(events: list[Event]) -> int:
    return sum(len(event.changed) for event in events if isinstance(event, SessionsFound))


def scans(events: list[Event]) -> int:
    return sum(isinstance(event, ScanProgressed) and event.finished for event in events)


async def test_sessions_are_told_slice_by_slice(machine: Machine, reading: Reading) -> None:
    for number in range(2, 160):
        machine.add(number, at=NOON - number)
    events = heard(reading)
    assert await reading.scanner.scan() == 159
    slices = [len(event.changed) for event in events if isinstance(event, SessionsFound)]
    assert slices[0] <= scan.FIRST_SLICE  # fewer where the machine is slow
    assert sum(slices) == 159
    assert scans(events) == 1


async def test_a_file_that_grows_is_noticed_and_many_changes_are_one_scan(
    machine: Machine, reading: Reading
) -> None:
    scanner = Scanner(
        reading.index, reading.work, reading.bus, reading.settings, machine.variables,
        reading.paths.recordings,
        pause_seconds=0.3,
    )  # fmt: skip
    events = heard(reading)
    scanner.start()
    await until(lambda: scans(events) == 1)
    path, begun = machine.add(1, "Invitations", at=NOON), time.monotonic()
    async with asyncio.timeout(60):
        while found(events) < 3:  # the watch begins a moment after the first scan
            with path.open("a", encoding="utf-8") as file:
                file.write(claude_lines(1, "More"))
            await asyncio.sleep(0.01)
    await scanner.close()
    assert scans(events) <= 2 + (time.monotonic() - begun) / 0.3


async def test_another_folder_in_the_settings_is_looked_at_at_once(
    machine: Machine, tmp_path: Path, reading: Reading
) -> None:
    other = tmp_path / "elsewhere"
    machine.add(9, "From elsewhere", folder=other / "-home-dev-shop")
    events = heard(reading)
    reading.scanner.start()
    await until(lambda: scans(events) == 1)
    reading.settings.change(agents={"claude": AgentSettings(transcripts=str(other))})
    await until(lambda: scans(events) >= 2)
    rows = (await reading.sessions.list(SessionQuery())).items
    assert [row.title for row in rows] == ["From elsewhere"]


async def test_a_damaged_index_is_left_for_a_fresh_one(machine: Machine) -> None:
    paths = Paths(machine.home / "data")
    first = await open_reading(paths, machine.variables)
    await first.scanner.scan()
    damaged = first.index.path
    await first.close()
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    again = await open_reading(paths, machine.variables)
    try:
        await again.scanner.scan()
        assert (await again.sessions.list(SessionQuery())).total == 1
        assert again.index.path != damaged
    finally:
        await again.close()
