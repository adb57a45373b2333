"""Recordings as a service: what is kept when something comes in between."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.index import Machine
from support.process import until
from support.recordings import cast
from vela_desktop.config.paths import Paths
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import VelaError
from vela_desktop.domain.events import Via
from vela_desktop.domain.messages import describe_error
from vela_desktop.domain.sessions import Relation, SessionQuery, SessionRow
from vela_desktop.process.program_names import own_name
from vela_desktop.services import recording_work
from vela_desktop.services.recording_work import Admitted, admit, give_up, put
from vela_desktop.services.recordings import written_meanwhile
from vela_desktop.services.unfinished import Made
from vela_desktop.sources.terminal_text import NAME
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


def long_cast(path: Path) -> Path:
    """Write a recording that takes several slices to render."""
    line = "\x1b[32mcompiling a file\x1b[0m of the project \x1b[1m{}\x1b[0m\r\n"
    return cast(path, [[at / 100, "o", line.format(at)] for at in range(20_000)])


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


EMPTY = {
    "without an event": [],
    "without output": [[0.5, "i", "keys"], [0.6, "r", "90x30"]],
    "in a title that never ends": [[0.1, "o", "\x1b]0;title\r\nall that follows\r\n"]],
    "of blanks": [[0.1, "o", "  \r\n\r\n"]],
}


@pytest.mark.parametrize("events", EMPTY.values(), ids=EMPTY)
async def test_a_recording_that_shows_nothing_is_refused_and_leaves_nothing(
    events: list[list[object]], services: Services, tmp_path: Path
) -> None:
    path = cast(tmp_path / "empty.cast", events)
    for to in (None, await session(services)):
        with pytest.raises(VelaError) as caught:
            await services.recordings.add(path, to)
        text, action = describe_error(caught.value)
        assert text.startswith("“empty.cast” cannot be read as a recording: nothing was ever seen")
        assert action.startswith("Nothing was imported.")
    for folder in (services.reading.paths.recordings, services.reading.paths.attached):
        assert not list(folder.iterdir())


async def test_where_a_recorded_program_showed_nothing_there_is_nothing_to_keep(
    services: Services, tmp_path: Path
) -> None:
    path = cast(tmp_path / "empty.cast", [])
    made = Made(since=0, cwd="/elsewhere", program="true")
    assert (await services.recordings.keep(path, made)).session_id is None
    assert not path.exists()


def row(
    name: str, cwd: str | None, agent: Agent = Agent.CLAUDE, last_at: int = 2_000
) -> SessionRow:
    return SessionRow(
        id=name,
        agent=agent,
        native_id=name,
        title=name,
        project_id="",
        project="",
        cwd=cwd,
        branch=None,
        started_at=None,
        last_at=last_at,
        first_prompt=None,
        relation=Relation.NONE,
        path=None,
    )


class TestWhoseItIs:
    @pytest.mark.parametrize(
        ("rows", "whose"),
        [
            ([row("here", "/w"), row("below", "/w/a")], ["here"]),
            ([row("old", "/w", last_at=1_500), row("new", "/w")], ["new"]),
            ([row("its", "/w", last_at=1_500), row("other", "/w", Agent.CODEX)], ["its"]),
            ([row("before", "/w", last_at=900), row("below", "/w/a/b")], ["below"]),
            ([row("beside", "/wa"), row("below", "/w/a")], ["below"]),
            ([row("one", "/w/a"), row("two", "/w/b")], ["one", "two"]),
            ([row("one", "/w/a"), row("two", "/w/b", Agent.CODEX)], ["one"]),
            ([row("elsewhere", "/x")], ["elsewhere"]),
            ([row("without", None)], ["without"]),
            ([row("one", "/x"), row("two", None)], ["one", "two"]),
            ([row("screen", "/w", Agent.TERMINAL)], []),
            ([], []),
        ],
    )
    def test_the_session_a_recording_belongs_to(
        self, rows: list[SessionRow], whose: list[str]
    ) -> None:
        made = Made(since=1_000, cwd="/w", program="claude")
        assert [one.id for one in written_meanwhile(tuple(rows), made)] == whose

    def test_a_folder_is_the_same_by_another_name(self, tmp_path: Path) -> None:
        (tmp_path / "real").mkdir()
        (tmp_path / "link").symlink_to(tmp_path / "real")
        made = Made(since=1_000, cwd=str(tmp_path / "real"), program="bash")
        rows = (row("here", str(tmp_path / "link")), row("other", "/x"))
        assert [one.id for one in written_meanwhile(rows, made)] == ["here"]


class TestAtOnce:
    async def test_of_two_imports_of_one_file_the_other_goes_on_when_one_is_cancelled(
        self, services: Services, tmp_path: Path
    ) -> None:
        path = long_cast(tmp_path / "long.cast")
        begun, rendering = asyncio.Event(), asyncio.Event()
        first = asyncio.create_task(services.recordings.add(path, progress=lambda *_: begun.set()))
        await asyncio.wait_for(begun.wait(), 20)
        second = asyncio.create_task(
            services.recordings.add(path, progress=lambda *_: rendering.set())
        )
        await asyncio.wait_for(rendering.wait(), 20)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        kept = await second
        assert (await services.reading.sessions.get(kept)).title == "long.cast"
        (place,) = services.reading.paths.recordings.iterdir()
        assert sorted(file.name for file in place.iterdir()) == ["long.cast", NAME]

    async def test_two_imports_of_one_file_are_one_session(
        self, services: Services, tmp_path: Path
    ) -> None:
        path = long_cast(tmp_path / "long.cast")
        first, second = await asyncio.gather(
            services.recordings.add(path), services.recordings.add(path)
        )
        assert first == second
        (place,) = services.reading.paths.recordings.iterdir()
        assert sorted(file.name for file in place.iterdir()) == ["long.cast", NAME]

    async def test_nobody_sees_a_recording_before_its_text_is_there(
        self, services: Services, tmp_path: Path
    ) -> None:
        seen = list[str]()

        def progress(done: int, total: int) -> None:
            folder = services.reading.paths.recordings
            seen.extend(one.name for one in folder.iterdir() if not one.name.startswith("."))

        await services.recordings.add(long_cast(tmp_path / "long.cast"), progress=progress)
        assert seen == []


class TestRecovering:
    async def test_a_recording_without_its_text_is_rendered(
        self, services: Services, log: Path
    ) -> None:
        await services.recordings.add(log, await session(services))
        (text,) = services.reading.paths.attached.glob(f"*/{NAME}")
        rendered = text.read_bytes()
        text.unlink()
        await services.recordings.recover()
        assert text.read_bytes() == rendered

    async def test_what_a_program_that_is_gone_was_taking_in_is_removed(
        self, services: Services
    ) -> None:
        folder = services.reading.paths.recordings
        gone, going_on = folder / ".incoming-1-1-a", folder / f".incoming-{own_name()}-b"
        for each in (gone, going_on):
            each.mkdir(parents=True)
        await services.recordings.recover()
        assert list(folder.iterdir()) == [going_on]


def taken_in(log: Path, folder: Path) -> Admitted:
    """Take *log* in to its end."""
    admitted = admit(log, folder, own_name())
    recording_work.render(admitted)
    return put(admitted)


class TestCopies:
    def test_another_copy_is_put_where_the_first_one_was_lost(
        self, log: Path, tmp_path: Path
    ) -> None:
        first = taken_in(log, tmp_path / "kept")
        first.path.unlink()
        again = taken_in(log, tmp_path / "kept")
        assert again == first
        assert again.path.read_bytes() == log.read_bytes()
        assert not list((tmp_path / "kept").glob(".incoming-*"))

    def test_what_a_file_manager_leaves_beside_one_is_not_taken_for_it(
        self, log: Path, tmp_path: Path
    ) -> None:
        first = taken_in(log, tmp_path / "kept")
        first.path.with_name(".DS_Store").write_bytes(b"\0")
        again = admit(log, tmp_path / "kept", own_name())
        assert again == first

    @pytest.mark.parametrize("name", [".typescript", "screen-v1.jsonl"])
    def test_a_name_that_means_something_there_is_another_one(
        self, name: str, log: Path, tmp_path: Path
    ) -> None:
        hidden = log.rename(log.with_name(name))
        assert taken_in(hidden, tmp_path / "kept").path.name == f"recording {name}"

    def test_all_that_is_kept_is_for_its_owner_only(self, log: Path, tmp_path: Path) -> None:
        before = os.umask(0)
        try:
            taken_in(log, tmp_path / "kept")
        finally:
            os.umask(before)
        kept = [tmp_path / "kept", *(tmp_path / "kept").rglob("*")]
        assert len(kept) == 4
        for path in kept:
            assert path.stat().st_mode & 0o777 == (0o700 if path.is_dir() else 0o600), path

    def test_one_that_is_in_its_place_stays_when_another_is_given_up(
        self, log: Path, tmp_path: Path
    ) -> None:
        first = taken_in(log, tmp_path / "kept")
        give_up(admit(log, tmp_path / "kept", own_name()))
        assert first.path.is_file()
        first.text.unlink()
        again = admit(log, tmp_path / "kept", own_name())
        give_up(again)
        assert not again.path.exists()
        assert list((tmp_path / "kept").iterdir()) == [first.place]

    def test_a_text_that_was_lost_is_put_there_again(self, log: Path, tmp_path: Path) -> None:
        first = taken_in(log, tmp_path / "kept")
        first.text.unlink()
        assert taken_in(log, tmp_path / "kept") == first
        assert recording_work.is_rendered(first.path)
        assert list((tmp_path / "kept").iterdir()) == [first.place]

    def test_putting_it_there_again_after_a_worker_died_is_as_good(
        self, log: Path, tmp_path: Path
    ) -> None:
        admitted = admit(log, tmp_path / "kept", own_name())
        recording_work.render(admitted)
        assert put(admitted) == put(admitted)


async def test_a_recorded_session_whose_transcript_is_gone_is_counted_in_its_project(
    services: Services, log: Path
) -> None:
    sessions = services.reading.sessions
    meant = await session(services)
    await services.recordings.add(log, meant)
    before = [(group.name, group.count) for group in await sessions.projects()]
    Path((await sessions.get(meant)).path or "").unlink()
    await services.reading.scanner.scan()
    (group,) = await sessions.projects()
    assert [(group.name, group.count)] == before == [("shop", 1)]
    (row,) = (await sessions.list(SessionQuery(project_id=group.project_id))).items
    assert row.id == meant
