"""The arguments of a call: what is chosen for it, and which ones a person may add.

Those are the ones known to leave the agent's tools closed. A list of what is allowed, not of what
is forbidden: an agent's next version may bring a flag that opens a tool, and nobody would have
written it down here.
"""

import os
from collections.abc import Mapping, Sequence

from vela_desktop.agents import failures
from vela_desktop.domain.agents import Agent, AgentProblem
from vela_desktop.domain.errors import Reason

LONGEST = 30_000 if os.name == "nt" else 131_071
"""The most bytes that one argument may hold: of the whole command line on Windows, of each on
Linux."""
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


def chosen(flag: str, value: str | None) -> tuple[str, ...]:
    """Return *flag* with its *value*, nothing where there is none: the program's default counts."""
    return (flag, value) if value else ()


def check_length(agent: Agent, argument: str) -> None:
    """Raise ``memory_context_too_large`` for an *argument* that the system does not pass on."""
    size = len(argument.encode("utf-8"))
    if size > LONGEST:
        raise failures.too_many_bytes(agent, size, LONGEST)


def _about(reason: Reason, flag: str) -> AgentProblem:
    return AgentProblem(reason, {"flag": failures.one_line(flag, _SHOWN)})


def _known(setting: str, keys: Sequence[str]) -> bool:
    name = setting.partition("=")[0]
    return any(name == key or (key.endswith(".") and name.startswith(key)) for key in keys)
