"""The errors of a call, and the few rules about them that all agents share.

What an agent or a service said is masked here, before it is cut, so that no error holds a secret.
"""

import re

from vela_desktop.agents.protocol import AgentError, Request
from vela_desktop.domain.agents import AGENTS, Agent
from vela_desktop.domain.errors import Code, Measure
from vela_desktop.domain.jobs import Usage
from vela_desktop.domain.masking import LOOKED_AT, mask, masked_end, masked_line, masked_lines
from vela_desktop.domain.text import safe

TOOL = "tool"
"""The ``reason`` of a call that was ended because the agent tried to use a tool."""

REASON_CHARS = 300
_TOOL_CHARS = 80
TAIL_CHARS = 2_000

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_STATUS = {
    401: "the key or sign-in was refused",
    403: "access was refused",
    404: "the model is not available",
    413: "the request is too large",
    429: "too many requests",
    529: "the model service is overloaded",
}
_TRANSIENT = frozenset({408, 425, 429})
_PASSING = re.compile(
    r"connection|timed? ?out|network|overloaded|high demand|stream (?:disconnected|closed|error)",
    re.IGNORECASE,
)


def why(error: OSError | ValueError) -> str:
    """Return in a few words what was wrong with something that could not be read."""
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    return type(error).__name__ if isinstance(error, UnicodeError) else one_line(str(error))


def plain(text: str) -> str:
    """Return *text* without terminal colours, other escape sequences and control characters."""
    return safe(_CONTROLS.sub("", _ANSI.sub("", text)))


def tail(stderr: str, *, cut: bool = False) -> str:
    """Return the end of what a program wrote to its error stream, masked. Where that was *cut* at a
    limit, its last line does not count: it may end in half a secret."""
    whole = stderr[: stderr.rfind("\n") + 1] if cut else stderr
    return masked_end(_end(whole), TAIL_CHARS, cut=len(whole) > LOOKED_AT)


def said_last(stderr: str) -> list[str]:
    """Return the last lines of *stderr* that are not empty, masked."""
    masked = masked_lines(_end(stderr), cut=len(stderr) > LOOKED_AT)
    return [line for line in masked.splitlines() if line.strip()]


def said_first(stderr: str) -> list[str]:
    """Return the first lines of *stderr* that are not empty, masked."""
    masked, _ = mask(plain(stderr[:LOOKED_AT]))
    lines = masked.splitlines()
    whole = lines if len(stderr) <= LOOKED_AT else lines[:-1]
    return [line.strip() for line in whole if line.strip()]


def one_line(text: str, chars: int = REASON_CHARS) -> str:
    """Return *text* as a reason: one line, masked, not too long."""
    return masked_line(plain(text[:LOOKED_AT]), chars, cut=len(text) > LOOKED_AT)


def _end(text: str) -> str:
    """Return as much of the end of *text* as is looked at, in plain characters."""
    return plain(text[-LOOKED_AT:]).strip()


def failed(
    agent: Agent,
    reason: str,
    *,
    status: int | None = None,
    again: bool | None = None,
    usage: Usage | None = None,
    **details: object,
) -> AgentError:
    """Return ``memory_process_failed``, its *reason* as ``one_line`` makes it; *again* follows from
    *status* where it is not given."""
    reason = one_line(reason)
    if again is None:
        again = passing(status, reason)
    if status is not None:
        details["status"] = status
    return AgentError(
        Code.PROCESS_FAILED,
        usage=usage,
        agent=AGENTS[agent].label,
        reason=reason,
        again=again,
        **details,
    )


def refused(agent: Agent, said: str, status: int | None, usage: Usage | None) -> AgentError:
    """Return the error for what the model's service answered: *said*, with its *status*."""
    if status is None:
        return failed(agent, said, usage=usage)
    meaning = _STATUS.get(status)
    if meaning is None:
        meaning = "the model service failed" if status >= 500 else "the request was refused"
    return failed(agent, f"{meaning} ({status}): {said}", status=status, usage=usage)


def passing(status: int | None, reason: str) -> bool:
    """Tell whether trouble of this kind usually passes, so that another try makes sense."""
    if status is None:
        return bool(_PASSING.search(reason))
    return status in _TRANSIENT or status >= 500


def tool_tried(agent: Agent, tool: str, usage: Usage | None = None) -> AgentError:
    """Return the error for an agent that tried to use *tool*, refused or not."""
    return failed(agent, TOOL, again=False, tool=one_line(tool, _TOOL_CHARS), usage=usage)


def no_answer(agent: Agent, reason: str, usage: Usage | None = None) -> AgentError:
    """Return ``memory_invalid_output``: the agent said something else than the schema asks for."""
    label, reason = AGENTS[agent].label, one_line(reason)
    return AgentError(Code.INVALID_OUTPUT, usage=usage, agent=label, reason=reason, again=True)


def silent(agent: Agent, exit_code: int, stderr: str) -> AgentError:
    """Return the error for a program that ended without saying how its turn ended."""
    lines = said_last(stderr)
    how = f"ended by signal {-exit_code}" if exit_code < 0 else f"exit code {exit_code}"
    errors = [line for line in lines if "error" in line.lower()]
    said = (errors or lines or [""])[-1]
    reason = f"it ended without an answer ({how}): {said}" if said else f"no answer ({how})"
    return failed(agent, reason, again=False)


def input_too_large(
    agent: Agent, request: Request, reason: str = "", limit: int | str = Measure.MODELS_OWN
) -> AgentError:
    """Return ``memory_context_too_large`` for *request*."""
    return AgentError(
        Code.CONTEXT_TOO_LARGE,
        agent=AGENTS[agent].label,
        size=len(request.system) + len(request.prompt),
        limit=limit,
        reason=one_line(reason),
        again=False,
    )


def too_many_bytes(agent: Agent, size: int, limit: int) -> AgentError:
    """Return ``memory_context_too_large`` for *size* bytes, where *limit* is the most."""
    return AgentError(
        Code.CONTEXT_TOO_LARGE,
        agent=AGENTS[agent].label,
        size=size,
        limit=limit,
        reason=Measure.BYTES,
        again=False,
    )


def answer_cut(agent: Agent, usage: Usage) -> AgentError:
    """Return ``memory_output_too_large`` for an answer that the model's own limit cut off."""
    return output_too_large(agent, "answer", "more tokens", Measure.MODELS_OWN, usage)


def output_too_large(
    agent: Agent, field: str, size: str, limit: str, usage: Usage | None = None
) -> AgentError:
    """Return ``memory_output_too_large``: *field* had *size*, where *limit* is the most."""
    label = AGENTS[agent].label
    return AgentError(
        Code.OUTPUT_TOO_LARGE,
        usage=usage,
        agent=label,
        field=field,
        size=size,
        limit=limit,
        again=False,
    )
