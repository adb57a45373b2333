"""Says calmly which folders of sessions could not be read."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from vela_desktop.domain.sessions import RootProblem
from vela_desktop.gui.i18n import code_texts, plural
from vela_desktop.gui.kit import Notice, NoticePlace
from vela_desktop.gui.theme import Theme

_BREAK = "\u200b"
"""Lets a long path go on in the next line."""


class RootProblems(NoticePlace):
    """One notice for all folders; one that was closed comes back only with other troubles."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._theme = theme
        self._problems: tuple[RootProblem, ...] = ()

    def show_problems(self, problems: Sequence[RootProblem]) -> None:
        """Show what is wrong now, or nothing."""
        if tuple(problems) != self._problems:
            self._problems = tuple(problems)
            self._say()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange and self.notice is not None:
            self._say()

    def _say(self) -> None:
        if not self._problems:
            self.clear()
            return
        first, *others = self._problems
        path = first.path.replace("/", f"/{_BREAK}")
        text, advice = code_texts(str(first.code), {"path": path, "reason": first.reason})
        if others:
            advice = (
                f"{plural('SessionList', '%n more folders have trouble.')(len(others))} {advice}"
            )
        self.put(Notice(self._theme, "warn", text, advice))
