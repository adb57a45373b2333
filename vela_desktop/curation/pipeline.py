"""From a snapshot to entries: segments → topics → one entry a topic. Saves nothing."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from vela_desktop.curation import prompts
from vela_desktop.curation.catalogue import Topic, joined
from vela_desktop.curation.checks import check_joined, check_topics
from vela_desktop.curation.merging import Merger
from vela_desktop.curation.segments import Segment, split
from vela_desktop.curation.snapshot import SnapshotText
from vela_desktop.curation.steps import Asker
from vela_desktop.curation.together import together
from vela_desktop.domain.entries import NewEntry
from vela_desktop.domain.jobs import Stage

Report = Callable[[Stage, int, int], Awaitable[None]]
"""Told the stage, how many of its steps are done, and of how many."""


async def curate(
    text: str,
    session_id: str,
    asker: Asker,
    report: Report,
    at_once: int = 1,
) -> tuple[NewEntry, ...]:
    """Return the entries that the snapshot *text* of a session gives; none is a valid result.

    At most *at_once* questions are open at a time. Raises what ``Asker.answer`` raises, and
    ``memory_context_too_large`` or ``memory_output_too_large`` where a limit cannot be kept.
    """
    segments, snapshot = await asyncio.to_thread(lambda: (split(text), SnapshotText(text)))
    topics = await _topics(segments, snapshot, asker, report, at_once)
    merger = Merger(asker, snapshot, session_id, topics, at_once)
    return await merger.run(partial(report, Stage.MERGE))


async def _topics(
    segments: list[Segment],
    snapshot: SnapshotText,
    asker: Asker,
    report: Report,
    at_once: int,
) -> tuple[Topic, ...]:
    """Return the topics of all segments. One after the other, each is read with the catalogue of
    what was found before it; side by side with an empty one, and what they find is joined."""
    found: tuple[Topic, ...] = ()
    total = len(segments)

    async def read(number: int, segment: Segment) -> tuple[Topic, ...]:
        nonlocal found
        known = found
        catalogue = prompts.catalogue_lines(known)
        prompt = prompts.extract(segment.text, number, total, catalogue, len(known))
        check = partial(check_topics, known=known, snapshot=snapshot)
        topics = await asker.answer(prompt, check)
        if at_once == 1:
            found = topics
        return topics

    await report(Stage.EXTRACT, 0, total)
    steps = [partial(read, number, segment) for number, segment in enumerate(segments, 1)]
    each = await together(steps, at_once, lambda done: report(Stage.EXTRACT, done, total))
    return found if at_once == 1 else check_joined(joined(each))
