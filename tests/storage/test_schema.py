"""Creating, migrating, refusing."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from support.storage import child, ended, open_store
from vela_desktop.config.paths import Paths
from vela_desktop.curation.leases import is_here, own_lease
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import Initiator
from vela_desktop.domain.jobs import Child, JobOptions
from vela_desktop.process.identity import boot_id, host
from vela_desktop.storage import jobs, schema, steps
from vela_desktop.storage.engine import reader_engine
from vela_desktop.storage.tables import ENTRY_SEARCH, metadata

NOBODY = 65534


def ask(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(sql).fetchall()
        connection.commit()
    return rows


async def refused(folder: Path) -> VelaError:
    with pytest.raises(VelaError) as caught:
        await open_store(folder)
    return caught.value


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


async def test_a_new_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    store = await open_store(folder)
    await store.submit()
    assert mode(folder) == 0o700
    assert {mode(path) for path in folder.iterdir()} == {0o600}
    assert ask(folder / "vela.db", "PRAGMA journal_mode") == [("wal",)]
    assert ask(folder / "vela.db", "PRAGMA application_id") == [(schema.APPLICATION_ID,)]
    assert ask(folder / "vela.db", "PRAGMA user_version") == [(schema.NEWEST,)]
    await store.database.close()


def test_the_newest_schema_is_alembics_newest_revision() -> None:
    head = ScriptDirectory(str(schema.SCRIPTS)).get_current_head()
    assert int(head or 0) == schema.NEWEST


def test_migrations_and_tables_agree(empty_base: Path, tmp_path: Path) -> None:
    engine = reader_engine(empty_base)
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    engine.dispose()
    own = ("memory_entry_fts", "alembic_version")
    assert [d for d in differences if not getattr(d[1], "name", "").startswith(own)] == []
    fresh = tmp_path / "fresh.db"
    created = reader_engine(fresh)
    with created.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only = OFF")
        metadata.create_all(connection)
        connection.exec_driver_sql(ENTRY_SEARCH)
        connection.commit()
    created.dispose()
    assert described(fresh) == described(empty_base)


def described(path: Path) -> dict[str, str]:
    """Return the definitions of all indexes and tables, white space aside."""
    found = ask(path, "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {
        str(name): " ".join(str(sql).split()) for name, sql in found if name != "alembic_version"
    }


def test_an_up_to_date_file_is_opened_without_alembic(empty_base: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from vela_desktop.config.paths import Paths;"
        "from vela_desktop.storage import database, schema;"
        f"assert schema.prepare(Paths(Path({str(empty_base.parent)!r})));"
        "print([name for name in sys.modules if name.startswith('alembic')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


async def test_several_processes_create_it_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    children = [child("submit", folder) for _ in range(2)]
    for process in children:
        await ended(process)
    assert ask(folder / "vela.db", "SELECT version_num FROM alembic_version") == [("0002",)]
    assert ask(folder / "vela.db", "SELECT count(*) FROM memory_jobs") == [(2,)]


def test_a_migration_is_preceded_by_a_backup(empty_base: Path, tmp_path: Path) -> None:
    paths, scripts = Paths(tmp_path / "data"), tmp_path / "scripts"
    paths.data.mkdir()
    shutil.copy(empty_base, paths.database)
    shutil.copytree(schema.SCRIPTS, scripts)
    (scripts / "versions" / "r0003_more.py").write_text(
        "from alembic import op\nrevision, down_revision = '0003', '0002'\n"
        "def upgrade():\n    op.execute('CREATE TABLE more (x)')\n"
    )
    assert schema.prepare(paths, scripts, newest=3)
    assert ask(paths.database, "PRAGMA user_version") == [(3,)]
    assert ask(paths.database, "SELECT * FROM more") == []
    (backup,) = paths.backups.iterdir()
    assert backup.name.endswith("-0002.db")
    assert mode(backup) == 0o600
    assert ask(backup, "PRAGMA user_version") == [(2,)]


@pytest.fixture
def first_schema(tmp_path: Path) -> Paths:
    """A database as the program's first version made it."""
    paths, scripts = Paths(tmp_path / "data"), tmp_path / "scripts"
    shutil.copytree(schema.SCRIPTS, scripts)
    (scripts / "versions" / "r0002_children.py").unlink()
    assert schema.prepare(paths, scripts, newest=1)
    return paths


async def test_a_job_that_runs_while_its_process_gets_a_list_keeps_it(first_schema: Paths) -> None:
    paths = first_schema
    columns = (
        "id, type, session_id, agent, options, status, lineage, created_at, started_at, updated_at"
    )
    for key, runs in (("one", "4711, 99"), ("two", "NULL, NULL")):
        ask(
            paths.database,
            f"INSERT INTO memory_jobs ({columns}, child_pgid, child_start_ticks, lease_host, "
            "lease_boot_id, lease_pid, lease_start_ticks) VALUES "
            f"('{key}', 'curate', '{key}', 'claude', '{{}}', 'running', '{key}', 5, 6, 7, {runs}, "
            f"'{host() if key == 'one' else 'elsewhere'}', '{boot_id()}', 1, 2)",
        )
    store = await open_store(paths.data)
    one, two = await store.read(jobs.get, "one"), await store.read(jobs.get, "two")
    await store.database.close()
    assert one
    assert two
    assert one.children == (Child(pgid=4711, start_ticks=99, started_at=6),)
    assert (one.options, two.children) == (JobOptions(), ())
    assert one.lease
    assert two.lease
    me = own_lease()
    assert [is_here(lease, me) for lease in (one.lease, two.lease)] == [True, False]
    (backup,) = paths.backups.iterdir()
    assert backup.name.endswith("-0001.db")
    assert ask(backup, "SELECT child_pgid FROM memory_jobs") == [(4711,), (None,)]


