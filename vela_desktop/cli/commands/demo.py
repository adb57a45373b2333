"""``vela demo``: the main job on sample sessions, offline, without any agent."""

import tempfile
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from vela_desktop.cli import documents, records
from vela_desktop.cli.following import failure, follow
from vela_desktop.cli.output import Output
from vela_desktop.config import logs
from vela_desktop.config.paths import Paths, resolved
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import EntryQuery
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import Via
from vela_desktop.domain.jobs import Choice, JobOptions, JobStatus
from vela_desktop.domain.sessions import SessionQuery
from vela_desktop.services.demo import install_samples, is_free
from vela_desktop.wiring import build

if TYPE_CHECKING:
    from vela_desktop.wiring.services import Services


async def demo(options: Namespace, output: Output) -> int:
    """Curate the sample sessions in a folder of their own and print the tree."""
    if options.keep is not None:
        kept = resolved(options.keep)
        if not is_free(kept):
            raise VelaError(Code.USAGE, reason=f"{kept} holds something else than a demo")
        logs.start(Paths(kept))
        await _demo(kept, output, kept=True)
    else:
        with tempfile.TemporaryDirectory(prefix="vela-demo-") as folder:
            await _demo(Path(folder), output, kept=False)
    return 0


async def _demo(folder: Path, output: Output, *, kept: bool) -> None:
    async with build(folder, Via.CLI) as services:
        install_samples(folder, services.reading.settings)
        await services.reading.scanner.scan()
        for row in (await services.reading.sessions.list(SessionQuery())).items:
            output.progress(f"Curating “{row.title}”")
            choice = Choice(agent=Agent.BUILTIN)
            job = await services.jobs.submit(row.id, choice, JobOptions())
            ended = await follow(services, job, output)
            if ended.status is not JobStatus.COMPLETED:
                raise failure(ended)
        tree = await _tree(services)
    output.data(documents.whole(tree), _lines(tree, folder if kept else None))


class SessionNode(msgspec.Struct, kw_only=True):
    """A session of the tree with its entries."""

    project: str
    session: str
    entries: list[records.EntryRowDocument]


async def _tree(services: "Services") -> list[SessionNode]:
    nodes = []
    for project in await services.entries.projects():
        for session in await services.entries.sessions(project.project_id):
            query = EntryQuery(session_id=session.id, sort="title")
            rows = [records.entry_row(row) for row in await services.entries.all_rows(query)]
            nodes.append(SessionNode(project=project.name, session=session.name, entries=rows))
    return nodes


def _lines(tree: list[SessionNode], kept: Path | None) -> Iterable[str]:
    project = None
    for node in tree:
        if node.project != project:
            project = node.project
            yield project
        yield f"  {node.session} ({len(node.entries)})"
        for entry in node.entries:
            yield f"    {entry.kind:<12}  {entry.title}"
    if kept is not None:
        yield f"Kept in {kept}. Open it with: vela-desktop --data-dir {kept}"
