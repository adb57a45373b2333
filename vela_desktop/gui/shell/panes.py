"""The three panes: sessions left, tabs in the centre, knowledge right."""

from itertools import pairwise
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSplitter, QVBoxLayout, QWidget

from vela_desktop.gui.shell.state import PaneState
from vela_desktop.gui.theme import Theme

Side = Literal["left", "right"]
SIDES: tuple[Side, ...] = ("left", "right")


class _Host(QFrame):
    """Where a side pane's widget stands."""

    def __init__(self, theme: Theme, side: Side) -> None:
        super().__init__()
        self.setObjectName(f"pane{side.capitalize()}")
        self.setMinimumWidth(theme.size(f"pane.{side}.min"))
        self.width_wanted = theme.size(f"pane.{side}")
        self.wanted = True
        self.squeezed = False
        """True while the window is too narrow for the pane and nobody insisted on it."""
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    @property
    def is_shown(self) -> bool:
        """Tell whether the pane is to be seen."""
        return self.wanted and not self.squeezed

    def put(self, widget: QWidget) -> None:
        """Show *widget* in place of any other."""
        while (item := self._column.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.deleteLater()
        self._column.addWidget(widget)


def _stops(pane: QWidget) -> list[QWidget]:
    """Return where Tab stops inside *pane*, in order."""
    return [
        at
        for at in _chain(pane)
        if pane.isAncestorOf(at) and at.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]


def _chain(pane: QWidget) -> list[QWidget]:
    """Return the widgets that follow *pane* in its window's chain of focus, the window apart.

    PySide takes what ``nextInFocusChain`` returns for a part of what it is called on, and lets go
    of it when that is deleted: sooner or later a crash. So the window, which has no parent, is
    never asked for, and ``findChildren`` tells PySide whose parts the others are.
    """
    window = pane.window()
    last = window.previousInFocusChain()
    chain: list[QWidget] = []
    at = pane.nextInFocusChain() if pane is not last else window
    while at is not None and at is not pane:
        if at is not window:
            chain.append(at)
        at = at.nextInFocusChain() if at is not last else window
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    for parent in {widget.parentWidget() or window for widget in chain}:
        parent.findChildren(QWidget, options=direct)
    return chain


class Panes(QSplitter):
    """The splitter of the window. ``shown_changed`` says that a side pane came or went.

    A side pane hides by itself while the window is narrow; asking for it then shows it all the
    same, in place of the other one where there is no room for both. Panes remember their width.
    """

    shown_changed = Signal()

    def __init__(self, theme: Theme, centre: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._limits: dict[Side, int] = {
            side: theme.size(f"window.collapse.{side}") for side in SIDES
        }
        self._hosts: dict[Side, _Host] = {side: _Host(theme, side) for side in SIDES}
        self._gave_way: Side | None = None
        """The pane that hides while there is no room for both."""
        centre.setMinimumWidth(theme.size("pane.centre.min"))
        self.setHandleWidth(int(theme.tokens.line("hair")))
        self.setChildrenCollapsible(False)
        self.addWidget(self._hosts["left"])
        self.addWidget(centre)
        self.addWidget(self._hosts["right"])
        self.setStretchFactor(1, 1)
        self.splitterMoved.connect(self._remember)

    def put(self, side: Side, widget: QWidget) -> None:
        """Fill a side pane."""
        self._hosts[side].put(widget)
        self.order()

    def order(self) -> None:
        """Have Tab go through the panes from left to right.

        Qt puts what was added last at the end; call this after adding to a pane.
        """
        stops = [stop for at in range(self.count()) for stop in _stops(self._pane(at))]
        for first, second in pairwise(stops):
            QWidget.setTabOrder(first, second)

    def shown(self, side: Side) -> bool:
        """Tell whether a pane is to be seen."""
        return self._hosts[side].is_shown

    def _pane(self, at: int) -> QWidget:
        pane = self.widget(at)
        assert pane is not None
        return pane

    def toggle(self, side: Side) -> None:
        """Hide a pane that shows, show one that does not."""
        host = self._hosts[side]
        show = not self.shown(side)
        host.wanted, host.squeezed = show, False
        self._share_room("right" if side == "left" else "left")
        self._arrange()

    def _share_room(self, last: Side) -> None:
        """Have the pane *last* give way while there is no room for both, and come back after."""
        if self._gave_way is not None:
            self._hosts[self._gave_way].squeezed = False
        self._gave_way = None if self._has_room() else last
        if self._gave_way is not None:
            self._hosts[self._gave_way].squeezed = True

    def _has_room(self) -> bool:
        """Tell whether every pane that shows can be as wide as it must be at least."""
        panes = [self._pane(at) for at in range(self.count())]
        shown = [pane for pane in panes if not isinstance(pane, _Host) or pane.is_shown]
        handles = self.handleWidth() * (len(shown) - 1)
        return sum(pane.minimumWidth() for pane in shown) + handles <= self.width()

    def state(self, side: Side) -> PaneState:
        """Return what to remember of a pane."""
        host = self._hosts[side]
        return PaneState(width=host.width_wanted, shown=host.wanted)

    def restore(self, side: Side, state: PaneState) -> None:
        """Make a pane as it was."""
        host = self._hosts[side]
        host.width_wanted = state.width or self._theme.size(f"pane.{side}")
        host.wanted = state.shown
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide and show the side panes where the window crosses their limits."""
        before, now = event.oldSize().width(), event.size().width()
        for side, limit in self._limits.items():
            if (now < limit) != (0 <= before < limit):
                self._hosts[side].squeezed = now < limit
        if all(host.wanted for host in self._hosts.values()):
            self._share_room(self._gave_way or "left")
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        before = [host.isHidden() for host in self._hosts.values()]
        for side, host in self._hosts.items():
            host.setVisible(self.shown(side))
        left, right = (
            host.width_wanted if self.shown(side) else 0 for side, host in self._hosts.items()
        )
        self.setSizes([left, max(1, self.width() - left - right), right])
        if before != [host.isHidden() for host in self._hosts.values()]:
            self.shown_changed.emit()

    def _remember(self) -> None:
        left, _, right = self.sizes()
        for side, width in (("left", left), ("right", right)):
            if width:
                self._hosts["left" if side == "left" else "right"].width_wanted = width
