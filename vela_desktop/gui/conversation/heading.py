"""What the bar over a conversation says: whose it is, its title, and a line of facts."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import SessionRow, TranscriptMap
from vela_desktop.gui import format
from vela_desktop.gui.i18n import plural
from vela_desktop.gui.kit import ElidedLabel, Monogram
from vela_desktop.gui.theme import Theme

LEAST_FACTS = 3
"""Facts give way to the title until they have one part in so many of the room."""


class Heading(QWidget):
    """Title and facts on one line. Facts are cut first, then the title; each at its end."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sign: Monogram | None = None
        self.title, self.facts = ElidedLabel("", "strong", self), ElidedLabel("", "caption", self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def show_session(self, row: SessionRow) -> None:
        """Show whose conversation it is and how it is called."""
        if self._sign is None:
            self._sign = Monogram(self._theme, row.agent, size=self._theme.size("monogram.small"))
            self._sign.setParent(self)
            self._sign.show()
        self.title.setText(row.title)
        self._place()

    def show_facts(self, row: SessionRow, opened: TranscriptMap, now: int) -> None:
        """Show project, branch, number of turns, and from when to when it went."""
        parts = [row.project, row.branch or "", _length(opened), _span(opened, now)]
        if opened.counts.bad_lines:
            parts.append(plural("Conversation", "%n unreadable lines")(opened.counts.bad_lines))
        self.facts.setText(" · ".join(part for part in parts if part))
        self._place()

    def sizeHint(self) -> QSize:
        """Ask for the room of everything."""
        title, facts = self.title.sizeHint(), self.facts.sizeHint()
        width = self._left() + title.width() + self._theme.space(2) + facts.width()
        return QSize(width, max(title.height(), self._theme.size("monogram.small")))

    def minimumSizeHint(self) -> QSize:
        """Do with the room of a few letters."""
        return QSize(self._left() + self.title.minimumSizeHint().width(), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room."""
        super().resizeEvent(event)
        self._place()

    def _left(self) -> int:
        return self._theme.size("monogram.small") + self._theme.space(2)

    def _place(self) -> None:
        gap, left, height = self._theme.space(2), self._left(), self.height()
        if self._sign is not None:
            self._sign.move(0, (height - self._sign.height()) // 2)
        room = max(0, self.width() - left - gap)
        title, facts = self.title.sizeHint().width(), self.facts.sizeHint().width()
        facts = min(facts, max(room - title, room // LEAST_FACTS))
        title = min(title, room - facts)
        places = ((self.title, left, title), (self.facts, left + title + gap, facts))
        for label, at, width in places:
            tall = label.sizeHint().height()
            label.setGeometry(at, (height - tall) // 2, max(0, width), tall)


def _length(opened: TranscriptMap) -> str:
    if opened.location.agent is Agent.TERMINAL:
        return plural("Conversation", "%n parts")(len(opened.entries))
    return plural("Conversation", "%n turns")(opened.counts.turns)


def _span(opened: TranscriptMap, now: int) -> str:
    start, end = opened.facts.started_at, opened.facts.last_at
    if start is None or end is None:
        return format.moment(start or end, now) if start or end else ""
    same_day = format.days_between(start, end) == 0
    until = format.clock(end) if same_day else format.moment(end, now)
    return f"{format.moment(start, now)} – {until}"
