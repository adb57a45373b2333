"""How recorded calls end, by agent: another agent is one more row."""

from support.outcomes import claude, codex
from support.outcomes.expected import Outcomes
from vela_desktop.domain.agents import Agent

OUTCOMES: dict[Agent, Outcomes] = {
    Agent.CLAUDE: claude.OUTCOMES,
    Agent.CODEX: codex.OUTCOMES,
}
