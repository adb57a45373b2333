"""Labels: text in one of the text styles, and text that is cut at its end where room is short."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyleOption, QWidget

from vela_desktop.domain.text import squeeze


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Set a property the style sheet looks at, and have the widget follow it."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
        widget.update()


class Label(QLabel):
    """Plain text in a text style: *role* is one of the style sheet's ``QLabel[role]``.

    Never reads markup: what it shows may come from a transcript.
    """

    def __init__(self, text: str = "", role: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if role:
            self.setProperty("role", role)


class WrappedLabel(Label):
    """A label over as many lines as it needs."""

    def __init__(self, text: str = "", role: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, role, parent)
        self.setWordWrap(True)


class ElidedLabel(QWidget):
    """One line, cut at its end with an ellipsis; the whole text is then its tooltip."""

    def __init__(
        self,
        text: str = "",
        role: str = "",
        parent: QWidget | None = None,
        *,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self._style = Label("", role, self)
        self._style.hide()
        self._text = ""
        self._mode = mode
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setText(text)

    def text(self) -> str:
        """Return the whole text."""
        return self._text

    def setText(self, text: str) -> None:
        """Show *text* on one line."""
        self._text = squeeze(text)
        self.setAccessibleName(self._text)
        self.updateGeometry()
        self._hint()
        self.update()

    def set_role(self, role: str) -> None:
        """Change the text style."""
        restyle(self._style, "role", role)
        self.updateGeometry()
        self.update()

    @property
    def elided(self) -> bool:
        """Tell whether something is cut off."""
        return self._metrics().horizontalAdvance(self._text) > self.contentsRect().width()

    def sizeHint(self) -> QSize:
        """Return the size of the whole text."""
        metrics = self._metrics()
        margins = self.contentsMargins()
        width = metrics.horizontalAdvance(self._text) + margins.left() + margins.right()
        return QSize(width + 1, metrics.height())

    def minimumSizeHint(self) -> QSize:
        """Return the size of a few letters."""
        metrics = self._metrics()
        few = min(metrics.horizontalAdvance(self._text), metrics.averageCharWidth() * len("Text…"))
        return QSize(few, metrics.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the tooltip when it is needed."""
        super().resizeEvent(event)
        self._hint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text that fits."""
        del event
        self._style.ensurePolished()
        option = QStyleOption()
        option.initFrom(self._style)
        painter = QPainter(self)
        painter.setFont(self._style.font())
        group = option.palette.ColorGroup.Normal
        if not self.isEnabled():
            group = option.palette.ColorGroup.Disabled
        painter.setPen(option.palette.color(group, self._style.foregroundRole()))
        cut = self._metrics().elidedText(self._text, self._mode, self.contentsRect().width())
        where = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.contentsRect(), where, cut)

    def _metrics(self) -> QFontMetrics:
        self._style.ensurePolished()
        return self._style.fontMetrics()

    def _hint(self) -> None:
        self.setToolTip(self._text if self.elided else "")
