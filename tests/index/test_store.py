"""What the window asks the index."""

import subprocess
import sys

import pytest

from support.index import NOON, Machine, native
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.ids import session_id
from vela_desktop.domain.sessions import Location
from vela_desktop.index import scan
from vela_desktop.index.store import Index


def sid(number: int) -> str:
    return session_id(Agent.CLAUDE, native(number))


async def test_sessions_are_listed_newest_first(machine: Machine) -> None:
    machine.add(1, "One")
    machine.add(2, "One", "two", "three")
    machine.add(3, "One", "two")
    machine.scan()
    index = await Index.open(machine.folder)
    assert [session.id for session in await index.sessions()] == [sid(2), sid(3), sid(1)]
    await index.close()


async def test_only_the_sessions_asked_for_are_read(machine: Machine) -> None:
    for number in range(5):
        machine.add(number)
    machine.scan()
    index = await Index.open(machine.folder)
    some = await index.changed([sid(3), "unknown", sid(1)])
    assert {session.id for session in some} == {sid(1), sid(3)}
    assert await index.changed([]) == ()
    found = await index.get(sid(4))
    assert found is not None
    assert found.facts.native_id == native(4)
    assert await index.get("unknown") is None
    await index.close()


async def test_many_ids_at_once_are_no_trouble(machine: Machine) -> None:
    machine.add(1)
    machine.scan()
    index = await Index.open(machine.folder)
    ids = [f"unknown {number}" for number in range(3_000)]
    assert len(await index.changed([*ids, sid(1)])) == 1
    await index.close()


async def test_a_beginning_of_an_id_or_a_native_id_finds_the_session(machine: Machine) -> None:
    for number in (1, 2):
        machine.add(number)
    machine.scan()
    index = await Index.open(machine.folder)
    assert [session.id for session in await index.by_prefix(sid(1)[:13])] == [sid(1)]
    assert [session.id for session in await index.by_prefix(sid(1).upper())] == [sid(1)]
    assert [session.id for session in await index.by_prefix(native(2))] == [sid(2)]
    assert len(await index.by_prefix(native(1)[:8])) == 2
    for nothing in ("", "%", "zz"):
        assert await index.by_prefix(nothing) == ()
    await index.close()


async def test_each_folder_says_how_many_sessions_it_has(machine: Machine) -> None:
    first, second = machine.add(1), machine.add(2)
    machine.add_codex(3, "Hello")
    machine.scan()
    index = await Index.open(machine.folder)
    roots = {(root.agent, root.path): root for root in await index.roots()}
    claude = roots[Agent.CLAUDE, str(machine.home / "claude" / "projects")]
    assert claude.sessions == 2
    assert claude.size == first.stat().st_size + second.stat().st_size
    assert (claude.exists, claude.problem) == (True, None)
    assert roots[Agent.CODEX, str(machine.home / "codex" / "sessions")].sessions == 1
    assert await index.problems() == ()
    await index.close()


async def test_a_folder_that_is_not_there_is_no_problem(machine: Machine) -> None:
    machine.scan()
    index = await Index.open(machine.folder)
    assert await index.problems() == ()
    assert {root.exists for root in await index.roots()} == {False}
    await index.close()


async def test_what_another_program_changed_is_told(machine: Machine) -> None:
    machine.add(1)
    gone = machine.add(2)
    machine.scan()
    index = await Index.open(machine.folder)
    before = await index.sequence()
    assert (await index.changes(before)).changed == ()
    gone.unlink()
    machine.scan()
    elsewhere = machine.add(9, folder=machine.home / "backup", at=NOON)
    scan.register(index.path, Location(Agent.CLAUDE, str(elsewhere)))
    changes = await index.changes(before)
    assert (changes.changed, changes.gone) == ((sid(9),), (sid(2),))
    assert changes.sequence == await index.sequence()
    assert (await index.changes(changes.sequence)).changed == ()
    await index.close()


async def test_its_size_counts_the_log_beside_it(machine: Machine) -> None:
    index = await Index.open(machine.folder)
    empty = await index.size_bytes()
    for number in range(50):
        machine.add(number)
    machine.scan()
    assert await index.size_bytes() > empty > 0
    await index.close()


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("vela_desktop.index.store", {"orjson", "msgspec", "zstandard", "sqlalchemy", "PySide6"}),
        ("vela_desktop.index.scan", {"sqlalchemy", "PySide6"}),
        ("vela_desktop.index.maps", {"sqlalchemy", "PySide6"}),
    ],
)
def test_each_part_loads_no_more_than_it_needs(module: str, absent: set[str]) -> None:
    code = f"import sys, {module}; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert absent.isdisjoint(ran.stdout.split())
