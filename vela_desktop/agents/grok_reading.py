"""Reads what ``grok --output-format streaming-json`` prints."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from vela_desktop.agents import failures, lines
from vela_desktop.agents.protocol import AgentError, Answer, Request
from vela_desktop.agents.recovery import recover
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.jobs import Usage
from vela_desktop.domain.text import safe

_AGENT = Agent.GROK

_TOOLISH = re.compile(r"tool|plan|mcp|subagent|task")
_COMPACTING = "auto_compact"
_INTERNAL = "Internal error: "
_STATUS = re.compile(r"\((\d{3})\)|status:? (\d{3})\b")
_RATE = re.compile(r"rate.?limit|too many requests|free Grok Build usage limit", re.IGNORECASE)
_TOO_LONG = re.compile(
    r"(?:prompt|input|request)(?: is)? too (?:long|large)|context (?:window|length)", re.IGNORECASE
)
_UNREACHED = "error sending request"
_CUT = "max_tokens_truncation"


class GrokReading:
    """Watches for tools while the events come, and judges the last one, ``end`` or ``error``."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._text: list[str] = []
        self._spent: list[Mapping[str, Any]] = []
        self._end: dict[str, Any] | None = None
        self._error: dict[str, Any] | None = None

    @property
    def ended(self) -> bool:
        """Whether the turn has ended, well or not."""
        return self._end is not None or self._error is not None

    def feed(self, line: bytes) -> None:
        """Take one event.

        Raises the tool error for any event of a tool, and ``memory_context_too_large`` as soon as
        Grok begins to replace what it was given by a summary.
        """
        event = lines.decode(line)
        if not isinstance(event, dict):
            return
        kind = lines.text(event, "type")
        if kind == "text":
            self._text.append(lines.text(event, "data"))
        elif kind == "usage":
            self._spent.append(lines.under(event, "usage"))
        elif kind == "end":
            self._end = event
        elif kind == "error":
            self._error = event
        elif kind == "available_commands":
            _nothing_open(event)
        elif kind.startswith(_COMPACTING):
            reason = "it would go on with a summary of what it was given"
            raise failures.input_too_large(_AGENT, self._request, reason)
        elif _TOOLISH.search(kind):
            name = lines.text(event, "toolName") or lines.text(event, "title") or kind
            raise failures.tool_tried(_AGENT, name, _total(self._spent))

    def feed_error(self, line: bytes) -> None:
        """It tells of tools in its events only."""

    def tidy(self) -> None:
        """It keeps nothing of a call elsewhere."""

    def finish(self, exit_code: int, stderr: str) -> Answer:
        """Return the answer in the schema, or raise what the last event says."""
        if self._error is not None:
            raise self._failure(self._error)
        if self._end is None:
            raise failures.silent(_AGENT, exit_code, stderr)
        usage = _usage(self._end)
        stop = lines.text(self._end, "stopReason")
        if stop == "max_tokens":
            raise failures.answer_cut(_AGENT, usage)
        if stop != "end_turn":
            reason = f"the turn ended otherwise than by an answer: {stop or 'no reason given'}"
            raise failures.failed(_AGENT, reason, again=False, usage=usage)
        return Answer(text=safe(self._answer(self._end, usage)), usage=usage)

    def _answer(self, end: Mapping[str, Any], usage: Usage) -> str:
        structured = end.get("structuredOutput")
        if isinstance(structured, dict):
            return json.dumps(structured, ensure_ascii=False)
        said = "".join(self._text)
        if found := recover(said):
            return found
        wrong = lines.text(end, "structuredOutputError") or "it gave no answer"
        reason = "it answered in prose, not in the schema" if said.strip() else wrong
        raise failures.no_answer(_AGENT, reason, usage)

    def _failure(self, event: Mapping[str, Any]) -> AgentError:
        usage = _usage(event)
        said, status, kind = _said(lines.text(event, "message"))
        if kind == _CUT:
            return failures.answer_cut(_AGENT, usage)
        if status == 413 or _TOO_LONG.search(said):
            return failures.input_too_large(_AGENT, self._request, said)
        if status is None and _RATE.search(said):
            status = 429
        if said.startswith("Not signed in"):
            said = f"not signed in: {said}"
        elif _UNREACHED in said:
            said = f"no connection to the model service: {said}"
        return failures.refused(_AGENT, said or "no reason given", status, usage)


def _nothing_open(event: Mapping[str, Any]) -> None:
    tools = event.get("tools")
    for tool in tools if isinstance(tools, list) else ():
        reason = f"its tools are not closed: {tool}"
        raise failures.failed(_AGENT, reason, again=False, tool=failures.one_line(str(tool)))


def _said(message: str) -> tuple[str, int | None, str]:
    """Return what an error says, the service's status in it, and its kind.

    Inner errors come as a JSON document behind ``Internal error: ``. What follows an empty line
    lists the models there are.
    """
    inner = message.removeprefix(_INTERNAL)
    document = lines.decode(inner.encode("utf-8", "surrogatepass"))
    status, kind = None, ""
    if isinstance(document, str):
        inner = document
    elif isinstance(document, dict):
        inner = lines.text(document, "message") or inner
        status = lines.number(document, "http_status") or None
        kind = lines.text(document, "error_kind")
    said = inner.partition("\n\n")[0]
    found = _STATUS.search(said)
    if status is None and found:
        status = int(found[1] or found[2])
    return said, status, kind


def _usage(event: Mapping[str, Any]) -> Usage:
    """Return what the last event says was used; the model is the one that wrote most."""
    models = {name: row for name, row in lines.under(event, "modelUsage").items() if row}
    model = max(
        models,
        key=lambda name: lines.number(lines.under(models, name), "outputTokens"),
        default=None,
    )
    return _total(
        [lines.under(event, "usage")],
        cost_usd=lines.price(event, "total_cost_usd"),
        model=safe(model) if model else None,
    )


def _total(rows: Iterable[Mapping[str, Any]], **more: Any) -> Usage:
    """Add up *rows*; tokens of reasoning are part of the output there."""
    fresh, cached, written, output = (
        sum(lines.number(row, name) for row in rows)
        for name in (
            "input_tokens",
            "cache_read_input_tokens",
            "cache_creation_input_tokens",
            "output_tokens",
        )
    )
    return Usage(
        calls=1,
        input_tokens=fresh + cached + written,
        cached_tokens=cached,
        output_tokens=output,
        **more,
    )
