"""Finding the session or project that a person means."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from vela_desktop.domain.entries import Group
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.sessions import FoundSession
from vela_desktop.domain.text import safe
from vela_desktop.index import scan
from vela_desktop.services import targets

if TYPE_CHECKING:
    from vela_desktop.wiring.services import Services


async def session(services: "Services", ref: str) -> FoundSession:
    """Return the session that *ref* (an id, a prefix, a path) names; a path is registered.

    An id that the index does not know is looked for again after a scan.
    """
    found, _ = await transcript(services, ref)
    return found


async def transcript(services: "Services", ref: str) -> tuple[FoundSession, str | None]:
    """Return what ``session`` does, and which of its transcripts a path names: a command reads that
    one, whichever others the session has."""
    reading = services.reading
    path = targets.as_path(ref)
    if path is not None:
        target = await targets.at_path(reading.work, *path)
        found = await reading.work.run(scan.register, reading.index.path, target.location)
        return found, target.location.ref
    prefix = safe(ref)
    try:
        return await reading.sessions.by_prefix(prefix), None
    except VelaError as error:
        if error.code is not Code.SESSION_NOT_FOUND:
            raise
    await reading.scanner.scan()
    return await reading.sessions.by_prefix(prefix), None


def project(groups: Iterable[Group], name: str | None) -> str | None:
    """Return the id of the project called *name* or with that id; *name* itself where none is."""
    if name is None:
        return None
    found = (group.project_id for group in groups if name in {group.project_id, group.name})
    return next(found, name)
