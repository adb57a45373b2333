"""Which extra arguments a person may set: those known to leave the agent's tools closed.

A list of what is allowed, not of what is forbidden: an agent's next version may bring a flag that
opens a tool, and nobody would have written it down here.
"""

from collections.abc import Mapping, Sequence

from vela_desktop.domain.agents import AgentProblem
from vela_desktop.domain.errors import Reason

_SHOWN = 80
"""How many characters of an argument are shown."""


def objection(
    arguments: Sequence[str], flags: Mapping[str, bool], keys: Sequence[str] = ()
) -> AgentProblem | None:
    """Return why *arguments* are not accepted, or None.

    *flags* are the allowed ones; True means that a value follows. *keys* are the allowed beginnings
    of the value of a ``-c`` or ``--config`` flag.
    """
    waiting = list(arguments)
    while waiting:
        flag, has_value, value = waiting.pop(0).partition("=")
        if flag not in flags:
            return _about(Reason.ARGUMENT_REFUSED, flag)
        if not flags[flag]:
            if has_value:
                return _about(Reason.ARGUMENT_HAS_VALUE, flag)
            continue
        if not has_value:
            if not waiting or waiting[0].startswith("-"):
                return _about(Reason.ARGUMENT_NEEDS_VALUE, flag)
            value = waiting.pop(0)
        if flag in {"-c", "--config"} and not _known(value, keys):
            refused = f"{flag} {value.partition('=')[0]}"
            return _about(Reason.ARGUMENT_REFUSED, refused)
    return None


def _about(reason: Reason, flag: str) -> AgentProblem:
    return AgentProblem(reason, {"flag": flag[:_SHOWN]})


def _known(setting: str, keys: Sequence[str]) -> bool:
    name = setting.partition("=")[0]
    return any(name == key or (key.endswith(".") and name.startswith(key)) for key in keys)
