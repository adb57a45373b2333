"""Requests, programs and folders for tests of the agents."""

from pathlib import Path
from typing import Any

from support.fake_agents import FakeAgent
from vela_desktop.agents.protocol import Folders, Program, Request
from vela_desktop.curation.replies import ExtractReply, schema
from vela_desktop.domain.agents import Agent

DATA = {"topics": []}
"""An answer that the schema of :func:`request` accepts."""

VERSIONS = {
    "claude": "2.1.332",
    "codex": "0.171.0",
    "grok": "1.0.41",
    "pi": "1.6.0",
    "omp": "18.2.3",
    "opencode": "1.18.33",
}
"""What the programs of :func:`program` call their version."""


def request(prompt: str = "Vela curation, stage: extract", **more: Any) -> Request:
    """Return a request for topics."""
    values = {"system": "Answer in JSON.", "model": None, "effort": None}
    return Request(prompt=prompt, schema=schema(ExtractReply), **(values | more))


def program(agent: Agent, path: Path | str = "/usr/bin/agent", **more: Any) -> Program:
    """Return a program as the lookup would describe it."""
    version = {"version": VERSIONS.get(agent)}
    return Program(agent=agent, path=str(path), found_by="settings", **(version | more))


def program_of(fake: FakeAgent, **more: Any) -> Program:
    """Return *fake* as the lookup would describe it."""
    return program(Agent(fake.path.name), fake.path, **more)


def folders(folder: Path) -> Folders:
    """Make a call's two folders below *folder*."""
    made = Folders(work=folder / "work", files=folder / "files")
    made.work.mkdir()
    made.files.mkdir()
    return made
