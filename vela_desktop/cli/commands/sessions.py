"""``vela sessions`` and ``vela show``."""

from argparse import Namespace
from collections.abc import Iterable

from vela_desktop.cli import documents, find
from vela_desktop.cli.opening import opened
from vela_desktop.cli.output import Output, table
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.ids import session_id
from vela_desktop.domain.sessions import BlockKind, FoundSession, Message, SessionQuery, SessionRow
from vela_desktop.domain.sessions import TranscriptMap as Map
from vela_desktop.domain.text import elide
from vela_desktop.services import reading, targets
from vela_desktop.services.sessions import NO_BADGES, to_row
from vela_desktop.work.pool import Work


async def list_sessions(options: Namespace, output: Output) -> int:
    """Scan, then list. Says which folders could not be read: their sessions may be missing."""
    async with opened(options, output) as services:
        await services.reading.scanner.scan()
        projects = await services.reading.sessions.projects()
        query = SessionQuery(
            agent=Agent(options.agent) if options.agent else None,
            project_id=find.project(projects, options.project),
            text=options.query,
            children=options.children,
            page=options.page,
        )
        page = await services.reading.sessions.list(query)
        for problem in await services.reading.sessions.problems():
            if query.agent in {None, problem.agent}:
                output.warn(problem.error)
    document = documents.listing(page, map(documents.session, page.items))
    output.data(document, _lines(page.items, page.total))
    return 0


def _lines(rows: tuple[SessionRow, ...], total: int) -> Iterable[str]:
    yield from table(
        [
            (
                row.id[:8],
                row.agent,
                documents.minute(row.last_at),
                elide(row.project, 24),
                f"{row.entries} entries" if row.entries else "",
                elide(row.title, 60),
            )
            for row in rows
        ]
    )
    if len(rows) < total:
        yield f"{len(rows)} of {total} sessions; --page N shows more"


async def show(options: Namespace, output: Output) -> int:
    """Show one session; a path is read where it is and nothing is written."""
    path = targets.as_path(options.session)
    if path is None:
        async with opened(options, output) as services:
            found = await find.session(services, options.session)
            row = await services.reading.sessions.get(found.id)
            conversation = await services.conversations.open(found.id)
            await _print(services.reading.work, row, conversation, options, output)
        return 0
    work = Work()
    try:
        target = await targets.at_path(work, *path)
        await _print(work, _row(target.map), target.map, options, output)
    finally:
        await work.close()
    return 0


def _row(found: Map) -> SessionRow:
    location, facts = found.location, found.facts
    session = FoundSession(
        id=session_id(location.agent, facts.native_id),
        agent=location.agent,
        facts=facts,
        project_id="",
        project_root=facts.cwd or "",
        locations=(location.ref,),
        size=found.fingerprint.size,
        mtime_ns=found.fingerprint.mtime_ns,
    )
    return to_row(session, NO_BADGES)


async def _print(
    work: Work, row: SessionRow, found: Map, options: Namespace, output: Output
) -> None:
    messages: list[Message] | None = None
    if options.full:
        messages = await work.run(reading.read_messages, found.location, found.entries)
    resume = reading.resume_command(found)
    document = documents.shown(row, found, resume, messages)
    output.data(document, _shown(row, found, resume, messages or []))


def _shown(row: SessionRow, found: Map, resume: str, messages: list[Message]) -> Iterable[str]:
    counts = found.counts
    yield row.title
    yield f"  {row.agent} · {row.project or 'unknown project'} · {row.id}"
    yield f"  {documents.iso(row.started_at) or '?'} to {documents.iso(row.last_at) or '?'}"
    yield (
        f"  {counts.turns} turns, {counts.user_messages} user and {counts.assistant_messages} "
        f"assistant messages, {counts.tool_calls} tool calls, {counts.bad_lines} broken lines"
    )
    yield f"  {row.entries} entries"
    if resume:
        yield f"  continue with: {resume}"
    for message in messages:
        yield ""
        yield f"[{message.turn}.{message.step}] {message.role} {documents.iso(message.at) or ''}"
        for block in message.blocks:
            if block.kind in (BlockKind.TEXT, BlockKind.SCREEN):
                yield block.text
            elif block.kind is BlockKind.TOOL_CALL:
                yield f"  {block.name} {block.target}"
