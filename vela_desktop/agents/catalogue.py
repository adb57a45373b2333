"""Which models each agent offers: asked of its program and remembered for that version of it."""

import asyncio
import json
import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from vela_desktop.agents import folders, lines
from vela_desktop.agents.asking import NoAnswerError, ask
from vela_desktop.agents.protocol import Listing, Model, Program
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.config.settings import write_atomically
from vela_desktop.domain.agents import Agent, AgentProblem
from vela_desktop.domain.errors import Reason, VelaError
from vela_desktop.process.watchdog import Watchdog

logger = logging.getLogger(__name__)

SECONDS = 15.0

Key = tuple[str, str]
"""A program's path and version: another one may offer other models."""


class Catalogue:
    """Answers from memory, else from the folder *cache*, else by asking the program.

    What came from the folder is asked again in the background, once per program; *changed* then
    hears of an agent whose models turned out to be others. Programs run in folders below *scratch*.
    """

    def __init__(
        self,
        cache: Path,
        scratch: Path,
        *,
        changed: Callable[[Agent], None] | None = None,
        environment: Mapping[str, str] = os.environ,
        watchdog: Watchdog | None = None,
    ) -> None:
        self._cache = cache
        self._scratch = scratch
        self._changed = changed
        self._environment = environment
        self._watchdog = watchdog
        self._known: dict[Key, tuple[Model, ...]] = {}
        self._asking: dict[Key, asyncio.Task[tuple[Model, ...] | None]] = {}
        self._problems: dict[Key, AgentProblem] = {}

    async def models(self, program: Program) -> tuple[Model, ...]:
        """Return what *program* offers, at once where it was asked before; its adapter's fallback
        where it cannot be asked."""
        key = _key(program)
        adapter = ADAPTERS[program.agent]
        if key in self._known or program.problem or adapter.listing is None:
            return self._known.get(key, adapter.fallback_models)
        kept = await asyncio.to_thread(_load, self._file(program.agent), key)
        if kept is None:
            return self._known.setdefault(key, await self.refresh(program))
        self._known[key] = kept
        self._begin(program, adapter.listing)
        return kept

    async def refresh(self, program: Program) -> tuple[Model, ...]:
        """Ask *program* now and return what it offers, or what was known where it does not say."""
        adapter = ADAPTERS[program.agent]
        found = None
        if adapter.listing is not None and not program.problem:
            found = await asyncio.shield(self._begin(program, adapter.listing))
        return found or self._known.get(_key(program), adapter.fallback_models)

    def problem(self, program: Program) -> AgentProblem | None:
        """Return why *program* did not tell its models when it was asked last."""
        return program.problem or self._problems.get(_key(program))

    async def close(self) -> None:
        """End the questions that are still open."""
        waiting = list(self._asking.values())
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    def _begin(
        self, program: Program, listing: Listing
    ) -> "asyncio.Task[tuple[Model, ...] | None]":
        key = _key(program)
        if key not in self._asking:
            task = asyncio.create_task(self._ask(program, listing))
            task.add_done_callback(lambda _: self._asking.pop(key, None))
            self._asking[key] = task
        return self._asking[key]

    async def _ask(self, program: Program, listing: Listing) -> tuple[Model, ...] | None:
        """Ask, remember, and tell; None where there was no answer with models in it."""
        key = _key(program)
        try:
            async with folders.private(self._scratch) as private:
                found = await listed(
                    program,
                    listing,
                    cwd=private.work,
                    environment=self._environment,
                    watchdog=self._watchdog,
                )
        except NoAnswerError as error:
            logger.info("models not listed agent=%s why=%s", program.agent, error.problem.reason)
            self._problems[key] = error.problem
            return None
        except VelaError:
            logger.info("models not listed agent=%s", program.agent)
            return None
        self._problems.pop(key, None)
        await self._remember(program, found)
        return found

    async def _remember(self, program: Program, found: tuple[Model, ...]) -> None:
        key = _key(program)
        before = self._known.get(key)
        self._known[key] = found
        try:
            await asyncio.to_thread(_save, self._file(program.agent), key, found)
        except OSError as error:
            logger.warning("models not kept agent=%s: %s", program.agent, type(error).__name__)
        if self._changed and before is not None and before != found:
            self._changed(program.agent)

    def _file(self, agent: Agent) -> Path:
        return self._cache / f"models-{agent}.json"


async def listed(
    program: Program,
    listing: Listing,
    *,
    cwd: Path,
    environment: Mapping[str, str],
    watchdog: Watchdog | None = None,
) -> tuple[Model, ...]:
    """Ask *program* for its models. Raises NoAnswerError where it does not name one."""
    printed = await ask(
        ADAPTERS[program.agent],
        program,
        listing.question,
        cwd=cwd,
        environment=environment,
        watchdog=watchdog,
        seconds=SECONDS,
    )
    found = await asyncio.to_thread(listing.read, printed)
    if not found:
        raise NoAnswerError(AgentProblem(Reason.NO_MODELS))
    return found


def _key(program: Program) -> Key:
    return program.path, program.version or ""


def _load(file: Path, key: Key) -> tuple[Model, ...] | None:
    """Return the models kept in *file* if they are those of *key*."""
    try:
        kept = lines.decode(file.read_bytes())
    except OSError:
        return None
    if not isinstance(kept, dict) or kept.get("program") != list(key):
        return None
    return tuple(filter(None, map(_model, lines.rows(kept, "models")))) or None


def _save(file: Path, key: Key, models: tuple[Model, ...]) -> None:
    document = {"program": list(key), "models": [asdict(model) for model in models]}
    write_atomically(file, json.dumps(document, ensure_ascii=False, indent=1))


def _model(row: Any) -> Model | None:
    if not isinstance(row, dict) or not (name := lines.text(row, "id")):
        return None
    efforts = lines.rows(row, "efforts")
    return Model(
        id=name,
        label=lines.text(row, "label") or name,
        efforts=tuple(effort for effort in efforts if isinstance(effort, str)),
        context_tokens=lines.number(row, "context_tokens") or None,
    )
