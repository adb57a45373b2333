"""The agents Vela knows, by name."""

from dataclasses import dataclass
from enum import StrEnum


class Agent(StrEnum):
    """An agent as stored in the database and spoken on the command line."""

    CLAUDE = "claude"
    CODEX = "codex"
    BUILTIN = "builtin"


@dataclass(frozen=True, slots=True)
class AgentInfo:
    """How one agent is shown: its name, its two-letter monogram, and the colour token behind it."""

    agent: Agent
    label: str
    monogram: str
    token: str
    has_sessions: bool


AGENTS: dict[Agent, AgentInfo] = {
    row.agent: row
    for row in (
        AgentInfo(Agent.CLAUDE, "Claude", "Cl", "agent.cl", has_sessions=True),
        AgentInfo(Agent.CODEX, "Codex", "Cx", "agent.cx", has_sessions=True),
        AgentInfo(Agent.BUILTIN, "Built-in extractor", "", "text.secondary", has_sessions=False),
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
