"""Asks agents, and keeps every finished step, so that a retry pays for nothing twice."""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Sized
from dataclasses import asdict, dataclass, field, replace
from typing import Generic, Protocol, TypeVar, cast

from vela_desktop.agents.protocol import AgentError, Answer, Request
from vela_desktop.curation.checks import Rejected
from vela_desktop.curation.log import LogEvent, digest, log
from vela_desktop.curation.prompts import VERSION, Prompt
from vela_desktop.domain import limits
from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import Job, Step, Usage
from vela_desktop.domain.sizes import USUAL, InputLimit, Size

R = TypeVar("R")
Ask = Callable[[Request], Awaitable[Answer]]
Check = Callable[[str], R]
Pause = Callable[[float], Awaitable[None]]

PAUSE_SECONDS = 5.0
"""How long to wait after a first call that failed for a reason that passes."""

logger = logging.getLogger(__name__)


class StepStore(Protocol):
    """Where the finished steps of a job and its retries are kept, and what its calls cost."""

    async def get(self, key: str) -> Step | None:
        """Return the step stored under *key*."""

    async def book(self, usage: Usage, step: Step | None = None) -> None:
        """Store what a call cost that has just ended, and the step that it finished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tried(Generic[R]):
    """What one call gave: an answer that passed, or the reason why there is none."""

    usage: Usage
    text: str = ""
    result: R | None = None
    trouble: Rejected | VelaError | None = None


@dataclass(slots=True)
class _Spent:
    """What a step took so far."""

    began: int = field(default_factory=now_ms)
    since: float = field(default_factory=time.monotonic)
    usage: Usage = field(default_factory=Usage)
    tries: int = 0

    @property
    def ms(self) -> int:
        return round((time.monotonic() - self.since) * 1000)


class Asker:
    """Asks the agent of one job, three tries a step."""

    def __init__(
        self,
        job: Job,
        ask: Ask,
        store: StepStore,
        limit: InputLimit = USUAL,
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._job = job
        self._ask = ask
        self._store = store
        self._pause = pause
        self.limit = limit
        """What one input may hold."""

    async def answer(self, prompt: Prompt, check: Check[R]) -> R:
        """Return what *check* makes of the agent's answer: a stored one, else a new one.

        *check* runs in a thread. An answer that it rejects is asked again with the reason; a call
        that failed for a reason that passes is made again after a pause. Raises, after the last
        try, ``memory_invalid_output``, or ``memory_output_too_large`` or
        ``memory_context_too_large`` where that was the reason; at once what else the call raises,
        and ``memory_context_too_large`` for a prompt over the limit, which is not sent.
        """
        key = step_key(self._job, prompt)
        stored = await self._store.get(key)
        if stored and stored.output is not None:
            kept = await _checked(check, stored.output)
            if kept.trouble is None:
                log(logger, LogEvent.STEP_REUSED, **self._facts(prompt, key), tries=stored.tries)
                return cast(R, kept.result)
        size = self._checked_size(prompt)
        log(
            logger, LogEvent.STEP_STARTED, **self._facts(prompt, key),
            inputs=prompt.count, chars=size.chars, sha256=digest(prompt.text),
        )  # fmt: skip
        return await self._asked(key, prompt, check)

    async def _asked(self, key: str, prompt: Prompt, check: Check[R]) -> R:
        spent, question = _Spent(), prompt
        while True:
            tried = await self._try(question, check)
            spent.usage += tried.usage
            spent.tries += 1
            if tried.trouble is None:
                step = self._step(key, prompt, tried.text, spent)
                await self._store.book(tried.usage, step)
                self._log_finished(prompt, step, tried.result)
                return cast(R, tried.result)
            await self._store.book(tried.usage)
            if spent.tries == limits.TRIES or not _may_help(tried.trouble):
                raise _final(tried.trouble, spent.tries)
            self._log_again(prompt, key, tried.trouble, spent)
            question = await self._next(prompt, tried.trouble, spent.tries)

    async def _try(self, question: Prompt, check: Check[R]) -> _Tried[R]:
        try:
            answer = await self._ask(self._request(question))
        except VelaError as error:
            return _Tried(usage=usage_of(error), trouble=error)
        checked = await _checked(check, answer.text)
        return replace(checked, usage=answer.usage)

    def _step(self, key: str, prompt: Prompt, output: str, spent: _Spent) -> Step:
        return Step(
            key=key, stage=prompt.stage, output=output, usage=spent.usage, tries=spent.tries,
            started_at=spent.began, ended_at=now_ms(), ms=spent.ms, attempt=self._job.attempt,
        )  # fmt: skip

    def _checked_size(self, prompt: Prompt) -> Size:
        size = prompt.size
        if not self.limit.holds(size):
            raise VelaError(Code.CONTEXT_TOO_LARGE, **self.limit.told(size))
        return size

    async def _next(self, prompt: Prompt, error: Rejected | VelaError, tries: int) -> Prompt:
        """Return the next question: with the reason, or the same one once the trouble passed."""
        if isinstance(error, Rejected):
            return prompt.again(error.reason)
        if error.code is Code.INVALID_OUTPUT:
            return prompt.again(str(error.details.get("reason") or "not the required JSON"))
        await self._pause(PAUSE_SECONDS * tries)
        return prompt

    def _request(self, prompt: Prompt) -> Request:
        return Request(
            system=prompt.system,
            prompt=prompt.text,
            schema=prompt.schema,
            model=self._job.model,
            effort=self._job.effort,
        )

    def _facts(self, prompt: Prompt, key: str) -> dict[str, str]:
        return {"job": self._job.id, "stage": prompt.stage, "step": key[:12]}

    def _log_again(
        self, prompt: Prompt, key: str, trouble: Rejected | VelaError, spent: _Spent
    ) -> None:
        code = trouble.wire if isinstance(trouble, VelaError) else Code.INVALID_OUTPUT
        log(
            logger, LogEvent.ASKED_AGAIN, **self._facts(prompt, key), error=code,
            tries=spent.tries, ms=spent.ms, input_tokens=spent.usage.input_tokens,
            output_tokens=spent.usage.output_tokens,
        )  # fmt: skip

    def _log_finished(self, prompt: Prompt, step: Step, result: object) -> None:
        output = step.output or ""
        log(
            logger, LogEvent.STEP_FINISHED, **self._facts(prompt, step.key), tries=step.tries,
            outputs=len(result) if isinstance(result, Sized) else 1,
            ms=step.ms, chars=len(output), sha256=digest(output),
            input_tokens=step.usage.input_tokens, output_tokens=step.usage.output_tokens,
        )  # fmt: skip


def step_key(job: Job, prompt: Prompt) -> str:
    """Return what makes two steps the same: the input, who is asked, how, and the instructions.

    How many are asked at once is told by the input alone.
    """
    options = asdict(job.options)
    del options["parallel_calls"]
    parts = [
        VERSION, prompt.stage, prompt.system, prompt.text,
        job.agent, job.model, job.effort, options,
    ]  # fmt: skip
    return digest(json.dumps(parts, ensure_ascii=False, sort_keys=True))


def usage_of(error: VelaError) -> Usage:
    """Return what a call used that ended with *error*."""
    return error.usage if isinstance(error, AgentError) else Usage()


async def _checked(check: Check[R], text: str) -> _Tried[R]:
    try:
        return _Tried(usage=Usage(), text=text, result=await asyncio.to_thread(check, text))
    except (Rejected, VelaError) as trouble:
        return _Tried(usage=Usage(), text=text, trouble=trouble)


def _may_help(error: Rejected | VelaError) -> bool:
    """Tell whether another try may help: an adapter says so, else only of answers in bad form."""
    if isinstance(error, Rejected):
        return True
    return bool(error.details.get("again", error.code is Code.INVALID_OUTPUT))


def _final(error: Rejected | VelaError, tries: int) -> VelaError:
    """Return what ends the job after *tries* answers or calls, of which *error* is the last."""
    if isinstance(error, Rejected):
        return error.error or VelaError(Code.INVALID_OUTPUT, tries=tries, reason=error.reason)
    if error.code is Code.INVALID_OUTPUT:
        error.details.setdefault("tries", tries)
    return error
