"""Finds how much of a Pi or OMP transcript was copied from the session it was forked from.

A fork names that session by path or id; its copied entries keep their ids and times.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from vela_desktop.domain.errors import VelaError
from vela_desktop.sources.files import is_folder, listed, opened
from vela_desktop.sources.jsonl import DICTS, Scan
from vela_desktop.sources.pi_names import SUFFIXES, is_path
from vela_desktop.sources.pi_pass import PiPass

READ_BYTES = 256 << 20
"""How much of the parent is read at most."""


def copied_rows(path: Path, taken: PiPass) -> int:
    """Return how many of the first rows of the transcript at *path* are copies.

    They are told by the parent's ids, or by being older than the file where it is gone.
    """
    if not taken.forked_from:
        return 0
    ids = _ids_of(path, taken.forked_from)
    if ids:
        shared = [number for number, row in enumerate(taken.rows) if row.uid in ids]
        return shared[-1] + 1 if shared else 0
    born = taken.born or 0
    own = (number for number, row in enumerate(taken.rows) if row.at is None or row.at >= born)
    return next(own, len(taken.rows))


def _ids_of(path: Path, reference: str) -> set[str]:
    """Return the ids in the transcript that *reference* names, none where it is gone."""
    for file in _candidates(path, reference):
        try:
            return _read_ids(file)
        except VelaError:
            continue
    return set()


def _candidates(path: Path, reference: str) -> Iterator[Path]:
    """Yield the transcripts that *reference* can mean, beside *path* or in the folders beside its.

    A path is looked for by its name alone: a transcript says nothing that would be opened as is.
    """
    name = re.split(r"[/\\]", reference)[-1] if is_path(reference) else f"_{reference}.jsonl"
    ends = (name, f"{name}.gz")
    if not name.endswith(SUFFIXES):
        return
    for folder in (path.parent, *_folders(path.parent.parent)):
        for entry in _entries(folder):
            if entry.name.endswith(ends) and entry.name != path.name:
                yield Path(entry.path)


def _folders(folder: Path) -> Iterator[Path]:
    return (Path(entry.path) for entry in _entries(folder) if is_folder(entry))


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        return listed(folder)
    except VelaError:
        return []


def _read_ids(path: Path) -> set[str]:
    with opened(path) as stream:
        scan = Scan(stream, DICTS, 0, stream.size)
        names = [record.get("id") for _, _, record in scan.records(READ_BYTES)]
        names += [record.get("id") for _, _, record in scan.last()]
    return {name for name in names if isinstance(name, str)}
