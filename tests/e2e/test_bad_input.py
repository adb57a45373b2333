"""Each kind of bad input has a message of its own: what happened, what is safe, what to do."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.cli import Vela
from support.transcripts import claude_session
from vela_desktop.cli.output import exit_code
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import Via
from vela_desktop.domain.jobs import Choice, JobOptions
from vela_desktop.domain.messages import describe_error
from vela_desktop.domain.sessions import SessionQuery
from vela_desktop.wiring import build

as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root to become nobody"
)
NO_TEXT = os.fsdecode(b"bad\xff")


@pytest.fixture
def transcript(home: Path) -> Path:
    return claude_session(home, prompt="Hello", answer="Hi")


async def test_a_transcript_deleted_between_listing_and_reading(
    data_folder: Path, home: Path
) -> None:
    transcript = claude_session(home, prompt="We must keep it", answer="Decided.")
    async with build(data_folder, Via.GUI) as services:
        await services.reading.scanner.scan()
        (row,) = (await services.reading.sessions.list(SessionQuery())).items
        transcript.unlink()
        with pytest.raises(VelaError) as opened:
            await services.conversations.open(row.id)
        with pytest.raises(VelaError) as submitted:
            await services.jobs.submit(row.id, Choice(agent=Agent.BUILTIN), JobOptions())
    assert opened.value.code is Code.SOURCE_GONE
    assert str(transcript) in describe_error(opened.value)[0]
    assert submitted.value.code is Code.NO_TRANSCRIPT
    assert exit_code(submitted.value) == 3


def test_an_executable_that_is_a_directory(vela: Vela, transcript: Path) -> None:
    curate = ("curate", str(transcript), "--agent", "claude")
    error = vela.json(*curate, VELA_CLAUDE_EXECUTABLE=str(vela.home))["error"]
    assert error["code"] == "memory_agent_unavailable"
    assert "folder" in error["message"]


@pytest.mark.parametrize("model", ["a\nb", "a\x1bb", "\u2028", NO_TEXT])
def test_a_model_name_with_control_characters(vela: Vela, transcript: Path, model: str) -> None:
    curate = ("curate", str(transcript), "--agent", "builtin", "--model", f"x{model}y")
    done = vela.run(*curate, "--json")
    assert (done.returncode, done.error["code"]) == (2, "memory_invalid:model")


def test_a_database_file_that_is_not_a_database(vela: Vela) -> None:
    vela.data.mkdir()
    file = vela.data / "vela.db"
    file.write_bytes(b"my shopping list\n" * 400)
    error = vela.json("entries")["error"]
    assert error["code"] == "data_not_a_database"
    assert str(file) in error["message"]
    assert file.read_bytes() == b"my shopping list\n" * 400


def test_a_newer_schema_can_be_read_and_not_written(vela: Vela, transcript: Path) -> None:
    assert vela.json("entries")["ok"]
    with sqlite3.connect(vela.data / "vela.db") as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version + 1}")
    connection.close()
    assert vela.json("entries")["ok"]
    assert vela.json("jobs")["ok"]
    error = vela.json("curate", str(transcript), "--agent", "builtin")["error"]
    assert error["code"] == "data_newer_schema"
    assert "newer version" in error["message"]


@as_root
def test_a_data_folder_that_cannot_be_written(open_folder: Path) -> None:
    vela = Vela(open_folder / "data", open_folder)
    vela.data.mkdir(mode=0o555)
    error = vela.process("entries", "--json", nobody=True).error
    assert error["code"] == "data_read_only"
    assert str(vela.data) in error["message"]


@pytest.mark.parametrize("arguments", [["entries"], ["sessions"], ["doctor"], ["demo", "--keep"]])
def test_a_file_where_the_data_folder_should_be(vela: Vela, arguments: list[str]) -> None:
    vela.data.write_text("my shopping list")
    keep = [str(vela.data)] if "--keep" in arguments else []
    done = vela.run(*arguments, *keep)
    assert done.returncode == 1
    assert f"{vela.data} is not a Vela database" in done.stderr + done.stdout
    assert vela.data.read_text() == "my shopping list"


@pytest.mark.parametrize(
    "text",
    [
        "{bad",
        '{"agents": {"claude": {"executable": 5}}}',
        '{"agents": {"pi": {"input_bytes": -1}}}',
        '{"agents": {"pi": {"input_bytes": 1e400}}}',
    ],
)
def test_broken_settings_are_told_once_and_kept(vela: Vela, text: str) -> None:
    vela.data.mkdir()
    (vela.data / "settings.json").write_text(text)
    first, second = vela.run("entries", "--json"), vela.run("entries", "--json")
    assert first.document["ok"]
    assert str(vela.data / "settings.broken.json") in first.stderr
    assert second.stderr == ""
    assert (vela.data / "settings.broken.json").read_text() == text


def test_a_demo_leaves_a_folder_with_other_things_alone(vela: Vela, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    (folder / "samples").mkdir(parents=True)
    (folder / "settings.json").write_text("my own")
    done = vela.run("demo", "--keep", str(folder), "--json")
    assert (done.returncode, done.error["code"]) == (2, "usage")
    assert str(folder) in done.error["message"]
    assert sorted(path.name for path in folder.iterdir()) == ["samples", "settings.json"]


def test_a_body_that_is_no_text(vela: Vela, tmp_path: Path) -> None:
    entry = an_entry(vela)
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    for name, why in (
        (str(tmp_path / "none.md"), "No such file"),
        (str(tmp_path), "Is a directory"),
        (str(binary), "not UTF-8"),
        ("-", "not UTF-8"),
    ):
        arguments = ("entry", "edit", entry["id"], "--body", name, "--json")
        done = vela.run(*arguments, stdin=b"\xff\xfe")
        assert (done.returncode, done.error["code"]) == (2, "usage")
        assert name in done.error["message"]
        assert why in done.error["message"]
    assert vela.data_of("entry", "show", entry["id"]) == entry


def an_entry(vela: Vela) -> dict[str, object]:
    answer = "We decided to use SQLite in WAL mode, because readers must not wait for the writer."
    path = claude_session(vela.home, prompt="Which database?", answer=answer)
    done = vela.data_of("curate", str(path), "--agent", "builtin", "--wait")
    found: dict[str, object] = done["entries"][0]
    return found


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["show", NO_TEXT], 3),
        (["show", f"/tmp/{NO_TEXT}"], 3),
        (["show", "x" * 5000], 3),
        (["show", "~nobody-of-this-name/x"], 3),
        (["jobs", "show", NO_TEXT], 3),
        (["entry", "show", NO_TEXT], 3),
        (["entries", "--tag", NO_TEXT, "--session", NO_TEXT, "--project", NO_TEXT], 0),
        (["sessions", "--query", NO_TEXT, "--project", NO_TEXT], 0),
        (["entries", "--page", "9" * 30], 2),
        (["jobs", "--page", "9" * 30], 2),
        (["sessions", "--page", "0"], 2),
    ],
)
def test_words_that_mean_nothing(vela: Vela, arguments: list[str], status: int) -> None:
    done = vela.run(*arguments, "--json")
    assert (done.returncode, done.document["ok"]) == (status, status == 0)
    assert done.stdout.isprintable() or done.stdout.endswith("}\n")
    assert vela.run(*arguments).returncode == status


def test_a_data_folder_whose_name_is_no_text(vela: Vela, tmp_path: Path) -> None:
    data = str(tmp_path / NO_TEXT)
    checks = vela.data_of("--data-dir", data, "doctor")["items"]
    assert all(check["ok"] for check in checks)
    assert Path(data).is_dir()


def test_a_folder_that_is_gone_is_no_place_to_start_in(vela: Vela, tmp_path: Path) -> None:
    here = Path.cwd()
    gone = tmp_path / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()
    try:
        done = vela.run("sessions", "--json")
    finally:
        os.chdir(here)
    assert (done.returncode, done.error["code"]) == (2, "usage")
    assert "is gone" in done.error["message"]


def test_an_agent_that_finds_no_room_for_its_files(vela: Vela) -> None:
    vela.data.mkdir()
    (vela.data / "curation").write_text("in the way")
    path = claude_session(vela.home, prompt="Which?", answer="We decided to use SQLite.")
    error = vela.json("curate", str(path), "--agent", "builtin", "--wait")["error"]
    assert error["code"] == "data_read_only"
    assert str(vela.data / "curation") in error["message"]


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that an ordinary user can reach; pytest's own are for their owner only."""
    folder = Path(tempfile.mkdtemp(prefix="vela-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize("full", [(), ("--full",)])
def test_a_transcript_with_control_sequences_does_not_command_the_terminal(
    vela: Vela, home: Path, full: tuple[str, ...]
) -> None:
    said = "\x1b]0;owned\x07 Which port?\x9b2J"
    transcript = claude_session(home, prompt=said, answer="8080.\x1b[2J")
    done = vela.run("show", str(transcript), *full)
    assert done.returncode == 0
    assert not {"\x1b", "\x07", "\x9b"} & set(done.stdout)
    assert "␛]0;owned␇" in done.stdout
