"""Reads what ``--mode json`` of Pi and OMP prints: both come from one program."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from vela_desktop.agents import failures, lines
from vela_desktop.agents.protocol import AgentError, Answer, Request
from vela_desktop.agents.recovery import recover
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.jobs import Usage
from vela_desktop.domain.text import safe

_TOOL_ROLES = frozenset({"toolResult", "bashExecution", "pythonExecution"})
_COUNTS = ("input", "cacheRead", "cacheWrite", "output")

_STATUS = re.compile(r"^(?:[^\n:{]*\()?([45]\d\d)\b\)?:?\s*")
_TOO_LONG = re.compile(
    r"context[ _](?:window|length|size)|(?:prompt|input|request)(?: is)? too (?:long|large)"
    r"|too many (?:input )?tokens|maximum (?:prompt|input|context)",
    re.IGNORECASE,
)
_SIGNED_OUT = re.compile(r"no api key|not (?:logged|signed) in|no models available", re.IGNORECASE)
_COMPLAINT = re.compile(r"error:|no api key found", re.IGNORECASE)


class PiReading:
    """Watches for tools while the events come, and judges the last message of the assistant.

    *forget* hears at the end of each error that a message told of.
    """

    def __init__(
        self, agent: Agent, request: Request, forget: Callable[[str], None] | None = None
    ) -> None:
        self._agent = agent
        self._request = request
        self._forget = forget
        self._errors: list[str] = []
        self._last: dict[str, Any] | None = None
        self._usages: list[Mapping[str, Any]] = []
        self._ended = False

    @property
    def ended(self) -> bool:
        """Whether it is done and will not try again."""
        return self._ended

    def feed(self, line: bytes) -> None:
        """Take one event. Raises the tool error for any event of a tool."""
        event = lines.decode(line)
        if not isinstance(event, dict):
            return
        kind = lines.text(event, "type")
        if kind == "message_update":
            self._watch_update(lines.under(event, "assistantMessageEvent"))
        elif kind in {"message_start", "message_end"}:
            self._take(lines.under(event, "message"), whole=kind == "message_end")
        elif kind.startswith("tool_execution"):
            raise failures.tool_tried(self._agent, lines.text(event, "toolName") or kind)
        elif kind == "agent_start":
            self._ended = False
        elif kind == "agent_end":
            self._ended = event.get("willRetry") is not True

    def feed_error(self, line: bytes) -> None:
        """They tell of tools in their events only."""

    def tidy(self) -> None:
        """Remove the requests that errors named as kept, where the agent keeps any."""
        if self._forget:
            for said in self._errors:
                self._forget(said)

    def finish(self, exit_code: int, stderr: str) -> Answer:
        """Return the JSON object in the last message, or raise what that or the error stream says.

        The exit code tells nothing: some versions end with 0 whatever happened.
        """
        if self._last is None:
            raise self._silence(exit_code, stderr)
        usage = self._usage()
        ending = lines.text(self._last, "stopReason")
        if ending == "length":
            raise failures.answer_cut(self._agent, usage)
        if ending != "stop":
            raise self._failure(self._last, ending, usage)
        text = _text(self._last)
        answer = recover(text)
        if answer is None:
            reason = "it answered in prose, not in the schema" if text else "it gave no answer"
            raise failures.no_answer(self._agent, reason, usage)
        return Answer(text=safe(answer), usage=usage)

    def _watch_update(self, update: Mapping[str, Any]) -> None:
        """OMP names the tool only at the end of its call, which still comes before any start."""
        kind = lines.text(update, "type")
        if kind.startswith("toolcall"):
            name = lines.text(update, "toolName") or lines.text(
                lines.under(update, "toolCall"), "name"
            )
            if name or kind == "toolcall_end":
                raise failures.tool_tried(self._agent, name or "unknown")

    def _take(self, message: dict[str, Any], *, whole: bool) -> None:
        role = lines.text(message, "role")
        if role in _TOOL_ROLES:
            raise failures.tool_tried(self._agent, lines.text(message, "toolName") or role)
        if role != "assistant":
            return
        for block in _blocks(message):
            if block.get("type") == "toolCall":
                raise failures.tool_tried(self._agent, lines.text(block, "name") or "unknown")
        if whole:
            self._last = message
            self._usages.append(lines.under(message, "usage"))
            if said := lines.text(message, "errorMessage"):
                self._errors.append(said)

    def _usage(self) -> Usage:
        """Add up all messages: tries that it repeated itself were paid for too."""
        counts = {name: sum(lines.number(row, name) for row in self._usages) for name in _COUNTS}
        costs = (lines.amount(lines.under(row, "cost"), "total") for row in self._usages)
        last = self._last or {}
        names = [lines.text(last, "provider"), lines.text(last, "responseModel")]
        names[1] = names[1] or lines.text(last, "model")
        return Usage(
            calls=1,
            input_tokens=counts["input"] + counts["cacheRead"] + counts["cacheWrite"],
            cached_tokens=counts["cacheRead"],
            output_tokens=counts["output"],
            cost_usd=lines.added_up(costs),
            model="/".join(filter(None, names)) or None,
        )

    def _failure(self, message: Mapping[str, Any], ending: str, usage: Usage) -> AgentError:
        said = lines.text(message, "errorMessage")
        status = lines.number(message, "errorStatus") or None
        if found := _STATUS.match(said):
            status = status or int(found[1])
        said = _plainly(said[found.end() :] if found else said)
        if status == 413 or (status in {None, 400, 422} and _TOO_LONG.search(said)):
            return failures.input_too_large(self._agent, self._request, said)
        if status is None and _SIGNED_OUT.search(said):
            said = f"not signed in: {said}"
        return failures.refused(self._agent, said or ending or "no reason given", status, usage)

    def _silence(self, exit_code: int, stderr: str) -> AgentError:
        said = _complaint(stderr)
        if _SIGNED_OUT.search(said):
            return failures.failed(self._agent, f"not signed in: {said}", again=False)
        return failures.silent(self._agent, exit_code, said)


def _blocks(message: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    content = message.get("content")
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict):
            yield block


def _text(message: Mapping[str, Any]) -> str:
    said = (lines.text(block, "text") for block in _blocks(message) if block.get("type") == "text")
    return "".join(said).strip()


def _plainly(said: str) -> str:
    """Return the message in *said*, which may be the service's whole error document; OMP tells the
    same once more on further lines."""
    document = lines.decode(said.encode("utf-8", "surrogatepass"))
    if isinstance(document, dict):
        told = lines.text(lines.under(document, "error"), "message")
        return told or lines.text(document, "message") or said
    return said.partition("\n")[0]


def _complaint(stderr: str) -> str:
    """Return the line of *stderr* that says what is wrong: advice follows it, and OMP prints a part
    of its own source before it."""
    told = failures.said_first(stderr)
    named = [line for line in told if _COMPLAINT.match(line)]
    return (named or told or [""])[0]
