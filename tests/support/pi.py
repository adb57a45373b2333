"""Writes transcripts of Pi and OMP for tests: the agents' own records, with invented words."""

import json
from pathlib import Path
from typing import Any

from support.sources import SESSION, Record, write

STAMP = "2026-11-05T10-00-00-000Z"


def slot(title: str, **fields: Any) -> bytes:
    """Return the first line of OMP's files: the title, filled up to 256 bytes."""
    base = {"type": "title", "v": 1, "title": title, **fields}
    base |= {"updatedAt": "2026-11-05T10:00:00.000Z", "pad": ""}
    bare = json.dumps(base, ensure_ascii=False, separators=(",", ":")).encode()
    return bare[:-2] + b" " * (255 - len(bare)) + b'"}\n'


class Pi:
    """A conversation with Pi, entry by entry; each hangs on the one before it."""

    def __init__(self, session: str = SESSION, *, cwd: str = "/home/dev/shop", **header: Any):
        self.session = session
        self.leaf: str | None = None
        self._count = 0
        head: Record = {
            "type": "session",
            "version": 3,
            "id": session,
            "timestamp": "2026-11-05T10:00:00.000Z",
            "cwd": cwd,
        }
        self.records: list[Record | bytes] = [head | header]

    def entry(self, type_: str, **fields: Any) -> str:
        """Add an entry; return its id."""
        self._count += 1
        own = f"{self.session[:2]}{self._count:06}"
        base: Record = {
            "type": type_,
            "id": own,
            "parentId": self.leaf,
            "timestamp": f"2026-11-05T10:{self._count // 60:02}:{self._count % 60:02}.000Z",
        }
        self.records.append(base | fields)
        self.leaf = own
        return own

    def message(self, role: str, **fields: Any) -> str:
        """Add a message."""
        return self.entry("message", message={"role": role, **fields})

    def user(self, content: Any) -> str:
        """Add what a person typed."""
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        return self.message("user", content=parts)

    def answer(self, *blocks: Record | str, **fields: Any) -> str:
        """Add an answer."""
        parts = [{"type": "text", "text": b} if isinstance(b, str) else b for b in blocks]
        return self.message(
            "assistant", content=parts, **{"model": "mock-1", "provider": "mock"} | fields
        )

    def result(self, call_id: str, text: str, *, failed: bool = False) -> str:
        """Add what a call gave back."""
        content = [{"type": "text", "text": text}]
        return self.message("toolResult", toolCallId=call_id, content=content, isError=failed)

    def write(self, folder: Path, name: str = "") -> Path:
        """Write the transcript into *folder*, named as the agents do."""
        return write(folder / f"{name or f'{STAMP}_{self.session}'}.jsonl", self.records)


class Omp(Pi):
    """A conversation with OMP: a title slot before the header."""

    def __init__(self, session: str = SESSION, *, title: str = "", **header: Any):
        super().__init__(session, **header)
        self.records.insert(0, slot(title))
        self.entry("model_change", model="mock/mock-1", resolvedModelIsFallback=False)


def call(name: str, call_id: str, **given: Any) -> Record:
    """Return the block of a call."""
    return {"type": "toolCall", "id": call_id, "name": name, "arguments": given}
