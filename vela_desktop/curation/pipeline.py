"""From a snapshot to entries: segments → topics → one entry a topic. Saves nothing."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from vela_desktop.curation import prompts
from vela_desktop.curation.catalogue import Topic
from vela_desktop.curation.checks import check_topics
from vela_desktop.curation.merging import Merger
from vela_desktop.curation.segments import Segment, split
from vela_desktop.curation.snapshot import SnapshotText
from vela_desktop.curation.steps import Asker
from vela_desktop.domain.entries import NewEntry
from vela_desktop.domain.jobs import Stage

Report = Callable[[Stage, int, int], Awaitable[None]]
"""Told the stage, how many of its steps are done, and of how many."""


async def curate(
    text: str,
    session_id: str,
    asker: Asker,
    report: Report,
) -> tuple[NewEntry, ...]:
    """Return the entries that the snapshot *text* of a session gives; none is a valid result.

    Raises what ``Asker.answer`` raises, and ``memory_context_too_large`` or
    ``memory_output_too_large`` where a limit cannot be kept.
    """
    segments, snapshot = await asyncio.to_thread(lambda: (split(text), SnapshotText(text)))
    topics = await _topics(segments, snapshot, asker, report)
    merger = Merger(asker, snapshot, session_id, topics)
    return await merger.run(partial(report, Stage.MERGE))


async def _topics(
    segments: list[Segment], snapshot: SnapshotText, asker: Asker, report: Report
) -> tuple[Topic, ...]:
    """Read the segments in order, each with the catalogue of what was found before it."""
    topics: tuple[Topic, ...] = ()
    await report(Stage.EXTRACT, 0, len(segments))
    for number, segment in enumerate(segments, 1):
        catalogue = prompts.catalogue_lines(topics)
        prompt = prompts.extract(segment.text, number, len(segments), catalogue)
        check = partial(check_topics, known=topics, snapshot=snapshot)
        topics = await asker.answer(prompt, check)
        await report(Stage.EXTRACT, number, len(segments))
    return topics
