"""Small transcripts on disk and a scan over them, for tests of the index and of its users."""

import json
import os
import uuid
from dataclasses import dataclass, field
from pathlib import Path

from vela_desktop.domain.sessions import FoundSession
from vela_desktop.index import place, rows, scan
from vela_desktop.sources.protocol import Root

NOON = 1_780_000_000
"""When the first of some transcripts was written: seconds since the epoch."""


def native(number: int) -> str:
    """Return the native id of the session called *number*."""
    return str(uuid.UUID(int=number, version=4))


def claude_lines(number: int, *prompts: str, cwd: str | None = "/home/dev/shop") -> str:
    """Return the lines of a Claude conversation with an answer to each of *prompts*."""
    lines, parent = [], None
    for turn, prompt in enumerate(prompts):
        answer = [{"type": "text", "text": f"Answer {turn}."}]
        message = {"id": f"msg_{turn}", "role": "assistant", "model": "claude-x", "content": answer}
        for kind, body in (("user", {"role": "user", "content": prompt}), ("assistant", message)):
            own = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{number} {turn} {kind} {prompt}"))
            record = {
                "parentUuid": parent,
                "isSidechain": False,
                "type": kind,
                "message": body,
                "uuid": own,
                "timestamp": f"2026-05-28T10:{turn:02}:00.000Z",
                "sessionId": native(number),
                "version": "2.1.332",
                "gitBranch": "main",
            }
            lines.append(json.dumps(record if cwd is None else record | {"cwd": cwd}))
            parent = own
    return "".join(f"{line}\n" for line in lines)


def codex_lines(number: int, prompt: str) -> str:
    """Return the lines of a Codex conversation of one prompt."""
    at = "2026-05-28T11:00:00.000Z"
    meta = {"id": native(number), "timestamp": at, "cwd": "/home/dev/atlas", "source": "cli"}
    content = [{"type": "input_text", "text": prompt}]
    payloads = (
        ("session_meta", meta),
        ("response_item", {"type": "message", "role": "user", "content": content}),
        ("event_msg", {"type": "user_message", "message": prompt}),
    )
    return "".join(
        json.dumps({"timestamp": at, "type": kind, "payload": payload}) + "\n"
        for kind, payload in payloads
    )


def write(path: Path, text: str, at: int = NOON) -> Path:
    """Write a transcript that was last written to at second *at*."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, (at, at))
    return path


@dataclass(slots=True)
class Machine:
    """A computer with transcripts, and an index of them."""

    home: Path
    overrides: dict[str, str | None] = field(default_factory=dict)

    @property
    def claude(self) -> Path:
        """Where Claude keeps the sessions of one project."""
        return self.home / "claude" / "projects" / "-home-dev-shop"

    @property
    def codex(self) -> Path:
        """Where Codex keeps the sessions of one day."""
        return self.home / "codex" / "sessions" / "2026" / "05" / "28"

    @property
    def folder(self) -> Path:
        """The folder of the index."""
        return self.home / "data" / "index"

    @property
    def index(self) -> Path:
        """The present index file, made where there is none."""
        path, connection = place.open_present(self.folder)
        connection.close()
        return path

    def add(self, number: int, *prompts: str, at: int = NOON, folder: Path | None = None) -> Path:
        """Write the Claude transcript of session *number*."""
        path = (folder or self.claude) / f"{native(number)}.jsonl"
        return write(path, claude_lines(number, *(prompts or (f"Prompt {number}",))), at)

    def add_codex(self, number: int, prompt: str, at: int = NOON) -> Path:
        """Write the Codex transcript of session *number*."""
        name = f"rollout-2026-05-28T11-00-00-{native(number)}.jsonl"
        return write(self.codex / name, codex_lines(number, prompt), at)

    @property
    def variables(self) -> dict[str, str]:
        """The environment that leads the agents' readers here."""
        return {
            "HOME": str(self.home),
            "CLAUDE_CONFIG_DIR": str(self.home / "claude"),
            "CODEX_HOME": str(self.home / "codex"),
        }

    def roots(self) -> list[Root]:
        """The folders that the agents' readers name on this computer."""
        return scan.list_roots(self.overrides, self.variables)

    def scan(self) -> scan.ScanSlice:
        """Scan to the end; return the last slice with the changes of all of them."""
        path = self.index
        return finish(path, scan.begin(path, self.roots()))

    def sessions(self) -> tuple[FoundSession, ...]:
        """Return what the index holds."""
        _, connection = place.open_present(self.folder)
        try:
            return rows.sessions(connection)
        finally:
            connection.close()


def finish(path: Path, state: scan.ScanState) -> scan.ScanSlice:
    """Take every step of a scan; return the last slice with the changes of all of them."""
    changed: dict[str, None] = {}
    gone: dict[str, None] = {}
    while True:
        part = scan.step(path, state)
        state = part.state
        changed |= dict.fromkeys(part.changed)
        gone |= dict.fromkeys(part.gone)
        if part.finished:
            return scan.ScanSlice(
                state=state,
                changed=tuple(changed),
                gone=tuple(gone),
                done=part.done,
                total=part.total,
                finished=True,
            )
