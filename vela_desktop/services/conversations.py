"""A session's conversation, as far as it is looked at: never a whole transcript at once."""

from collections.abc import AsyncIterator

from vela_desktop.domain.finding import Needle
from vela_desktop.domain.sessions import TranscriptMap
from vela_desktop.index.store import Index
from vela_desktop.rendering.pieces import Hit, Look, Piece
from vela_desktop.services import conversation_work, reading
from vela_desktop.services.conversation_work import with_results
from vela_desktop.services.sessions import SessionService
from vela_desktop.work.pool import Work

FIND_SLICE = 200
"""Messages searched at a time: between slices what else a person waits for takes its turn."""


class ConversationService:
    """Opens conversations by their map and renders ranges of them in a worker."""

    def __init__(self, index: Index, sessions: SessionService, work: Work) -> None:
        self._index = index
        self._sessions = sessions
        self._work = work

    async def open(self, session_id: str) -> TranscriptMap:
        """Return the map of a session's newest readable transcript, else of the newest recording
        of a terminal that is attached to it: the map's location says which.

        Raises ``session_not_found``, ``source_gone`` or ``source_unreadable``.
        """
        found = await self._sessions.found(session_id)
        return await self._work.run(reading.conversation_of, self._index.path, found)

    async def html(self, opened: TranscriptMap, wanted: range, look: Look) -> list[Piece]:
        """Return the messages of *wanted* as HTML.

        Raises ``source_gone`` or ``source_unreadable`` where the transcript has gone since.
        """
        return await self._work.run(
            conversation_work.render_range,
            opened.location,
            with_results(opened.entries, wanted),
            wanted,
            look,
        )

    async def find(
        self, opened: TranscriptMap, needle: Needle, look: Look
    ) -> AsyncIterator[tuple[range, list[Hit]]]:
        """Yield, slice by slice in reading order, what was searched and which messages show it,
        folds included."""
        total = len(opened.entries)
        for start in range(0, total, FIND_SLICE):
            wanted = range(start, min(total, start + FIND_SLICE))
            found = await self._work.run(
                conversation_work.find_in,
                opened.location,
                with_results(opened.entries, wanted),
                wanted,
                needle,
                look,
            )
            yield wanted, found
