"""The session list as a service."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.index import NOON, Machine, claude_lines, write
from vela_desktop.config.paths import Paths
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.sessions import SessionQuery
from vela_desktop.services.session_rows import Badges
from vela_desktop.services.sessions import SessionService
from vela_desktop.wiring import Reading, open_reading


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path)
    made.add(1, "Invitations", at=NOON)
    made.add(2, "Ｃallbacks", at=NOON + 60)
    made.add_codex(3, "备份策略", at=NOON + 120)
    return made


@pytest.fixture
async def reading(machine: Machine) -> AsyncIterator[Reading]:
    made = await open_reading(Paths(machine.home / "data"), machine.variables)
    await made.scanner.scan()
    yield made
    await made.close()


async def titles(sessions: SessionService, query: SessionQuery | None = None) -> list[str]:
    page = await sessions.list(query or SessionQuery())
    return [row.title for row in page.items]


async def test_the_newest_session_is_first(reading: Reading) -> None:
    assert await titles(reading.sessions) == ["备份策略", "Ｃallbacks", "Invitations"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (SessionQuery(text="callbacks"), ["Ｃallbacks"]),
        (SessionQuery(text="策略"), ["备份策略"]),
        (SessionQuery(text="no such words"), []),
        (SessionQuery(agent=Agent.CODEX), ["备份策略"]),
        (SessionQuery(since=1 << 60), []),
        (SessionQuery(project_id="nowhere"), []),
    ],
)
async def test_every_filter_leaves_out_what_it_says(
    reading: Reading, query: SessionQuery, found: list[str]
) -> None:
    assert await titles(reading.sessions, query) == found


async def test_a_list_follows_what_another_scan_changed(machine: Machine, reading: Reading) -> None:
    await titles(reading.sessions)
    machine.add(4, "Brand new", at=NOON + 600)
    (machine.claude / machine.add(1, "Invitations").name).unlink()
    write(machine.claude / machine.add(2).name, claude_lines(2, "Callbacks, renamed"))
    machine.scan()
    found = await titles(reading.sessions)
    assert sorted(found) == ["Brand new", "Callbacks, renamed", "备份策略"]


async def test_an_index_that_was_made_anew_is_read_anew(machine: Machine, reading: Reading) -> None:
    await titles(reading.sessions)
    await reading.index.renew(reading.index.path)
    assert await titles(reading.sessions) == []
    await reading.scanner.scan()
    assert len(await titles(reading.sessions)) == 3


async def test_badges_are_those_of_now(reading: Reading) -> None:
    (first, *_) = (await reading.sessions.list(SessionQuery())).items
    badges = Badges(entries={first.id: (3, True)}, curating=frozenset({first.id}))

    async def present() -> Badges:
        return badges

    reading.sessions.use_badges(present)
    (row, *_) = (await reading.sessions.list(SessionQuery())).items
    assert (row.entries, row.edited, row.curating) == (3, True, True)
    assert first.title not in await titles(reading.sessions, SessionQuery(uncurated=True))
    badges = Badges(entries={}, curating=frozenset())
    (row, *_) = (await reading.sessions.list(SessionQuery())).items
    assert (row.entries, row.edited, row.curating) == (0, False, False)


async def test_projects_are_told_with_their_sessions(reading: Reading) -> None:
    projects = await reading.sessions.projects()
    assert [(group.name, group.count) for group in projects] == [("atlas", 1), ("shop", 2)]


async def test_an_unknown_session_is_said_to_be_unknown(reading: Reading) -> None:
    with pytest.raises(VelaError) as raised:
        await reading.sessions.get("nobody")
    assert raised.value.code is Code.SESSION_NOT_FOUND
