"""Generates the sessions that are measured: 2,000 of them in 500 MB, and two outsized transcripts.

usage: python -m benchmarks.corpus [FOLDER] [--sessions N] [--megabytes N]

The same numbers give the same bytes. A folder that holds them already is left as it is.
"""

import argparse
import json
import os
import random
import shutil
import uuid
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.claude_writer import ClaudeWriter
from benchmarks.codex_writer import CodexWriter
from benchmarks.words import Pool

DEFAULT_FOLDER = Path(__file__).resolve().parent.parent / "build" / "corpus"

_FORM = 1
"""Raised when other bytes are to be generated from the same numbers."""

_MB = 1_000_000
_OVER = 26_000
"""Bytes by which a transcript exceeds its size on average, for turns are whole."""

_PROJECTS = 40
_START = datetime(2026, 3, 2, 8, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How much is generated; sizes in megabytes of 1,000,000 bytes."""

    sessions: int = 2_000
    megabytes: int = 500
    large_megabytes: int = 100
    long_line_megabytes: int = 16
    seed: int = 7
    form: int = _FORM


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Where the generated transcripts are."""

    folder: Path
    shape: Shape

    @property
    def environment(self) -> dict[str, str]:
        """The variables that make the agents' readers find the sessions and nothing else."""
        return {
            "HOME": str(self.folder / "home"),
            "CLAUDE_CONFIG_DIR": str(self.folder / "claude"),
            "CODEX_HOME": str(self.folder / "codex"),
        }

    @property
    def large(self) -> Path:
        """One Claude transcript of 100 MB; not among the sessions."""
        return self.folder / "outsized" / "-home-dev-atlas" / f"{uuid.UUID(int=1)}.jsonl"

    @property
    def long_line(self) -> Path:
        """One Claude transcript with a single line of 16 MB; not among the sessions."""
        return self.folder / "outsized" / "-home-dev-atlas" / f"{uuid.UUID(int=2)}.jsonl"


def ensure(folder: Path = DEFAULT_FOLDER, shape: Shape | None = None) -> Corpus:
    """Return the corpus in *folder*, generating it where it is not there yet."""
    corpus = Corpus(folder=folder, shape=shape or Shape())
    manifest = folder / "manifest.json"
    wanted = json.dumps(asdict(corpus.shape))
    if manifest.exists() and manifest.read_text() == wanted:
        return corpus
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    _generate(corpus)
    manifest.write_text(wanted)
    return corpus


def _generate(corpus: Corpus) -> None:
    shape = corpus.shape
    words = random.Random(shape.seed)
    pool = Pool(words)
    for number, size in enumerate(_sizes(words, shape)):
        if number % 10 < 7:
            _claude(corpus, pool, words, number, size)
        else:
            _codex(corpus, pool, words, number, size)
    for path, megabytes, huge in (
        (corpus.large, shape.large_megabytes, 0),
        (corpus.long_line, 1 + shape.long_line_megabytes, shape.long_line_megabytes),
    ):
        writer = _claude_writer(pool, words, path.stem, "/home/dev/atlas", _START)
        writer.write(path, megabytes * _MB, huge * _MB)
        _touch(path, writer.ended)


def _sizes(words: random.Random, shape: Shape) -> list[int]:
    """Sizes as sessions have them: many small ones, a few that are most of the bytes."""
    raw = [words.lognormvariate(0, 1.2) for _ in range(shape.sessions)]
    scale = shape.megabytes * _MB / sum(raw)
    return [max(3_000, int(one * scale) - _OVER) for one in raw]


def _claude(corpus: Corpus, pool: Pool, words: random.Random, number: int, size: int) -> None:
    cwd, start = _cwd(number), _START + timedelta(hours=number)
    session = _uuid(words)
    slug = "".join(char if char.isalnum() and char.isascii() else "-" for char in cwd)
    folder = corpus.folder / "claude" / "projects" / slug
    path = folder / f"{session}.jsonl"
    writer = _claude_writer(pool, words, session, cwd, start)
    writer.write(path, size)
    _touch(path, writer.ended)
    if number % 50 == 0:
        agent = f"a{words.getrandbits(64):016x}"
        child = folder / session / "subagents" / f"agent-{agent}.jsonl"
        helper = _claude_writer(pool, words, session, cwd, writer.ended, agent)
        helper.write(child, 20_000)
        _touch(child, helper.ended)


def _codex(corpus: Corpus, pool: Pool, words: random.Random, number: int, size: int) -> None:
    cwd, start = _cwd(number), _START + timedelta(hours=number)
    session = _uuid(words)
    language = words.choice(("zh", "zh", "en"))
    writer = CodexWriter(pool, words, session=session, cwd=cwd, start=start, language=language)
    day = corpus.folder / "codex" / "sessions" / start.strftime("%Y/%m/%d")
    path = day / f"rollout-{start:%Y-%m-%dT%H-%M-%S}-{session}.jsonl"
    writer.write(path, size)
    _touch(path, writer.ended)


def _claude_writer(
    pool: Pool,
    words: random.Random,
    session: str,
    cwd: str,
    start: datetime,
    agent: str | None = None,
) -> ClaudeWriter:
    language = words.choice(("zh", "zh", "en"))
    return ClaudeWriter(
        pool, words, session=session, cwd=cwd, start=start, language=language, agent=agent
    )


def _cwd(number: int) -> str:
    names = ("shop", "atlas", "知识库", "ledger", "购物车")
    project = number * 7 % _PROJECTS
    return f"/home/dev/{names[project % len(names)]}-{project}"


def _uuid(words: random.Random) -> str:
    return str(uuid.UUID(int=words.getrandbits(128), version=4))


def _touch(path: Path, at: datetime) -> None:
    os.utime(path, (at.timestamp(), at.timestamp()))


def main() -> None:
    """Generate a corpus and say where it is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--sessions", type=int, default=Shape().sessions)
    parser.add_argument("--megabytes", type=int, default=Shape().megabytes)
    given = parser.parse_args()
    shape = Shape(sessions=given.sessions, megabytes=given.megabytes)
    print(ensure(given.folder.absolute(), shape).folder)


if __name__ == "__main__":
    main()
