"""What the measurements are taken on, and how they are judged."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from benchmarks import bare
from benchmarks.corpus import Corpus, Shape, ensure
from benchmarks.harness import Result, compare, report
from support.index import finish
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import Relation
from vela_desktop.index import place, rows, scan

SMALL = Shape(sessions=20, megabytes=1, large_megabytes=1, long_line_megabytes=1)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return ensure(tmp_path_factory.mktemp("corpus") / "one", SMALL)


def contents(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*.jsonl")
    }


def test_the_same_numbers_give_the_same_bytes(corpus: Corpus, tmp_path: Path) -> None:
    again = ensure(tmp_path / "two", SMALL)
    assert contents(again.folder) == contents(corpus.folder)
    other = ensure(tmp_path / "three", replace(SMALL, seed=8))
    assert contents(other.folder).keys() != contents(corpus.folder).keys()


def test_a_corpus_that_is_there_is_left_as_it_is(corpus: Corpus) -> None:
    before = corpus.large.stat().st_ctime_ns
    assert ensure(corpus.folder, SMALL).large.stat().st_ctime_ns == before


def test_every_generated_session_is_found_with_its_facts(corpus: Corpus, tmp_path: Path) -> None:
    path, connection = place.open_present(tmp_path)
    roots = scan.list_roots({}, corpus.environment)
    finish(path, scan.begin(path, roots))
    found = rows.sessions(connection)
    connection.close()
    main = [session for session in found if session.facts.relation is not Relation.SUBAGENT]
    assert len(main) == SMALL.sessions
    assert {session.agent for session in main} == {Agent.CLAUDE, Agent.CODEX}
    assert len(found) > len(main)
    for session in main:
        assert session.scan_error is None
        assert session.facts.cwd
        assert session.facts.title
        assert session.facts.first_prompt
        assert session.facts.started_at
        assert session.facts.last_at
    folders = [str(root.path) for root in roots if root.exists]
    assert bare.list_transcripts(folders, tmp_path / "bare.db") == len(found)


def test_the_outsized_transcripts_have_their_sizes(corpus: Corpus) -> None:
    assert corpus.large.stat().st_size >= 1_000_000
    longest = max(len(line) for line in corpus.long_line.read_bytes().split(b"\n"))
    assert 1_000_000 <= longest < 1_200_000
    assert bare.decode_lines(corpus.long_line) > 1


def test_pairs_are_interleaved_and_the_first_is_not_counted() -> None:
    calls: list[str] = []

    def run(name: str, seconds: float) -> float:
        calls.append(name)
        return seconds

    result = compare(
        "x", lambda: run("ours", float(len(calls))), lambda: run("bare", 1.0), factor=3, pairs=2
    )
    assert calls == ["ours", "bare", "bare", "ours", "ours", "bare"]
    assert len(result.ours) == len(result.reference) == 2
    assert result.ours == (3.0, 4.0)


def test_a_bound_is_kept_or_missed_by_the_median(tmp_path: Path) -> None:
    kept = Result(name="kept", ours=(9.0, 2.0, 3.0), reference=(1.0, 1.0, 9.0), factor=3)
    missed = Result(name="missed", ours=(4.0,), reference=(1.0,), factor=2, extra=1.5)
    assert (kept.median, kept.ratio, kept.bound, kept.holds) == (3.0, 3.0, 3.0, True)
    assert (missed.bound, missed.holds) == (3.5, False)
    assert report([kept], tmp_path / "kept.json")
    assert not report([kept, missed], tmp_path / "both.json")
    document = json.loads((tmp_path / "both.json").read_text())
    assert [row["holds"] for row in document] == [True, False]
