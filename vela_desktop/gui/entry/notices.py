"""What the page of an entry has to say about saving, and what a person can do then."""

from collections.abc import Callable

from PySide6.QtWidgets import QAbstractButton, QWidget

from vela_desktop.domain.errors import VelaError
from vela_desktop.gui.entry.order import in_order
from vela_desktop.gui.i18n import error_texts, translate
from vela_desktop.gui.kit import Notice, NoticePlace
from vela_desktop.gui.theme import Theme

Do = Callable[[], None]


class EntryNotices(NoticePlace):
    """One notice at a time: what happened, what is kept, and what to do about it."""

    def __init__(self, theme: Theme, after: QWidget, parent: QWidget | None = None) -> None:
        """Tab goes from *after* to the buttons of a notice."""
        super().__init__(theme, parent)
        self._theme, self._after = theme, after
        self._make: Callable[[], Notice] | None = None

    def clear(self) -> None:
        """Show none."""
        self._make = None
        super().clear()

    def retranslate(self) -> None:
        """Say it in the present language."""
        if self._make is not None:
            self._show(self._make)

    def apart(self, version: int, since: str, *, save_over: Do, look: Do, give_up: Do) -> None:
        """Two texts: the unsaved one, and the one that was saved elsewhere as *version*.

        *since* tells when the unsaved one was written, where an earlier window left it.
        """

        def make() -> Notice:
            said = translate("Entry", "This entry was changed elsewhere. Both texts are kept.")
            if since:
                said = translate(
                    "Entry",
                    "Unsaved changes from {when} were brought back; the entry has changed since.",
                ).format(when=since)
            detail = translate("Entry", "Yours is here and not saved; the other one is v{version}.")
            notice = Notice(self._theme, "warn", said, detail.format(version=version))
            notice.add_button(translate("Entry", "Save mine as the newest version"), save_over)
            other = translate("Entry", "Look at v{version}").format(version=version)
            notice.add_button(other, look)
            notice.add_button(translate("Entry", "Give up mine"), give_up)
            return notice

        self._show(make)

    def restored(self, when: str, give_up: Do) -> None:
        """Unsaved text of an earlier window is in the editor again."""

        def make() -> Notice:
            said = translate("Entry", "Unsaved changes from {when} were brought back.")
            detail = translate("Entry", "They are not saved yet.")
            notice = Notice(self._theme, "info", said.format(when=when), detail)
            notice.add_button(translate("Entry", "Give up these changes"), give_up)
            return notice

        self._show(make)

    def gone(self, *, unsaved: bool, copy: Do) -> None:
        """Say that the entry is no longer there, though its text is."""

        def make() -> Notice:
            said = translate("Entry", "This entry has been removed from the knowledge base.")
            detail = translate("Entry", "Its text is still here. Copy it to keep it elsewhere.")
            if unsaved:
                detail = translate(
                    "Entry",
                    "What you wrote cannot be saved any more, but it is kept. Copy it to use it.",
                )
            notice = Notice(self._theme, "warn", said, detail)
            notice.add_button(translate("Entry", "Copy the text"), copy)
            return notice

        self._show(make)

    def no_such_title(self, title: str) -> None:
        """Say that a ``[[Title]]`` leads nowhere."""

        def make() -> Notice:
            said = translate("Entry", "No entry is called “{title}”.").format(title=title)
            detail = translate("Entry", "The link works once there is one and the body is saved.")
            return Notice(self._theme, "info", said, detail)

        self._show(make)

    def wrong(self, error: VelaError) -> None:
        """Something failed; the text is still in the editor."""
        self._show(lambda: Notice(self._theme, "danger", *error_texts(error)))

    def _show(self, make: Callable[[], Notice]) -> None:
        notice = make()
        self.put(notice)
        self._make = make
        in_order(self._after, *notice.findChildren(QAbstractButton))
