"""A session's conversation, as far as it is looked at: never a whole transcript at once."""

from collections.abc import AsyncIterator, Mapping

from vela_desktop.domain.sessions import TranscriptMap
from vela_desktop.index.store import Index
from vela_desktop.rendering.conversation import Labels, Piece
from vela_desktop.services import conversation_work, reading
from vela_desktop.services.conversation_work import Hit
from vela_desktop.services.sessions import SessionService
from vela_desktop.work.pool import Work

RESULTS_AHEAD = 40
"""Messages read past a range so that its tool calls find their results."""

FIND_SLICE = 400
"""Messages searched at a time: between slices a newer search can take over."""


class ConversationService:
    """Opens conversations by their map and renders ranges of them in a worker."""

    def __init__(self, index: Index, sessions: SessionService, work: Work) -> None:
        self._index = index
        self._sessions = sessions
        self._work = work

    async def open(self, session_id: str) -> TranscriptMap:
        """Return the map of a session's newest readable transcript.

        Raises ``session_not_found``, ``source_gone`` or ``source_unreadable``.
        """
        found = await self._sessions.found(session_id)
        return await self._work.run(reading.map_of, self._index.path, found.agent, found.locations)

    async def html(
        self,
        opened: TranscriptMap,
        wanted: range,
        unfolded: frozenset[str],
        labels: Labels,
        facts: Mapping[int, str],
    ) -> list[Piece]:
        """Return the messages of *wanted* as HTML, with the folds of *unfolded* open."""
        entries = opened.entries[wanted.start : wanted.stop + RESULTS_AHEAD]
        return await self._work.run(
            conversation_work.render_range,
            opened.location,
            entries,
            wanted,
            unfolded,
            labels,
            dict(facts),
        )

    async def find(self, opened: TranscriptMap, words: str) -> AsyncIterator[list[Hit]]:
        """Yield the messages that hold *words*, slice by slice, in reading order."""
        for start in range(0, len(opened.entries), FIND_SLICE):
            entries = opened.entries[start : start + FIND_SLICE]
            yield await self._work.run(conversation_work.find_in, opened.location, entries, words)
