"""How recorded calls end, by agent: another agent is one more row."""

from support.outcomes import claude, codex, grok, omp, opencode, pi
from support.outcomes.expected import Outcomes
from vela_desktop.domain.agents import Agent

OUTCOMES: dict[Agent, Outcomes] = {
    Agent.CLAUDE: claude.OUTCOMES,
    Agent.CODEX: codex.OUTCOMES,
    Agent.GROK: grok.OUTCOMES,
    Agent.PI: pi.OUTCOMES,
    Agent.OMP: omp.OUTCOMES,
    Agent.OPENCODE: opencode.OUTCOMES,
}
