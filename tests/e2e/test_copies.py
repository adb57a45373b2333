"""A session with several transcripts: which of them a command reads, and what it says of those that
it cannot read."""

import json
from pathlib import Path

import pytest

from support.cli import Vela
from support.opencode import NATIVE, OTHER, OpenCode, write_database, write_tree
from support.transcripts import claude_session

BROKEN = b"SQLite format 3\0" + b"\xff" * 4000


@pytest.fixture
def copies(home: Path, tmp_path: Path) -> tuple[Path, Path]:
    """Two transcripts of one session that say different things, the second written last."""
    first = claude_session(home, prompt="Which port?", answer="We decided to always use port 8080.")
    second = tmp_path / "copy" / first.name
    second.parent.mkdir()
    second.write_bytes(first.read_bytes().replace(b"8080", b"9090"))
    return first, second


def sources(vela: Vela, *options: str) -> list[str]:
    job = vela.data_of("curate", *options, "--agent", "builtin", "--wait")["job"]
    return [str(vela.data_of("jobs", "show", job["id"], "--source")["text"])]


def test_a_command_that_is_given_a_path_reads_that_one(
    vela: Vela, copies: tuple[Path, Path]
) -> None:
    first, second = copies
    for path, port in ((first, "8080"), (second, "9090"), (first, "8080")):
        (source,) = sources(vela, str(path))
        assert port in source, path
    (source,) = sources(vela, vela.data_of("show", str(first))["id"])
    assert "9090" in source


def test_nothing_else_is_read_where_that_one_is_empty(
    vela: Vela, copies: tuple[Path, Path]
) -> None:
    first, second = copies
    second.write_bytes(second.read_bytes().splitlines(keepends=True)[0].replace(b"user", b"x"))
    assert vela.data_of("curate", str(first), "--agent", "builtin")["status"] == "queued"
    error = vela.json("curate", str(second), "--agent", "builtin")["error"]
    assert error["code"] == "memory_no_transcript"


def test_a_retry_reads_what_the_job_read(vela: Vela, copies: tuple[Path, Path]) -> None:
    first, second = copies
    vela.data_of("curate", str(second), "--agent", "builtin")
    job = vela.data_of("curate", str(first), "--agent", "builtin")
    vela.data_of("jobs", "cancel", job["id"])
    again = vela.data_of("jobs", "retry", job["id"])
    assert "8080" in vela.data_of("jobs", "show", again["id"], "--source")["text"]


def opencode(native_id: str, said: str) -> OpenCode:
    one = OpenCode(native_id, said)
    one.user(said)
    one.answer("Done.")
    return one


def test_a_folder_that_cannot_be_read_hides_no_other_and_is_said_once(
    vela: Vela, home: Path
) -> None:
    data = home / ".local" / "share" / "opencode"
    write_tree(data / "storage", opencode(NATIVE, "First"), opencode(OTHER, "Second"))
    (data / "opencode.db").write_bytes(BROKEN)
    done = vela.run("sessions", "--json")
    assert json.loads(done.stdout)["data"]["total"] == 2
    assert done.stderr.count(f"{data}/opencode.db cannot be read") == 1
    assert vela.run("sessions", "--agent", "claude").stderr == ""


def test_a_database_elsewhere_counts_more_than_the_tree(
    vela: Vela, home: Path, tmp_path: Path
) -> None:
    path = write_database(tmp_path / "own" / "my.db", opencode(NATIVE, "In the database"))
    newer = opencode(NATIVE, "In the tree")
    newer.born += 1_000_000
    newer.messages[-1][0]["time"]["created"] += 1_000_000
    tree = write_tree(home / ".local" / "share" / "opencode" / "storage", newer)
    shown = vela.json("show", NATIVE, OPENCODE_DB=str(path))["data"]
    assert (shown["title"], shown["path"]) == ("In the database", f"{path}#{NATIVE}")
    named = vela.json("show", f"{tree}#{NATIVE}", OPENCODE_DB=str(path))["data"]
    assert named["title"] == "In the tree"


def test_the_sentences_of_an_error_stand_apart(vela: Vela, tmp_path: Path) -> None:
    (tmp_path / "opencode.db").write_bytes(BROKEN)
    error = vela.json("show", str(tmp_path / "opencode.db"))["error"]
    assert "not a database. Move" in error["message"] or "damaged. Vela" in error["message"]
