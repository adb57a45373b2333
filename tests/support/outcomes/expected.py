"""What a recorded call is expected to be taken for."""

from dataclasses import dataclass, field
from typing import Any

from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import Usage


@dataclass(frozen=True)
class Answers:
    """The call succeeds."""

    usage: Usage


@dataclass(frozen=True)
class Fails:
    """The call fails with *code*, *details*, and *words* in its reason."""

    code: Code
    words: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    output_tokens: int | None = None


def failed(words: str, *, again: bool = False, **details: Any) -> Fails:
    return Fails(Code.PROCESS_FAILED, words, details | {"again": again})


def tool(name: str, **more: Any) -> Fails:
    return Fails(Code.PROCESS_FAILED, "tool", {"again": False, "tool": name}, **more)


INVALID = Fails(Code.INVALID_OUTPUT, "prose", {"again": True})
TOO_LONG = Fails(Code.CONTEXT_TOO_LARGE, details={"again": False})

Outcomes = dict[str, tuple[int, Answers | Fails]]
"""By name of the recording: the exit code of the program, and what is made of it."""
