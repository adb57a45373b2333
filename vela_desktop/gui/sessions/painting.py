"""How a line of the session list looks."""

import time

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen

from vela_desktop.domain.sessions import SessionRow
from vela_desktop.gui import words
from vela_desktop.gui.format import relative
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.kit import paint_ring
from vela_desktop.gui.sessions.arrange import GroupLine, Line, SessionLine
from vela_desktop.gui.theme import Theme, paint_monogram

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_STEP, _TURN = 18, 360


class LinePainter:
    """Paints groups and sessions in the present theme."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._angle = 0

    def turn(self) -> None:
        """Move the rings on."""
        self._angle = (self._angle + _STEP) % _TURN

    def paint(
        self,
        painter: QPainter,
        rect: QRect,
        line: Line,
        *,
        selected: bool,
        active: bool,
        ringed: bool,
        hovered: bool,
    ) -> None:
        """Paint *line* into *rect*."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        half = self._theme.space(2)
        row = rect.adjusted(half, 0, -half, 0)
        self._ground(painter, row, line, selected=selected, active=active, hovered=hovered)
        if ringed:
            self._ring(painter, row)
        if isinstance(line, GroupLine):
            self._group(painter, row, line)
        else:
            self._session(painter, row, line, strong=selected)

    def _ground(
        self,
        painter: QPainter,
        row: QRect,
        line: Line,
        *,
        selected: bool,
        active: bool,
        hovered: bool,
    ) -> None:
        role = None
        if selected and isinstance(line, SessionLine):
            role = "bg.selected" if active else "bg.selected.inactive"
        elif hovered:
            role = "bg.hover"
        if role is not None:
            radius = self._theme.radius("row")
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color(role))
            painter.drawRoundedRect(QRectF(row), radius, radius)

    def _ring(self, painter: QPainter, row: QRect) -> None:
        width = self._theme.size("focus.width")
        radius = self._theme.radius("row")
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color("focus"), width))
        inset = width / 2
        painter.drawRoundedRect(QRectF(row).adjusted(inset, inset, -inset, -inset), radius, radius)

    def _group(self, painter: QPainter, row: QRect, line: GroupLine) -> None:
        theme, gap = self._theme, self._theme.space(2)
        side = theme.size("icon.small")
        name = "chevron-right" if line.closed else "chevron-down"
        top = row.center().y() - side // 2
        sign = theme.pixmap(name, "text.secondary", side, painter.device())
        painter.drawPixmap(QRect(row.left() + gap, top, side, side), sign)
        count = str(line.count)
        painter.setFont(theme.font("ui.strong"))
        painter.setPen(theme.color("text.secondary"))
        width = QFontMetrics(painter.font()).horizontalAdvance(count)
        inner = row.adjusted(gap + side + gap, 0, -gap, 0)
        self._text(painter, inner.adjusted(0, 0, -width - gap, 0), line.name)
        painter.setFont(theme.font("caption"))
        painter.drawText(inner, _RIGHT, count)

    def _session(self, painter: QPainter, row: QRect, line: SessionLine, *, strong: bool) -> None:
        theme, gap, session = self._theme, self._theme.space(2), line.row
        side = theme.size("monogram")
        box = QRect(row.left() + gap, row.center().y() - side // 2, side, side)
        paint_monogram(painter, box, session.agent, theme)
        inner = row.adjusted(
            gap + side + gap + theme.space(1), theme.space(1), -gap, -theme.space(1)
        )
        upper = QRect(inner.left(), inner.top(), inner.width(), inner.height() // 2)
        lower = upper.translated(0, upper.height())
        painter.setFont(theme.font("ui.strong" if strong else "ui"))
        painter.setPen(theme.color("text"))
        self._text(painter, upper, session.title)
        self._second_line(painter, lower, session)

    def _second_line(self, painter: QPainter, rect: QRect, session: SessionRow) -> None:
        painter.setFont(self._theme.font("caption"))
        left = f"{words.agent(session.agent)} · {relative(session.last_at, _now())}"
        need = QFontMetrics(painter.font()).horizontalAdvance(left) + self._theme.space(2)
        used = self._badge(painter, rect, session, rect.width() - need)
        painter.setPen(self._theme.color("text.secondary"))
        self._text(painter, rect.adjusted(0, 0, -used, 0), left)

    def _badge(self, painter: QPainter, rect: QRect, session: SessionRow, room: int) -> int:
        """Paint what the session's knowledge is, as far as there is room; return the width used."""
        for icon, role, text in _badges(session):
            side, gap = self._theme.size("icon.caption"), self._theme.space(1)
            width = side + gap + QFontMetrics(painter.font()).horizontalAdvance(text)
            if width > room:
                continue
            left = rect.right() - width + 1
            box = QRect(left, rect.center().y() - side // 2 + 1, side, side)
            if session.curating:
                paint_ring(painter, QRectF(box), self._theme, angle=self._angle)
            else:
                painter.drawPixmap(box, self._theme.pixmap(icon, role, side, painter.device()))
            painter.setPen(self._theme.color(role))
            painter.drawText(rect, _RIGHT, text)
            return width + self._theme.space(2)
        return 0

    def _text(self, painter: QPainter, rect: QRect, text: str) -> None:
        metrics = QFontMetrics(painter.font())
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, _LEFT, elided)


def _now() -> int:
    return int(time.time() * 1000)


def _badges(session: SessionRow) -> list[tuple[str, str, str]]:
    """Return icon, colour role and words, the longest first; the first that fits is painted."""
    if session.curating:
        text = translate("SessionList", "Curating")
        return [("job-running", "accent", text), ("job-running", "accent", "")]
    if session.scan_error:
        text = translate("SessionList", "Unreadable")
        return [("warning", "warn", text), ("warning", "warn", "")]
    if not session.entries:
        return []
    count = plural("SessionList", "%n entries")(session.entries)
    if session.edited:
        longer = translate("SessionList", "{count} · edited").format(count=count)
        return [
            ("entry", "text.secondary", longer),
            ("entry-edited", "text.secondary", count),
            ("entry-edited", "text.secondary", str(session.entries)),
        ]
    return [
        ("entry", "text.secondary", count),
        ("entry", "text.secondary", str(session.entries)),
    ]


def spoken(session: SessionRow) -> str:
    """Return what a screen reader says of a session."""
    parts = [session.title, words.agent(session.agent), relative(session.last_at, _now())]
    parts += [text for _, _, text in _badges(session)[:1]]
    return ", ".join(part for part in parts if part)
