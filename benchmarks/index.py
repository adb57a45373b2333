"""What the index costs: listing every session, and mapping a long transcript."""

import asyncio
import itertools
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks import bare
from benchmarks.corpus import Corpus
from benchmarks.harness import Result, compare, timed
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import Location
from vela_desktop.index import place, scan
from vela_desktop.index.maps import transcript_map
from vela_desktop.index.store import Index
from vela_desktop.sources.protocol import Root
from vela_desktop.work.pool import Lane, Work

FACTOR = 3.0
"""How many times the bare script's time ours may take."""


def measure(corpus: Corpus) -> list[Result]:
    """Take every measurement of the index on *corpus*."""
    with tempfile.TemporaryDirectory() as name:
        folders = (Path(name) / str(number) for number in itertools.count())
        return [_listing(corpus, folders), _mapping(corpus, folders)]


def _listing(corpus: Corpus, folders: Iterator[Path]) -> Result:
    roots = scan.list_roots({}, corpus.environment)
    names = [str(root.path) for root in roots if root.exists]
    found = []

    def ours() -> None:
        found.append(asyncio.run(_scan(next(folders), roots)))

    def reference() -> None:
        folder = next(folders)
        folder.mkdir()
        found.append(bare.list_in_a_worker(names, folder / "bare.db"))

    result = compare(
        "list every session, worker and all", timed(ours), timed(reference), factor=FACTOR
    )
    if len(set(found)) != 1:
        raise RuntimeError(f"both have to list the same transcripts, not {set(found)}")
    return result


async def _scan(folder: Path, roots: list[Root]) -> int:
    work, index = Work(), await Index.open(folder)
    try:
        state = await work.run(scan.begin, index.path, roots, lane=Lane.LATER)
        while True:
            part = await work.run(scan.step, index.path, state, lane=Lane.LATER)
            state = part.state
            if part.finished:
                return part.done
    finally:
        await work.close()
        await index.close()


def _mapping(corpus: Corpus, folders: Iterator[Path]) -> Result:
    location = Location(Agent.CLAUDE, str(corpus.large))
    return compare(
        f"map a transcript of {corpus.large.stat().st_size / 1e6:.0f} MB",
        timed(lambda: transcript_map(_empty_index(next(folders)), location)),
        timed(lambda: bare.decode_lines(corpus.large)),
        factor=FACTOR,
    )


def _empty_index(folder: Path) -> Path:
    path, connection = place.open_present(folder)
    connection.close()
    return path
