"""What stands in place of the list while there is nothing to list."""

from collections.abc import Callable

from PySide6.QtWidgets import QStackedWidget, QWidget

from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import EmptyState
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme


class ListStack(QStackedWidget):
    """The list, or why there is none."""

    def __init__(
        self,
        theme: Theme,
        view: QWidget,
        clear: Callable[[], None],
        look_again: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.view = view
        self.looking = _Looking(theme)
        self.filtered = _Filtered(theme, clear)
        self.nothing = _Nothing(theme, look_again)
        for widget in (view, self.looking, self.filtered, self.nothing):
            self.addWidget(widget)

    def show_state(self, *, rows: bool, filters: bool, looking: bool) -> None:
        """Show the list where it has *rows*, else the reason: *filters* hide everything, the
        first scan is still *looking*, or nothing was found."""
        reason = self.filtered if filters else self.looking if looking else self.nothing
        self.setCurrentWidget(self.view if rows else reason)


class _Reason(Surface):
    def __init__(self, theme: Theme, icon: str) -> None:
        super().__init__()
        self.state = EmptyState(theme, icon, parent=self)

    def resizeEvent(self, event: object) -> None:
        """Have the state fill the place of the list."""
        del event
        self.state.setGeometry(self.rect())


class _Looking(_Reason):
    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "session")
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.state.say(
            translate("SessionList", "Looking for sessions…"),
            translate("SessionList", "They appear here as they are found."),
        )


class _Filtered(_Reason):
    def __init__(self, theme: Theme, clear: Callable[[], None]) -> None:
        super().__init__(theme, "filter")
        self._clear = clear
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.state.say(
            translate("SessionList", "No session matches"),
            translate("SessionList", "Other words or fewer filters show more."),
        )
        self.state.set_button(translate("SessionList", "Clear filters"), self._clear)


class _Nothing(_Reason):
    def __init__(self, theme: Theme, look_again: Callable[[], None]) -> None:
        super().__init__(theme, "session")
        self._look_again = look_again
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.state.say(
            translate("SessionList", "No sessions yet"),
            translate(
                "SessionList",
                "Sessions with Claude Code and Codex appear here, grouped by project.",
            ),
        )
        self.state.set_button(translate("SessionList", "Look again"), self._look_again)
