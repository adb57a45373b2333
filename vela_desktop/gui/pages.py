"""The base of everything that opens in a tab."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.routes import Route
from vela_desktop.gui.i18n import error_texts
from vela_desktop.gui.kit.notice import Notice, NoticePlace
from vela_desktop.gui.kit.stages import Stages
from vela_desktop.gui.subjects import Subject
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

Go = Callable[[Route], None]


class Page(Surface):
    """One page of the centre: it has a link, a title, and perhaps unsaved input.

    ``title_changed`` carries the new title; ``state_changed`` says that the icon, the route, the
    subject or ``unsaved`` changed. ``go`` opens another page. Subclasses put their widgets into
    ``self.column``; errors appear above them.
    """

    title_changed = Signal(str)
    state_changed = Signal()

    def __init__(self, theme: Theme, go: Go, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.theme = theme
        self.go = go
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.problems = NoticePlace(theme)
        self.column.addWidget(self.problems)

    def route(self) -> Route:
        """Return the link of what the page shows now."""
        raise NotImplementedError

    def title(self) -> str:
        """Return what the tab says."""
        raise NotImplementedError

    def icon(self) -> QIcon:
        """Return the tab's icon in the present theme."""
        return self.theme.icon("file")

    @property
    def unsaved(self) -> bool:
        """Tell whether closing the page would lose input."""
        return False

    def subject(self) -> Subject | None:
        """Return what the tab's menu and shortcuts apply to."""
        return None

    async def load(self) -> None:
        """Read and show what the route names. Called when the page is first shown."""

    async def show_route(self, route: Route) -> None:
        """Go to *route*, which this page already stands for: a turn, a filter, a row."""

    async def save(self) -> bool:
        """Save unsaved input; False keeps the page open because it could not be saved."""
        return True

    async def discard(self) -> None:
        """Forget unsaved input for good, also what was kept of it against a crash."""

    def show_error(self, error: VelaError) -> None:
        """Show *error* above the page until the next one or until it is closed."""
        self.problems.put(Notice(self.theme, "danger", *error_texts(error)))

    def clear_error(self) -> None:
        """Take the error away."""
        self.problems.clear()


class StagedPage(Page):
    """A page that shows in *stages* what it reads; subclasses put these into ``self.column``.

    ``of_one``: its link names one thing. Where that is not there, the empty stage says so.
    """

    of_one = False

    def __init__(self, theme: Theme, go: Go, stages: Stages, parent: QWidget | None = None) -> None:
        super().__init__(theme, go, parent)
        self.stages = stages

    def show_error(self, error: VelaError) -> None:
        """Show what failed; what was read before stays."""
        if self.of_one and self.stages.waits and error.code is Code.NOT_FOUND:
            self.stages.show_empty()
        else:
            self.stages.give_up()
            super().show_error(error)
