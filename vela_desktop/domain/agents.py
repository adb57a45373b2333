"""The agents Vela knows, by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from vela_desktop.domain.errors import Code, Reason, VelaError
from vela_desktop.domain.reasons import describe_reason


class Agent(StrEnum):
    """An agent as stored in the database and spoken on the command line."""

    CLAUDE = "claude"
    CODEX = "codex"
    GROK = "grok"
    OPENCODE = "opencode"
    PI = "pi"
    OMP = "omp"
    TERMINAL = "terminal"
    """Recordings of terminals that belong to no agent's session."""
    BUILTIN = "builtin"


@dataclass(frozen=True, slots=True)
class AgentInfo:
    """How one agent is shown: its name, its two-letter monogram, and the colour token behind it.

    Where there is no monogram, ``icon`` is painted in the colour of the token.
    """

    agent: Agent
    label: str
    monogram: str
    token: str
    has_sessions: bool
    icon: str = ""
    curates: bool = True
    """Whether it can be asked to curate."""


AGENTS: dict[Agent, AgentInfo] = {
    row.agent: row
    for row in (
        AgentInfo(Agent.CLAUDE, "Claude", "Cl", "agent.cl", has_sessions=True),
        AgentInfo(Agent.CODEX, "Codex", "Cx", "agent.cx", has_sessions=True),
        AgentInfo(Agent.GROK, "Grok Build", "Gk", "agent.gk", has_sessions=True),
        AgentInfo(Agent.OPENCODE, "OpenCode", "Oc", "agent.oc", has_sessions=True),
        AgentInfo(Agent.PI, "Pi", "Pi", "agent.pi", has_sessions=True),
        AgentInfo(Agent.OMP, "OMP", "Om", "agent.om", has_sessions=True),
        AgentInfo(
            Agent.TERMINAL,
            "Terminal",
            "",
            "text.secondary",
            has_sessions=True,
            icon="terminal",
            curates=False,
        ),
        AgentInfo(
            Agent.BUILTIN,
            "Built-in extractor",
            "",
            "text.secondary",
            has_sessions=False,
            icon="vela-symbolic",
        ),
    )
}


CURATORS = tuple(info.agent for info in AGENTS.values() if info.curates)
"""The agents that can be asked to curate, in the order they are offered."""


@dataclass(frozen=True, slots=True)
class AgentProblem:
    """Why an agent cannot be used. As text it is an English line; the window says it in its own
    language from the reason and the details."""

    reason: Reason
    details: Mapping[str, str | int | float] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return it in English: for the command line."""
        return describe_reason(self.reason, self.details)

    def error(self, agent: Agent) -> VelaError:
        """Return ``memory_agent_unavailable`` with this as its reason."""
        return VelaError(Code.AGENT_UNAVAILABLE, **self.about(agent))

    def about(self, agent: Agent) -> dict[str, Any]:
        """Return the details of an error about *agent* that has this as its reason."""
        return {**self.details, "agent": AGENTS[agent].label, "reason": self.reason}


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentStatus:
    """Whether an agent can curate on this computer, and with which program."""

    agent: Agent
    label: str
    available: bool
    executable: str | None = None
    version: str | None = None
    problem: AgentProblem | None = None
    """Why it is not available."""
