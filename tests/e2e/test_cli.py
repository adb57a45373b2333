"""The command line, as a person or a script uses it: real processes, real files."""

import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from vela_desktop.cli.main import main


@dataclass(frozen=True, slots=True)
class Done:
    """What one run left."""

    returncode: int
    stdout: str
    stderr: str


class Vela:
    """Runs ``vela`` on one data folder, in this process: starting one would only take time."""

    def __init__(self, data: Path, home: Path) -> None:
        self.data, self.home = data, home

    def run(self, *arguments: str, stdin: str = "") -> Done:
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("VELA_DATA_DIR", str(self.data))
            patch.setenv("HOME", str(self.home))
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            status = main(arguments)
        out.flush()
        return Done(status, out.buffer.getvalue().decode(), err.getvalue())  # type: ignore[attr-defined]

    def process(self, *arguments: str) -> Done:
        """The same as a process of its own."""
        command = [sys.executable, "-m", "vela_desktop.app.console", *arguments]
        environment = {**os.environ, "VELA_DATA_DIR": str(self.data), "HOME": str(self.home)}
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)
        return Done(done.returncode, done.stdout, done.stderr)

    def json(self, *arguments: str, stdin: str = "") -> Any:
        done = self.run("--json", *arguments, stdin=stdin)
        assert done.stdout.count("\n") == 1, done.stdout + done.stderr
        return json.loads(done.stdout)


@pytest.fixture
def vela(data_folder: Path, home: Path) -> Vela:
    return Vela(data_folder, home)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Vela:
    """The demo, kept: a data folder with curated sessions."""
    folder = tmp_path_factory.mktemp("demo")
    demo = Vela(folder / "data", folder)
    done = demo.run("demo", "--keep", str(demo.data))
    assert done.returncode == 0, done.stderr
    return demo


def test_the_demo_prints_what_it_curated_as_a_tree(vela: Vela) -> None:
    done = vela.process("demo")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert any(not line.startswith(" ") for line in lines)
    assert any(line.startswith("    decision") for line in lines)


def test_sessions_are_listed_with_their_entries(kept: Vela) -> None:
    page = kept.json("sessions")["data"]
    assert page["total"] == 2
    assert {item["agent"] for item in page["items"]} == {"claude", "codex"}
    assert all(item["entries"] > 0 for item in page["items"])


def test_a_session_is_shown_by_a_prefix_of_its_id_and_by_path(kept: Vela) -> None:
    item = kept.json("sessions")["data"]["items"][0]
    by_id = kept.json("show", item["id"][:8])["data"]
    by_path = kept.json("show", item["path"])["data"]
    assert by_id["counts"] == by_path["counts"]
    assert by_id["counts"]["turns"] >= 40
    assert by_path["id"] == item["id"]
    full = kept.json("show", item["path"], "--full")["data"]
    assert full["turns"][0]["messages"]


def test_showing_a_path_writes_nothing(vela: Vela, kept: Vela) -> None:
    path = kept.json("sessions")["data"]["items"][0]["path"]
    vela.json("show", path)
    assert not (vela.data / "vela.db").exists()
    assert not (vela.data / "index").exists()


def test_entries_are_listed_shown_edited_and_have_a_history(kept: Vela) -> None:
    page = kept.json("entries", "--sort", "title")["data"]
    assert "body" not in page["items"][0]
    entry = kept.json("entry", "show", page["items"][0]["id"][:8])["data"]
    edited = kept.json(
        "entry", "edit", entry["id"], "--title", "另一个标题", "--stdin", stdin="新的正文"
    )["data"]
    assert (edited["title"], edited["body"]) == ("另一个标题", "新的正文")
    assert edited["version"] == entry["version"] + 1
    history = kept.json("entry", "history", entry["id"])["data"]
    assert [row["version"] for row in history["items"]] == [2, 1]
    stale = kept.json("entry", "edit", entry["id"], "--summary", "x", "--version", "1")
    assert stale["error"]["code"] == "memory_conflict"
    assert (
        kept.run("entry", "edit", entry["id"], "--summary", "x", "--version", "1").returncode == 4
    )
    sources = kept.json("entry", "sources", entry["id"])["data"]
    assert sources["items"][0]["text"]


def test_a_job_waits_for_a_window_or_is_run(kept: Vela) -> None:
    session = kept.json("sessions")["data"]["items"][1]["id"]
    job = kept.json("curate", session, "--agent", "builtin")["data"]
    assert job["status"] == "queued"
    ran = kept.json("jobs", "run")["data"]
    assert [row["status"] for row in ran["items"]] == ["completed"]
    shown = kept.json("jobs", "show", job["id"][:8])["data"]
    assert shown["status"] == "completed"
    listed = kept.json("jobs", "list", "--status", "completed")["data"]
    assert job["id"] in [row["id"] for row in listed["items"]]
    assert kept.json("jobs", "show", job["id"], "--source")["data"]["chars"] > 0


def test_curate_and_wait_gives_the_job_and_its_entries(kept: Vela) -> None:
    path = kept.json("sessions")["data"]["items"][0]["path"]
    document = kept.json("curate", path, "--agent", "builtin", "--wait")
    assert document["data"]["job"]["status"] == "completed"
    assert document["data"]["job"]["agent"] == "builtin"
    assert document["data"]["entries"][0]["citations"]


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        (["show", "no-such-session"], 3, "session_not_found"),
        (["show", "/no/such/file.jsonl"], 3, "source_gone"),
        (["entry", "show", "none"], 3, "memory_not_found"),
        (["jobs", "show", "none"], 3, "memory_not_found"),
        (["nonsense"], 2, "usage"),
        (["sessions", "--page", "0"], 2, "usage"),
        (["curate", "anything"], 2, "agent_not_chosen"),
    ],
)
def test_trouble_has_its_code_and_exit_status(
    vela: Vela, arguments: list[str], status: int, code: str
) -> None:
    done = vela.process(*arguments, "--json") if status == 2 else vela.run(*arguments, "--json")
    assert done.returncode == status
    error = json.loads(done.stdout)["error"]
    assert error["code"] == code
    assert error["message"]
    assert "Traceback" not in done.stderr


def test_a_folder_with_several_sessions_names_them(kept: Vela, vela: Vela) -> None:
    folder = kept.data / "samples"
    done = vela.run("show", str(folder), "--json")
    assert done.returncode == 2
    several = json.loads(done.stdout)["error"]["details"]["sessions"]
    assert len(several) == 2
    one = vela.json("show", f"{folder}#{several[0]}")["data"]
    assert one["native_id"] == several[0]


def test_a_bad_model_name_is_refused_before_anything_is_sent(kept: Vela) -> None:
    session = kept.json("sessions")["data"]["items"][0]["id"]
    done = kept.run("curate", session, "--agent", "builtin", "--model", "a\nb", "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "memory_invalid:model"


def test_agents_and_doctor_tell_what_is_there(vela: Vela) -> None:
    agents = vela.json("agents")["data"]["items"]
    assert {row["agent"]: row["available"] for row in agents}["builtin"] is True
    done = vela.run("doctor")
    assert done.returncode == 0
    assert "ok" in done.stdout
