"""Short transcripts in the agents' own formats, for tests that need one and not its details.

``SAMPLES`` holds for each agent how a session is written and grows: the contract that all readers
keep is tested with it.
"""

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from support.grok import Grok
from support.opencode import OpenCode, connect, put, stored, write_database
from support.pi import Omp, Pi
from support.sources import Codex, Record
from vela_desktop.domain.agents import Agent


class Write(Protocol):
    """Writes a session of one turn below a home folder."""

    def __call__(self, home: Path, *, prompt: str, answer: str, cwd: str = ...) -> Path:
        """Return what a person would name to mean the session: its file or folder."""


class Grow(Protocol):
    """Adds a turn to a session that was written so."""

    def __call__(self, path: Path, *, prompt: str, answer: str) -> None:
        """Append as the agent does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """How one agent's sessions are made for tests."""

    write: Write
    grow: Grow
    folder: str
    """The agent's own folder below the home folder: what the settings may name."""
    variable: str
    """The environment variable that may name it."""


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
    _append(path, records)
    return path


def claude_turn(path: Path, *, prompt: str, answer: str) -> None:
    """Add a turn to a Claude Code session."""
    last = json.loads(path.read_text(encoding="utf-8").splitlines()[-1])
    first, second = str(uuid.uuid4()), str(uuid.uuid4())
    said = {"id": f"msg_{second[:8]}", "role": "assistant", "content": answer}
    asked = last | {"type": "user", "uuid": first, "parentUuid": last["uuid"]}
    answered = last | {"uuid": second, "parentUuid": first, "message": last["message"] | said}
    _append(path, [asked | {"message": {"role": "user", "content": prompt}}, answered])


def codex_session(home: Path, *, prompt: str, answer: str, cwd: str = "/home/dev/shop") -> Path:
    """Write a Codex session of one turn below *home* and return its file."""
    native = str(uuid.uuid4())
    talk = Codex(native)
    talk.add("turn_context", cwd=cwd, model="gpt-5.6-sol")
    _codex_turn(talk, prompt, answer)
    talk.records[0] = _with_cwd(talk.records[0], cwd)
    folder = home / ".codex" / "sessions" / "2026" / "11" / "05"
    path = folder / f"rollout-2026-11-05T11-00-00-{native}.jsonl"
    _append(path, talk.records)
    return path


def codex_turn(path: Path, *, prompt: str, answer: str) -> None:
    """Add a turn to a Codex session."""
    talk = Codex()
    _codex_turn(talk, prompt, answer)
    _append(path, talk.records[1:])


def _codex_turn(talk: Codex, prompt: str, answer: str) -> None:
    talk.prompt(prompt)
    talk.message("assistant", answer)


def _with_cwd(record: Record | bytes, cwd: str) -> Record:
    assert isinstance(record, dict)
    return record | {"payload": record["payload"] | {"cwd": cwd}}


def grok_session(home: Path, *, prompt: str, answer: str, cwd: str = "/home/dev/shop") -> Path:
    """Write a Grok Build session of one turn below *home* and return its folder."""
    talk = Grok(str(uuid.uuid4()), cwd=cwd)
    _grok_turn(talk, prompt, answer)
    folder = talk.folder(home)
    _append(folder / "chat_history.jsonl", talk.chat)
    _append(folder / "updates.jsonl", talk.log)
    _append(folder / "summary.json", [talk.summary])
    return folder


def grok_turn(path: Path, *, prompt: str, answer: str) -> None:
    """Add a turn to a Grok Build session."""
    log = (path / "updates.jsonl").read_text(encoding="utf-8").splitlines()
    talk = Grok(path.name)
    talk.now = json.loads(log[-1])["params"]["_meta"]["agentTimestampMs"]
    talk.prompts = sum('"promptIndex"' in line for line in log)
    _grok_turn(talk, prompt, answer)
    _append(path / "chat_history.jsonl", talk.chat[2:])
    _append(path / "updates.jsonl", talk.log)


def _grok_turn(talk: Grok, prompt: str, answer: str) -> None:
    talk.prompt(prompt)
    talk.answer(answer)


def pi_session(home: Path, *, prompt: str, answer: str, cwd: str = "/home/dev/shop") -> Path:
    """Write a Pi session of one turn below *home* and return its file."""
    return _tree(Pi(str(uuid.uuid4()), cwd=cwd), home / ".pi", prompt, answer)


def omp_session(home: Path, *, prompt: str, answer: str, cwd: str = "/home/dev/shop") -> Path:
    """Write an OMP session of one turn below *home* and return its file."""
    return _tree(Omp(str(uuid.uuid4()), cwd=cwd), home / ".omp", prompt, answer)


def _tree(talk: Pi, base: Path, prompt: str, answer: str) -> Path:
    talk.user(prompt)
    talk.answer(answer)
    folder = base / "agent" / "sessions" / "--home-dev-shop--"
    path = folder / f"2026-11-05T10-00-00-000Z_{talk.session}.jsonl"
    _append(path, talk.records)
    return path


def tree_turn(path: Path, *, prompt: str, answer: str) -> None:
    """Add a turn to a Pi or OMP session."""
    last = json.loads(path.read_text(encoding="utf-8").splitlines()[-1])
    talk = Pi(f"{uuid.uuid4()}")
    talk.leaf = last["id"]
    talk.user(prompt)
    talk.answer(answer)
    _append(path, talk.records[1:])


def opencode_session(home: Path, *, prompt: str, answer: str, cwd: str = "/home/dev/shop") -> Path:
    """Write an OpenCode session of one turn below *home* and return its database."""
    talk = OpenCode(f"ses_{uuid.uuid4().hex[:26]}", cwd=cwd)
    talk.user(prompt)
    talk.answer(answer)
    return write_database(home / ".local" / "share" / "opencode" / "opencode.db", talk)


def opencode_turn(path: Path, *, prompt: str, answer: str) -> None:
    """Add a turn to the only OpenCode session of a database."""
    connection = connect(path)
    ((native_id,),) = connection.execute("SELECT id FROM session").fetchall()
    talk = stored(connection, native_id)
    talk.user(prompt)
    talk.answer(answer)
    put(connection, talk)
    connection.close()


def _append(path: Path, records: Sequence[Record | bytes]) -> None:
    """Append *records* as ASCII, so that a text may hold anything."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        for one in records:
            file.write(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n")


SAMPLES: dict[Agent, Sample] = {
    Agent.CLAUDE: Sample(
        write=claude_session, grow=claude_turn, folder=".claude", variable="CLAUDE_CONFIG_DIR"
    ),
    Agent.CODEX: Sample(
        write=codex_session, grow=codex_turn, folder=".codex", variable="CODEX_HOME"
    ),
    Agent.GROK: Sample(write=grok_session, grow=grok_turn, folder=".grok", variable="GROK_HOME"),
    Agent.OPENCODE: Sample(
        write=opencode_session,
        grow=opencode_turn,
        folder=".local/share",
        variable="XDG_DATA_HOME",
    ),
    Agent.PI: Sample(
        write=pi_session, grow=tree_turn, folder=".pi/agent", variable="PI_CODING_AGENT_DIR"
    ),
    Agent.OMP: Sample(
        write=omp_session, grow=tree_turn, folder=".omp/agent", variable="PI_CODING_AGENT_DIR"
    ),
}
