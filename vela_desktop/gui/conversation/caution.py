"""What a person must know of text that was on a terminal's screen, over the text itself."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import IconLabel, WrappedLabel
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme


class Caution(Surface):
    """A quiet strip; takes no room while a transcript is shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("caution")
        self._theme = theme
        self.gone, self.about = WrappedLabel("", "strong"), WrappedLabel("", "secondary")
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.gone)
        words.addWidget(self.about)
        sign = IconLabel(theme, "terminal")
        sign.setFixedHeight(theme.tokens.style("ui").line)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(5), theme.space(2), theme.space(5), theme.space(2))
        row.setSpacing(theme.space(2))
        row.addWidget(sign, alignment=Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        self.hide()
        self.retranslate()

    def show_source(self, *, recording: bool, instead: bool) -> None:
        """Say that the text is of a *recording*, shown *instead* of a transcript that is gone."""
        self.gone.setVisible(recording and instead)
        self.setVisible(recording)

    def retranslate(self) -> None:
        """Speak the present language."""
        self.gone.setText(
            translate(
                "Conversation",
                "The transcript is no longer there. This is the attached recording.",
            )
        )
        self.about.setText(
            translate(
                "Conversation",
                "Text that was visible on a terminal's screen. It may repeat and is not verified.",
            )
        )
