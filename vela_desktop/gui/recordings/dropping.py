"""Lets files be dropped on the session pane: on a session, or anywhere else on it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from vela_desktop.gui import tasks
from vela_desktop.gui.recordings.files import Dragged, Refusal, dragged, holds_folder
from vela_desktop.gui.recordings.target import Aim, DropTarget
from vela_desktop.gui.subjects import SessionSubject
from vela_desktop.gui.theme import Theme

_COPY = Qt.DropAction.CopyAction
_NOTHING = Qt.DropAction.IgnoreAction


@dataclass(frozen=True, slots=True)
class Row:
    """A session that takes recordings, and where its row is in the pane."""

    session: SessionSubject
    rect: QRect


RowAt = Callable[[QPoint], Row | None]


class DropDoor(QObject):
    """Watches *pane*. ``dropped`` carries paths, and the session they were dropped on or None.

    *row_at* tells which session is at a point of the pane. Whether a folder is among the files is
    found out in a thread; until then the drop is possible, and refused when it is tried.
    """

    dropped = Signal(list, object)

    def __init__(self, pane: QWidget, row_at: RowAt, theme: Theme) -> None:
        super().__init__(pane)
        self._row_at = row_at
        self._held = Dragged()
        self._at = QPoint()
        self.target = DropTarget(theme, pane)
        pane.setAcceptDrops(True)
        pane.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow what is dragged from other programs."""
        if isinstance(event, QDragEnterEvent):
            return self._enter(event)
        if isinstance(event, QDropEvent) and event.type() is QEvent.Type.Drop:
            return self._drop(event)
        if isinstance(event, QDragMoveEvent):
            return self._move(event)
        if event.type() is QEvent.Type.DragLeave:
            self._leave()
            return True
        return super().eventFilter(watched, event)

    def _enter(self, event: QDragEnterEvent) -> bool:
        """Take hold of what is dragged, also of what is refused: the reason is to be seen."""
        if event.source() is not None:
            return False
        self._held = dragged(event.mimeData())
        if self._held.paths:
            tasks.start_latest("dragged", self._look(self._held), self)
        return self._move(event)

    def _move(self, event: QDragMoveEvent) -> bool:
        self._at = event.position().toPoint()
        self._show()
        event.setDropAction(_COPY if self._held.refusal is None else _NOTHING)
        event.accept()
        return True

    def _drop(self, event: QDropEvent) -> bool:
        self._at = event.position().toPoint()
        held, row = self._held, self._row()
        self._leave()
        event.setDropAction(_COPY if held.refusal is None else _NOTHING)
        event.accept()
        if held.paths:
            self.dropped.emit(list(held.paths), row.session if row else None)
        return True

    def _leave(self) -> None:
        self._held = Dragged()
        self.target.leave()

    def _row(self) -> Row | None:
        return self._row_at(self._at)

    def _show(self) -> None:
        row = self._row() if self._held.refusal is None else None
        self.target.show_aim(
            Aim(
                files=len(self._held.paths),
                to=row.session if row else None,
                row=row.rect if row else None,
                refusal=self._held.refusal,
            )
        )

    async def _look(self, held: Dragged) -> None:
        if await asyncio.to_thread(holds_folder, held.paths) and self._held is held:
            self._held = Dragged(refusal=Refusal.FOLDER)
            self._show()
