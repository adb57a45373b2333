"""The readers by agent: another agent's transcripts are one more row."""

from vela_desktop.domain.agents import Agent
from vela_desktop.sources.claude import ClaudeReader
from vela_desktop.sources.codex import CodexReader
from vela_desktop.sources.protocol import Reader

READERS: dict[Agent, Reader] = {
    Agent.CLAUDE: ClaudeReader(),
    Agent.CODEX: CodexReader(),
}


def reader(agent: Agent) -> Reader:
    """Return the reader of *agent*'s transcripts; KeyError for an agent that keeps none."""
    return READERS[agent]
