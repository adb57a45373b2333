"""``vela entries`` and ``vela entry``."""

import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from vela_desktop.cli import documents, find, records
from vela_desktop.cli.opening import opened
from vela_desktop.cli.output import Output, table
from vela_desktop.domain.entries import Entry, EntryChanges, EntryQuery, Kind
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.text import elide
from vela_desktop.services.prefixes import several_sessions

if TYPE_CHECKING:
    from vela_desktop.wiring.services import Services


async def list_entries(options: Namespace, output: Output) -> int:
    """List one page of entries."""
    async with opened(options, output) as services:
        projects = await services.entries.projects()
        query = EntryQuery(
            project_id=find.project(projects, options.project),
            session_id=await _session(services, options.session),
            tag=options.tag,
            sort=options.sort,
            page=options.page,
        )
        page = await services.entries.rows(query)
    rows = [(row.id[:8], str(row.kind), elide(row.title, 80)) for row in page.items]
    output.data(documents.listing(page, map(records.entry_row, page.items)), table(rows))
    return 0


async def _session(services: "Services", prefix: str | None) -> str | None:
    """Return the id of the session group that *prefix* begins; a gone session keeps its group.

    Raises ``session_ambiguous``.
    """
    if prefix is None:
        return None
    found = [
        session.id
        for project in await services.entries.projects()
        for session in await services.entries.sessions(project.project_id)
        if session.id.startswith(prefix)
    ]
    if len(found) > 1 and prefix not in found:
        raise several_sessions(prefix, found)
    return found[0] if len(found) == 1 else prefix


async def entry(options: Namespace, output: Output) -> int:
    """Do what the action says with one entry."""
    async with opened(options, output) as services:
        await ACTIONS[options.action](services, options, output)
    return 0


async def _find(services: "Services", prefix: str) -> Entry:
    return await services.entries.get(await services.entries.id_of(prefix))


async def _show(services: "Services", options: Namespace, output: Output) -> None:
    found = await _find(services, options.entry)
    tags = " ".join(f"#{tag}" for tag in found.tags)
    lines = [f"# {found.title}", "", found.summary, f"{found.kind} {tags}".strip(), "", found.body]
    output.data(records.entry(found), lines)


async def _history(services: "Services", options: Namespace, output: Output) -> None:
    found = await _find(services, options.entry)
    rows = await services.entries.history(found.id)
    cells = [
        (f"v{row.version}", documents.iso(row.created_at) or "", row.author, elide(row.title, 60))
        for row in rows
    ]
    output.data(documents.whole(map(records.revision, rows)), table(cells))


async def _sources(services: "Services", options: Namespace, output: Output) -> None:
    found = await _find(services, options.entry)
    rows = await services.entries.snapshots_of(found.id)
    sources = [await services.entries.snapshot(row.id) for row in rows]
    output.data(documents.whole(map(records.source, sources)), (one.text for one in sources))


async def _edit(services: "Services", options: Namespace, output: Output) -> None:
    found = await _find(services, options.entry)
    changes = EntryChanges(
        title=options.title,
        summary=options.summary,
        body=None if options.body is None else _read(options.body),
        tags=None if options.tags is None else _tags(options.tags),
        kind=None if options.kind is None else Kind(options.kind),
    )
    if changes == EntryChanges():
        raise VelaError(Code.USAGE, reason="nothing to change was given")
    saved = await services.entries.save(found.id, options.version or found.version, changes)
    output.data(records.entry(saved), [f"Saved version {saved.version} of “{saved.title}”."])


def _tags(text: str) -> tuple[str, ...]:
    return tuple(tag for tag in (part.strip() for part in text.split(",")) if tag)


def _read(name: str) -> str:
    """Return the text of a file, or of standard input; raises ``usage`` where there is none."""
    try:
        if name != "-":
            return Path(name).read_text(encoding="utf-8")
        return "" if sys.stdin is None else sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        raise VelaError(Code.USAGE, reason=f"{name} is not UTF-8 text") from None
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise VelaError(Code.USAGE, reason=f"{name} cannot be read: {why}") from error


Action = Callable[["Services", Namespace, Output], Awaitable[None]]

ACTIONS: dict[str, Action] = {
    "show": _show,
    "edit": _edit,
    "history": _history,
    "sources": _sources,
}
