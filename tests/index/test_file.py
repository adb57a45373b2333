"""The index file: made, emptied, replaced; and what stands in the way."""

import os
import sqlite3
from pathlib import Path

import pytest

from support.index import Machine
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.index import place, schema
from vela_desktop.index.store import Index


def version_of(path: Path) -> tuple[int, int]:
    with sqlite3.connect(path) as connection:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    connection.close()
    return application, version


async def opened(folder: Path) -> Path:
    index = await Index.open(folder)
    await index.close()
    return index.path


async def test_a_new_folder_gets_an_empty_index(tmp_path: Path) -> None:
    index = await Index.open(tmp_path / "data" / "index")
    assert index.path == tmp_path / "data" / "index" / "index.db"
    assert await index.sessions() == ()
    await index.close()
    assert version_of(index.path) == (schema.APPLICATION_ID, schema.VERSION)


async def test_what_was_found_is_there_at_the_next_start(machine: Machine) -> None:
    machine.add(1)
    machine.scan()
    assert await opened(machine.folder) == machine.index
    assert len(machine.sessions()) == 1


async def test_another_version_is_emptied_in_place(machine: Machine) -> None:
    machine.add(1)
    machine.scan()
    path = machine.index
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE of_the_future (x)")
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    connection.close()
    assert await opened(machine.folder) == path
    assert machine.sessions() == ()
    assert len(machine.scan().changed) == 1


async def test_a_reader_goes_on_when_another_program_empties_the_file(machine: Machine) -> None:
    machine.add(1)
    machine.scan()
    index = await Index.open(machine.folder)
    before = await index.sequence()
    with sqlite3.connect(index.path) as connection:
        connection.execute("PRAGMA user_version = 0")
    connection.close()
    machine.scan()
    assert len(await index.sessions()) == 1
    assert len((await index.changes(before)).changed) == 1
    await index.close()


@pytest.mark.parametrize("content", [b"not a database, but longer than a header " * 99, b"short"])
async def test_a_file_that_is_no_database_is_replaced_by_the_next(
    tmp_path: Path, content: bytes
) -> None:
    broken = tmp_path / "index.db"
    broken.write_bytes(content)
    assert await opened(tmp_path) == tmp_path / "index-2.db"
    assert broken.read_bytes() == content
    assert await opened(tmp_path) == tmp_path / "index-2.db"


async def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "index.db") as connection:
        connection.execute("CREATE TABLE precious (x)")
    connection.close()
    before = (tmp_path / "index.db").read_bytes()
    assert await opened(tmp_path) == tmp_path / "index-2.db"
    assert (tmp_path / "index.db").read_bytes() == before


async def test_a_folder_in_the_files_place_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "index-3.db").mkdir()
    assert await opened(tmp_path) == tmp_path / "index-4.db"


def test_the_highest_number_is_the_present_one(tmp_path: Path) -> None:
    for name in ("index.db", "index-2.db", "index-10.db", "index-x.db", "index-2.db-wal"):
        (tmp_path / name).touch()
    assert place.present(tmp_path) == tmp_path / "index-10.db"


async def test_a_file_that_breaks_while_it_is_open_is_replaced(machine: Machine) -> None:
    for number in range(300):
        machine.add(number)
    machine.scan()
    index = await Index.open(machine.folder)
    damage(index.path)
    assert await index.sessions() == ()
    assert index.path == machine.folder / "index-2.db"
    assert len(machine.scan().changed) == 300
    assert len(await index.sessions()) == 300
    await index.close()


async def test_a_worker_that_finds_the_file_broken_says_so(machine: Machine) -> None:
    index = await Index.open(machine.folder)
    broken = index.path
    write_out(broken)
    broken.write_bytes(b"x" * 8192)
    with pytest.raises(VelaError) as caught, schema.opened(broken):
        pass
    assert caught.value.code is Code.DATA_INVALID
    await index.renew(broken)
    await index.renew(broken)
    assert index.path == machine.folder / "index-2.db"
    assert await index.sessions() == ()
    await index.close()


async def test_programs_that_find_it_broken_go_on_from_the_same_file(machine: Machine) -> None:
    first, second = await Index.open(machine.folder), await Index.open(machine.folder)
    broken = first.path
    await first.renew(broken)
    await second.renew(broken)
    assert first.path == second.path == machine.folder / "index-2.db"
    await first.close()
    await second.close()


async def test_a_file_where_the_folder_should_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "index").touch()
    with pytest.raises(VelaError) as caught:
        await Index.open(tmp_path / "index")
    assert caught.value.code is Code.DATA_READ_ONLY


def damage(path: Path) -> None:
    """Overwrite every page but the first with rubbish, as a bad disk does."""
    write_out(path)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))


def write_out(path: Path) -> None:
    """Empty the log beside the file into it."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
async def test_the_file_and_the_one_after_it_are_their_owner_s_alone(machine: Machine) -> None:
    machine.add(1)
    machine.scan()
    _, connection = place.open_present(machine.folder)
    _, second = place.open_instead(machine.index)
    modes = {file.name: file.stat().st_mode & 0o777 for file in machine.folder.iterdir()}
    connection.close()
    second.close()
    assert {"index.db", "index-2.db", "index-2.db-wal"} <= modes.keys()
    assert set(modes.values()) == {0o600}
