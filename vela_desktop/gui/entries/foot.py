"""Under a list: which page of how many, and the way to the others."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vela_desktop.domain import limits
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import IconButton, Label
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme


def pages_of(total: int) -> int:
    """Return how many pages a list of *total* rows has: at least one."""
    return max(1, -(-total // limits.PAGE_SIZE))


class PageFoot(Surface):
    """``turned`` carries the page that is wanted."""

    turned = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pagefoot")
        self._page, self._pages = 1, 1
        self.place = Label("", "caption")
        self.before = IconButton(theme, "chevron-left")
        self.after = IconButton(theme, "chevron-right")
        self.before.clicked.connect(lambda: self.turned.emit(self._page - 1))
        self.after.clicked.connect(lambda: self.turned.emit(self._page + 1))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(8), theme.space(1), theme.space(8), theme.space(1))
        row.addWidget(self.place)
        row.addStretch(1)
        row.addWidget(self.before)
        row.addWidget(self.after)
        self.retranslate()

    def show_page(self, page: int, total: int) -> None:
        """Show that *page* of a list of *total* rows is in view."""
        self._page, self._pages = page, pages_of(total)
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        said = translate("Entries", "Page {page} of {pages} · {size} a page")
        self.place.setText(said.format(page=self._page, pages=self._pages, size=limits.PAGE_SIZE))
        self.before.set_name(translate("Entries", "Previous page"))
        self.after.set_name(translate("Entries", "Next page"))
        self.before.setEnabled(self._page > 1)
        self.after.setEnabled(self._page < self._pages)
