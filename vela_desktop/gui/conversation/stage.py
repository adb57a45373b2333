"""What a session's page is laid out of, under its bar: text, scroll bar and outline."""

from collections.abc import Callable

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vela_desktop.gui.conversation.findbar import FindBar
from vela_desktop.gui.conversation.outline import Outline
from vela_desktop.gui.conversation.track import Track
from vela_desktop.gui.conversation.view import ConversationView
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import EmptyState
from vela_desktop.gui.kit.waiting import Waiting
from vela_desktop.gui.theme import Theme

Say = Callable[[], tuple[str, str, str]]
"""Returns icon, title and text in the present language."""


class Stage(QStackedWidget):
    """Waits until there is something to show, or a word why there is nothing."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._say: Say | None = None
        self._again: Callable[[], None] = lambda: None
        self._kept: Callable[[], None] | None = None
        self.view = ConversationView(theme)
        self.track = Track(self.view, theme.tokens.style("read").line)
        self.outline = Outline(theme)
        text = QWidget()
        self._inner = QVBoxLayout(text)
        self._inner.setContentsMargins(0, 0, 0, 0)
        self._inner.addWidget(self.view)
        self.find_bar = FindBar(theme, text)
        self._content = QWidget()
        self._row = row = QHBoxLayout(self._content)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(text, 1)
        row.addWidget(self.track)
        row.addWidget(self.outline)
        self._waiting, self.empty = Waiting(theme), EmptyState(theme, "session")
        for widget in (self._waiting, self._content, self.empty):
            self.addWidget(widget)

    def retranslate(self) -> None:
        """Speak the present language."""
        self.view.setAccessibleName(translate("Conversation", "Conversation"))
        self.track.retranslate()
        self._speak()

    @property
    def is_open(self) -> bool:
        """Tell whether a conversation is shown."""
        return self.currentWidget() is self._content

    def show_text(self) -> None:
        """Show the conversation, laid out at once: text is about to be put in at its width."""
        if not self.is_open:
            self.setCurrentWidget(self._content)
            self._content.setGeometry(self.contentsRect())
            self._row.activate()
            self._inner.activate()

    def show_nothing(
        self, say: Say, again: Callable[[], None], kept: Callable[[], None] | None = None
    ) -> None:
        """Show what *say* says of why there is no conversation; *again* tries once more, *kept*
        opens the newest snapshot where there is one."""
        self._say, self._again, self._kept = say, again, kept
        self._speak()
        self.setCurrentWidget(self.empty)

    def _speak(self) -> None:
        if self._say is not None:
            icon, title, text = self._say()
            self.empty.set_icon(icon)
            self.empty.say(title, text)
            again = translate("Conversation", "Look again")
            if self._kept is None:
                self.empty.set_button(again, self._again)
            else:
                kept = translate("Conversation", "View newest source snapshot")
                self.empty.set_button(kept, self._kept)
                self.empty.add_other(again, self._again)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the outline out where room is short."""
        super().resizeEvent(event)
        least = self._theme.size("pane.centre.min") + self._theme.size("inspector")
        self.outline.setVisible(self.width() >= least)
