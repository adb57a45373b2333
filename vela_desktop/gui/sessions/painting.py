"""How a line of the session list looks."""

from dataclasses import replace

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from vela_desktop.domain.sessions import SessionRow
from vela_desktop.domain.text import squeeze
from vela_desktop.gui.kit import paint_ring
from vela_desktop.gui.kit.rows import RowState, paint_row
from vela_desktop.gui.sessions.arrange import GroupLine, Line
from vela_desktop.gui.sessions.words import badges, second_line, signs
from vela_desktop.gui.theme import Theme, paint_monogram

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_STEP, _TURN = 18, 360


class LinePainter:
    """Paints groups and sessions in the present theme."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._angle = 0
        self._group_font = theme.font("ui.strong")
        self._title, self._chosen = theme.font("ui"), theme.font("ui.strong")
        self._caption, self._running = theme.font("caption"), theme.font("caption")
        self._running.setWeight(self._chosen.weight())

    def turn(self) -> None:
        """Move the rings on."""
        self._angle = (self._angle + _STEP) % _TURN

    def paint(self, painter: QPainter, rect: QRect, line: Line, state: RowState) -> None:
        """Paint *line* into *rect*."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        half = self._theme.space(2)
        row = rect.adjusted(half, 0, -half, 0)
        if isinstance(line, GroupLine):
            paint_row(painter, row, self._theme, replace(state, selected=False))
            self._group(painter, row, line)
        else:
            paint_row(painter, row, self._theme, state)
            self._session(painter, row, line, strong=state.selected)

    def _group(self, painter: QPainter, row: QRect, line: GroupLine) -> None:
        theme, gap = self._theme, self._theme.space(2)
        side = theme.size("icon.small")
        name = "chevron-right" if line.closed else "chevron-down"
        top = row.center().y() - side // 2 + 1
        sign = theme.pixmap(name, "text.secondary", side, painter.device())
        painter.drawPixmap(QRect(row.left() + theme.space(1), top, side, side), sign)
        inner = row.adjusted(theme.space(1) + side + gap, 0, -gap, 0)
        count = str(line.count)
        painter.setFont(self._caption)
        painter.setPen(theme.color("text.secondary"))
        painter.drawText(inner, _RIGHT, count)
        width = QFontMetrics(painter.font()).horizontalAdvance(count)
        painter.setFont(self._group_font)
        _text(painter, inner.adjusted(0, 0, -width - gap, 0), line.name)

    def _session(self, painter: QPainter, row: QRect, session: SessionRow, *, strong: bool) -> None:
        theme, gap = self._theme, self._theme.space(2)
        side, edge = theme.size("monogram"), theme.space(1)
        box = QRect(row.left() + gap, row.center().y() - side // 2 + 1, side, side)
        paint_monogram(painter, box, session.agent, theme)
        inner = row.adjusted(gap + side + gap, edge, -gap, -edge)
        upper = QRect(inner.left(), inner.top(), inner.width(), inner.height() // 2)
        painter.setFont(self._chosen if strong else self._title)
        painter.setPen(theme.color("text"))
        used = self._signs(painter, upper, session)
        _text(painter, upper.adjusted(0, 0, -used, 0), session.title)
        self._second_line(painter, upper.translated(0, upper.height()), session)

    def _signs(self, painter: QPainter, rect: QRect, session: SessionRow) -> int:
        """Paint the signs at the end of the title's line; return the width used."""
        side, gap = self._theme.size("icon.caption"), self._theme.space(1)
        used = 0
        for sign in reversed(signs(session)):
            left, top = rect.left() + rect.width() - used - side, rect.center().y() - side // 2 + 1
            picture = self._theme.pixmap(sign.icon, sign.role, side, painter.device())
            painter.drawPixmap(QRect(left, top, side, side), picture)
            used += side + gap
        return used

    def _second_line(self, painter: QPainter, rect: QRect, session: SessionRow) -> None:
        painter.setFont(self._caption)
        left = second_line(session)
        need = QFontMetrics(painter.font()).horizontalAdvance(left) + 1 + self._theme.space(2)
        used = self._badge(painter, rect, session, rect.width() - need)
        painter.setFont(self._caption)
        painter.setPen(self._theme.color("text.secondary"))
        _text(painter, rect.adjusted(0, 0, -used, 0), left)

    def _badge(self, painter: QPainter, rect: QRect, session: SessionRow, room: int) -> int:
        """Paint the badge, as far as there is room; return the width used."""
        theme = self._theme
        side, gap = theme.size("icon.caption"), theme.space(1)
        font = self._running if session.curating else self._caption
        metrics = QFontMetrics(font)
        for badge in badges(session):
            width = side + (gap + metrics.horizontalAdvance(badge.text) if badge.text else 0)
            if width > room:
                continue
            left = rect.left() + rect.width() - width
            box = QRect(left, rect.center().y() - side // 2 + 1, side, side)
            if session.curating:
                paint_ring(painter, QRectF(box), theme, angle=self._angle)
            else:
                sign = theme.pixmap(badge.icon, badge.role, side, painter.device())
                painter.drawPixmap(box, sign)
            painter.setFont(font)
            painter.setPen(theme.color(badge.role))
            painter.drawText(rect, _RIGHT, badge.text)
            return width + theme.space(2)
        return 0


def _text(painter: QPainter, rect: QRect, text: str) -> None:
    metrics = QFontMetrics(painter.font())
    elided = metrics.elidedText(squeeze(text), Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, _LEFT, elided)
