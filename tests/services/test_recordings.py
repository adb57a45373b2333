"""Recordings as a service: what is kept when something comes in between."""

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.index import Machine
from support.process import until
from support.recordings import cast
from vela_desktop.config.paths import Paths
from vela_desktop.domain.errors import VelaError
from vela_desktop.domain.events import Via
from vela_desktop.domain.sessions import SessionQuery
from vela_desktop.services import recording_work
from vela_desktop.services.recording_work import admit, give_up
from vela_desktop.wiring import complete, open_reading
from vela_desktop.wiring.services import Services


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    machine = Machine(tmp_path)
    machine.add(1, "Invitations")
    reading = await open_reading(Paths(tmp_path / "data"), machine.variables)
    await reading.scanner.scan()
    made = await complete(reading, Via.CLI)
    yield made
    await made.close()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return cast(tmp_path / "work.cast", [[0.5, "o", "\x1b[1mdone\x1b[0m\r\n"]], title="Work")


async def session(services: Services) -> str:
    (row,) = (await services.reading.sessions.list(SessionQuery())).items
    return row.id


async def test_what_is_being_attached_while_it_is_cancelled_keeps_its_file(
    services: Services, log: Path
) -> None:
    meant = await session(services)
    database, go_on = services.database, threading.Event()
    database._writer_thread.submit(go_on.wait, 20)
    adding = asyncio.create_task(services.recordings.add(log, meant))
    await until(lambda: database._pending, 20)
    adding.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await adding
    await until(lambda: not database._pending, 20)
    (kept,) = (await services.recordings.recorded())[meant].recordings
    assert Path(kept).read_bytes() == log.read_bytes()


async def test_what_cannot_be_attached_leaves_no_copy(services: Services, log: Path) -> None:
    meant = await session(services)
    services.database.read_only = True
    with pytest.raises(VelaError):
        await services.recordings.add(log, meant)
    assert not list(services.reading.paths.attached.iterdir())


async def test_a_recording_that_never_began_is_removed(services: Services) -> None:
    unfinished = services.reading.paths.unfinished
    unfinished.mkdir(parents=True)
    (unfinished / "none.cast").touch()
    await services.recordings.recover()
    assert not list(unfinished.iterdir())


class TestCopies:
    def test_another_copy_is_put_where_the_first_one_was_lost(
        self, log: Path, tmp_path: Path
    ) -> None:
        first = admit(log, tmp_path / "kept")
        first.text.write_text("what it shows", encoding="utf-8")
        first.path.unlink()
        again = admit(log, tmp_path / "kept")
        assert again == first
        assert again.path.read_bytes() == log.read_bytes()
        assert not list((tmp_path / "kept").glob(".incoming-*"))

    def test_what_a_file_manager_leaves_beside_one_is_not_taken_for_it(
        self, log: Path, tmp_path: Path
    ) -> None:
        first = admit(log, tmp_path / "kept")
        first.path.with_name(".DS_Store").write_bytes(b"\0")
        again = admit(log, tmp_path / "kept")
        assert (again.path, again.fresh) == (first.path, False)

    @pytest.mark.parametrize("name", [".typescript", "screen-v1.jsonl"])
    def test_a_name_that_means_something_there_is_another_one(
        self, name: str, log: Path, tmp_path: Path
    ) -> None:
        hidden = log.rename(log.with_name(name))
        assert admit(hidden, tmp_path / "kept").path.name == f"recording {name}"

    def test_a_copy_is_for_its_owner_only(self, log: Path, tmp_path: Path) -> None:
        assert admit(log, tmp_path / "kept").path.stat().st_mode & 0o777 == 0o600

    def test_one_that_was_there_before_stays_when_another_is_given_up(
        self, log: Path, tmp_path: Path
    ) -> None:
        admit(log, tmp_path / "kept")
        again = admit(log, tmp_path / "kept")
        recording_work.render(again)
        give_up(again)
        assert again.path.is_file()
