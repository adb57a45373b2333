"""What a started program sees of our environment variables."""

from collections.abc import Mapping

_LIBRARIES = "LD_LIBRARY_PATH"
_ORIGINAL = "LD_LIBRARY_PATH_ORIG"
_PREFIXES = ("QT_", "QML", "_PYI", "_MEIPASS", "PYSIDE6_", "CLAUDE_CODE_")
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


def own(environment: Mapping[str, str]) -> dict[str, str]:
    """Return *environment* for one of our own helpers: all of it."""
    return dict(environment)


def _ours(name: str) -> bool:
    return name in _NAMES or name.startswith(_PREFIXES)
