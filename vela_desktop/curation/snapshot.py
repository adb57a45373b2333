"""Looks things up in a snapshot: which turns and steps it has, and where words stand in it."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator

from vela_desktop.curation.headings import HEADING, Label
from vela_desktop.domain.text import squeeze

_BORDER = "\0"
"""Keeps words from matching across messages; no snapshot holds it."""


class SnapshotText:
    """A snapshot's messages by label. White space does not count when words are looked up."""

    def __init__(self, text: str) -> None:
        self._labels: list[Label] = []
        self._starts: list[int] = []
        self._by_label: dict[Label, list[int]] = defaultdict(list)
        proses: list[str] = []
        start = 0
        for number, (label, prose) in enumerate(_messages(text)):
            self._labels.append(label)
            self._starts.append(start)
            self._by_label[label].append(number)
            self._by_label[Label(label.turn)].append(number)
            proses.append(prose)
            start += len(prose) + len(_BORDER)
        self._joined = _BORDER.join(proses)

    def __contains__(self, label: Label) -> bool:
        return label in self._by_label

    def find(self, words: str, near: Label) -> Label | None:
        """Return where *words* stand: in the step or turn *near*, else at the first place that has
        them; None where the snapshot does not hold them."""
        sought = squeeze(words)
        numbers: list[int] = [
            *self._by_label.get(near, ()),
            *self._by_label.get(Label(near.turn), ()),
        ]
        for number in numbers:
            if self._holds(number, sought):
                return self._labels[number]
        at = self._joined.find(sought)
        if at < 0:
            return None
        return self._labels[bisect_right(self._starts, at) - 1]

    def holds(self, words: str) -> bool:
        """Tell whether one message of the snapshot holds *words*."""
        return squeeze(words) in self._joined

    def _holds(self, number: int, sought: str) -> bool:
        start = self._starts[number]
        last = number + 1 == len(self._starts)
        end = len(self._joined) if last else self._starts[number + 1] - len(_BORDER)
        return self._joined.find(sought, start, end) >= 0


def _messages(text: str) -> Iterator[tuple[Label, str]]:
    """Yield each message's label, and its prose with every white space as one blank."""
    matches = list(HEADING.finditer(text))
    ends = [*(match.start() for match in matches[1:]), len(text)]
    for match, end in zip(matches, ends, strict=False):
        yield Label(int(match["turn"]), int(match["step"])), squeeze(text[match.end() : end])
