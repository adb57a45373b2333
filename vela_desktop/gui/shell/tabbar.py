"""The row of tabs: icon, title, a cross or the dot of unsaved input."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QTabBar, QWidget

from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import IconButton
from vela_desktop.gui.theme import Theme


class TabButton(IconButton):
    """The cross of a tab; with unsaved input a dot, until the pointer is over it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "close", size=theme.size("icon"), parent=parent)
        side = theme.size("hit.min")
        self.setFixedSize(side, side)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.unsaved = False

    def set_unsaved(self, unsaved: bool) -> None:
        """Show the dot, or the cross."""
        self.unsaved = unsaved
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the dot or the cross."""
        if not self.unsaved or self.underMouse():
            super().paintEvent(event)
            return
        side = self._theme.size("dot")
        box = QRectF(0, 0, side, side)
        box.moveCenter(QRectF(self.rect()).center())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("warn"))
        painter.drawEllipse(box)


class TabBar(QTabBar):
    """Shrinks its tabs to a minimum, then scrolls; the middle button closes one.

    ``close_asked`` carries a tab's index, ``menu_asked`` an index and a point of the screen.
    """

    close_asked = Signal(int)
    menu_asked = Signal(int, QPoint)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tabs")
        self._theme = theme
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setMovable(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setUsesScrollButtons(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        side = theme.size("monogram.small")
        self.setIconSize(QSize(side, side))
        self.setFixedHeight(theme.size("bar.tab") - int(theme.tokens.line("hair")))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._ask_menu)

    def add(self, title: str) -> int:
        """Add a tab with its button and return its index."""
        index = self.addTab("")
        button = TabButton(self._theme, self)
        button.clicked.connect(lambda: self.close_asked.emit(self._index_of(button)))
        self.setTabButton(index, QTabBar.ButtonPosition.RightSide, button)
        self.name(index, title, unsaved=False)
        return index

    def name(self, index: int, title: str, *, unsaved: bool) -> None:
        """Say what a tab holds and whether it is unsaved."""
        state = translate("Tabs", "unsaved")
        self.setTabText(index, title.replace("&", "&&"))
        self.setTabToolTip(index, f"{title} · {state}" if unsaved else title)
        self.setAccessibleTabName(index, f"{title}, {state}" if unsaved else title)
        button = self.button(index)
        button.set_unsaved(unsaved)
        button.set_name(translate("Tabs", "Close tab"))

    def button(self, index: int) -> TabButton:
        """Return the cross of a tab."""
        found = self.tabButton(index, QTabBar.ButtonPosition.RightSide)
        assert isinstance(found, TabButton)
        return found

    def tabSizeHint(self, index: int) -> QSize:
        """Return the room a tab would like: up to a limit."""
        hint = super().tabSizeHint(index)
        width = max(self._theme.size("tab.min"), min(hint.width(), self._theme.size("tab.max")))
        return QSize(width, self.height())

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Return the room a tab needs."""
        del index
        return QSize(self._theme.size("tab.min"), self.height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Close a tab by the middle button."""
        index = self.tabAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.MiddleButton and index >= 0:
            self.close_asked.emit(index)
            return
        super().mouseReleaseEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tabs, and the ring of the keyboard inside the one in front."""
        super().paintEvent(event)
        if not self.hasFocus() or self.currentIndex() < 0:
            return
        ring = self._theme.tokens.line("ring")
        box = QRectF(self.tabRect(self.currentIndex())).adjusted(ring, ring, -ring, -ring)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("focus"), ring))
        radius = self._theme.radius("chip")
        painter.drawRoundedRect(box, radius, radius)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring away."""
        super().focusOutEvent(event)
        self.update()

    def _ask_menu(self, at: QPoint) -> None:
        index = self.tabAt(at)
        if index >= 0:
            self.menu_asked.emit(index, self.mapToGlobal(at))

    def _index_of(self, button: TabButton) -> int:
        return next(at for at in range(self.count()) if self.button(at) is button)
