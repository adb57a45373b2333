"""What the tests of curation share: conversations in memory, snapshots, scripted agents."""

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from vela_desktop.agents.protocol import Answer, Request
from vela_desktop.curation.headings import heading
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.jobs import Job, JobOptions, JobStatus, Stage, Step, Usage
from vela_desktop.domain.sessions import (
    Block,
    BlockKind,
    Counts,
    Fingerprint,
    Location,
    MapEntry,
    Message,
    Role,
    SessionFacts,
    TranscriptMap,
)
from vela_desktop.sources.protocol import Found, Root

SESSION = "0d9c3a2e-0000-5000-8000-000000000001"
NOON = 1_796_126_400_000
"""2026-12-01T12:00:00Z."""


def text_block(text: str) -> Block:
    """Return prose."""
    return Block(kind=BlockKind.TEXT, text=text)


def message(
    label: str, role: Role, *blocks: Block | str, at: int | None = NOON, inherited: bool = False
) -> Message:
    """Return a message at *label* ("3.1"); plain texts become prose."""
    turn, step = map(int, label.split("."))
    made = tuple(text_block(b) if isinstance(b, str) else b for b in blocks)
    return Message(
        index=0, role=role, turn=turn, step=step, uid=label, at=at, blocks=made, inherited=inherited
    )


class MemoryReader:
    """A reader whose transcript is a list of messages."""

    agent: ClassVar[Agent] = Agent.CLAUDE

    def __init__(self, messages: Sequence[Message]) -> None:
        self._messages = dict(enumerate(messages))
        self.ranges: list[int] = []
        """How many messages each read asked for."""

    def map(self, bytes_each: int = 100) -> TranscriptMap:
        """Return the map of the messages."""
        return TranscriptMap(
            location=LOCATION,
            fingerprint=Fingerprint(0, 0),
            facts=SessionFacts(native_id="x"),
            entries=tuple(_entry(n, row, bytes_each) for n, row in self._messages.items()),
            counts=Counts(),
        )

    def messages(self, location: Location, entries: Sequence[MapEntry]) -> list[Message]:
        self.ranges.append(len(entries))
        return [self._messages[entry.index] for entry in entries]

    def roots(self, environment: Mapping[str, str], override: str | None) -> list[Root]:
        return []

    def discover(self, root: Root) -> Iterable[Found]:
        return iter(())

    def accepts(self, path: Path) -> bool:
        return False

    def at(self, path: Path) -> list[Location]:
        return []

    def fingerprint(self, location: Location) -> Fingerprint:
        return Fingerprint(0, 0)

    def head(self, location: Location) -> SessionFacts:
        return SessionFacts(native_id="x")

    def index(
        self,
        location: Location,
        previous: TranscriptMap | None = None,
        max_bytes: int | None = None,
    ) -> TranscriptMap:
        return self.map()

    def resume_command(self, facts: SessionFacts) -> str:
        return ""


LOCATION = Location(Agent.CLAUDE, "memory")


def _entry(number: int, row: Message, size: int) -> MapEntry:
    chars = sum(len(block.text) for block in row.blocks if block.kind is BlockKind.TEXT)
    return MapEntry(
        index=number, role=row.role, turn=row.turn, step=row.step, uid=row.uid, at=row.at,
        spans=((number * size, size),), chars=chars, inherited=row.inherited,
    )  # fmt: skip


def snapshot(*messages: tuple[str, str]) -> str:
    """Return the text of a snapshot of (label, prose) pairs; step 0 is the user's."""
    pieces = []
    for label, prose in messages:
        turn, step = map(int, label.split("."))
        role = "assistant" if step else "user"
        pieces.append(f"{heading(turn, step, role, NOON)}\n{prose}\n\n")
    return "".join(pieces)


