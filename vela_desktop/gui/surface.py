"""The base of every widget that speaks: its texts are set in ``retranslate``."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QFrame


class Surface(QFrame):
    """A widget whose texts follow the language.

    Subclasses set every text in ``retranslate``, call it once when they are built, and are called
    again whenever the language changes.
    """

    def retranslate(self) -> None:
        """Set every text that this widget itself shows."""

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
