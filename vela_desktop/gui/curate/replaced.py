"""What a submission takes the place of: the session's unfinished job, and its entries."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.jobs import EditedEntry, JobStatus, Preview
from vela_desktop.gui import format
from vela_desktop.gui.i18n import QT_TRANSLATE_NOOP, plural, translate
from vela_desktop.gui.kit import Button, ElidedLabel, Label, Notice, WrappedLabel
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

NAMED = 5
"""Entries named one by one; of more, only how many they are."""

_UNFINISHED = {
    JobStatus.RUNNING: QT_TRANSLATE_NOOP(
        "Curate", "This replaces the running job, and starts by itself when that has stopped."
    ),
    JobStatus.QUEUED: QT_TRANSLATE_NOOP("Curate", "This replaces the job that waits to start."),
    JobStatus.CANCELLING: QT_TRANSLATE_NOOP(
        "Curate", "This starts by itself when the session's previous job has stopped."
    ),
}


class Replaced(Surface):
    """``entry_asked`` carries the edited entry that a person wants to see first."""

    entry_asked = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._preview: Preview | None = None
        self.notices: list[Notice] = []
        self.links: list[EntryLink] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.space(2))
        self.hide()

    def show_preview(self, preview: Preview | None) -> None:
        """Say what a job of *preview* takes the place of; nothing where that is not known."""
        self._preview = preview
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        for notice in self.notices:
            self._column.removeWidget(notice)
            notice.deleteLater()
        self.links = []
        self.notices = self._made(self._preview) if self._preview else []
        for notice in self.notices:
            self._column.addWidget(notice)
        self.setVisible(bool(self.notices))

    def _made(self, preview: Preview) -> list[Notice]:
        notices = []
        if preview.unfinished is not None:
            text = translate("Curate", _UNFINISHED[preview.unfinished])
            notices.append(Notice(self._theme, "info", text))
        if preview.replaced:
            notices.append(self._entries(preview))
        return notices

    def _entries(self, preview: Preview) -> Notice:
        edited = preview.edited
        notice = Notice(self._theme, "warn" if edited else "info", _replaced(preview))
        for entry in edited[:NAMED]:
            notice.column.addLayout(self._named(entry))
        if len(edited) > NAMED:
            more = plural("Curate", "and %n more")(len(edited) - NAMED)
            notice.column.addWidget(Label(more, "caption"))
        for text in _consequences():
            notice.column.addWidget(WrappedLabel(text, "caption"))
        return notice

    def _named(self, entry: EditedEntry) -> QHBoxLayout:
        theme, row = self._theme, QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(2))
        name = EntryLink(theme, entry.title)
        name.clicked.connect(lambda: self.entry_asked.emit(entry))
        self.links.append(name)
        when = format.moment(entry.updated_at, now_ms())
        said = translate("Curate", "v{version} · edited by hand, {when}")
        row.addWidget(name)
        row.addWidget(ElidedLabel(said.format(version=entry.version, when=when), "caption"), 1)
        return row


class EntryLink(Button):
    """The title of an entry, which opens it."""

    def __init__(self, theme: Theme, title: str) -> None:
        super().__init__(theme, look="flat")
        self.setProperty("extent", "link")
        room = theme.size("entry.link.max")
        cut = self.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, room)
        self.setText(cut.replace("&", "&&"))
        self.setToolTip(title if cut != title else "")
        self.setAccessibleName(title)


def _replaced(preview: Preview) -> str:
    text = plural("Curate", "%n entries curated from this session will be replaced")(
        preview.replaced
    )
    if not preview.edited:
        return text
    edited = plural("Curate", "%n of them edited by you")(len(preview.edited))
    return translate("Curate", "{replaced}, {edited}").format(replaced=text, edited=edited)


def _consequences() -> tuple[str, str]:
    return (
        translate(
            "Curate",
            "An entry with the same title gains a revision and its older text can be restored; "
            "entries that are not produced again go, with their history.",
        ),
        translate(
            "Curate",
            "Entries made by hand, imported, or moved here from elsewhere are not touched.",
        ),
    )
