"""The agents Vela knows, by name."""

from dataclasses import dataclass
from enum import StrEnum


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


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentStatus:
    """Whether an agent can curate on this computer, and with which program."""

    agent: Agent
    label: str
    available: bool
    executable: str | None = None
    version: str | None = None
    problem: str | None = None
    """Why it is not available: English, one line."""
