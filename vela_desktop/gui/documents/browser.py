"""A browser for rendered text: a column of reading width, icons of the theme, links told on."""

from typing import Any

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QPixmap, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from vela_desktop.gui.documents.sheet import document_sheet
from vela_desktop.gui.theme import Theme

ICON_SCHEME = "icon"
"""``icon:NAME/ROLE`` in rendered text is an icon of the theme."""


class DocumentBrowser(QTextBrowser):
    """Shows HTML from ``rendering`` and fetches nothing; ``link_clicked`` carries a target."""

    link_clicked = Signal(str)

    def __init__(self, theme: Theme, *, gutter: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._gutter = theme, gutter
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.anchorClicked.connect(lambda url: self.link_clicked.emit(url.toString()))
        self.document().setDocumentMargin(theme.space(2))
        theme.changed.connect(self.dress)
        self.dress()

    def dress(self) -> None:
        """Take the colours and sizes of the present theme; the caller renders anew."""
        self.document().setDefaultFont(self._theme.font("read"))
        self.document().setDefaultStyleSheet(document_sheet(self._theme))

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Return an icon of the theme; nothing else is ever loaded."""
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return None
        url = QUrl(name)
        if url.scheme() == ICON_SCHEME:
            icon, _, role = url.path().partition("/")
            return self._theme.pixmap(icon, role or "text.secondary", self._side(), self)
        return QPixmap()

    def _side(self) -> int:
        return self._theme.size("icon.small")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column at reading width, in the middle."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        wanted = self._theme.size("measure.max") + self._gutter
        outer = self.width()
        margin = max(self._theme.space(4), (outer - wanted) // 2)
        margins = self.viewportMargins()
        if margins.left() != margin:
            self.setViewportMargins(margin, 0, margin, 0)

    def sizeHint(self) -> QSize:
        """Ask for the reading width."""
        return QSize(self._theme.size("measure.max"), super().sizeHint().height())
