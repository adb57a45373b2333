"""Jobs on the command line: several at once, failures, commands that are stopped, conflicts."""

import json
import os
import signal
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from support.cli import Vela
from support.fake_agents import FakeAgent, fake_claude
from support.process import eventually, gone
from support.transcripts import claude_session

ANSWER = "We decided to use SQLite in WAL mode, because readers must not wait for the writer."
FAILS: dict[str, Any] = {
    "silent": True, "stderr": "fatal: plumage-4711 is out of reach\n", "exit": 7,
}  # fmt: skip
EMPTY: dict[str, Any] = {"data": {"topics": []}}


@pytest.fixture
def vela(data_folder: Path, home: Path) -> Vela:
    return Vela(data_folder, home)


@pytest.fixture
def agent(tmp_path: Path) -> FakeAgent:
    return fake_claude(tmp_path, default=EMPTY)


@pytest.fixture
def program(agent: FakeAgent) -> dict[str, str]:
    """The variable that leads to the agent."""
    return {"VELA_CLAUDE_EXECUTABLE": str(agent.path)}


def submitted(vela: Vela, home: Path, program: dict[str, str], prompt: str) -> str:
    """Queue a job for a session of its own."""
    path = claude_session(home, prompt=prompt, answer=ANSWER)
    document = vela.json("curate", str(path), "--agent", "claude", **program)
    job: str = document["data"]["id"]
    return job


def in_database(vela: Vela, statement: str, *values: object) -> None:
    with sqlite3.connect(vela.data / "vela.db") as database:
        database.execute(statement, values)
    database.close()


def test_what_failed_is_told_with_its_cause_and_the_rest_is_done(
    vela: Vela, home: Path, agent: FakeAgent, program: dict[str, str]
) -> None:
    agent.script(rules=[{"contains": "Which port?", "reply": FAILS}], default=EMPTY)
    failed = submitted(vela, home, program, "Which port?")
    done = submitted(vela, home, program, "Which database?")
    ran = vela.run("jobs", "run", "--json", **program)
    assert ran.returncode == 1
    ended = {row["id"]: row["status"] for row in ran.document["data"]["items"]}
    assert ended == {failed: "failed", done: "completed"}
    assert f"job {failed[:8]}:\nvela: " in ran.stderr
    assert "exit code 7" in ran.stderr
    assert vela.run("jobs", "run").returncode == 0


def test_as_many_run_at_once_as_the_settings_allow_and_ctrl_c_ends_them_all(
    vela: Vela, home: Path, agent: FakeAgent, program: dict[str, str]
) -> None:
    agent.script(default={"hang": True})
    made = [submitted(vela, home, program, f"Question {number}?") for number in range(3)]
    with vela.start("jobs", "run", "--json", **program) as process:
        assert eventually(lambda: len(agent.calls) == 2)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert all(gone(call.pid) for call in agent.calls)
    assert json.loads(out)["error"]["code"] == "memory_interrupted"
    assert "Traceback" not in err
    now = {row["id"]: row["status"] for row in vela.data_of("jobs")["items"]}
    assert now == {made[0]: "failed", made[1]: "failed", made[2]: "queued"}


