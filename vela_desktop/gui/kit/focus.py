"""The ring around filled buttons: two pixels with a gap of two, since inside it would not show."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from vela_desktop.gui.theme import Theme

_FILLED = {"primary", "danger"}
_MOVES = {
    QEvent.Type.Move,
    QEvent.Type.Resize,
    QEvent.Type.Show,
    QEvent.Type.Hide,
    QEvent.Type.EnabledChange,
}


class _Ring(QWidget):
    """The painted ring, over everything in its window."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ring."""
        del event
        width = self._theme.tokens.line("ring")
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("focus"), width))
        half = width / 2
        box = QRectF(self.rect()).adjusted(half, half, -half, -half)
        radius = self._theme.radius("control") + width + half
        painter.drawRoundedRect(box, radius, radius)


class FocusRing(QObject):
    """Keeps the ring around the filled button that has the keyboard; one per program."""

    def __init__(self, theme: Theme, app: QApplication) -> None:
        super().__init__(app)
        self._theme = theme
        self._button: QPushButton | None = None
        self._ring: _Ring | None = None
        app.focusChanged.connect(self._moved)

    def _moved(self, old: QWidget | None, new: QWidget | None) -> None:
        del old
        self._drop()
        if isinstance(new, QPushButton) and new.property("look") in _FILLED:
            self._button = new
            self._ring = _Ring(self._theme, new.window())
            at: QWidget | None = new
            while at is not None and at is not new.window():
                at.installEventFilter(self)
                at = at.parentWidget()
            self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the button and everything that holds it."""
        del watched
        if event.type() in _MOVES:
            self._place()
        return False

    def _place(self) -> None:
        button, ring = self._button, self._ring
        if button is None or ring is None:
            return
        out = round(self._theme.tokens.line("ring") * 2)
        origin = button.mapTo(button.window(), QPoint(0, 0))
        ring.setGeometry(QRect(origin, button.size()).adjusted(-out, -out, out, out))
        ring.setVisible(button.isVisible() and button.isEnabled())
        ring.raise_()

    def _drop(self) -> None:
        at: QWidget | None = self._button
        while at is not None:
            at.removeEventFilter(self)
            at = at.parentWidget()
        if self._ring is not None:
            self._ring.deleteLater()
        self._button = self._ring = None
