"""What worker processes import, and the real readers under the source."""

import subprocess
import sys
from pathlib import Path

import pytest

from vela_desktop.curation.headings import HEADING
from vela_desktop.curation.source import read_source
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import JobOptions
from vela_desktop.domain.sessions import Location
from vela_desktop.sources.readers import reader

TRANSCRIPTS = Path(__file__).parents[3] / "shared" / "transcripts"
FILES = [
    pytest.param(agent, path, id=f"{agent} {path.name}")
    for agent in (Agent.CLAUDE, Agent.CODEX)
    for path in sorted((TRANSCRIPTS / agent).glob("*"))
]


def test_what_workers_run_needs_neither_qt_nor_sqlalchemy() -> None:
    code = (
        "import sys, vela_desktop.curation.source, vela_desktop.curation.preview\n"
        "print([name for name in ('PySide6', 'sqlalchemy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.skipif(not TRANSCRIPTS.is_dir(), reason="the transcripts are not here")
@pytest.mark.parametrize(("agent", "path"), FILES)
@pytest.mark.parametrize("excerpts", [False, True])
def test_a_real_transcript_gives_the_same_text_twice(
    agent: Agent, path: Path, excerpts: bool
) -> None:
    for location in reader(agent).at(path):
        first, second = (text_of(location, excerpts) for _ in range(2))
        assert first == second
        assert first is None or HEADING.match(first)


def text_of(location: Location, excerpts: bool) -> str | None:
    """Return the text of a transcript, None where it has no prose."""
    source = reader(location.agent)
    try:
        options = JobOptions(command_excerpts=excerpts)
        return read_source(location, source.index(location), options).text
    except VelaError as error:
        if error.code is not Code.NO_TRANSCRIPT:
            raise
        return None