def job(job_id: str = "job-1", **changes: Any) -> Job:
    """Return a running job."""
    values: dict[str, Any] = {
        "id": job_id, "session_id": SESSION, "project_id": "p", "source_id": "s",
        "agent": Agent.CLAUDE, "model": None, "effort": None, "options": JobOptions(),
        "status": JobStatus.RUNNING, "stage": Stage.EXTRACT, "done": 0, "total": 0, "error": None,
        "details": {}, "notes": (), "entries": 0, "usage": Usage(), "lineage": job_id,
        "lease": None, "children": (), "baseline": {}, "created_at": 0, "started_at": 0,
        "ended_at": None, "updated_at": 0,
    }  # fmt: skip
    return Job(**(values | changes))


@dataclass
class MemorySteps:
    """A step store in memory."""

    kept: dict[str, Step] = field(default_factory=dict)
    booked: Usage = field(default_factory=Usage)

    async def get(self, key: str) -> Step | None:
        return self.kept.get(key)

    async def book(self, usage: Usage, step: Step | None = None) -> None:
        self.booked += usage
        if step is not None:
            self.kept[step.key] = step


Reply = str | dict[str, Any] | Exception


def topic(
    title: str,
    content: str = "It holds.",
    *,
    target: str | None = None,
    kind: str = "fact",
    evidence: Iterable[tuple[int, int | None, str]] = (),
) -> dict[str, Any]:
    """Return a topic of an extract reply."""
    return {
        "target": target, "title": title, "kind": kind, "content": content,
        "evidence": _evidence(evidence),
    }  # fmt: skip


def entry(
    title: str,
    body: str = "It holds.",
    *,
    summary: str = "Short.",
    kind: str = "fact",
    tags: Sequence[str] = (),
    related: Sequence[str] = (),
    evidence: Iterable[tuple[int, int | None, str]] = (),
) -> dict[str, Any]:
    """Return an entry of a merge reply."""
    return {
        "title": title, "summary": summary, "body": body, "kind": kind, "tags": list(tags),
        "related": list(related), "evidence": _evidence(evidence),
    }  # fmt: skip


def _evidence(rows: Iterable[tuple[int, int | None, str]]) -> list[dict[str, Any]]:
    return [{"turn": turn, "step": step, "quote": quote} for turn, step, quote in rows]


def topics(*rows: dict[str, Any]) -> dict[str, Any]:
    """Return an extract reply."""
    return {"topics": list(rows)}


def entries(*rows: dict[str, Any]) -> dict[str, Any]:
    """Return a merge reply."""
    return {"entries": list(rows)}


class ScriptedAgent:
    """Answers extract prompts from a list, merge prompts by a function of the topic's title.

    ``prompts`` holds what it was asked, in order.
    """

    def __init__(
        self,
        extract: Sequence[Reply] = (),
        merge: Callable[[str, str], Reply] | None = None,
    ) -> None:
        self._extract = list(extract)
        self._merge = merge or (lambda title, prompt: entries(entry(title)))
        self.prompts: list[str] = []

    async def ask(self, request: Request) -> Answer:
        """Answer the next question."""
        self.prompts.append(request.prompt)
        if ", stage: extract," in request.prompt.split("\n", 1)[0]:
            reply = self._extract.pop(0)
        else:
            reply = self._merge(title_of(request.prompt), request.prompt)
        if isinstance(reply, Exception):
            raise reply
        text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
        return Answer(text=text, usage=Usage(calls=1, input_tokens=100, output_tokens=10))

    def asked(self, stage: str) -> list[str]:
        """Return the prompts of a stage."""
        return [text for text in self.prompts if f"stage: {stage}," in text.split("\n", 1)[0]]


def title_of(prompt: str) -> str:
    """Return the title of the topic that a merge prompt is about."""
    found = re.search(r'^<topic boundary="[0-9a-f]{12}" title=(".*")>$', prompt, re.MULTILINE)
    assert found
    return str(json.loads(found[1]))


def block(prompt: str, name: str) -> str:
    """Return what a prompt's block encloses."""
    found = re.search(
        rf'^<{name} boundary="([0-9a-f]{{12}})"[^\n]*>\n(.*?)^</{name} boundary="\1">$',
        prompt,
        re.MULTILINE | re.DOTALL,
    )
    assert found
    return found[2]


async def no_pause(seconds: float) -> None:
    """Wait for nothing."""


Ask = Callable[[Request], Awaitable[Answer]]