def test_a_command_that_is_stopped_before_its_job_began_says_that_it_waits_on(
    vela: Vela, home: Path
) -> None:
    vela.data_of("jobs", "pause")
    path = claude_session(home, prompt="Which?", answer=ANSWER)
    with vela.start("curate", str(path), "--agent", "builtin", "--wait", "--json") as process:
        assert process.stderr is not None
        assert process.stderr.readline().endswith(" queued paused\n")
        os.killpg(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    (job,) = vela.data_of("jobs")["items"]
    error = json.loads(out)["error"]
    assert (error["details"]["reason"], error["details"]["job"]) == ("waits", job["id"])
    assert "still waits" in error["message"]
    assert job["status"] == "queued"
    assert "paused" in vela.run("jobs").stdout
    assert "All jobs are paused" in vela.run("jobs", "show", job["id"][:8]).stdout


def test_what_an_agent_prints_to_its_error_stream_is_for_the_window_only(
    vela: Vela, home: Path, agent: FakeAgent, program: dict[str, str]
) -> None:
    agent.script(default=FAILS)
    path = claude_session(home, prompt="Which?", answer=ANSWER)
    done = vela.run("curate", str(path), "--agent", "claude", "--wait", "--json", **program)
    assert (done.returncode, done.error["code"]) == (1, "memory_process_failed")
    assert "stderr_tail" not in done.error["details"]
    with sqlite3.connect(vela.data / "vela.db") as database:
        ((details,),) = database.execute("SELECT details FROM memory_jobs")
    database.close()
    assert "plumage-4711" in json.loads(details)["stderr_tail"]


def test_a_retry_that_would_undo_what_a_person_did_is_refused_until_told(
    vela: Vela, home: Path
) -> None:
    path = claude_session(home, prompt="Which?", answer=ANSWER)
    curated = vela.data_of("curate", str(path), "--agent", "builtin", "--wait")
    entry = curated["entries"][0]
    found = [
        {"id": entry["id"], "title": entry["title"], "version": 1},
        {"id": "gone", "title": "Weg", "version": None},
    ]
    in_database(
        vela,
        "UPDATE memory_jobs SET status = 'failed', error = 'memory_conflict', details = ?",
        json.dumps({"edited": 1, "missing": 1, "entries": found}),
    )
    job = curated["job"]["id"]
    refused = vela.run("--json", "jobs", "retry", job[:8], "--wait")
    assert (refused.returncode, refused.error["code"]) == (4, "memory_conflict")
    assert refused.error["details"]["entries"] == found
    for said in (entry["title"], "“Weg” (no longer there)", "--replace"):
        assert said in refused.error["message"]
    assert "“Weg” (no longer there)" in vela.run("jobs", "show", job).stdout
    retried = vela.data_of("jobs", "retry", job, "--wait", "--replace")
    assert retried["job"]["status"] == "completed"


def test_an_id_that_several_begin_with_is_refused_with_all_of_them(
    vela: Vela, home: Path, program: dict[str, str]
) -> None:
    made = {submitted(vela, home, program, prompt) for prompt in ("One?", "Two?")}
    in_database(vela, "UPDATE memory_jobs SET id = 'ab' || substr(id, 3)")
    for action in ("show", "cancel", "retry"):
        done = vela.run("--json", "jobs", action, "ab")
        assert (done.returncode, done.error["code"]) == (2, "memory_ambiguous")
        assert set(done.error["details"]["ids"]) == {f"ab{job[2:]}" for job in made}
        assert "More than one job begins with “ab”" in done.error["message"]
    assert vela.run("--json", "jobs", "show", "").error["code"] == "memory_not_found"


def test_cancelling_what_has_ended_is_no_error(
    vela: Vela, home: Path, program: dict[str, str]
) -> None:
    job = submitted(vela, home, program, "Which?")
    for _ in range(2):
        assert vela.data_of("jobs", "cancel", job[:8])["status"] == "cancelled"


def test_the_command_line_remembers_the_agent_and_leaves_other_settings(
    vela: Vela, home: Path
) -> None:
    path = claude_session(home, prompt="Which?", answer=ANSWER)
    vela.data_of("curate", str(path), "--agent", "builtin", "--no-mask", "--command-excerpts")
    stored = json.loads((vela.data / "settings.json").read_text(encoding="utf-8"))
    assert stored["last_choice"]["agent"] == "builtin"
    assert (stored["mask_secrets"], stored["command_excerpts"]) == (True, False)
    assert vela.data_of("curate", str(path))["agent"] == "builtin"


def test_a_job_says_what_it_read_and_what_it_used(vela: Vela, home: Path) -> None:
    path = claude_session(home, prompt="Which?", answer=ANSWER)
    done = vela.run("curate", str(path), "--agent", "builtin", "--wait")
    assert done.stdout.splitlines()[-1].startswith("Saved 1 entries: ")
    job = vela.data_of("jobs")["items"][0]["id"]
    shown = vela.data_of("jobs", "show", job)
    assert (shown["origin"], shown["segments"]) == ("transcript", 1)
    assert "read from: transcript" in vela.run("jobs", "show", job).stdout
