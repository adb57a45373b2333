"""A secret that passes through a job in every way there is appears in no log file."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.cli import Vela
from support.curation import ScriptedAgent, entries, entry, snapshot, topic, topics
from support.fake_agents import fake_claude, fake_codex, fake_grok, fake_opencode, fake_pi
from support.runner_rig import Rig, caller
from support.storage import S1
from support.transcripts import claude_session
from vela_desktop.agents.opencode_reading import TRIES
from vela_desktop.agents.protocol import AgentError
from vela_desktop.config import logs
from vela_desktop.config.logs import LEVEL_VARIABLE, Log
from vela_desktop.config.paths import Paths
from vela_desktop.curation.log import LogEvent
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import JobStatus

CANARY = "plumage-4711-xyzzy"


def written(folder: Path) -> str:
    """Return all that the files of *folder* hold."""
    files = sorted(folder.rglob("*"))
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.is_file())


GOOD = {"data": topics(topic(f"About {CANARY}", CANARY, evidence=[(1, 1, CANARY)]))}
REPLIES: dict[str, tuple[dict[str, Any], str]] = {
    "a good answer": (GOOD | {"stderr": f"note: {CANARY}\n"}, "completed"),
    "prose": ({"text": f"Sorry, {CANARY}."}, "memory_invalid_output"),
    "a wrong target": (
        {"data": topics(topic("A", target=CANARY))},
        "memory_invalid_output",
    ),
    "an unknown kind": ({"data": topics(topic("A", kind=CANARY))}, "memory_invalid_output"),
    "a tool": ({"tool": f"Bash{CANARY}"} | GOOD, "memory_process_failed"),
    "an open tool": ({"open_tools": [CANARY]} | GOOD, "memory_process_failed"),
    "an error": ({"error": f"refused: {CANARY}", "status": 400}, "memory_process_failed"),
    "a crash": (
        {"silent": True, "exit": 1, "stderr": f"Traceback: {CANARY}\n"},
        "memory_process_failed",
    ),
}


STREAM_ERROR = f'level=ERROR message="stream error" x=1 error.error="AI_APICallError: {CANARY}"\n'
OTHERS: dict[str, tuple[Agent, dict[str, Any]]] = {
    "Grok's open tool": (Agent.GROK, {"open_tools": [CANARY]} | GOOD),
    "OpenCode's failing requests": (
        Agent.OPENCODE,
        {"stderr": STREAM_ERROR * TRIES, "hang": True},
    ),
    "OpenCode's tool": (Agent.OPENCODE, {"tool": CANARY} | GOOD),
    "Codex' tool": (Agent.CODEX, {"tool": CANARY, "hang_after": True} | GOOD),
    "Pi's tool": (Agent.PI, {"tool": CANARY} | GOOD),
}
MAKERS = {
    Agent.GROK: fake_grok,
    Agent.OPENCODE: fake_opencode,
    Agent.CODEX: fake_codex,
    Agent.PI: fake_pi,
}


@pytest.mark.parametrize("case", OTHERS)
def test_what_other_agents_say_when_a_call_is_stopped(
    case: str, data_folder: Path, home: Path
) -> None:
    which, reply = OTHERS[case]
    agent = MAKERS[which](home, default=reply)
    transcript = claude_session(home, prompt=f"What is {CANARY}?", answer="Nothing.")
    vela = Vela(data_folder, home)
    done = vela.run(
        "curate", str(transcript), "--agent", which, "--wait", "--json",
        **{f"VELA_{which.upper()}_EXECUTABLE": str(agent.path)},
    )  # fmt: skip
    assert done.error["code"] == "memory_process_failed"
    log = written(data_folder / "logs")
    assert "call stopped" in log
    assert CANARY not in log


@pytest.mark.parametrize("case", REPLIES)
def test_a_job_of_a_real_agent(case: str, data_folder: Path, home: Path) -> None:
    reply, ending = REPLIES[case]
    merged = {"data": entries(entry(f"About {CANARY}", CANARY))}
    rules = [{"contains": "stage: merge", "reply": merged}]
    agent = fake_claude(home, rules=rules, default=reply)
    transcript = claude_session(home, prompt=f"What is {CANARY}?", answer=f"It is {CANARY}.")
    vela = Vela(data_folder, home)
    start = vela.process if case == "a good answer" else vela.run  # which is quicker
    done = start(
        "curate", str(transcript), "--agent", "claude", "--wait", "--json",
        VELA_CLAUDE_EXECUTABLE=str(agent.path),
    )  # fmt: skip
    document = done.document
    status = document["data"]["job"]["status"] if document["ok"] else done.error["code"]
    assert status == ending, document
    log = written(data_folder / "logs")
    assert LogEvent.SUBMITTED in log
    assert LogEvent.FINISHED in log
    assert CANARY not in log


class TestHere:
    """In this process, where more can go wrong than a program's answers."""

    @pytest.fixture
    def log(self, tmp_path: Path) -> Iterator[Log]:
        level = logging.getLogger().level
        running = logs.start(Paths(tmp_path / "logged"), {})
        yield running
        running.close()
        logging.getLogger().setLevel(level)
        logging.getLogger("vela_desktop").setLevel(logging.NOTSET)

    async def ended(self, rig: Rig, *replies: Any) -> str | None:
        job = await rig.store.submit(S1, snapshot(("1.0", CANARY), ("1.1", CANARY)))
        await rig.started(caller(ScriptedAgent(replies)))
        return (await rig.until(job)).error

    @pytest.mark.parametrize(
        "error",
        [
            RuntimeError(CANARY),
            KeyError(CANARY),
            ExceptionGroup(CANARY, [ValueError(CANARY)]),
            UnicodeDecodeError("utf-8", CANARY.encode(), 0, 1, CANARY),
        ],
    )
    async def test_what_nobody_expected(self, rig: Rig, log: Log, error: Exception) -> None:
        error.__cause__ = LookupError(CANARY)
        assert await self.ended(rig, error) == "internal"
        assert log.path
        text = written(log.path.parent)
        assert type(error).__name__ in text
        assert "LookupError" in text
        assert CANARY not in text

    async def test_expected_trouble_with_its_details(self, rig: Rig, log: Log) -> None:
        error = AgentError(
            Code.PROCESS_FAILED, reason=CANARY, tool=CANARY, stderr_tail=CANARY, again=True
        )
        rig.settings.change(parallel_jobs=1)
        job = await rig.store.submit(S1, snapshot(("1.0", CANARY)))
        await rig.started(caller(ScriptedAgent([error])))
        await rig.until(job, JobStatus.RUNNING)
        await rig.cancel(job)
        await rig.until(job)
        assert log.path
        text = written(log.path.parent)
        assert LogEvent.CANCELLED in text
        assert CANARY not in text


async def test_curation_says_nothing_where_it_is_told_to(rig: Rig, tmp_path: Path) -> None:
    level = logging.getLogger().level
    log = logs.start(Paths(tmp_path / "logged"), {LEVEL_VARIABLE: "off"})
    try:
        job = await rig.submit()
        await rig.started(caller(ScriptedAgent([topics()])))
        await rig.until(job)
    finally:
        log.close()
        logging.getLogger().setLevel(level)
        for name in ("vela_desktop", "vela_desktop.curation"):
            logging.getLogger(name).setLevel(logging.NOTSET)
    assert log.path
    assert not log.path.exists()
