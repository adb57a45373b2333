"""What workers do for the services: locate, map and read transcripts. No Qt, no SQLAlchemy."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from vela_desktop.curation.source import SourceText, read_recordings, read_source
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, Reason, VelaError
from vela_desktop.domain.jobs import JobOptions
from vela_desktop.domain.sessions import FoundSession, Location, MapEntry, Message, TranscriptMap
from vela_desktop.index.maps import transcript_map
from vela_desktop.sources.readers import reader

ABSENT = {Code.SOURCE_GONE, Code.SOURCE_UNREADABLE}


def map_of(index: Path | None, agent: Agent, locations: Sequence[str]) -> TranscriptMap:
    """Return the map of the first readable one of *locations*, through the index where given.

    Raises the last location's ``source_gone`` or ``source_unreadable`` when none can be read.
    """
    trouble = VelaError(Code.SOURCE_GONE, path="")
    for ref in locations:
        location = Location(agent, ref)
        try:
            if index is None:
                return reader(agent).index(location)
            return transcript_map(index, location)
        except VelaError as error:
            if error.code not in ABSENT:
                raise
            trouble = error
    raise trouble


def conversation_of(index: Path | None, session: FoundSession) -> TranscriptMap:
    """Return the map of the first readable transcript of *session*, else of its newest recording.

    Raises what ``map_of`` raises for its locations.
    """
    try:
        return map_of(index, session.agent, session.locations)
    except VelaError:
        for found in _screens(index, session.recordings[::-1]):
            return found
        raise


def read_messages(location: Location, entries: Sequence[MapEntry]) -> list[Message]:
    """Return the messages that *entries* of a map point to."""
    return reader(location.agent).messages(location, entries)


def source_of(index: Path | None, session: FoundSession, options: JobOptions) -> SourceText:
    """Return the text a curation of *session* would read, masked and bounded: of its transcript,
    else what its recordings showed, in order.

    Raises ``memory_no_transcript`` where nothing can be read: unreadable counts as absent, unless
    the reason is one of ours, which says what to do (a database that is locked just now).
    """
    try:
        found = map_of(index, session.agent, session.locations)
        return read_source(found.location, found, options)
    except VelaError as error:
        if error.code not in {*ABSENT, Code.NO_TRANSCRIPT}:
            raise
        trouble = error
    try:
        if shown := list(_screens(index, session.recordings)):
            return read_recordings(shown, options)
    except VelaError as error:
        if error.code is not Code.NO_TRANSCRIPT:
            raise
    if trouble.code is Code.SOURCE_UNREADABLE and trouble.details.get("reason") in set(Reason):
        raise trouble
    reason = {key: value for key, value in trouble.details.items() if key in {"path", "reason"}}
    raise VelaError(Code.NO_TRANSCRIPT, **reason) from trouble


def _screens(index: Path | None, recordings: Sequence[str]) -> Iterator[TranscriptMap]:
    """Yield the maps of those *recordings* that can be read."""
    for ref in recordings:
        try:
            found = map_of(index, Agent.TERMINAL, [ref])
        except VelaError as error:
            if error.code not in ABSENT:
                raise
            continue
        yield found


def resume_command(found: TranscriptMap) -> str:
    """Return the shell command that continues the session."""
    return reader(found.location.agent).resume_command(found.facts)
