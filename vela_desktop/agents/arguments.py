"""Which extra arguments a person may set: those known to leave the agent's tools closed.

A list of what is allowed, not of what is forbidden: an agent's next version may bring a flag that
opens a tool, and nobody would have written it down here.
"""

from collections.abc import Mapping, Sequence


def objection(
    arguments: Sequence[str], flags: Mapping[str, bool], keys: Sequence[str] = ()
) -> str | None:
    """Return why *arguments* are not accepted, or None.

    *flags* are the allowed ones; True means that a value follows. *keys* are the allowed beginnings
    of the value of a ``-c`` or ``--config`` flag.
    """
    waiting = list(arguments)
    while waiting:
        flag, has_value, value = waiting.pop(0).partition("=")
        if flag not in flags:
            return _refusal(flag)
        if not flags[flag]:
            if has_value:
                return f"the extra argument {flag} takes no value"
            continue
        if not has_value:
            if not waiting or waiting[0].startswith("-"):
                return f"the extra argument {flag} needs a value"
            value = waiting.pop(0)
        if flag in {"-c", "--config"} and not _known(value, keys):
            return _refusal(f"{flag} {value.partition('=')[0]}")
    return None


def _refusal(what: str) -> str:
    return (
        f"the extra argument {what[:80]} in the settings is not allowed: "
        "it is not known to leave the agent's tools closed"
    )


def _known(setting: str, keys: Sequence[str]) -> bool:
    name = setting.partition("=")[0]
    return any(name == key or (key.endswith(".") and name.startswith(key)) for key in keys)
