"""What docs/agents.md says of arguments and versions is what the adapters do."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from vela_desktop.agents import claude, codex, grok, omp, opencode, pi
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.domain.agents import Agent

DOCS = Path(__file__).parents[2] / "docs" / "agents.md"
NAMES = {
    Agent.CLAUDE: "Claude Code",
    Agent.CODEX: "Codex CLI",
    Agent.GROK: "Grok Build",
    Agent.OPENCODE: "OpenCode",
    Agent.PI: "Pi",
    Agent.OMP: "OMP",
}
ALLOWED: dict[Agent, Mapping[str, bool]] = {
    Agent.CLAUDE: claude.ALLOWED,
    Agent.CODEX: codex.ALLOWED,
    Agent.GROK: grok.ALLOWED,
    Agent.OPENCODE: opencode.ALLOWED,
    Agent.PI: pi.ALLOWED,
    Agent.OMP: omp.ALLOWED,
}
EACH = pytest.mark.parametrize("agent", NAMES)


def table(head: str) -> dict[str, list[str]]:
    """Return the rows of the table that begins with *head*, by their first cell."""
    rows = DOCS.read_text(encoding="utf-8").partition(f"\n{head}\n")[2].splitlines()
    cells = ([cell.strip() for cell in row.strip("|").split("|")] for row in rows[1:])
    found: dict[str, list[str]] = {}
    for row, (name, *rest) in zip(rows[1:], cells, strict=True):
        if not row.startswith("|"):
            break
        found[name] = rest
    assert found, head
    return found


def code(cell: str) -> list[str]:
    """Return what *cell* shows as code."""
    return re.findall(r"`([^`]+)`", cell)


def test_every_agent_that_has_a_program_is_in_the_docs() -> None:
    assert set(NAMES) == {agent for agent, adapter in ADAPTERS.items() if adapter.executable}


@EACH
def test_the_versions_that_are_accepted(agent: Agent) -> None:
    oldest, refused_from, _ = table(
        "| agent | oldest accepted | refused from | why that old one |"
    )[NAMES[agent]]
    assert oldest == ADAPTERS[agent].minimum_version
    assert refused_from.partition(" ")[0] == (ADAPTERS[agent].unknown_version or "–")


@EACH
def test_the_extra_arguments_that_are_accepted(agent: Agent) -> None:
    (cell,) = table("| agent | extra arguments |")[NAMES[agent]]
    flags = [word for word in code(cell) if word.startswith("-")]
    assert sorted(flags) == sorted(ALLOWED[agent])
    for flag in flags:
        value = ["model=x" if agent is Agent.CODEX else "x"] if ALLOWED[agent][flag] else []
        assert ADAPTERS[agent].objection([flag, *value]) is None


def test_what_codex_may_be_configured_to() -> None:
    (cell,) = table("| agent | extra arguments |")[NAMES[Agent.CODEX]]
    keys = [word.removesuffix("…") for word in code(cell) if not word.startswith("-")]
    assert keys == list(codex.KEYS)


@EACH
def test_what_was_tried_includes_the_oldest_version(agent: Agent) -> None:
    text = DOCS.read_text(encoding="utf-8")
    head = next(line for line in text.splitlines() if line.startswith("| case | Claude Code"))
    (cell,) = (cell for cell in head.split("|") if cell.strip().startswith(NAMES[agent][:4]))
    assert cell.strip().endswith(f", {ADAPTERS[agent].minimum_version}")
