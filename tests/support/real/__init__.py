"""The agents whose real programs npm offers: another one is one more row."""

from support.real.claude import CLAUDE
from support.real.codex import CODEX
from support.real.kind import Kind
from vela_desktop.domain.agents import Agent

KINDS: dict[Agent, Kind] = {kind.agent: kind for kind in (CLAUDE, CODEX)}
