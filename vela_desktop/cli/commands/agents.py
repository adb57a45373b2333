"""``vela agents``."""

import asyncio
from argparse import Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING

from vela_desktop.agents.protocol import Model
from vela_desktop.cli import documents
from vela_desktop.cli.opening import opened
from vela_desktop.cli.output import Output
from vela_desktop.domain.agents import AgentStatus

if TYPE_CHECKING:
    from vela_desktop.wiring.services import Services


async def agents(options: Namespace, output: Output) -> int:
    """List every agent, usable or not."""
    async with opened(options, output) as services:
        statuses = await services.agents.statuses()
        models = await _models(services, statuses) if options.models else {}
    items = [_document(status, models) for status in statuses]
    output.data(documents.whole(items), _lines(statuses, models))
    return 0


async def _models(
    services: "Services", statuses: tuple[AgentStatus, ...]
) -> dict[str, tuple[Model, ...]]:
    usable = [status.agent for status in statuses if status.available]
    found = await asyncio.gather(*(services.agents.models(agent) for agent in usable))
    return dict(zip(usable, found, strict=True))


def _document(status: AgentStatus, models: dict[str, tuple[Model, ...]]) -> documents.AgentDocument:
    document = documents.agent(status)
    if status.agent in models:
        document.models = [
            documents.ModelDocument(id=model.id, label=model.label, efforts=list(model.efforts))
            for model in models[status.agent]
        ]
    return document


def _lines(
    statuses: tuple[AgentStatus, ...], models: dict[str, tuple[Model, ...]]
) -> Iterable[str]:
    for status in statuses:
        state = status.version or "ready" if status.available else f"no: {status.problem}"
        yield f"{status.agent:<10} {status.label:<20} {state}"
        for model in models.get(status.agent, ()):
            yield f"{'':<10} {model.id:<28} {' '.join(model.efforts)}"
