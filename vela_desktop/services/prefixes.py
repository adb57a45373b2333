"""Ids may be shortened, as long as it is clear which one is meant."""

from collections.abc import Sequence

from vela_desktop.domain.errors import Code, VelaError

_LISTED = 8
"""Ids that the message names; the details have those that were found."""


def only(kind: str, prefix: str, ids: Sequence[str]) -> str:
    """Return the one id of *ids*, which are those of a *kind* of thing that begin with *prefix*.

    Raises ``memory_not_found``, or ``memory_ambiguous`` with the ids in ``ids``.
    """
    if not prefix or not ids:
        raise VelaError(Code.NOT_FOUND, kind=kind, id=prefix)
    if len(ids) > 1:
        raise VelaError(Code.AMBIGUOUS, kind=kind, **_meant(prefix, ids))
    return ids[0]


def several_sessions(value: str, ids: Sequence[str]) -> VelaError:
    """Return ``session_ambiguous``: *value*, which may be a path, means the sessions with *ids*,
    which stand in ``sessions`` too."""
    return VelaError(Code.SESSION_AMBIGUOUS, sessions=list(ids), **_meant(value, ids))


def _meant(value: str, ids: Sequence[str]) -> dict[str, object]:
    listed = ", ".join(ids[:_LISTED]) + (" …" if len(ids) > _LISTED else "")
    return {"value": value, "ids": list(ids), "listed": listed}
