"""The real agents from npm, each version in a folder of its own below ``build/agents``."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from support.agents import request
from support.mock_models import MockModels
from support.real import KINDS
from support.real.kind import Kind
from vela_desktop.agents.call import call
from vela_desktop.agents.protocol import AgentError, Answer, Program, Request
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.domain.agents import Agent

BUILD = Path(__file__).parents[2] / "build" / "agents"
MARK = "VELA_TEST_MARK"
NEWEST, OLDEST = "newest", "oldest"
"""The newest version there is, and the oldest one that Vela accepts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """A real program, ready to run, and the folder with the Node that its launcher needs."""

    agent: Agent
    version: str
    path: Path

    @property
    def folder(self) -> Path:
        """The folder that goes on PATH."""
        return self.path.parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Real:
    """A real program in a home folder of its own, before a model server of ours."""

    installed: Installed
    home: Path
    models: MockModels
    program: Program
    environment: dict[str, str]

    @property
    def agent(self) -> Agent:
        """Whose program it is."""
        return self.installed.agent

    @property
    def kind(self) -> Kind:
        """What there is to know of it."""
        return KINDS[self.agent]

    async def ask(
        self, asked: Request | None = None, seconds: float | None = None, **program: Any
    ) -> Answer:
        """Call it as the application does, with *program*'s settings where they are given."""
        return await call(
            ADAPTERS[self.agent],
            replace(self.program, **program),
            asked or request(),
            folder=self.home / "runs",
            environment=self.environment,
            seconds=seconds or self.kind.seconds,
        )

    async def fail(self, asked: Request | None = None) -> AgentError:
        """Call it, expecting trouble."""
        with pytest.raises(AgentError) as raised:
            await self.ask(asked)
        return raised.value


def install(agent: Agent, which: str) -> Installed:
    """Install *agent* from npm unless it is there, with Node where ours is too old for it."""
    package = KINDS[agent].package
    oldest, newest = ADAPTERS[agent].minimum_version, KINDS[agent].newest
    version = oldest if which == OLDEST else newest
    version = version or _npm("view", package, "version")
    folder = BUILD / f"{agent}-{version}"
    bins = folder / "node_modules" / ".bin"
    if not (folder / "installed").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "package.json").write_text('{"private": true}', encoding="utf-8")
        wanted = [f"{package}@{version}", *_node_for(package, version), *KINDS[agent].beside]
        _npm("install", "--prefix", str(folder), "--no-audit", "--no-fund", *wanted, home=folder)
        (folder / "installed").touch()
    return Installed(agent=agent, version=version, path=bins / agent)


def _node_for(package: str, version: str) -> list[str]:
    needed = re.search(r"\d+", _npm("view", f"{package}@{version}", "engines.node") or "0")
    ours = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    major = int(ours.stdout.lstrip("v").partition(".")[0])
    return [f"node@{needed[0]}"] if needed and int(needed[0]) > major else []


def _npm(*arguments: str, home: Path | None = None) -> str:
    """Run npm; what a package sets up for its user goes to *home*."""
    npm = shutil.which("npm")
    assert npm, "npm is needed to install the real agents"
    command = [npm, *arguments, "--loglevel=error"]
    own = {
        "HOME": str(home),
        "NPM_CONFIG_CACHE": str(Path.home() / ".npm"),
        "NPM_CONFIG_USERCONFIG": str(Path.home() / ".npmrc"),
    }
    environment = os.environ | (own if home else {})
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def configure(kind: Kind, home: Path, models: MockModels, key: str | None) -> dict[str, str]:
    """Write the user's configuration into *home* so that the models are *models*, with things in it
    that must not run, and return the environment to start programs in."""
    trap = home / "trap"
    trap.write_text(f"#!/bin/sh\necho ran $0 $@ >> {home}/trapped\n", encoding="utf-8")
    trap.chmod(0o755)
    environment = {"HOME": str(home), "LANG": "C.UTF-8", MARK: str(home)}
    return environment | kind.configure(home, models, str(trap), key)


def history(kind: Kind, home: Path) -> list[str]:
    """Return what lies in *home* where the agent keeps its user's sessions."""
    found = [path for place in kind.history for path in _below(home / place)]
    return sorted(str(path.relative_to(home)) for path in found)


def forget(kind: Kind, home: Path) -> None:
    """Remove the user's sessions: a control left some."""
    for name in history(kind, home):
        (home / name).unlink()


def _below(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    return [path for path in place.rglob("*") if path.is_file()]


def running(mark: str) -> list[int]:
    """Return the processes that were started with *mark* in their environment and still run."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get(MARK) == mark and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.pid)
        except psutil.Error:
            continue
    return found
