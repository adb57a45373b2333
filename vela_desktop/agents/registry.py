"""The agents that can curate: one row each."""

from vela_desktop.agents.builtin_adapter import BuiltinAdapter
from vela_desktop.agents.claude import ClaudeAdapter
from vela_desktop.agents.codex import CodexAdapter
from vela_desktop.agents.grok import GrokAdapter
from vela_desktop.agents.omp import OmpAdapter
from vela_desktop.agents.opencode import OpenCodeAdapter
from vela_desktop.agents.pi import PiAdapter
from vela_desktop.agents.protocol import Adapter
from vela_desktop.domain.agents import Agent

ADAPTERS: dict[Agent, Adapter] = {
    adapter.agent: adapter
    for adapter in (
        ClaudeAdapter(),
        CodexAdapter(),
        GrokAdapter(),
        OpenCodeAdapter(),
        PiAdapter(),
        OmpAdapter(),
        BuiltinAdapter(),
    )
}
