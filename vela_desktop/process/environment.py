"""What a started program sees of our environment variables."""

import os
from collections.abc import Mapping

from vela_desktop.process.identity import MARK
from vela_desktop.process.internal import frozen

_LIBRARIES = "LD_LIBRARY_PATH"
_ORIGINAL = "LD_LIBRARY_PATH_ORIG"
_BUNDLE = ("_PYI", "_MEIPASS")
_PREFIXES = ("QT_", "QML", "PYSIDE6_", "CLAUDE_CODE_", *_BUNDLE)
_NAMES = frozenset({"CLAUDECODE", MARK, _LIBRARIES, _ORIGINAL})


def foreign(environment: Mapping[str, str]) -> dict[str, str]:
    """Return *environment* for a program that is not ours.

    What Qt or the bundle set for us would break it (their libraries, their plugins), and an agent
    that finds another one's variables believes that it runs inside that one.
    """
    kept = {name: value for name, value in environment.items() if not _ours(name)}
    if original := environment.get(_ORIGINAL):
        kept[_LIBRARIES] = original
    return kept


def restored(environment: Mapping[str, str]) -> dict[str, str]:
    """Return *environment* as it was before the bundle, if this is one, put its own things into it:
    for a program that a person starts through us as from their shell. It outlives us."""
    unmarked = own(environment)
    if not frozen():
        return unmarked
    kept = {name: value for name, value in unmarked.items() if not name.startswith(_BUNDLE)}
    original = kept.pop(_ORIGINAL, None)
    kept.pop(_LIBRARIES, None)
    return kept | ({_LIBRARIES: original} if original else {})


def unmark() -> None:
    """Take the mark of a child from this program's own environment, if an agent started it: what a
    person starts out of it is no agent's."""
    os.environ.pop(MARK, None)


def own(environment: Mapping[str, str]) -> dict[str, str]:
    """Return *environment* for one of our own helpers: all of it but the mark of a child."""
    return {name: value for name, value in environment.items() if name != MARK}


def _ours(name: str) -> bool:
    return name in _NAMES or name.startswith(_PREFIXES)
