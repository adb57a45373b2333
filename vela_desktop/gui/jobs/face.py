"""The painted part of a job's line: forty lines of widgets would take the window too long."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from vela_desktop.domain.agents import Agent
from vela_desktop.gui.jobs.columns import Cells, Columns, cells
from vela_desktop.gui.jobs.texts import Told
from vela_desktop.gui.kit import Button, IconButton, Spinner
from vela_desktop.gui.theme import Theme, paint_monogram
from vela_desktop.gui.words import Sign

_QUIET = ("caption", "text.secondary")
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class _Words:
    """One piece of text: where it stands, how it looks, and what its hint adds."""

    text: str
    box: QRect
    style: str
    role: str
    hint: str = ""


class Face(QWidget):
    """Paints the words of a line and holds its button, its menu button, and the turning ring."""

    def __init__(self, agent: Agent, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._agent = theme, agent
        self._columns = Columns(agent=0, time=0)
        self._told: Told | None = None
        self._sign: Sign | None = None
        self._opened = False
        self._fonts: dict[str, QFont] = {}
        self.ring: Spinner | None = None
        self.button, self.more = Button(theme, parent=self), IconButton(theme, "more", parent=self)
        theme.changed.connect(self.update)

    @property
    def told(self) -> Told:
        """What the line says now."""
        assert self._told is not None
        return self._told

    @property
    def cells(self) -> Cells:
        """Where everything stands."""
        return cells(self._columns, self.width(), self.height(), self._theme)

    def set_columns(self, columns: Columns) -> None:
        """Follow another width of the table."""
        theme, self._columns = self._theme, columns
        height = theme.size("row.job") - round(theme.tokens.line("hair"))
        if columns.folded:
            height += theme.tokens.style("caption").line + theme.space("half")
        self.setFixedHeight(height)
        self._place()
        self.update()

    def show_job(self, told: Told, sign: Sign, *, opened: bool) -> None:
        """Show a job as it is now; *opened*: its details are shown below."""
        self._told, self._sign, self._opened = told, sign, opened
        if sign.spins and self.ring is None:
            self.ring = Spinner(self._theme, parent=self)
        if self.ring is not None:
            self.ring.set_role(sign.role)
            self.ring.setVisible(sign.spins)
        self._place()
        self.update()

    def _place(self) -> None:
        found, control = self.cells, self._theme.size("control")
        wide = min(self.button.sizeHint().width(), found.button.width())
        top = (self.height() - control) // 2
        self.button.setGeometry(found.button.right() + 1 - wide, top, wide, control)
        self.more.move(found.more.left(), top)
        if self.ring is not None:
            self.ring.move(self._icon(found.status).topLeft())

    def _icon(self, cell: QRect) -> QRect:
        side = self._theme.size("icon")
        return QRect(cell.left(), (cell.height() - side) // 2, side, side)

    def _words(self) -> list[_Words]:
        told, found, theme = self.told, self.cells, self._theme
        gap = theme.space(2)
        status = found.status.adjusted(theme.size("icon") + gap, 0, 0, 0)
        role = self._sign.role if self._sign else "text"
        words = [_Words(told.status, status, "ui.strong", role)]
        lines = [(told.title, "ui.strong", "text", ""), (told.second, *_QUIET, "")]
        if self._columns.folded:
            lines.append((told.folded, *_QUIET, ""))
        else:
            settings = found.agent.adjusted(theme.size("monogram.small") + gap, 0, 0, 0)
            words.append(_Words(told.settings, settings, "ui", "text.secondary"))
        words += self._stacked(found.title, lines)
        times = [(told.took, "ui", "text", ""), (told.when, *_QUIET, told.exact)]
        return words + (self._stacked(found.time, times) if self._columns.time else [])

    def _stacked(self, cell: QRect, lines: list[tuple[str, str, str, str]]) -> list[_Words]:
        """Return *lines* (text, style, role, hint) one under the other, in the cell's middle."""
        gap = self._theme.space("half")
        heights = [self._theme.tokens.style(style).line for _, style, _, _ in lines]
        top = (cell.height() - sum(heights) - gap * (len(lines) - 1)) // 2
        words = []
        for (text, style, role, hint), height in zip(lines, heights, strict=True):
            box = QRect(cell.left(), top, cell.width(), height)
            words.append(_Words(text, box, style, role, hint))
            top += height + gap
        return words

    def _font(self, style: str) -> QFont:
        if style not in self._fonts:
            self._fonts[style] = self._theme.font(style)
        return self._fonts[style]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line."""
        del event
        theme, painter, found = self._theme, QPainter(self), self.cells
        small = theme.size("icon.small")
        chevron = theme.pixmap(
            "chevron-down" if self._opened else "chevron-right", "text.secondary", small, self
        )
        middle = found.fold.center() - QPoint(small, small) / 2
        painter.drawPixmap(QRect(middle.x(), middle.y(), small, small), chevron)
        if self._sign is not None and not self._sign.spins:
            sign, box = self._sign, self._icon(found.status)
            painter.drawPixmap(box, theme.pixmap(sign.icon, sign.role, box.width(), self))
        if not self._columns.folded:
            side = theme.size("monogram.small")
            box = QRect(found.agent.left(), (self.height() - side) // 2, side, side)
            paint_monogram(painter, box, self._agent, theme)
        for words in self._words():
            self._write(painter, words)

    def _write(self, painter: QPainter, words: _Words) -> None:
        font = self._font(words.style)
        painter.setFont(font)
        painter.setPen(self._theme.color(words.role))
        painter.drawText(words.box, _LEFT, self._cut(words))

    def _cut(self, words: _Words) -> str:
        metrics = QFontMetrics(self._font(words.style))
        return metrics.elidedText(words.text, Qt.TextElideMode.ElideRight, words.box.width())

    def hint_at(self, at: QPoint) -> str:
        """Return the hint for a point: the whole of a text that is cut there, or the exact time."""
        for words in self._words():
            if words.box.contains(at):
                return words.text if self._cut(words) != words.text else words.hint
        return ""

    def event(self, event: QEvent) -> bool:
        """Show a hint where there is one."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.hint_at(event.pos()), self)
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons into their cells."""
        super().resizeEvent(event)
        self._place()
