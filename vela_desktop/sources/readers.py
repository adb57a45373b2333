"""The readers by agent: another agent's transcripts are one more row."""

from vela_desktop.domain.agents import Agent
from vela_desktop.sources.claude import ClaudeReader
from vela_desktop.sources.codex import CodexReader
from vela_desktop.sources.grok import GrokReader
from vela_desktop.sources.omp import OmpReader
from vela_desktop.sources.opencode import OpenCodeReader
from vela_desktop.sources.pi import PiReader
from vela_desktop.sources.protocol import Reader
from vela_desktop.sources.terminal import TerminalReader

READERS: dict[Agent, Reader] = {
    Agent.CLAUDE: ClaudeReader(),
    Agent.CODEX: CodexReader(),
    Agent.GROK: GrokReader(),
    Agent.OPENCODE: OpenCodeReader(),
    Agent.PI: PiReader(),
    Agent.OMP: OmpReader(),
    Agent.TERMINAL: TerminalReader(),
}


def reader(agent: Agent) -> Reader:
    """Return the reader of *agent*'s transcripts; KeyError for an agent that keeps none."""
    return READERS[agent]
