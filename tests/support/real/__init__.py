"""The agents whose real programs npm offers: another one is one more row."""

from support.real.claude import CLAUDE
from support.real.codex import CODEX
from support.real.grok import GROK
from support.real.kind import Kind
from support.real.omp import OMP
from support.real.opencode import OPENCODE
from support.real.pi import PI
from vela_desktop.domain.agents import Agent

KINDS: dict[Agent, Kind] = {kind.agent: kind for kind in (CLAUDE, CODEX, GROK, PI, OMP, OPENCODE)}
