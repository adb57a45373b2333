"""Reads what ``opencode run --format json`` prints."""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from vela_desktop.agents import failures, lines
from vela_desktop.agents.protocol import AgentError, Answer, Request
from vela_desktop.agents.recovery import recover
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.jobs import Usage
from vela_desktop.domain.text import safe

_AGENT = Agent.OPENCODE

_OTHER_AGENT = re.compile(r"^!\s+agent .*default agent")
"""It warns so, and goes on with an agent that has tools, when it did not take over ours."""

_NO_MODEL = "ModelNotFoundError"
"""Stands in its log only; on standard output it is an unexpected server error."""

_TRY = re.compile(r'message="stream error".* error\.error="(?:\w+: )?(.*)"')
"""A request that failed, in its log. Newer versions give up after the sixth, and say why with the
status on standard output; older ones go on for ever, each time waiting twice as long."""

TRIES = 7

_TOO_LONG = re.compile(
    r"context[ _](?:window|length)|maximum (?:context|prompt)|prompt is too long", re.IGNORECASE
)


class OpenCodeReading:
    """Watches for tools while the events come, and judges the last step or error."""

    def __init__(self, request: Request, default: str) -> None:
        self._request = request
        self._model = request.model or default
        self._texts: defaultdict[str, list[str]] = defaultdict(list)
        self._steps: list[dict[str, Any]] = []
        self._ending: dict[str, Any] | None = None
        self._no_model = False
        self._tries = 0

    @property
    def ended(self) -> bool:
        """Whether the last step has ended, or the whole turn with an error."""
        return self._ending is not None

    def feed(self, line: bytes) -> None:
        """Take one event. Raises the tool error for any tool, closed or not: the program itself
        would tell the model that there is none, and call it again and again."""
        event = lines.decode(line)
        if not isinstance(event, dict):
            return
        kind, part = lines.text(event, "type"), lines.under(event, "part")
        if "tool" in kind or part.get("reason") == "tool-calls":
            raise failures.tool_tried(_AGENT, lines.text(part, "tool") or "unknown", self._usage())
        match kind:
            case "step_start":
                self._ending = None
            case "text":
                self._texts[lines.text(part, "messageID")].append(lines.text(part, "text"))
            case "step_finish":
                self._steps.append(part)
                self._ending = part
                self._tries = 0
            case "error":
                self._ending = event

    def feed_error(self, line: bytes) -> None:
        """Take one line of its log. Raises an error for one that says our agent is not used, and
        after the last request that may fail."""
        said = failures.plain(line.decode("utf-8", "replace"))
        if _OTHER_AGENT.search(said):
            reason = "its tools are not closed: it did not take over the agent without tools"
            raise failures.failed(_AGENT, reason, again=False)
        self._no_model = self._no_model or _NO_MODEL in said
        if failure := _TRY.search(said):
            self._tries += 1
            if self._tries == TRIES:
                reason = f"its requests keep failing: {failure[1]}"
                raise failures.failed(_AGENT, reason, again=True, usage=self._usage())

    def tidy(self) -> None:
        """It keeps nothing of a call elsewhere."""

    def finish(self, exit_code: int, stderr: str) -> Answer:
        """Return what the last step said, or raise what it or the error says."""
        ending = self._ending
        if ending is None:
            raise failures.silent(_AGENT, exit_code, stderr)
        usage = self._usage()
        if ending.get("type") == "error":
            raise self._failure(lines.under(ending, "error"), usage)
        self._check_reason(lines.text(ending, "reason"), usage)
        text = "".join(self._texts[lines.text(ending, "messageID")])
        answer = recover(text)
        if answer is None:
            said = bool(text.strip())
            reason = "it answered in prose, not in the schema" if said else "it gave no answer"
            raise failures.no_answer(_AGENT, reason, usage)
        return Answer(text=safe(answer), usage=usage)

    def _check_reason(self, reason: str, usage: Usage) -> None:
        if reason == "length":
            raise failures.answer_cut(_AGENT, usage)
        if reason == "content-filter":
            said = "the model's answer was held back (content-filter)"
            raise failures.failed(_AGENT, said, again=False, usage=usage)
        if reason != "stop":
            said = f"its answer broke off ({reason or 'no reason given'})"
            raise failures.failed(_AGENT, said, again=True, usage=usage)

    def _failure(self, error: Mapping[str, Any], usage: Usage) -> AgentError:
        name, data = lines.text(error, "name"), lines.under(error, "data")
        said = lines.text(data, "message") or name or "no reason given"
        status = lines.number(data, "statusCode") or None
        if name == "ContextOverflowError" or status == 413 or _TOO_LONG.search(said):
            return failures.input_too_large(_AGENT, self._request, said)
        if name == "MessageOutputLengthError":
            return failures.answer_cut(_AGENT, usage)
        if self._no_model or said.startswith("Model not found"):
            said = f"there is no model {self._model}, or it is not signed in to its provider"
        elif name == "ProviderAuthError":
            said = f"not signed in: {said}"
        elif status is None and data.get("isRetryable") is True:
            return failures.failed(_AGENT, said, again=True, usage=usage)
        return failures.refused(_AGENT, said, status, usage)

    def _usage(self) -> Usage:
        """Add the steps up: a step whose stream broke off was paid for as well."""
        tokens = [lines.under(step, "tokens") for step in self._steps]
        caches = [lines.under(each, "cache") for each in tokens]
        cached = sum(lines.number(each, "read") for each in caches)
        written = sum(lines.number(each, "write") for each in caches)
        fresh, said, thought = (
            sum(lines.number(each, name) for each in tokens)
            for name in ("input", "output", "reasoning")
        )
        return Usage(
            calls=1,
            input_tokens=fresh + cached + written,
            cached_tokens=cached,
            output_tokens=said + thought,
            cost_usd=lines.added_up(lines.amount(step, "cost") for step in self._steps),
            model=self._model or None,
        )
