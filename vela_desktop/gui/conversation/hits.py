"""Where the words looked for are: messages with their numbers of hits, and the one in view."""

from vela_desktop.services.conversation_work import Hit


class Hits:
    """Counts hits over messages; ``at`` is the present one, from 1, or 0 where there is none."""

    def __init__(self) -> None:
        self._found: list[Hit] = []
        self.at = 0

    @property
    def total(self) -> int:
        """The number of hits found so far."""
        return sum(hit.count for hit in self._found)

    def add(self, found: list[Hit]) -> None:
        """Take more messages, in reading order."""
        self._found += found

    def start_from(self, index: int) -> None:
        """Make the first hit in or after message *index* the present one."""
        before = sum(hit.count for hit in self._found if hit.index < index)
        self.at = min(before + 1, self.total)

    def step(self, by: int) -> None:
        """Go to the next or previous hit, around the end."""
        if self.total:
            self.at = (self.at - 1 + by) % self.total + 1

    def place(self) -> tuple[int, int] | None:
        """Return the message of the present hit and which of its hits it is, from 0."""
        left = self.at - 1
        for hit in self._found:
            if left < hit.count:
                return (hit.index, left) if left >= 0 else None
            left -= hit.count
        return None
