"""Short transcripts in the agents' own formats, for tests that need one and not its details."""

import json
import uuid
from pathlib import Path
from typing import Any


def claude_session(home: Path, *, prompt: str, answer: str, cwd: str = "/home/dev/shop") -> Path:
    """Write a Claude Code session of one turn below *home* and return its file."""
    session = str(uuid.uuid4())
    folder = home / ".claude" / "projects" / cwd.replace("/", "-")
    folder.mkdir(parents=True, exist_ok=True)
    common: dict[str, Any] = {
        "sessionId": session,
        "cwd": cwd,
        "gitBranch": "main",
        "version": "2.1.332",
        "isSidechain": False,
        "userType": "external",
    }
    first, second = str(uuid.uuid4()), str(uuid.uuid4())
    records: list[dict[str, Any]] = [
        {
            "type": "user",
            "uuid": first,
            "parentUuid": None,
            "timestamp": "2026-11-20T09:00:00.000Z",
            "message": {"role": "user", "content": prompt},
            **common,
        },
        {
            "type": "assistant",
            "uuid": second,
            "parentUuid": first,
            "timestamp": "2026-11-20T09:00:20.000Z",
            "message": {
                "id": f"msg_{second[:8]}",
                "type": "message",
                "role": "assistant",
                "model": "claude-sonnet-5-5",
                "content": [{"type": "text", "text": answer}],
            },
            **common,
        },
    ]
    path = folder / f"{session}.jsonl"
    lines = (json.dumps(record, ensure_ascii=False) for record in records)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
