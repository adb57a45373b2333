"""What an adapter offers. Another agent needs one class with these methods and a registry row."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Protocol

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.jobs import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """An agent's executable as found: its path, how it was found, and its version."""

    agent: Agent
    path: str
    found_by: str
    """``settings``, ``environment``, ``path``, ``login shell`` or ``known place``."""
    version: str | None = None
    problem: str | None = None
    """Why it cannot be used (English, one line), or None where it can."""
    arguments: tuple[str, ...] = ()
    """Extra arguments from the settings."""
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One call: a system text, a prompt, and the JSON schema its answer must have."""

    system: str
    prompt: str
    schema: dict[str, Any]
    model: str | None
    effort: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A call as a program start: argument vector, standard input, and what to add to the
    environment (None removes a variable). ``files`` are written into the private folder first."""

    argv: tuple[str, ...]
    stdin: bytes
    environment: Mapping[str, str | None] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the agent said: the text of its final answer (meant to be JSON) and what it used."""

    text: str
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A model as an agent's catalogue offers it; ``efforts`` is empty where it has no levels."""

    id: str
    label: str
    efforts: tuple[str, ...] = ()
    default_effort: str | None = None


class Reading(Protocol):
    """Reads one call's output as it comes."""

    def feed(self, line: bytes) -> None:
        """Take one line of standard output (without its LF).

        Raises VelaError ``memory_process_failed`` with ``reason="tool"`` as soon as the agent tries
        a tool; the caller then ends the process group at once.
        """

    def finish(self, exit_code: int, stderr: str) -> Answer:
        """Return the answer, judging by what was said and not by the exit code alone.

        Raises ``memory_process_failed`` (with a one-line ``reason``), ``memory_invalid_output``
        (an answer that is no answer in this schema) or ``memory_context_too_large``.
        """


class Adapter(Protocol):
    """How one agent's program is called."""

    agent: ClassVar[Agent]
    minimum_version: ClassVar[str | None]

    def command(self, program: Program, request: Request, folder: Path) -> Command:
        """Return the command line for *request*; *folder* is the call's empty private folder."""

    def reading(self, request: Request) -> Reading:
        """Return a fresh reader of one call's output."""
