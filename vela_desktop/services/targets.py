"""What a person may call a session by on the command line or in a link."""

import errno
from dataclasses import dataclass
from pathlib import Path

from vela_desktop.config.paths import resolved
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.ids import session_id
from vela_desktop.domain.sessions import Location, TranscriptMap
from vela_desktop.services.reading import map_of
from vela_desktop.services.sessions import ambiguous
from vela_desktop.sources.choose import locate
from vela_desktop.sources.files import trouble
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
    targets = await work.run(_read, path)
    if wanted is not None:
        targets = [one for one in targets if wanted in {one.session_id, one.map.facts.native_id}]
    if not targets:
        raise VelaError(Code.SESSION_NOT_FOUND, value=f"{path}#{wanted}" if wanted else str(path))
    if len(targets) > 1:
        raise ambiguous(str(path), [target.map.facts.native_id for target in targets])
    return targets[0]


def _read(path: Path) -> list[Target]:
    return [
        Target(location=location, map=map_of(None, location.agent, (location.ref,)))
        for _, location in locate(path)
    ]
