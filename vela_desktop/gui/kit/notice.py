"""Says in place what happened, what was kept, and what to do."""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit.buttons import Button, IconButton, Look
from vela_desktop.gui.kit.labels import WrappedLabel, restyle
from vela_desktop.gui.kit.parts import IconLabel
from vela_desktop.gui.theme import Theme

Tone = Literal["info", "warn", "danger", "success"]
_ICONS: dict[Tone, tuple[str, str]] = {
    "info": ("info", "accent"),
    "warn": ("warning", "warn"),
    "danger": ("error", "danger"),
    "success": ("check", "success"),
}


def take_any_width(words: QWidget) -> None:
    """Let *words*, which wrap, be as narrow as the place they stand in.

    A column asks a part that is wider at least than the column how high it is at that width, but
    gives it its own: words that wrap are then cut at their end.
    """
    words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)


class Notice(QFrame):
    """A tinted box: an icon, a bold line, an optional second one, buttons below.

    ``closed`` is emitted when a person takes it away.
    """

    closed = Signal()

    def __init__(
        self,
        theme: Theme,
        tone: Tone,
        text: str = "",
        detail: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        take_any_width(self)
        self.setObjectName("notice")
        self._theme = theme
        self._icon = IconLabel(theme, *_ICONS[tone])
        self._text = WrappedLabel("", "strong")
        self._detail = WrappedLabel("", "secondary")
        for label in (self._text, self._detail):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.column = QVBoxLayout()
        self.column.setSpacing(theme.space(1))
        self.column.addWidget(self._text)
        self.column.addWidget(self._detail)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(theme.space(2))
        self._buttons.addStretch()
        self._row = QHBoxLayout(self)
        margin = theme.space(3)
        self._row.setContentsMargins(margin, margin, margin, margin)
        self._row.setSpacing(margin)
        self._row.addWidget(self._icon, alignment=Qt.AlignmentFlag.AlignTop)
        self._row.addLayout(self.column, 1)
        self.setProperty("tone", tone)
        self.say(text, detail)

    def say(self, text: str, detail: str = "", tone: Tone | None = None) -> None:
        """Show other words, in another tone where one is given."""
        self._text.setText(text)
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail))
        self.setAccessibleName(f"{text} {detail}".strip())
        if tone is not None:
            restyle(self, "tone", tone)
            self._icon.set_icon(*_ICONS[tone])

    @property
    def text(self) -> str:
        """The bold line."""
        return self._text.text()

    @property
    def detail(self) -> str:
        """The second line."""
        return self._detail.text()

    def add_button(self, text: str, clicked: Callable[[], None], *, look: Look = "plain") -> Button:
        """Add a button below the words and return it."""
        if self._buttons.parent() is None:
            self._buttons.setContentsMargins(0, self._theme.space(1), 0, 0)
            self.column.addLayout(self._buttons)
        button = Button(self._theme, text, look=look)
        button.clicked.connect(lambda: clicked())
        self._buttons.insertWidget(self._buttons.count() - 1, button)
        return button

    def add_close(self) -> None:
        """Let a person take the notice away."""
        button = IconButton(self._theme, "close", translate("Notice", "Close this message"))
        button.clicked.connect(self._close)
        self._row.addWidget(button, alignment=Qt.AlignmentFlag.AlignTop)

    def _close(self) -> None:
        self.hide()
        self.closed.emit()


class NoticePlace(QWidget):
    """Where one notice may stand; takes no room while there is none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        take_any_width(self)
        self.notice: Notice | None = None
        gap = theme.space(2)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(gap, gap, gap, gap)
        self.hide()

    def put(self, notice: Notice) -> None:
        """Show *notice*, which a person may close, in place of any other."""
        self.clear()
        self.notice = notice
        notice.add_close()
        notice.closed.connect(self.clear)
        self._column.addWidget(notice)
        self.show()

    def clear(self) -> None:
        """Show none."""
        self.hide()
        if self.notice is not None:
            self.notice.hide()  # it takes no room beside the next one until it is deleted
            self.notice.deleteLater()
            self.notice = None
