"""What a job costs beside its agent's calls: whole jobs whose agent takes a known time for each.

The agent is a real child process, called as Claude Code is; the session is a transcript that is
found, read and cut as any other.
"""

import asyncio
import itertools
import json
import random
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks import curation_agent
from benchmarks.words import Pool
from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import AgentSettings, SettingsStore
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.events import Via
from vela_desktop.domain.jobs import Choice, Job, JobOptions, JobStatus
from vela_desktop.domain.sessions import SessionQuery
from vela_desktop.wiring import build
from vela_desktop.wiring.services import Services

_MESSAGE_CHARS = 11_750
"""So that a prompt and its answer fill a segment, and nothing more fits into it."""

_PARAGRAPH_CHARS = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A job: how many segments are read, how many topics they have, what an agent's call takes."""

    segments: int
    topics: int
    seconds: float = 1.0

    @property
    def calls(self) -> int:
        """How many times the agent is called."""
        return self.segments + self.topics

    def __str__(self) -> str:
        return f"{self.segments} segments, {self.topics} topics"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """A job that was completed: what it took, and what its agent's processes did one by one."""

    seconds: float
    calls: tuple[float, ...]


def run(folder: Path, shape: Shape, parallel_calls: int) -> Ran:
    """Curate a session of *shape* in *folder*, which is made; return what it took from the claim
    to the last entry. Raises RuntimeError where it did not end as it has to."""
    program = _write_program(folder, shape)
    transcript = folder / "claude" / "projects" / "-home-dev-shop" / f"{uuid.UUID(int=1)}.jsonl"
    transcript.parent.mkdir(parents=True)
    transcript.write_text("".join(_lines(shape.segments)), encoding="utf-8")
    data = folder / "data"
    agents = {str(Agent.CLAUDE): AgentSettings(executable=str(program))}
    SettingsStore(Paths(data).settings).change(agents=agents, parallel_calls=parallel_calls)
    seconds = asyncio.run(_curate(folder, shape))
    times = (program.parent / "times").read_text(encoding="ascii").split()
    return Ran(seconds=seconds, calls=tuple(map(float, times)))


async def _curate(folder: Path, shape: Shape) -> float:
    environment = {
        "HOME": str(folder),
        "CLAUDE_CONFIG_DIR": str(folder / "claude"),
        "CODEX_HOME": str(folder / "codex"),
    }
    async with build(folder / "data", Via.CLI, environment) as services:
        submitted = await _submit(services)
        began = time.perf_counter()
        job = await services.jobs.run(submitted.id)
        seconds = time.perf_counter() - began
        _check(job, shape)
        return seconds


async def _submit(services: Services) -> Job:
    await services.reading.scanner.scan()
    (session,) = (await services.reading.sessions.list(SessionQuery())).items
    return await services.jobs.submit(session.id, Choice(agent=Agent.CLAUDE), JobOptions())


def _check(job: Job, shape: Shape) -> None:
    ended = (job.status, job.usage.calls, job.entries)
    if ended != (JobStatus.COMPLETED, shape.calls, shape.topics):
        raise RuntimeError(f"the job ended as {ended}: {job.error} {job.details}")


def _write_program(folder: Path, shape: Shape) -> Path:
    program = folder / "bin" / "claude"
    program.parent.mkdir(parents=True)
    source = Path(curation_agent.__file__).read_text(encoding="utf-8")
    program.write_text(f"#!{sys.executable} -IS\n{source}", encoding="utf-8")
    program.chmod(0o755)
    plan = {"seconds": shape.seconds, "topics": shape.topics}
    (program.parent / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    return program


def _lines(turns: int) -> Iterator[str]:
    """Yield the transcript of a conversation that gives one segment a turn."""
    parent = None
    for turn, kind in itertools.product(range(turns), ("user", "assistant")):
        text = _message()
        content = text if kind == "user" else [{"type": "text", "text": text}]
        own = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{turn} {kind}"))
        record = {
            "parentUuid": parent,
            "isSidechain": False,
            "type": kind,
            "message": {"id": f"msg_{turn}", "role": kind, "model": "claude-x", "content": content},
            "uuid": own,
            "timestamp": f"2026-05-28T{10 + turn // 60}:{turn % 60:02}:00.000Z",
            "sessionId": str(uuid.UUID(int=1)),
            "cwd": "/home/dev/shop",
            "version": "2.1.332",
        }
        yield json.dumps(record, ensure_ascii=False) + "\n"
        parent = own


def _message() -> str:
    pool = _pool()
    paragraphs: list[str] = []
    while sum(map(len, paragraphs)) < _MESSAGE_CHARS:
        language = "en" if len(paragraphs) % 3 else "zh"
        paragraphs.append(pool.prose(language, 8)[:_PARAGRAPH_CHARS])
    return "\n\n".join(paragraphs)[:_MESSAGE_CHARS]


@cache
def _pool() -> Pool:
    return Pool(random.Random(3))
