"""Writes transcripts as Codex does, invented but alike in their records and sizes."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from benchmarks.words import Pool

Record = dict[str, Any]


class CodexWriter:
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
    ) -> None:
        self._pool, self._words, self._language = pool, words, language
        self._session, self._cwd, self._now = session, cwd, start

    def write(self, path: Path, size: int) -> int:
        """Write about *size* bytes, one turn at least, to *path*; return how many."""
        path.parent.mkdir(parents=True, exist_ok=True)
        written = 0
        with path.open("wb", buffering=1 << 20) as file:
            for record in self._opening():
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

    def _opening(self) -> Iterator[Record]:
        meta = {
            "id": self._session,
            "session_id": self._session,
            "timestamp": self._stamp(),
            "cwd": self._cwd,
            "originator": "codex-tui",
            "cli_version": "0.145.0",
            "source": "cli",
            "model_provider": "openai",
            "base_instructions": {"text": self._pool.prose("en", 160)},
            "git": {"commit_hash": self._hex(40), "branch": "main"},
        }
        yield self._record("session_meta", meta)
        context = f"<environment_context>\n  <cwd>{self._cwd}</cwd>\n</environment_context>"
        yield self._message("user", context)

    def _turn(self) -> Iterator[Record]:
        prompt = self._pool.prose(self._language, self._words.randrange(1, 4))
        context = {"cwd": self._cwd, "model": "gpt-5.5", "effort": "medium", "summary": "none"}
        yield self._record("turn_context", context)
        yield self._message("user", prompt)
        yield self._event("user_message", message=prompt, images=[])
        for _ in range(self._words.randrange(1, 9)):
            yield from self._call()
        answer = self._pool.answer(self._language)
        yield self._event("agent_message", message=answer)
        yield self._message("assistant", answer)
        yield self._event("task_complete", last_agent_message=answer)

    def _call(self) -> Iterator[Record]:
        call = f"call_{self._hex(20)}"
        if self._words.random() < 0.5:
            thought = self._pool.prose(self._language, 1)
            yield self._item(
                "reasoning",
                summary=[{"type": "summary_text", "text": thought}],
                encrypted_content=self._hex(1_200),
            )
        path = f"src/part_{self._words.randrange(90)}.py"
        if self._words.random() < 0.3:
            patch = self._pool.code(1).replace("\n", "\n+")
            text = f"*** Begin Patch\n*** Update File: {path}\n@@\n+{patch}\n*** End Patch"
            yield self._item("custom_tool_call", name="apply_patch", call_id=call, input=text)
            done = "Exit code: 0\nOutput:\nSuccess."
            yield self._item("custom_tool_call_output", call_id=call, output=done)
        else:
            asked = orjson.dumps({"cmd": f"sed -n 1,400p {path}"}).decode()
            yield self._item("function_call", name="exec_command", arguments=asked, call_id=call)
            text = self._pool.code(self._words.randrange(1, 8))
            head = "Chunk ID: 896699\nProcess exited with code 0\nOutput:\n"
            yield self._item("function_call_output", call_id=call, output=head + text)
        usage = {"input_tokens": self._words.randrange(90_000), "output_tokens": 66}
        yield self._event("token_count", info={"total_token_usage": usage, "last": usage})

    def _message(self, role: str, text: str) -> Record:
        kind = "output_text" if role == "assistant" else "input_text"
        return self._item("message", role=role, content=[{"type": kind, "text": text}])

    def _item(self, kind: str, **fields: object) -> Record:
        return self._record("response_item", {"type": kind, **fields})

    def _event(self, kind: str, **fields: object) -> Record:
        return self._record("event_msg", {"type": kind, **fields})

    def _record(self, kind: str, payload: Record) -> Record:
        self._now += timedelta(milliseconds=self._words.randrange(50, 20_000))
        return {"timestamp": self._stamp(), "type": kind, "payload": payload}

    def _stamp(self) -> str:
        return self._now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"

    def _hex(self, digits: int) -> str:
        return f"{self._words.getrandbits(digits * 4):0{digits}x}"
