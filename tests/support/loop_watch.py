"""Runs calls of an agent in a process of its own and tells what touched files on the loop's thread.

Python announces most of that itself (``sys.addaudithook``); of what it does not, ``os.stat`` and
its kin are wrapped before anything imports them. Starting the agent is the spawner's own doing, in
``vela_desktop.process``, and is left out: a program cannot be started without its files.

Usage: ``python -m support.loop_watch MODE AGENT EXECUTABLE FOLDER``, with MODE one of call, models,
trial, control (which does touch some); prints a JSON list.
"""

import asyncio
import functools
import json
import os
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

_EVENTS = ("open", "os.", "shutil.", "tempfile.", "glob.", "sqlite3.")
_NOT_FILES = frozenset({"os.putenv", "os.unsetenv", "os.fork", "os.posix_spawn", "os.kill"})
_UNANNOUNCED = ("stat", "lstat", "access", "readlink", "utime")
_SPAWNER = str(Path("/vela_desktop/process"))


class Watch:
    """What happened to files on this thread since it began."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self._thread = threading.get_ident()
        self._open = False
        sys.addaudithook(self._audit)
        for name in _UNANNOUNCED:
            setattr(os, name, self._wrapped(getattr(os, name), f"os.{name}"))

    def begin(self) -> None:
        """Look from now on."""
        self._open = True

    def end(self) -> None:
        """Look no longer."""
        self._open = False

    def _wrapped(self, function: Callable[..., Any], name: str) -> Callable[..., Any]:
        @functools.wraps(function)
        def watched(*arguments: Any, **more: Any) -> Any:
            self._note(name, arguments)
            return function(*arguments, **more)

        return watched

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event.startswith(_EVENTS) and event not in _NOT_FILES:
            self._note(event, arguments)

    def _note(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._open or threading.get_ident() != self._thread:
            return
        self._open = False
        frames = traceback.extract_stack()
        self._open = True
        ours = [frame for frame in frames if "vela_desktop" in frame.filename]
        if not ours or _SPAWNER in ours[-1].filename:
            return
        if any("importlib" in frame.filename for frame in frames):
            return
        last = ours[-1]
        where = last.filename[last.filename.rindex("vela_desktop") :]
        self.seen.append(f"{event} {str(arguments[:1])[:80]} at {where}:{last.lineno}")


async def _run(watch: Watch, mode: str, agent: str, executable: str, folder: Path) -> None:
    """Everything once unwatched, so that modules are imported, and once watched."""
    from vela_desktop.agents import folders, trial
    from vela_desktop.agents.call import call
    from vela_desktop.agents.catalogue import Catalogue
    from vela_desktop.agents.programs import Programs
    from vela_desktop.agents.protocol import AgentError, Request
    from vela_desktop.agents.registry import ADAPTERS
    from vela_desktop.config.settings import AgentSettings
    from vela_desktop.domain.agents import Agent

    which, settings = Agent(agent), AgentSettings(executable=executable)
    asked = Request(system="s", prompt="p", schema={"type": "object"}, model=None, effort=None)
    for watched in (False, True):
        if watched:
            watch.begin()
        if mode == "control":
            folders.write(folder, {"a": "b"})
            folders.tidy(folder)
            continue
        if mode == "trial":
            await trial.trial(
                which,
                settings,
                folder=folder / "runs",
                environment=os.environ,
                heard=lambda _: None,
            )
            continue
        program = await Programs(os.environ).find(which, settings)
        if mode == "models":
            catalogue = Catalogue(folder / "cache", folder / "scratch")
            await catalogue.refresh(program)
            await catalogue.close()
            continue
        try:
            await call(ADAPTERS[which], program, asked, folder=folder / "runs")
        except AgentError as error:
            print(error.details, file=sys.stderr)
    watch.end()


def main(mode: str, agent: str, executable: str, folder: str) -> None:
    """Print what was seen."""
    watch = Watch()
    asyncio.run(_run(watch, mode, agent, executable, Path(folder)))
    print(json.dumps(watch.seen))


if __name__ == "__main__":
    main(*sys.argv[1:])
