"""The part of a dialog that scrolls where the dialog may not become as high as its words need."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget


class DialogBody(QScrollArea):
    """Shows *inner* at the width it has; ``grown`` says that its words need another height."""

    grown = Signal()

    def __init__(self, inner: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inner = inner
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        inner.installEventFilter(self)

    def wanted_height(self, width: int) -> int:
        """Return how high the words are, *width* pixels wide."""
        layout = self._inner.layout()
        assert layout is not None
        layout.activate()
        return layout.totalHeightForWidth(width)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear of words that changed."""
        if watched is self._inner and event.type() is QEvent.Type.LayoutRequest:
            self.grown.emit()
        return super().eventFilter(watched, event)
