"""Where the words looked for are: messages with their hits, and the one that is shown."""

from dataclasses import dataclass

from vela_desktop.rendering.pieces import Hit


@dataclass(frozen=True, slots=True)
class Spot:
    """One hit: its message, the folds of all hits there, and which of them it is, from 0."""

    index: int
    folds: tuple[str, ...]
    nth: int

    @property
    def fold(self) -> str:
        """The key of the fold it is inside of, or nothing."""
        return self.folds[self.nth]


class Hits:
    """Counts hits over messages; ``at`` is the present one, from 1, or 0 where there is none."""

    def __init__(self) -> None:
        self._found: list[Hit] = []
        self.total = 0
        self.at = 0

    def add(self, found: list[Hit]) -> None:
        """Take more messages, in reading order."""
        self._found += found
        self.total += sum(len(hit.folds) for hit in found)

    def start_from(self, index: int) -> None:
        """Make the first hit in or after message *index* the present one, else the first of all."""
        before = sum(len(hit.folds) for hit in self._found if hit.index < index)
        self.at = before + 1 if before < self.total else min(1, self.total)

    def step(self, by: int) -> None:
        """Go to the next or previous hit, around the end."""
        if self.total:
            self.at = (self.at - 1 + by) % self.total + 1

    def spot(self) -> Spot | None:
        """Return the present hit."""
        left = self.at - 1
        if left < 0:
            return None
        for hit in self._found:
            if left < len(hit.folds):
                return Spot(hit.index, hit.folds, left)
            left -= len(hit.folds)
        return None
