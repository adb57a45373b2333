"""What actions may do: the window as they see it."""

from typing import Protocol

from vela_desktop.domain.routes import Route
from vela_desktop.gui.subjects import SessionSubject, Subject


class Desk(Protocol):
    """The open window, reduced to what action handlers need."""

    def go(self, route: Route) -> None:
        """Open a page or dialog."""

    def subject(self) -> Subject | None:
        """Return what the keyboard focus stands on, else what the page in front shows."""

    def copy(self, text: str, said: str) -> None:
        """Put *text* on the clipboard and say so in the status bar."""

    def show_file(self, path: str) -> None:
        """Show a file in the system's file manager."""

    def close_tab(self) -> None:
        """Close the tab in front, asking about unsaved input."""

    def next_tab(self, step: int) -> None:
        """Bring another tab to the front."""

    def reopen_tab(self) -> None:
        """Open again the tab that was closed last."""

    def can_reopen(self) -> bool:
        """Tell whether a closed tab can be opened again."""

    def has_tabs(self) -> bool:
        """Tell whether any tab is open."""

    def toggle_pane(self, side: str) -> None:
        """Show or hide the ``left`` or ``right`` pane."""

    def pane_shown(self, side: str) -> bool:
        """Tell whether a pane is visible."""

    def theme_choice(self) -> str:
        """Return ``system``, ``light`` or ``dark``."""

    def choose_theme(self, choice: str) -> None:
        """Change the theme and keep the choice."""

    def language_choice(self) -> str:
        """Return ``system``, ``en`` or ``zh_CN``."""

    def choose_language(self, choice: str) -> None:
        """Change the language and keep the choice."""

    def refresh_sessions(self) -> None:
        """Look again for sessions on this computer."""

    def import_recordings(self, to: SessionSubject | None) -> None:
        """Have a person choose recordings to take in, as parts of the session *to* if any."""

    def jobs_paused(self) -> bool:
        """Tell whether no waiting job starts now."""

    def pause_jobs(self, paused: bool) -> None:
        """Pause all jobs, or have them go on."""

    def about(self) -> None:
        """Say what the program is."""

    def quit(self) -> None:
        """End the program, asking about unsaved input."""
