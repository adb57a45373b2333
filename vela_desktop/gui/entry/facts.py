"""What hangs together with an entry: its place, related entries, backlinks, sources, revisions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.entries import Entry, EntryRow, RevisionRow, SnapshotRow
from vela_desktop.domain.routes import EntriesRoute, RevisionRoute, Route, SnapshotRoute
from vela_desktop.gui import format, words
from vela_desktop.gui.entries.places import Place, place_of
from vela_desktop.gui.entry.authors import author_text
from vela_desktop.gui.entry.inspector import Inspector
from vela_desktop.gui.entry.section import Fact
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.kit import Crumb
from vela_desktop.gui.pages import Go
from vela_desktop.services.entries import EntryService

OpenEntry = Callable[[str, bool], None]
"""Opens an entry by id, aside (in another tab) or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the page of an entry shows beside its body; ``agents`` is by session id."""

    place: Place
    related: Sequence[EntryRow]
    backlinks: Sequence[EntryRow]
    sources: Sequence[SnapshotRow]
    history: Sequence[RevisionRow]
    agents: Mapping[str, Agent]


async def surroundings(entries: EntryService, entry: Entry) -> Surroundings:
    """Read what hangs together with *entry*."""
    sources = await entries.snapshots_of(entry.id)
    names = await entries.names({source.session_id for source in sources})
    agents = {key: name.agent for key, name in names.items()}
    return Surroundings(
        place=await place_of(entries, EntriesRoute(session_id=entry.session_id)),
        related=await entries.related(entry.id),
        backlinks=await entries.backlinks(entry.id),
        sources=sources,
        history=await entries.history(entry.id),
        agents={key: Agent(name) for key, name in agents.items() if name in set(Agent)},
    )


def crumbs_of(place: Place, go: Go) -> tuple[Crumb, ...]:
    """Return the way to the entries of *place*, from the knowledge base on."""
    return tuple(Crumb(level.name, _to(go, level.route)) for level in (*place.above, place))


def lay_out(found: Surroundings, side: Inspector, go: Go, open_entry: OpenEntry) -> None:
    """Show *found* in *side*."""
    side.related.show_facts([_link("entry", row, "", open_entry) for row in found.related])
    side.backlinks.show_facts(
        [_link("backlink", row, row.summary, open_entry) for row in found.backlinks]
    )
    side.sources.show_facts([_source(row, found.agents, go) for row in found.sources])
    side.history.show_facts([_revision(row, go) for row in found.history])


def _to(go: Go, route: Route) -> Callable[[], None]:
    return lambda: go(route)


def _link(icon: str, row: EntryRow, detail: str, open_entry: OpenEntry) -> Fact:
    return Fact(icon, row.title, detail, lambda aside: open_entry(row.id, aside))


def _source(row: SnapshotRow, agents: Mapping[str, Agent], go: Go) -> Fact:
    when = format.moment(row.created_at, now_ms())
    text = translate("Entry", "Snapshot · {when}").format(when=when)
    count = plural("Entry", "%n characters")(row.chars)
    detail = count.replace(str(row.chars), format.number(row.chars))
    if row.session_id in agents:
        agent = words.agent(agents[row.session_id])
        detail += " · " + translate("Entry", "{agent} session").format(agent=agent)
    route = SnapshotRoute(source_id=row.id)
    return Fact("snapshot", text, detail, lambda _: go(route))


def _revision(row: RevisionRow, go: Go) -> Fact:
    text = f"v{row.version} {author_text(row.author)}"
    when = format.moment(row.created_at, now_ms())
    route = RevisionRoute(entry_id=row.entry_id, version=row.version)
    note = translate("Entry", "current") if row.current else ""
    return Fact("history", text, when, lambda _: go(route), note)
