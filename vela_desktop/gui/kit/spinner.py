"""The ring that says that something is going on; a still clock where motion is reduced."""

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QWidget

from vela_desktop.gui.theme import Theme

TICK_MILLISECONDS = 50
_TURN, _STEP = 360, 18
_UNITS = 16
_ARC, _FAINT = 120, 0.3
WAIT_MILLISECONDS = 150
"""Under this long nothing is shown at all."""


def paint_ring(
    painter: QPainter, box: QRectF, theme: Theme, *, role: str = "accent", angle: int = 0
) -> None:
    """Paint the ring into *box* with its bright arc from *angle* degrees, for rows and delegates.

    Where motion is reduced the still clock is painted instead.
    """
    if theme.reduced_motion:
        side = round(box.width())
        pixmap = theme.pixmap("clock", role, side, painter.device())
        painter.drawPixmap(box.toRect(), pixmap)
        return
    width = theme.tokens.line("icon")
    inner = box.adjusted(width, width, -width, -width)
    colour = theme.color(role)
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    faint = theme.color(role)
    faint.setAlphaF(_FAINT)
    painter.setPen(QPen(faint, width))
    painter.drawEllipse(inner)
    painter.setPen(pen)
    painter.drawArc(inner, -angle * _UNITS, -_ARC * _UNITS)
    painter.restore()


class Spinner(QWidget):
    """A ring that turns while it is visible."""

    def __init__(
        self,
        theme: Theme,
        *,
        role: str = "accent",
        size: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._role = role
        self._angle = 0
        side = theme.size("icon") if size is None else size
        self.setFixedSize(side, side)
        self._timer = QTimer(self, interval=TICK_MILLISECONDS)
        self._timer.timeout.connect(self._turn)
        theme.changed.connect(self.update)

    def set_role(self, role: str) -> None:
        """Turn in another colour: amber while something is being cancelled."""
        self._role = role
        self.update()

    def showEvent(self, event: QShowEvent) -> None:
        """Turn."""
        super().showEvent(event)
        if not self._theme.reduced_motion:
            self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stand still: an unseen ring costs nothing."""
        super().hideEvent(event)
        self._timer.stop()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ring as it stands."""
        del event
        box = QRectF(self.rect())
        paint_ring(QPainter(self), box, self._theme, role=self._role, angle=self._angle)

    def _turn(self) -> None:
        self._angle = (self._angle + _STEP) % _TURN
        self.update()
