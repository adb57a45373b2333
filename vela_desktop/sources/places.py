"""Where transcripts are, and how a session is continued there."""

import os
import shlex
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from vela_desktop.config.home import home
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import SessionFacts
from vela_desktop.domain.text import has_controls
from vela_desktop.sources import files
from vela_desktop.sources.files import listed, trouble
from vela_desktop.sources.protocol import Root

_DEPTH = 8


def expanded(name: str) -> Path:
    """Return the path that a person or a variable named; ``~`` of nobody is a name like others."""
    path = Path(name)
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def base(environment: Mapping[str, str], override: str | None, variable: str, *usual: str) -> Path:
    """Return an agent's own folder: *override*, else what *variable* names, else the *usual* one
    below the user's."""
    given = override or environment.get(variable)
    return expanded(given) if given else home(environment).joinpath(*usual)


def root_below(agent: Agent, folder: Path, inner: str, *, chosen: bool) -> Root:
    """Return the folder *inner* of *folder* as a root; where a person has *chosen* one without it,
    that itself."""
    below = folder / inner
    return root(agent, folder if chosen and not is_folder(below) else below)


def root(agent: Agent, path: Path, *, flat: bool = False) -> Root:
    """Return *path* as a root, with whether it is there."""
    return Root(agent=agent, path=path, exists=os.path.lexists(path), flat=flat)


def is_folder(path: Path) -> bool:
    """Tell whether there is a folder at *path*; False where that cannot be told."""
    try:
        return path.is_dir()
    except OSError:
        return False


def is_file(path: Path) -> bool:
    """Tell whether there is a file at *path*; False where that cannot be told."""
    try:
        return path.is_file()
    except OSError:
        return False


def files_at(path: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """Yield the file *path* whatever its name, or the files below the folder *path* by name.

    Raises ``source_gone`` or ``source_unreadable``.
    """
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise trouble(path, error) from error
    if stat.S_ISREG(mode):
        yield path
    elif stat.S_ISDIR(mode):
        yield from _below(path, suffixes, _DEPTH)


def _below(folder: Path, suffixes: tuple[str, ...], depth: int) -> Iterator[Path]:
    for entry in sorted(listed(folder), key=lambda entry: entry.name):
        if files.is_folder(entry):
            if depth and not entry.is_symlink():
                yield from _below(Path(entry.path), suffixes, depth - 1)
        elif entry.name.endswith(suffixes):
            yield Path(entry.path)


def resume(facts: SessionFacts, command: str) -> str:
    """Return a shell command that runs *command* with the session's id in its folder.

    Nothing for an id or a folder with control characters, which a terminal may obey when pasted.
    """
    if has_controls(f"{facts.native_id}{facts.cwd or ''}"):
        return ""
    run = f"{command} {_quoted(facts.native_id)}"
    if not facts.cwd:
        return run
    if os.name == "nt":
        return f'cd /d "{facts.cwd.replace(chr(34), "")}" && {run}'
    return f"cd {shlex.quote(facts.cwd)} && {run}"


def _quoted(native_id: str) -> str:
    """Return an id as one word: it comes from a file that anyone may have written."""
    quoted = shlex.quote(native_id)
    if os.name != "nt" or quoted == native_id:
        return quoted
    return f'"{native_id.replace(chr(34), "")}"'
