"""Agents for tests: real executables that print what the agents' programs print.

A script holds ``version``, ``models``, ``mcp`` (server rows), ``rules`` (a list of ``{"contains":
text in the prompt, "reply": reply}``, looked at first), ``replies`` (used in order of the calls)
and ``default``. For the questions ``version``, ``models`` and ``mcp`` there are also ``…_delay``,
``…_exit`` and (not for the version) ``…_text``, which is printed instead. ``signed_in`` (True
unless told) is what is said to the question for that. ``refuses`` is a flag that a call does not
know; with ``closes_stdin`` a call does not read its prompt.

A reply may hold: ``data`` (the answer in the schema) or ``text`` (prose instead); ``thinking``;
``tool`` (the name of a tool it tries, which is refused), for Codex also ``command`` (an event of a
command that ran), for Claude and Grok ``open_tools`` (what it says is open); ``error`` with
``status`` or ``ending`` (as in the real programs' last event); ``usage`` ([fresh, cached,
output]), ``cost``; ``delay`` before it answers; ``waits`` (answer once that file is in its folder);
``hang`` (never answer), ``hang_after`` (answer, never end), ``silent`` (end without an answer);
``ignore_term``; ``fork`` (leave a child behind that holds the pipes, its id in the file
``grandchild``); ``huge``, ``huge_stderr`` (bytes to print first), ``endless_stderr`` (print there
for ever), ``stdout_bytes`` (bytes to print in all); ``stderr`` (text); ``exit`` (the exit code,
whatever was said).
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_PROGRAM = Path(__file__).with_name("fake_agent.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What one start of the program was given."""

    argv: list[str]
    environment: dict[str, str]
    stdin: str
    cwd: str
    mode: int
    """The permission bits of its working folder."""
    files: list[str]
    """What lay in its working folder."""
    pid: int
    read: dict[str, str]
    """The files that its command line named, by their last name."""


@dataclass(frozen=True, slots=True)
class FakeAgent:
    """One fake program and its script."""

    path: Path

    @property
    def folder(self) -> Path:
        """Where it lies, with its script and what it recorded."""
        return self.path.parent

    @property
    def calls(self) -> list[Recorded]:
        """The calls so far, in order."""
        return self._recorded("call")

    @property
    def questions(self) -> list[Recorded]:
        """The other starts so far, except those for the version."""
        return self._recorded("question")

    def let(self, name: str) -> None:
        """Give the replies that wait for *name*."""
        (self.folder / name).touch()

    def script(self, *replies: dict[str, Any], **more: Any) -> None:
        """Answer with *replies* from the next start on, and change what *more* names."""
        file = self.folder / "script.json"
        now = json.loads(file.read_text(encoding="utf-8")) | more | {"replies": list(replies)}
        file.write_text(json.dumps(now), encoding="utf-8")
        for old in self.folder.glob("call-*.json"):
            old.unlink()

    def _recorded(self, kind: str) -> list[Recorded]:
        files = sorted(self.folder.glob(f"{kind}-*.json"))
        return [Recorded(**json.loads(file.read_text(encoding="utf-8"))) for file in files]


def fake_claude(folder: Path, *replies: dict[str, Any], **more: Any) -> FakeAgent:
    """Write a fake ``claude`` into *folder*/claude-bin."""
    return _write(
        folder / "claude-bin" / "claude", "claude", "2.1.332 (Claude Code)", replies, more
    )


def fake_codex(folder: Path, *replies: dict[str, Any], **more: Any) -> FakeAgent:
    """Write a fake ``codex`` into *folder*/codex-bin."""
    return _write(folder / "codex-bin" / "codex", "codex", "codex-cli 0.171.0", replies, more)


def fake_grok(folder: Path, *replies: dict[str, Any], **more: Any) -> FakeAgent:
    """Write a fake ``grok`` into *folder*/grok-bin."""
    return _write(folder / "grok-bin" / "grok", "grok", "grok 1.0.41 (4220f3b224a6)", replies, more)


def fake_pi(folder: Path, *replies: dict[str, Any], **more: Any) -> FakeAgent:
    """Write a fake ``pi`` into *folder*/pi-bin. Its script may hold ``help`` and ``help_exit``."""
    return _write(folder / "pi-bin" / "pi", "pi", "1.6.0", replies, more)


def fake_omp(folder: Path, *replies: dict[str, Any], **more: Any) -> FakeAgent:
    """Write a fake ``omp`` into *folder*/omp-bin."""
    return _write(folder / "omp-bin" / "omp", "omp", "omp/18.2.3", replies, more)


def fake_opencode(folder: Path, *replies: dict[str, Any], **more: Any) -> FakeAgent:
    """Write a fake ``opencode`` into *folder*/opencode-bin. Its ``mcp`` are names, its ``models``
    documents by name, and ``default_model`` is what its configuration names."""
    default = {"default_model": "openai/gpt-5"}
    path = folder / "opencode-bin" / "opencode"
    return _write(path, "opencode", "1.18.33", replies, default | more)


def _write(
    path: Path, agent: str, version: str, replies: tuple[dict[str, Any], ...], more: dict[str, Any]
) -> FakeAgent:
    path.parent.mkdir(parents=True)
    script = {"agent": agent, "version": version, "replies": list(replies)} | more
    (path.parent / "script.json").write_text(json.dumps(script), encoding="utf-8")
    program = _PROGRAM.read_text(encoding="utf-8")
    path.write_text(f"#!{sys.executable} -IS\n{program}", encoding="utf-8")
    path.chmod(0o755)
    return FakeAgent(path)