def test_a_migration_that_fails_changes_nothing(empty_base: Path, tmp_path: Path) -> None:
    paths, scripts = Paths(tmp_path / "data"), tmp_path / "scripts"
    paths.data.mkdir()
    shutil.copy(empty_base, paths.database)
    before = described(paths.database)
    shutil.copytree(schema.SCRIPTS, scripts)
    (scripts / "versions" / "r0003_bad.py").write_text(
        "from alembic import op\nrevision, down_revision = '0003', '0002'\n"
        "def upgrade():\n    op.execute('CREATE TABLE more (x)')\n    raise ValueError\n"
    )
    with pytest.raises(ValueError):  # noqa: PT011 - the migration's own
        schema.prepare(paths, scripts, newest=3)
    assert described(paths.database) == before
    assert ask(paths.database, "PRAGMA user_version") == [(2,)]


async def test_steps_of_the_first_schema_know_their_job_and_how_long_they_took(
    first_schema: Paths,
) -> None:
    for number, started in enumerate((10, 50), 1):
        ask(
            first_schema.database,
            "INSERT INTO memory_jobs (id, type, session_id, agent, options, status, lineage, "
            f"created_at, started_at, updated_at) VALUES ('{number}', 'curate', 's', 'claude', "
            f"'{{}}', 'failed', '1', {started}, {started}, {started})",
        )
    for key, began, end in (("a", 11, 20), ("b", 51, 90), ("c", 9, 5)):
        ask(
            first_schema.database,
            "INSERT INTO memory_job_steps (lineage, key, stage, started_at, ended_at) "
            f"VALUES ('1', '{key}', 'extract', {began}, {end})",
        )
    store = await open_store(first_schema.data)
    found = await store.read(steps.of, "1")
    attempts = [(await store.read(jobs.get, key)).attempt for key in ("1", "2")]
    await store.database.close()
    assert attempts == [1, 2]
    assert [(step.key, step.attempt, step.ms) for step in found] == [
        ("a", 1, 9), ("b", 2, 39), ("c", 1, 0),
    ]  # fmt: skip


@pytest.mark.parametrize("content", [b"not a database at all", b"x" * 10_000])
async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "vela.db").write_bytes(content)
    error = await refused(tmp_path)
    assert (error.code, error.details["path"]) == (Code.DATA_INVALID, str(tmp_path / "vela.db"))
    assert (tmp_path / "vela.db").read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["vela.db"]


async def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    ask(tmp_path / "vela.db", "CREATE TABLE theirs (x)")
    before = (tmp_path / "vela.db").read_bytes()
    assert (await refused(tmp_path)).code is Code.DATA_INVALID
    assert (tmp_path / "vela.db").read_bytes() == before


async def test_a_folder_in_the_files_place_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "vela.db").mkdir()
    assert (await refused(tmp_path)).code is Code.DATA_INVALID


async def test_a_file_in_the_folders_place_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("x")
    assert (await refused(tmp_path / "data")).code is Code.DATA_READ_ONLY


async def test_a_newer_schema_can_be_read_but_not_written(tmp_path: Path) -> None:
    store = await open_store(tmp_path)
    await store.submit()
    await store.database.close()
    ask(tmp_path / "vela.db", f"PRAGMA user_version = {schema.NEWEST + 1}")
    before = (tmp_path / "vela.db").read_bytes()
    store = await open_store(tmp_path)
    assert store.database.read_only
    assert await store.titles() == []
    with pytest.raises(VelaError) as caught:
        await store.database.write(lambda unit: None, initiator=Initiator())
    assert caught.value.code is Code.DATA_NEWER
    await store.database.poll()
    await store.database.close()
    assert (tmp_path / "vela.db").read_bytes() == before
    assert not (tmp_path / "backups").exists()


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="gives up root's rights")
@pytest.mark.parametrize("existing", [True, False])
async def test_a_folder_that_an_ordinary_user_cannot_write(existing: bool) -> None:
    folder = Path(subprocess.check_output(["mktemp", "-d"], text=True).strip())
    try:
        if existing:
            await (await open_store(folder)).database.close()
            (folder / "vela.db").chmod(0o644)
        folder.chmod(0o755)
        wanted = folder if existing else folder / "deeper"
        assert await ended(child("open_as", wanted, NOBODY)) == Code.DATA_READ_ONLY
    finally:
        shutil.rmtree(folder)
