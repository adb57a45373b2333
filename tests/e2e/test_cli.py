"""The command line, as a person or a script uses it, on real files."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from support.cli import Vela
from support.process import eventually
from support.transcripts import claude_session


@pytest.fixture
def transcript(home: Path) -> Path:
    """A session that holds one decision."""
    answer = "We decided to use SQLite in WAL mode, because readers must not wait for the writer."
    return claude_session(home, prompt="Which database do we use?", answer=answer)


def test_the_demo_prints_what_it_curated_as_a_tree(demo: tuple[Vela, str]) -> None:
    kept, told = demo
    lines = told.splitlines()
    assert any(not line.startswith(" ") for line in lines)
    assert any(line.startswith("    decision") for line in lines)
    assert str(kept.data) in lines[-1]


def test_sessions_are_listed_with_their_entries(kept: Vela) -> None:
    page = kept.data_of("sessions")
    assert page["total"] == 2
    assert {item["agent"] for item in page["items"]} == {"claude", "codex"}
    assert all(item["entries"] > 0 for item in page["items"])
    project = page["items"][0]["project"]
    assert kept.data_of("sessions", "--project", project)["total"] == 1
    assert kept.data_of("sessions", "--project", "none of them")["total"] == 0


def test_a_session_is_shown_by_a_prefix_of_its_id_and_by_path(kept: Vela) -> None:
    item = kept.data_of("sessions")["items"][0]
    by_id = kept.data_of("show", item["id"][:8])
    by_path = kept.data_of("show", item["path"])
    assert by_id["counts"] == by_path["counts"]
    assert by_id["counts"]["turns"] >= 40
    assert by_path["id"] == item["id"]
    full = kept.data_of("show", item["path"], "--full")
    assert full["turns"][0]["messages"]


def test_showing_a_path_writes_nothing(vela: Vela, transcript: Path) -> None:
    assert vela.data_of("show", str(transcript))["counts"]["turns"] == 1
    assert not (vela.data / "vela.db").exists()
    assert not (vela.data / "index").exists()


def test_entries_are_listed_shown_edited_and_have_a_history(kept: Vela) -> None:
    page = kept.data_of("entries", "--sort", "title")
    assert "body" not in page["items"][0]
    entry = kept.data_of("entry", "show", page["items"][0]["id"][:8])
    edited = kept.data_of(
        "entry", "edit", entry["id"], "--title", "另一个标题", "--stdin", stdin="新的正文".encode()
    )
    assert (edited["title"], edited["body"]) == ("另一个标题", "新的正文")
    assert edited["version"] == entry["version"] + 1
    history = kept.data_of("entry", "history", entry["id"])
    assert [row["version"] for row in history["items"]] == [2, 1]
    stale = kept.run("--json", "entry", "edit", entry["id"], "--summary", "x", "--version", "1")
    assert (stale.returncode, stale.error["code"]) == (4, "memory_conflict")
    sources = kept.data_of("entry", "sources", entry["id"])
    assert sources["items"][0]["text"]


def test_entries_are_filtered_by_the_project_and_session_they_are_in(kept: Vela) -> None:
    session = kept.data_of("sessions")["items"][0]
    of_session = kept.data_of("entries", "--session", session["id"][:8])
    assert of_session["total"] == session["entries"]
    assert kept.data_of("entries", "--project", session["project"])["total"] == session["entries"]


def test_a_job_waits_for_a_window_or_is_run(vela: Vela, transcript: Path) -> None:
    job = vela.data_of("curate", str(transcript), "--agent", "builtin")
    assert job["status"] == "queued"
    ran = vela.data_of("jobs", "run")
    assert [row["status"] for row in ran["items"]] == ["completed"]
    assert vela.data_of("jobs", "show", job["id"][:8])["status"] == "completed"
    listed = vela.data_of("jobs", "--status", "completed", "list")
    assert [row["id"] for row in listed["items"]] == [job["id"]]
    assert vela.data_of("jobs", "--status", "failed", "list")["total"] == 0
    assert vela.data_of("jobs", "show", job["id"], "--source")["chars"] > 0


def test_a_paused_job_waits_and_says_so(vela: Vela, transcript: Path) -> None:
    assert vela.data_of("jobs", "pause") == {"paused": True}
    command = ("curate", str(transcript), "--agent", "builtin", "--wait", "--json")
    with ThreadPoolExecutor(1) as beside:
        waiting = beside.submit(vela.process, *command)
        assert eventually(lambda: vela.data_of("jobs")["total"] == 1, seconds=60)
        (job,) = vela.data_of("jobs")["items"]
        assert (job["status"], job["notes"]) == ("queued", ["paused"])
        assert vela.data_of("jobs", "resume") == {"paused": False}
        done = waiting.result(60)
    assert done.document["data"]["job"]["status"] == "completed"
    assert done.stderr.splitlines()[0].endswith(" queued paused")


def test_curate_and_wait_tells_of_its_stages_and_gives_the_entries(
    vela: Vela, transcript: Path
) -> None:
    done = vela.run("curate", str(transcript), "--agent", "builtin", "--wait", "--json")
    data = done.document["data"]
    assert (data["job"]["status"], data["job"]["agent"]) == ("completed", "builtin")
    assert data["entries"][0]["citations"]
    told = [line.split()[2] for line in done.stderr.splitlines()]
    assert told[-1] == "completed"
    assert {"extract", "merge"} <= set(told)


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        (["show", "no-such-session"], 3, "session_not_found"),
        (["show", "/no/such/file.jsonl"], 3, "source_gone"),
        (["entry", "show", "none"], 3, "memory_not_found"),
        (["jobs", "show", "none"], 3, "memory_not_found"),
        (["curate", "anything"], 2, "agent_not_chosen"),
    ],
)
def test_trouble_has_its_code_and_exit_status(
    vela: Vela, arguments: list[str], status: int, code: str
) -> None:
    done = vela.run(*arguments, "--json")
    assert (done.returncode, done.error["code"]) == (status, code)
    assert done.error["message"]


def test_a_process_exits_with_that_status(vela: Vela) -> None:
    done = vela.process("nonsense", "--json")
    assert (done.returncode, done.error["code"]) == (2, "usage")
    done = vela.run("nonsense")
    assert (done.returncode, done.stdout) == (2, "")
    assert "nonsense" in done.stderr


def test_a_folder_with_several_sessions_names_them(kept: Vela, vela: Vela) -> None:
    folder = kept.data / "samples"
    done = vela.run("show", str(folder), "--json")
    assert done.returncode == 2
    several = done.error["details"]["sessions"]
    assert len(several) == 2
    one = vela.data_of("show", f"{folder}#{several[0]}")
    assert one["native_id"] == several[0]


def test_agents_and_doctor_tell_what_is_there(vela: Vela) -> None:
    agents = vela.data_of("agents")["items"]
    assert {row["agent"]: row["available"] for row in agents}["builtin"] is True
    done = vela.run("doctor")
    assert done.returncode == 0
    assert "ok" in done.stdout
