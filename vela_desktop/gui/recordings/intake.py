"""Everything about recordings that a pane needs: dialog, drop, progress, refusals."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from vela_desktop.gui.i18n import translate
from vela_desktop.gui.recordings.dropping import DropDoor, RowAt
from vela_desktop.gui.recordings.files import choose
from vela_desktop.gui.recordings.place import ImportPlace
from vela_desktop.gui.recordings.queue import Imports
from vela_desktop.gui.subjects import SessionSubject
from vela_desktop.gui.theme import Theme


class Intake(QObject):
    """Takes recordings in for *pane*; *row_at* tells which session is at a point of it.

    ``queue`` says what happens, ``place`` shows it: put it into the pane's layout.
    """

    def __init__(self, pane: QWidget, row_at: RowAt, theme: Theme) -> None:
        super().__init__(pane)
        self._pane = pane
        self.queue = Imports(self)
        self.place = ImportPlace(self.queue, theme)
        self.door = DropDoor(pane, row_at, theme)
        self.door.dropped.connect(self._ask)

    def choose(self, to: SessionSubject | None) -> None:
        """Have a person choose recordings, and take them in, as parts of *to* if any."""
        title = translate("Recordings", "Import recording")
        if to is not None:
            title = translate("Recordings", "Attach recording to “{title}”").format(title=to.title)
        choose(title, partial(self._ask, to=to), self._pane.window())

    def _ask(self, paths: list[Path], to: SessionSubject | None) -> None:
        self.queue.ask(paths, to)
        self._pane.setFocus()
