"""Each kind of bad input has a message of its own: what happened, what is safe, what to do."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

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


_PROGRAM = """
import os, sys
import vela_desktop.cli.main, vela_desktop.wiring.services
if sys.argv[1] == "nobody":
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
sys.exit(vela_desktop.cli.main.main(sys.argv[2:]))
"""
"""Becomes nobody after importing: an interpreter may lie where nobody cannot read it."""


def vela(data: Path, *arguments: str, nobody: bool = False, **variables: str) -> dict[str, Any]:
    """Run the program, as an ordinary user where *nobody*; return its JSON document."""
    user = "nobody" if nobody else "somebody"
    command = [sys.executable, "-c", _PROGRAM, user, "--json", *arguments]
    environment = {**os.environ, "VELA_DATA_DIR": str(data), **variables}
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
    assert "Traceback" not in done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document


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


def test_an_executable_that_is_a_directory(data_folder: Path, home: Path) -> None:
    transcript = claude_session(home, prompt="Hello", answer="Hi")
    document = vela(
        data_folder,
        "curate",
        str(transcript),
        "--agent",
        "claude",
        HOME=str(home),
        VELA_CLAUDE_EXECUTABLE=str(home),
    )
    assert document["error"]["code"] == "memory_agent_unavailable"
    assert "directory" in document["error"]["message"] or "folder" in document["error"]["message"]


@pytest.mark.parametrize("model", ["a\nb", "a\x1bb", "\u2028"])
def test_a_model_name_with_control_characters(data_folder: Path, home: Path, model: str) -> None:
    transcript = claude_session(home, prompt="Hello", answer="Hi")
    document = vela(
        data_folder, "curate", str(transcript), "--agent", "builtin", "--model", f"x{model}y",
        HOME=str(home),
    )  # fmt: skip
    assert document["error"]["code"] == "memory_invalid:model"


def test_a_database_file_that_is_not_a_database(data_folder: Path) -> None:
    data_folder.mkdir()
    file = data_folder / "vela.db"
    file.write_bytes(b"my shopping list\n" * 400)
    document = vela(data_folder, "entries")
    assert document["error"]["code"] == "data_not_a_database"
    assert str(file) in document["error"]["message"]
    assert file.read_bytes() == b"my shopping list\n" * 400


def test_a_newer_schema_can_be_read_and_not_written(data_folder: Path, home: Path) -> None:
    assert vela(data_folder, "entries")["ok"]
    with sqlite3.connect(data_folder / "vela.db") as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version + 1}")
    connection.close()
    assert vela(data_folder, "entries")["ok"]
    transcript = claude_session(home, prompt="Hello", answer="Hi")
    document = vela(data_folder, "curate", str(transcript), "--agent", "builtin", HOME=str(home))
    assert document["error"]["code"] == "data_newer_schema"
    assert "newer version" in document["error"]["message"]


@as_root
def test_a_data_folder_that_cannot_be_written(open_folder: Path) -> None:
    folder = open_folder / "data"
    folder.mkdir(mode=0o555)
    document = vela(folder, "entries", nobody=True)
    assert document["error"]["code"] == "data_read_only"
    assert str(folder) in document["error"]["message"]


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that an ordinary user can reach; pytest's own are for their owner only."""
    folder = Path(tempfile.mkdtemp(prefix="vela-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)
