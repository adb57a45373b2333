"""What the page of an entry is laid out of: bar, notices, body, inspector."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vela_desktop.gui.entry.bar import EntryBar
from vela_desktop.gui.entry.body import Body, Render
from vela_desktop.gui.entry.content import Content
from vela_desktop.gui.entry.inspector import Inspector
from vela_desktop.gui.entry.notices import EntryNotices
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit.stages import Stages
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.body import BodyPiece


class Sheet(Surface):
    """Holds the parts together; *render* turns a source into what is read."""

    def __init__(self, theme: Theme, render: Render, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self.bar = EntryBar(theme)
        self.notices = EntryNotices(theme, self.bar.side)
        self.body, self.side = Body(theme, render), Inspector(theme)
        self._draft: str | None = None
        text = QWidget()
        inner = QVBoxLayout(text)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(self.notices)
        inner.addWidget(self.body, 1)
        self.content = Content(theme, text, self.side)
        self.stages = Stages(theme, "entry")
        self.stages.column.addWidget(self.content)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.stages, 1)
        self.bar.mode_picked.connect(self.body.show_mode)
        self.body.mode_changed.connect(self.bar.show_mode)
        self.bar.side.clicked.connect(self.content.toggle)
        self.content.side_changed.connect(self.bar.side.setChecked)
        self.side.left.connect(self.content.put_away)
        self.retranslate()
        self._enable(False)

    def retranslate(self) -> None:
        """Speak the present language."""
        for part in (self.bar, self.notices, self.body):
            part.retranslate()
        self._say_missing()

    def begin_anew(self, pieces: tuple[BodyPiece, ...]) -> None:
        """Show the body of another entry from its beginning."""
        self.body.begin_anew(pieces)
        self.side.begin_anew()
        self.content.put_away()

    def show_content(self) -> None:
        """Show the entry."""
        self.stages.show_content()
        self._enable(True)

    def show_missing(self, draft: str | None) -> None:
        """Show that there is no such entry; *draft* is unsaved text that there is of it."""
        self._draft = draft
        self.stages.show_empty()
        self._enable(False)
        self._say_missing()

    def copy(self, text: str) -> None:
        """Put *text* on the clipboard."""
        QGuiApplication.clipboard().setText(text)

    def _enable(self, there: bool) -> None:
        for widget in (self.bar.modes, self.bar.modes_menu, self.bar.side, self.bar.up):
            widget.setEnabled(there)

    def _say_missing(self) -> None:
        title = translate("Entry", "This entry is no longer there")
        text = translate("Entry", "It was removed, or its session was curated again without it.")
        draft = self._draft
        if draft is not None:
            text = translate("Entry", "What you wrote in it and did not save is still kept.")
            button = translate("Entry", "Copy the unsaved text")
            self.stages.empty.set_button(button, lambda: self.copy(draft))
        self.stages.empty.say(title, text)
