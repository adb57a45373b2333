"""What a session's page is laid out of, under its bar: text, scroll bar and outline."""

from collections.abc import Callable

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.gui.conversation.findbar import FindBar
from vela_desktop.gui.conversation.outline import Outline
from vela_desktop.gui.conversation.track import Track
from vela_desktop.gui.conversation.view import ConversationView
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit.stages import Stages
from vela_desktop.gui.theme import Theme

Say = Callable[[], tuple[str, str, str]]
"""Returns icon, title and text in the present language."""


class Stage(Stages):
    """Shows a conversation, or why there is none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "session", parent)
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
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(text, 1)
        row.addWidget(self.track)
        row.addWidget(self.outline)
        self.column.addLayout(row)

    def retranslate(self) -> None:
        """Speak the present language."""
        self.view.setAccessibleName(translate("Conversation", "Conversation"))
        self.track.retranslate()
        self._speak()

    def show_text(self) -> None:
        """Show the conversation, laid out at once: text is about to be put in at its width."""
        if not self.shows_content:
            self.show_content()
            self.content.setGeometry(self.contentsRect())
            self.column.activate()
            self._inner.activate()

    def show_nothing(
        self, say: Say, again: Callable[[], None], kept: Callable[[], None] | None = None
    ) -> None:
        """Show what *say* says of why there is no conversation; *again* tries once more, *kept*
        opens the newest snapshot where there is one."""
        self._say, self._again, self._kept = say, again, kept
        self._speak()
        self.show_empty()

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
