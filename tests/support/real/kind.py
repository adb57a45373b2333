"""What the tests have to know of one agent's real program."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from support.mock_models import MockModels, Tool
from vela_desktop.domain.agents import Agent

Configure = Callable[[Path, MockModels, str, str | None], dict[str, str]]
"""Takes a home folder, the model server, a program that must not run, and a key or None. Writes the
user's configuration, with every kind of thing in it that must not be used, and returns the
environment variables that belong to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One agent's real program: how to get it, how to lead it to the model server, what it may do.

    A canary that the configuration holds begins with ``CANARY-OF-``.
    """

    agent: Agent
    package: str
    """What npm calls it."""
    newest: str | None = None
    """The version to take for the newest one, where npm cannot install the newest."""
    beside: tuple[str, ...] = ()
    """Further packages that it needs, such as a runtime."""
    model: str
    """A model's name that reaches the server."""
    effort: str = "low"
    configure: Configure
    history: tuple[str, ...]
    """Files and folders below the home folder that hold the user's sessions."""
    plain: tuple[str, ...]
    """Arguments of a call without the flags that close things; the prompt is on standard input."""
    tools: tuple[Tool, ...]
    """What a model may try; each must fail the step."""
    offered: frozenset[str] = frozenset()
    """Tools that may be on offer all the same."""
    offered_by_default: frozenset[str] = frozenset()
    """More of them, with the program's default model."""
    kept_instructions: frozenset[str] = frozenset()
    """Canaries of instructions that are known to reach the model all the same."""
    checks_schema: bool = False
    """Whether the program itself holds the answer to the schema."""
    tells_model: bool = False
    """Whether it reports which model answered."""
    tells_cost: bool = False
    always_tells_status: bool = True
    """Whether each of its versions reports the model service's status."""
    seconds: float = 60.0
    """How long a call may take: some try again for long by themselves."""
    requests_to_default: bool = True
    """Whether a call without a chosen model works."""

    def is_asked(self, name: str) -> bool:
        """Tell whether the model server was asked for our model, under the name *name*."""
        return name in self.model or self.model in name
