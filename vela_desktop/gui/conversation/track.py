"""The scroll bar beside the text: it stands for the whole conversation, not for the window."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractSlider, QApplication, QScrollBar, QWidget

from vela_desktop.domain.sessions import MapEntry
from vela_desktop.gui.conversation.scale import Scale
from vela_desktop.gui.conversation.scrolling import END, Place, ScrollingView
from vela_desktop.gui.i18n import translate

_Action = QAbstractSlider.SliderAction
_EDGES = {_Action.SliderToMinimum.value: "start", _Action.SliderToMaximum.value: "end"}


class Track(QScrollBar):
    """``dragged`` carries the Place that a person moved the handle to; ``edge_asked`` ``start`` or
    ``end``."""

    dragged = Signal(object)
    edge_asked = Signal(str)

    def __init__(self, view: ScrollingView, line: int, parent: QWidget | None = None) -> None:
        """*line* is the height of a line of text."""
        super().__init__(parent)
        self._view, self._line = view, line
        self._scale = Scale((), line)
        self.actionTriggered.connect(self._act)
        view.moved.connect(self.follow)

    def retranslate(self) -> None:
        """Speak the present language."""
        self.setAccessibleName(translate("Conversation", "Place in the conversation"))

    def show_entries(self, entries: Sequence[MapEntry]) -> None:
        """Stand for these messages."""
        self._scale = Scale(entries, self._line)
        self.follow()

    def follow(self) -> None:
        """Show where the view is, unless a person holds the handle."""
        page = self._view.viewport().height()
        self.setPageStep(page)
        self.setSingleStep(self._line)
        with QSignalBlocker(self):
            self.setRange(0, max(0, self._scale.total - page))
            if not self.isSliderDown():
                self.setValue(self._position())

    def _position(self) -> int:
        place, view = self._view.place(), self._view
        if view.at_bottom and self._scale.ends_with(view.extent.stop):
            return self.maximum()
        return self._scale.position(place.index, place.part)

    def _act(self, action: int) -> None:
        if action == _Action.SliderMove.value:
            at_end = self.sliderPosition() >= self.maximum()
            place = Place(*self._scale.message(self.sliderPosition()))
            self.dragged.emit(Place(self._scale.count - 1, END) if at_end else place)
        elif edge := _EDGES.get(action):
            self.edge_asked.emit(edge)
        else:
            self.setSliderPosition(self.value())
            self._view.release()
            self._view.verticalScrollBar().triggerAction(_Action(action))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the text, as the wheel does over it."""
        QApplication.sendEvent(self._view.viewport(), event)
