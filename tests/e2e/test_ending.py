"""A command that is stopped, or that nobody listens to any more, leaves nothing behind."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.cli import Vela
from support.fake_agents import FakeAgent, fake_claude
from support.process import eventually, gone
from support.transcripts import claude_session


@pytest.fixture
def agent(tmp_path: Path) -> FakeAgent:
    """An agent that never answers."""
    return fake_claude(tmp_path, default={"hang": True})


@pytest.fixture
def curate(home: Path) -> list[str]:
    """A command that waits for that agent."""
    path = claude_session(home, prompt="Which database?", answer="We decided to use SQLite.")
    return ["curate", str(path), "--agent", "claude", "--wait", "--json"]


def last_job(vela: Vela) -> dict[str, Any]:
    """Return the newest job, as the next command sees it."""
    found: dict[str, Any] = vela.data_of("jobs")["items"][0]
    return found


def test_ctrl_c_ends_the_agent_and_leaves_the_job_to_be_retried(
    vela: Vela, agent: FakeAgent, curate: list[str]
) -> None:
    with vela.start(*curate, VELA_CLAUDE_EXECUTABLE=str(agent.path)) as process:
        assert eventually(lambda: bool(agent.calls))
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert gone(agent.calls[0].pid)
    assert out.count("\n") == 1
    assert '"memory_interrupted"' in out
    assert "Traceback" not in err
    job = last_job(vela)
    assert (job["status"], job["error"]) == ("failed", "memory_interrupted")
    agent.script(default={"data": {"topics": []}})
    retried = vela.json(
        "jobs", "retry", job["id"], "--wait", VELA_CLAUDE_EXECUTABLE=str(agent.path)
    )
    assert retried["data"]["job"]["status"] == "completed"


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGKILL, -9)])
def test_a_command_that_is_killed_leaves_no_agent_and_no_running_job(
    vela: Vela, agent: FakeAgent, curate: list[str], number: int, status: int
) -> None:
    with vela.start(*curate, VELA_CLAUDE_EXECUTABLE=str(agent.path)) as process:
        assert eventually(lambda: bool(agent.calls))
        process.send_signal(number)
        process.communicate(timeout=60)
    assert process.returncode == status
    assert gone(agent.calls[0].pid)
    job = last_job(vela)
    assert (job["status"], job["error"]) == ("failed", "memory_interrupted")


def test_a_demo_that_is_stopped_leaves_no_folder(vela: Vela, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    command = Vela(vela.data, vela.home)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(scratch))
        process = command.start("demo")
    with process:
        assert process.stderr is not None
        assert "Curating" in process.stderr.readline()
        assert list(scratch.glob("vela-demo-*"))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == 130
    assert not list(scratch.glob("vela-demo-*"))
    assert not vela.data.exists()


@pytest.fixture
def transcript(home: Path) -> Path:
    """A session to show: that is quick, and needs no data folder."""
    return claude_session(home, prompt="先看一下", answer="好")


def test_a_reader_that_has_left_is_no_trouble(vela: Vela, transcript: Path) -> None:
    with vela.start("show", str(transcript)) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 1


@pytest.mark.parametrize("name", ["hello", "none"])
def test_nor_is_one_that_waits_for_a_document(vela: Vela, transcript: Path, name: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        path = transcript if name == "hello" else transcript.parent / name
        done = vela.run("show", str(path), "--json", stdout=pipe)
    assert (done.returncode, done.stderr) == (1, "")


def test_output_that_cannot_be_written_is_said(vela: Vela, transcript: Path) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "vela_desktop.app.console", "show", str(transcript)]
        environment = {**os.environ, **vela.variables}
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=environment)
    assert done.returncode == 1
    assert done.stderr == b"vela: the output cannot be written: No space left on device\n"


def test_and_so_is_a_document_that_cannot(vela: Vela, transcript: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = vela.run("show", str(transcript), "--json", stdout=full)
    assert done.returncode == 1
    assert done.stderr == "vela: the output cannot be written: No space left on device\n"


def test_without_an_error_stream_there_is_still_one_document(vela: Vela, home: Path) -> None:
    path = claude_session(home, prompt="Which?", answer="We decided to use SQLite in WAL mode.")
    done = vela.run("curate", str(path), "--agent", "builtin", "--wait", "--json", heard=False)
    assert done.returncode == 0
    assert done.document["ok"]


def test_a_terminal_that_knows_few_characters_gets_the_rest_escaped(
    vela: Vela, transcript: Path
) -> None:
    terminal = io.TextIOWrapper(io.BytesIO(), "ascii")
    done = vela.run("show", str(transcript), stdout=terminal)
    assert done.returncode == 0
    assert "\\u5148\\u770b" in done.stdout
