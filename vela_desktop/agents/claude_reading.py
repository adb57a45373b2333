"""Reads what ``claude -p --output-format stream-json`` prints."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from vela_desktop.agents import failures, lines
from vela_desktop.agents.protocol import AgentError, Answer, Request
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.jobs import Usage
from vela_desktop.domain.text import safe

_AGENT = Agent.CLAUDE
_ANSWERING = "StructuredOutput"
"""The tool through which the program takes an answer in a schema; the only one that is open."""

_SAID = frozenset({"text", "thinking", "redacted_thinking"})
_TOOLISH = re.compile(r"tool|mcp|execution|search|server")
_TOO_LONG = re.compile(r"prompt is too long|stdin input exceeds", re.IGNORECASE)
_TOKEN_LIMIT = re.compile(r"(\d+) output token maximum")


class ClaudeReading:
    """Watches for tools while the events come, and judges the last one, ``result``."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._result: dict[str, Any] | None = None
        self._model: str | None = None
        self._answering: set[str] = set()

    @property
    def ended(self) -> bool:
        """Whether the ``result`` event has come."""
        return self._result is not None

    def feed(self, line: bytes) -> None:
        """Take one event. Raises the tool error for any tool but the answering one."""
        event = lines.decode(line)
        if not isinstance(event, dict):
            return
        match event.get("type"):
            case "system" if event.get("subtype") == "init":
                self._begin(event)
            case "assistant" | "user":
                for block in _blocks(event):
                    self._watch(block)
            case "result":
                self._result = event
                _no_denials(event)

    def feed_error(self, line: bytes) -> None:
        """It tells of tools in its events only."""

    def tidy(self) -> None:
        """It keeps nothing of a call elsewhere."""

    def finish(self, exit_code: int, stderr: str) -> Answer:
        """Return the answer in the schema, or raise what the ``result`` event says."""
        result = self._result
        if result is None:
            if _TOO_LONG.search(stderr):
                raise failures.input_too_large(_AGENT, self._request, stderr)
            raise failures.silent(_AGENT, exit_code, stderr)
        usage = _usage(result, self._model)
        if error := self._trouble(result, usage):
            raise error
        if not isinstance(result.get("structured_output"), dict):
            raise failures.no_answer(_AGENT, "it answered in prose, not in the schema", usage)
        answer = json.dumps(result["structured_output"], ensure_ascii=False)
        return Answer(text=safe(answer), usage=usage)

    def _begin(self, event: Mapping[str, Any]) -> None:
        """The first event tells what is open. Anything but the answering tool is too much."""
        self._model = lines.text(event, "model") or None
        for key in ("tools", "mcp_servers"):
            for row in lines.rows(event, key):
                name = str(row.get("name") if isinstance(row, dict) else row)
                if name != _ANSWERING:
                    reason = f"its tools are not closed: {name}"
                    raise failures.failed(_AGENT, reason, again=False, tool=failures.one_line(name))

    def _watch(self, block: Mapping[str, Any]) -> None:
        kind = lines.text(block, "type")
        if kind == "tool_use" and block.get("name") == _ANSWERING:
            self._answering.add(lines.text(block, "id"))
        elif kind == "tool_result" and lines.text(block, "tool_use_id") in self._answering:
            return
        elif kind not in _SAID and _TOOLISH.search(kind):
            raise failures.tool_tried(_AGENT, lines.text(block, "name") or kind)

    def _trouble(self, result: Mapping[str, Any], usage: Usage) -> AgentError | None:
        if not result.get("is_error") and result.get("subtype") == "success":
            return None
        said = _said(result)
        ending = lines.text(result, "terminal_reason")
        status = lines.number(result, "api_error_status") or None
        if ending == "prompt_too_long" or status == 413 or _TOO_LONG.search(said):
            return failures.input_too_large(_AGENT, self._request, said)
        if result.get("subtype") == "error_max_structured_output_retries":
            return failures.no_answer(_AGENT, said, usage)
        if result.get("api_error") == "max_output_tokens" or _TOKEN_LIMIT.search(said):
            return _cut(said, usage)
        if "not logged in" in said.lower():
            said = f"not signed in: {said}"
        return failures.refused(_AGENT, said or ending or "no reason given", status, usage)


def _blocks(event: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    content = lines.under(event, "message").get("content")
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict):
            yield block


def _no_denials(result: Mapping[str, Any]) -> None:
    denials = result.get("permission_denials")
    for denial in denials if isinstance(denials, list) else ():
        name = lines.text(denial, "tool_name") if isinstance(denial, dict) else ""
        raise failures.tool_tried(_AGENT, name or "unknown", _usage(result, None))


def _said(result: Mapping[str, Any]) -> str:
    errors = result.get("errors")
    listed = " ".join(map(str, errors)) if isinstance(errors, list) else ""
    return lines.text(result, "result") or listed


def _cut(said: str, usage: Usage) -> AgentError:
    found = _TOKEN_LIMIT.search(said)
    if not found:
        return failures.answer_cut(_AGENT, usage)
    size, limit = f"more than {found[1]} tokens", f"{found[1]} tokens"
    return failures.output_too_large(_AGENT, "answer", size, limit, usage)


def _usage(result: Mapping[str, Any], model: str | None) -> Usage:
    """Add up ``modelUsage``: unlike ``usage`` it also counts calls whose answer was sent back."""
    rows = {name: row for name, row in lines.under(result, "modelUsage").items() if row}
    names = ("inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens", "outputTokens")
    if rows:
        model = max(rows, key=lambda name: lines.number(lines.under(rows, name), names[3]))
    else:
        rows = {"": lines.under(result, "usage")}
        names = (
            "input_tokens",
            "cache_read_input_tokens",
            "cache_creation_input_tokens",
            "output_tokens",
        )
    fresh, cached, written, output = (
        sum(lines.number(lines.under(rows, row), name) for row in rows) for name in names
    )
    return Usage(
        calls=1,
        input_tokens=fresh + cached + written,
        cached_tokens=cached,
        output_tokens=output,
        cost_usd=lines.price(result, "total_cost_usd"),
        model=safe(model) if model else None,
    )
