"""Reads what ``codex exec --json`` prints."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vela_desktop.agents import failures, lines
from vela_desktop.agents.protocol import AgentError, Answer, Request
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.jobs import Usage
from vela_desktop.domain.text import safe

_AGENT = Agent.CODEX

TOOL_LOG = "codex_core::stream_events_utils=info,codex_core::tools=info"
"""What its error stream must log. A call of a tool that is closed makes no event there is to read
on standard output; this log names every call, of closed tools and of those without a switch."""

_TOOL_LINE = re.compile(
    r"^\S+\s+(?:INFO|WARN|ERROR) .*?codex_core::(?:stream_events_utils: ToolCall: |tools::)(.*)$"
)
_TOOL_NAME = re.compile(r"(?:call: |tool_name=)(\S+)|^(\w+)(?= thread_id| |$)")

_SAID = frozenset({"agent_message", "reasoning", "error"})
_STATUS = re.compile(r"status:? (\d{3})\b")
_TOO_LONG = re.compile(
    r"context[ _](?:window|length)|input_too_large|maximum length of \d+ characters", re.IGNORECASE
)
_SIGNED_OUT = re.compile(
    r"not logged in|missing bearer|api key|environment variable", re.IGNORECASE
)


class CodexReading:
    """Watches for tools while the events come, and judges the last one, ``turn.…``."""

    def __init__(self, request: Request, answer_file: Path) -> None:
        self._request = request
        self._answer_file = answer_file
        self._text = ""
        self._said_last = ""
        self._ending: dict[str, Any] | None = None

    @property
    def ended(self) -> bool:
        """Whether the turn has completed or failed."""
        return self._ending is not None

    def feed(self, line: bytes) -> None:
        """Take one event. Raises the tool error for any item that is not said or thought."""
        event = lines.decode(line)
        if not isinstance(event, dict):
            return
        kind = lines.text(event, "type")
        if kind.startswith("item."):
            self._item(lines.under(event, "item"))
        elif kind == "error":
            self._said_last = lines.text(event, "message")
        elif kind in {"turn.completed", "turn.failed"}:
            self._ending = event

    def feed_error(self, line: bytes) -> None:
        """Take one line of its log. Raises the tool error for one that tells of a tool."""
        if tool := _tool_in(line.decode("utf-8", "replace")):
            raise failures.tool_tried(_AGENT, tool, _usage(self._ending or {}))

    def tidy(self) -> None:
        """It keeps nothing of a call elsewhere."""

    def finish(self, exit_code: int, stderr: str) -> Answer:
        """Return the last message, or raise what the last event or the error stream says."""
        if self._ending is None:
            raise self._cut_off(exit_code, stderr)
        usage = _usage(self._ending)
        if self._ending["type"] == "turn.failed":
            said = lines.text(lines.under(self._ending, "error"), "message") or self._said_last
            raise self._failure(said, usage)
        text = self._text or self._file()
        if not isinstance(lines.decode(text.encode("utf-8", "surrogatepass")), dict):
            reason = "it answered in prose, not in the schema" if text else "it gave no answer"
            raise failures.no_answer(_AGENT, reason, usage)
        return Answer(text=safe(text), usage=usage)

    def _item(self, item: Mapping[str, Any]) -> None:
        kind = lines.text(item, "type")
        if kind not in _SAID:
            name = lines.text(item, "tool") or kind or "unknown"
            raise failures.tool_tried(_AGENT, name)
        if kind == "agent_message":
            self._text = lines.text(item, "text")

    def _file(self) -> str:
        try:
            return self._answer_file.read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return ""

    def _cut_off(self, exit_code: int, stderr: str) -> AgentError:
        if _TOO_LONG.search(stderr):
            return failures.input_too_large(_AGENT, self._request, stderr)
        return failures.silent(_AGENT, exit_code, self._said_last or stderr)

    def _failure(self, said: str, usage: Usage) -> AgentError:
        said = _message(said)
        if _TOO_LONG.search(said):
            return failures.input_too_large(_AGENT, self._request, said)
        if "max_output_tokens" in said:
            return failures.answer_cut(_AGENT, usage)
        found = _STATUS.search(said)
        status = int(found[1]) if found else None
        if status is None and _SIGNED_OUT.search(said):
            said = f"not signed in: {said}"
        return failures.refused(_AGENT, said or "no reason given", status, usage)


def _message(said: str) -> str:
    """Return the text in *said*, which may be the service's whole error document."""
    document = lines.decode(said.encode("utf-8", "surrogatepass"))
    if not isinstance(document, dict):
        return said
    return lines.text(lines.under(document, "error"), "message") or said


def _tool_in(line: str) -> str | None:
    found = _TOOL_LINE.search(failures.plain(line))
    if not found:
        return None
    name = _TOOL_NAME.search(found[1])
    return (name[1] or name[2]) if name else "unknown"


def _usage(ending: Mapping[str, Any]) -> Usage:
    usage = lines.under(ending, "usage")
    return Usage(
        calls=1,
        input_tokens=lines.number(usage, "input_tokens"),
        cached_tokens=lines.number(usage, "cached_input_tokens"),
        output_tokens=lines.number(usage, "output_tokens"),
    )
