"""What a person may call a session by on the command line or in a link."""

import errno
from dataclasses import dataclass
from pathlib import Path

from vela_desktop.config.paths import resolved
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.ids import session_id
from vela_desktop.domain.sessions import Location, TranscriptMap
from vela_desktop.services.prefixes import several_sessions
from vela_desktop.services.reading import map_of
from vela_desktop.sources.choose import locate
from vela_desktop.sources.files import trouble
from vela_desktop.sources.readers import reader
from vela_desktop.work.pool import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One transcript that a path led to, with its map."""

    location: Location
    map: TranscriptMap

    @property
    def session_id(self) -> str:
        """The id of the session in it."""
        return session_id(self.location.agent, self.map.facts.native_id)


def as_path(ref: str) -> tuple[Path, str | None] | None:
    """Return the path that *ref* names, and what follows a ``#``; None where it names none.

    Raises ``source_gone`` for what can only be a path and leads nowhere, or ``source_unreadable``.
    """
    for text, wanted in ((ref, None), _split(ref)):
        path = resolved(Path(text))
        if text and _exists(path):
            return path, wanted
    if "/" in ref or "\\" in ref:
        raise VelaError(Code.SOURCE_GONE, path=ref)
    return None


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return False
        raise trouble(path, error) from error


def _split(ref: str) -> tuple[str, str | None]:
    text, mark, wanted = ref.rpartition("#")
    return (text, wanted) if mark else (ref, None)


async def at_path(work: Work, path: Path, wanted: str | None = None) -> Target:
    """Return the main session at *path*; *wanted* (an id) picks one of several.

    Writes nothing. Raises ``session_ambiguous`` with the ids in ``sessions``.
    """
    return await work.run(_read, path, wanted)


def _read(path: Path, wanted: str | None) -> Target:
    """Map the one session that is meant: of the others the heads are enough."""
    places = [location for _, location in locate(path)]
    ids = [reader(place.agent).head(place).native_id for place in places] if places[1:] else [""]
    if wanted is not None:
        pairs = zip(places, ids, strict=False)
        places = [place for place, native in pairs if _is_meant(wanted, place, native)]
    if not places:
        raise VelaError(Code.SESSION_NOT_FOUND, value=f"{path}#{wanted}" if wanted else str(path))
    if len(places) > 1:
        raise several_sessions(str(path), ids)
    found = Target(location=places[0], map=map_of(None, places[0].agent, (places[0].ref,)))
    if wanted not in {None, found.session_id, found.map.facts.native_id}:
        raise VelaError(Code.SESSION_NOT_FOUND, value=f"{path}#{wanted}")
    return found


def _is_meant(wanted: str, place: Location, native_id: str) -> bool:
    """Tell whether *wanted* names the session at *place*; where it is the only one, that is told
    when it is mapped."""
    return not native_id or wanted in {native_id, session_id(place.agent, native_id)}
