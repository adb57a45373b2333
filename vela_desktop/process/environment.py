"""What a started program sees of our environment variables."""

from collections.abc import Mapping

from vela_desktop.process.internal import frozen

_LIBRARIES = "LD_LIBRARY_PATH"
_ORIGINAL = "LD_LIBRARY_PATH_ORIG"
_BUNDLE = ("_PYI", "_MEIPASS")
_PREFIXES = ("QT_", "QML", "PYSIDE6_", "CLAUDE_CODE_", *_BUNDLE)
_NAMES = frozenset({"CLAUDECODE", _LIBRARIES, _ORIGINAL})


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
    for a program that a person starts through us as from their shell."""
    if not frozen():
        return dict(environment)
    kept = {name: value for name, value in environment.items() if not name.startswith(_BUNDLE)}
    original = kept.pop(_ORIGINAL, None)
    kept.pop(_LIBRARIES, None)
    return kept | ({_LIBRARIES: original} if original else {})


def own(environment: Mapping[str, str]) -> dict[str, str]:
    """Return *environment* for one of our own helpers: all of it."""
    return dict(environment)


def _ours(name: str) -> bool:
    return name in _NAMES or name.startswith(_PREFIXES)
