"""Where OpenCode's databases and trees are: its own folders, and any path.

Its data folder also holds logs, and snapshots with very many files; of these nothing is watched.
"""

import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from vela_desktop.config.home import home
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import VelaError
from vela_desktop.sources import opencode_names as names
from vela_desktop.sources import places
from vela_desktop.sources.files import is_file, is_folder, listed, trouble
from vela_desktop.sources.opencode_rows import DatabaseStore, holds_sessions
from vela_desktop.sources.opencode_talk import Store
from vela_desktop.sources.opencode_tree import TreeStore
from vela_desktop.sources.protocol import Root

_DATA = "opencode"
_MEMORY = ":memory:"
_TREES = (names.STORAGE, names.PROJECTS)
_DEPTH = 3
"""How deep below a folder data folders are looked for."""


def roots(environment: Mapping[str, str], override: str | None) -> list[Root]:
    """Return the data folder (for its databases), the folders of its trees, and the database that
    ``OPENCODE_DB`` names where it is another one. *override* may name a data folder, the one that
    holds it, or a tree."""
    if override:
        data = places.expanded(override)
        if names.is_storage(data):
            return [places.root(Agent.OPENCODE, data)]
        return _roots(data / _DATA if places.is_folder(data / _DATA) else data)
    named = environment.get("XDG_DATA_HOME")
    base = Path(named) if named else home(environment) / ".local" / "share"
    data = base / _DATA
    return [*_roots(data), *_named(data, environment.get("OPENCODE_DB", ""))]


def store_at(container: Path) -> Store:
    """Return the sessions of the database or tree at *container*."""
    return DatabaseStore(container) if is_database(container) else TreeStore(container)


def is_database(container: Path) -> bool:
    """Tell a database from a tree."""
    return not places.is_folder(container)


def containers_of(root: Root) -> list[Path]:
    """Return the databases or the trees that *root* stands for, those that win first.

    Raises ``source_unreadable`` where it cannot be listed.
    """
    if not root.flat:
        return _trees(root.path)
    return [root.path] if places.is_file(root.path) else databases_in(root.path)


def status_of(container: Path) -> os.stat_result:
    """Return the status of a database or tree. Raises ``source_…`` where it is gone or hidden."""
    try:
        return container.stat()
    except OSError as error:
        raise trouble(container, error) from error


def superseding(tree: Path) -> list[Path]:
    """Return the databases beside *tree*: a session in one of these was copied from the tree."""
    data = tree.parent.parent.parent if tree.parent.parent.name == names.PROJECTS else tree.parent
    return databases_in(data)


def databases_in(folder: Path) -> list[Path]:
    """Return the files in *folder* that are named as databases."""
    return [
        Path(entry.path)
        for entry in sorted(listed(folder), key=lambda entry: entry.name)
        if names.DATABASES.fullmatch(entry.name) and is_file(entry)
    ]


def containers_at(path: Path) -> Iterator[Path]:
    """Yield the databases and trees at *path*: one itself, a data folder, or one that holds some.

    What cannot be read is left out. Raises ``source_gone``, or ``source_unreadable`` where nothing
    else is there.
    """
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise trouble(path, error) from error
    if stat.S_ISDIR(mode):
        problems: list[VelaError] = []
        found = False
        for container in _below(path, _DEPTH, problems):
            found = True
            yield container
        if problems and not found:
            raise problems[0]
    elif stat.S_ISREG(mode) and holds_sessions(path):
        yield path


def _below(folder: Path, depth: int, problems: list[VelaError]) -> Iterator[Path]:
    """Yield what *folder* is or holds; note in *problems* what cannot be read."""
    if names.is_storage(folder):
        yield folder
        return
    found, folders = [], []
    try:
        found += [one for one in databases_in(folder) if _is_known(one, problems)]
        found += [*_trees(folder / names.STORAGE), *_trees(folder / names.PROJECTS)]
        if not found and folder.name == names.PROJECTS:
            found = _trees(folder)
        folders = sorted(listed(folder), key=lambda entry: entry.name)
    except VelaError as error:
        problems.append(error)
    yield from found
    if depth and not found:
        for entry in folders:
            if is_folder(entry) and not entry.is_symlink():
                yield from _below(Path(entry.path), depth - 1, problems)


def _is_known(database: Path, problems: list[VelaError]) -> bool:
    try:
        return holds_sessions(database)
    except VelaError as error:
        problems.append(error)
        return False


def _trees(folder: Path) -> list[Path]:
    """Return the tree that *folder* is, or those of the projects in it."""
    if names.is_storage(folder):
        return [folder]
    inside = [Path(entry.path, names.STORAGE) for entry in listed(folder)]
    return sorted(filter(names.is_storage, inside))


def _roots(data: Path) -> list[Root]:
    flat = places.root(Agent.OPENCODE, data, flat=True)
    return [flat, *(places.root(Agent.OPENCODE, data / name) for name in _TREES)]


def _named(data: Path, name: str) -> list[Root]:
    if not name or name == _MEMORY:
        return []
    path = Path(os.path.normpath(data / places.expanded(name)))
    if path.parent == data and names.DATABASES.fullmatch(path.name):
        return []
    return [places.root(Agent.OPENCODE, path, flat=True)]
