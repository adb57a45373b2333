"""Writes transcripts as Claude Code does, invented but alike in their records and sizes."""

import random
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from benchmarks.words import Pool

Record = dict[str, Any]

MODEL = "claude-sonnet-5-5"
VERSION = "2.1.332"


class ClaudeWriter:
    """One conversation, written record by record."""

    def __init__(
        self,
        pool: Pool,
        words: random.Random,
        *,
        session: str,
        cwd: str,
        start: datetime,
        language: str,
        agent: str | None = None,
    ) -> None:
        self._pool, self._words, self._language = pool, words, language
        self._session, self._cwd, self._now, self._agent = session, cwd, start, agent
        self._parent: str | None = None
        self._title = pool.prose(language, 1)[:40]

    def write(self, path: Path, size: int, huge: int = 0) -> int:
        """Write about *size* bytes, one turn at least, to *path*; return how many.

        With *huge* one of its lines has about that many bytes.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        written = 0
        with path.open("wb", buffering=1 << 20) as file:
            for record in self._records(huge):
                written += file.write(orjson.dumps(record) + b"\n")
            written += self._write_turn(file)
            while written < size:
                written += self._write_turn(file)
        return written

    def _write_turn(self, file: BinaryIO) -> int:
        return sum(file.write(orjson.dumps(record) + b"\n") for record in self._turn())

    @property
    def ended(self) -> datetime:
        """The time of the last record."""
        return self._now

    def _records(self, huge: int) -> Iterator[Record]:
        if not self._agent:
            yield {"type": "mode", "mode": "normal", "sessionId": self._session}
            yield self._snapshot()
        if huge:
            yield from self._turn()
            text = self._pool.code(40)
            yield from self._call(text * (huge // len(text.encode()) + 1))

    def _turn(self) -> Iterator[Record]:
        prompt = self._pool.prose(self._language, self._words.randrange(1, 4))
        yield self._user(prompt, origin={"kind": "human"}, promptSource="typed")
        for _ in range(self._words.randrange(1, 9)):
            yield from self._call(self._result())
        yield from self._answer([{"type": "text", "text": self._pool.answer(self._language)}])
        if self._agent:
            return
        yield self._chained(
            {"type": "system", "subtype": "turn_duration", "durationMs": 2823, "isMeta": False}
        )
        leaf = self._parent
        yield {
            "type": "last-prompt",
            "lastPrompt": prompt[:200],
            "leafUuid": leaf,
            "sessionId": self._session,
        }
        yield {"type": "ai-title", "aiTitle": self._title, "sessionId": self._session}

    def _call(self, result: str) -> Iterator[Record]:
        """An answer that thinks, says a word and calls a tool; then the tool's result."""
        call = f"toolu_{self._hex(20)}"
        blocks: list[Record] = []
        if self._words.random() < 0.4:
            thought = self._pool.prose(self._language, 3)
            blocks.append({"type": "thinking", "thinking": thought, "signature": self._hex(400)})
        if self._words.random() < 0.5:
            blocks.append({"type": "text", "text": self._pool.prose(self._language, 1)})
        path = f"{self._cwd}/src/part_{self._words.randrange(90)}.py"
        if self._words.random() < 0.3:
            edit = {
                "file_path": path,
                "old_string": self._pool.code(1),
                "new_string": self._pool.code(1),
            }
            blocks.append({"type": "tool_use", "id": call, "name": "Edit", "input": edit})
        else:
            blocks.append(
                {"type": "tool_use", "id": call, "name": "Read", "input": {"file_path": path}}
            )
        yield from self._answer(blocks)
        content = [{"tool_use_id": call, "type": "tool_result", "content": result}]
        extra = {"type": "text", "file": {"filePath": path, "content": result, "numLines": 60}}
        yield self._user(content, toolUseResult=extra if len(result) < 4_000 else {"type": "text"})

    def _answer(self, blocks: list[Record]) -> Iterator[Record]:
        """One record a block, all with the id of one answer."""
        message_id = f"msg_{self._hex(24)}"
        usage = {
            "input_tokens": self._words.randrange(9, 90_000),
            "cache_read_input_tokens": self._words.randrange(100_000),
            "output_tokens": self._words.randrange(9, 4_000),
            "service_tier": "standard",
        }
        for block in blocks:
            message = {
                "id": message_id,
                "type": "message",
                "role": "assistant",
                "model": MODEL,
                "content": [block],
                "stop_reason": None,
                "usage": usage,
            }
            yield self._chained({"type": "assistant", "message": message})

    def _user(self, content: str | list[Record], **more: object) -> Record:
        message = {"role": "user", "content": content}
        return self._chained({"type": "user", "message": message, **more})

    def _chained(self, record: Record) -> Record:
        self._now += timedelta(milliseconds=self._words.randrange(50, 40_000))
        own = str(uuid.UUID(int=self._words.getrandbits(128), version=4))
        whole = {
            "parentUuid": self._parent,
            "isSidechain": self._agent is not None,
            **record,
            "uuid": own,
            "timestamp": self._stamp(),
            "userType": "external",
            "entrypoint": "cli",
            "cwd": self._cwd,
            "sessionId": self._session,
            "version": VERSION,
            "gitBranch": "main",
        }
        if self._agent:
            whole["agentId"] = self._agent
        self._parent = own
        return whole

    def _snapshot(self) -> Record:
        backup = {"messageId": self._hex(32), "trackedFileBackups": {}, "timestamp": self._stamp()}
        return {"type": "file-history-snapshot", "messageId": self._hex(32), "snapshot": backup}

    def _result(self) -> str:
        if self._words.random() < 0.3:
            return self._pool.output()
        return self._pool.numbered(self._words.randrange(1, 8))

    def _stamp(self) -> str:
        return self._now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"

    def _hex(self, digits: int) -> str:
        return f"{self._words.getrandbits(digits * 4):0{digits}x}"
