"""The way to the form: one at a time, and what was typed stays where it was left for a look."""

from PySide6.QtCore import QObject, Signal

from vela_desktop.domain.entries import Entry
from vela_desktop.domain.routes import EntryRoute
from vela_desktop.gui.entry.form import EntryForm, FormInput
from vela_desktop.gui.pages import Page
from vela_desktop.services.entries import EntryService


class FormDoor(QObject):
    """Opens the form for the entries of one page; ``saved`` carries the entry as it is then."""

    saved = Signal(object)

    def __init__(self, entries: EntryService, token: str, page: Page) -> None:
        super().__init__(page)
        self._entries, self._token, self._page = entries, token, page
        self._form: EntryForm | None = None
        self._left: FormInput | None = None

    def open(self, entry: Entry) -> None:
        """Open the form for *entry*, with what was typed when another entry was looked at."""
        if self._form is not None:
            return
        form = EntryForm(entry, self._entries, self._page.theme, self._page, self._token)
        if self._left is not None and self._left.entry_id == entry.id:
            form.fill(self._left)
        self._left = None
        form.saved.connect(self.saved)
        form.other_asked.connect(self._look)
        form.finished.connect(self._closed)
        self._form = form
        form.open()

    def _look(self, other: str, typed: FormInput) -> None:
        """Open the entry that has the title already."""
        self._left = typed
        self._page.go(EntryRoute(entry_id=other))

    def _closed(self) -> None:
        form, self._form = self._form, None
        if form is not None:
            form.deleteLater()
