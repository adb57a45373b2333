"""What a list of entries is a list of, and the levels above it."""

from dataclasses import dataclass, replace

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import Group, GroupKind
from vela_desktop.domain.ids import LEGACY_GROUP, MANUAL_GROUP, UNKNOWN_PROJECT
from vela_desktop.domain.routes import EntriesRoute
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.knowledge import nodes
from vela_desktop.gui.subjects import SessionSubject
from vela_desktop.services.entries import EntryService


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A level of the knowledge base. ``agent`` and ``native_id`` are those of a session."""

    route: EntriesRoute
    content: nodes.Root | Group
    above: tuple["Place", ...] = ()
    agent: Agent | None = None
    native_id: str = ""

    @property
    def name(self) -> str:
        """What the level is called, in the present language."""
        return nodes.name(self.content) or translate("Entries", "Entries")

    @property
    def icon(self) -> str:
        """The name of the level's icon."""
        return nodes.icon(self.content)

    @property
    def session(self) -> SessionSubject | None:
        """The session that the level stands for, if it is one."""
        if self.agent is None or self.route.session_id is None:
            return None
        key = self.route.session_id
        return SessionSubject(id=key, native_id=self.native_id, title=self.name, agent=self.agent)


EVERYTHING = Place(route=EntriesRoute(), content=nodes.Root(0))


async def place_of(entries: EntryService, route: EntriesRoute) -> Place:
    """Return the level that *route* lists, whatever it filters by."""
    if route.session_id is not None:
        return await _session(entries, route.session_id)
    if route.project_id is not None:
        return await _project(entries, route.project_id)
    return EVERYTHING


async def _session(entries: EntryService, session_id: str) -> Place:
    place = _session_place(session_id, UNKNOWN_PROJECT, "")
    if session_id in (MANUAL_GROUP, LEGACY_GROUP):
        return place
    found = (await entries.names((session_id,))).get(session_id)
    if found is None:
        return place
    return replace(
        _session_place(session_id, found.project_id, found.name),
        above=(EVERYTHING, _project_place(found.project_id, found.project)),
        agent=Agent(found.agent) if found.agent in set(Agent) else None,
        native_id=found.native_id,
    )


async def _project(entries: EntryService, project_id: str) -> Place:
    for group in await entries.projects():
        if group.kind is GroupKind.PROJECT and group.id == project_id:
            return _project_place(project_id, group.name)
    return _project_place(project_id, "")


def _session_place(session_id: str, project_id: str, name: str) -> Place:
    return Place(
        route=EntriesRoute(session_id=session_id),
        content=_group(GroupKind.SESSION, session_id, project_id, name),
        above=(EVERYTHING,),
    )


def _project_place(project_id: str, name: str) -> Place:
    return Place(
        route=EntriesRoute(project_id=project_id),
        content=_group(GroupKind.PROJECT, project_id, project_id, name),
        above=(EVERYTHING,),
    )


def _group(kind: GroupKind, key: str, project_id: str, name: str) -> Group:
    return Group(kind=kind, id=key, project_id=project_id, name=name, count=0)
