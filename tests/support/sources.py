"""Writes transcripts for tests of the readers: the agents' own records, with invented words."""

import json
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import Location, MapEntry, Message, TranscriptMap
from vela_desktop.sources.files import ref_of
from vela_desktop.sources.protocol import Reader

Record = dict[str, Any]

SESSION = "11111111-1111-4111-8111-111111111111"
OTHER_SESSION = "22222222-2222-4222-8222-222222222222"


def line(record: Record) -> bytes:
    """Return *record* as an agent writes it, with its LF."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def write(path: Path, records: Sequence[Record | bytes]) -> Path:
    """Write *records* (bytes as they are) to *path*."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(one if isinstance(one, bytes) else line(one) for one in records))
    return path


def at(path: Path, agent: Agent) -> Location:
    """Return the location of the transcript at *path*."""
    return Location(agent, ref_of(path))


def said(reader: Reader, path: Path) -> list[str]:
    """Return what a reader shows of a transcript: ``turn.step role: blocks``, a line each."""
    location = at(path, reader.agent)
    return shown(reader.messages(location, reader.index(location).entries))


def shown(messages: Sequence[Message]) -> list[str]:
    """Return *messages* shortly, a line each."""
    return [
        f"{one.turn}.{one.step} {one.role}: "
        + " | ".join(f"{b.name}({b.target})" if b.name else b.text for b in one.blocks)
        for one in messages
    ]


def outline(entries: Sequence[MapEntry]) -> list[str]:
    """Return *entries* shortly: ``turn.step role``, a line each."""
    return [f"{one.turn}.{one.step} {one.role}" for one in entries]


def same(one: TranscriptMap, other: TranscriptMap) -> bool:
    """Tell whether two maps say the same; how they came about does not count."""
    left, right = (
        (m.location, m.facts, m.entries, m.counts, m.first_user_text, m.complete, m.end)
        for m in (one, other)
    )
    return left == right


class Claude:
    """A conversation with Claude Code, record by record."""

    def __init__(self, session: str = SESSION, cwd: str = "/home/dev/shop") -> None:
        self.records: list[Record | bytes] = []
        self.session, self.cwd = session, cwd
        self.leaf: str | None = None
        self._count = 0

    def add(self, type_: str, **fields: Any) -> str:
        """Add a record that hangs on the one before it; return its uuid."""
        self._count += 1
        own = str(uuid.uuid5(uuid.UUID(self.session), str(self._count)))
        base: Record = {
            "parentUuid": self.leaf,
            "isSidechain": False,
            "type": type_,
            "uuid": own,
            "timestamp": f"2026-11-05T10:{self._count // 60:02}:{self._count % 60:02}.000Z",
            "sessionId": self.session,
            "cwd": self.cwd,
            "gitBranch": "main",
            "version": "2.1.332",
        }
        self.records.append(base | fields)
        self.leaf = own
        return own

    def user(self, content: Any, **fields: Any) -> str:
        """Add a user record."""
        return self.add("user", message={"role": "user", "content": content}, **fields)

    def answer(self, *blocks: Record | str, key: str = "", **fields: Any) -> str:
        """Add an answer, one record for each block; return the last one's uuid."""
        key = key or f"msg_{self.session[:8]}{self._count + 1:08}"
        last = ""
        for block in blocks:
            part = {"type": "text", "text": block} if isinstance(block, str) else block
            message = {"id": key, "role": "assistant", "model": "claude-sonnet-5-5"}
            last = self.add("assistant", message=message | {"content": [part]}, **fields)
        return last

    def result(self, call: str, text: str, **fields: Any) -> str:
        """Add the result of a call."""
        failed = fields.pop("is_error", False)
        block = {"type": "tool_result", "tool_use_id": call, "content": text, "is_error": failed}
        return self.user([block], **fields)

    def aside(self, type_: str, **fields: Any) -> None:
        """Add a record that is no part of the conversation."""
        self.records.append({"type": type_, "sessionId": self.session, **fields})

    def write(self, folder: Path, name: str = "") -> Path:
        """Write the transcript into *folder*, named as Claude Code does."""
        return write(folder / f"{name or self.session}.jsonl", self.records)


def call(name: str, call_id: str, **given: Any) -> Record:
    """Return the block of a call."""
    return {"type": "tool_use", "id": call_id, "name": name, "input": given}


class Codex:
    """A rollout of Codex, line by line."""

    def __init__(
        self, native_id: str = "019efb97-0ac6-7ad2-b62b-a3d44f9a356b", **meta: Any
    ) -> None:
        self.native_id = native_id
        self.records: list[Record | bytes] = []
        self._count = 0
        self.add("session_meta", id=native_id, cwd="/home/dev/shop", git={"branch": "main"}, **meta)

    def add(
        self, type_: str, *, at: str | None = None, top: Record | None = None, **payload: Any
    ) -> None:
        """Add a line; *top* is what stands beside its payload."""
        self._count += 1
        stamp = at or f"2026-11-05T11:{self._count // 60:02}:{self._count % 60:02}.000Z"
        self.records.append({"timestamp": stamp, "type": type_, **(top or {}), "payload": payload})

    def item(self, kind: str, **payload: Any) -> None:
        """Add a response item."""
        self.add("response_item", type=kind, **payload)

    def message(self, role: str, text: str, **payload: Any) -> None:
        """Add a message as a response item."""
        kind = "output_text" if role == "assistant" else "input_text"
        self.item("message", role=role, content=[{"type": kind, "text": text}], **payload)

    def event(self, kind: str, **payload: Any) -> None:
        """Add an event."""
        self.add("event_msg", type=kind, **payload)

    def prompt(self, text: str) -> None:
        """Add what a person typed as 0.42 to 0.145 log it: twice."""
        self.message("user", text)
        self.event("user_message", message=text, images=[])

    def write(self, folder: Path) -> Path:
        """Write the rollout into *folder*, named as Codex does."""
        return write(folder / f"rollout-2026-11-05T11-00-00-{self.native_id}.jsonl", self.records)
