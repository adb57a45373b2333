"""The bar over a page: where it is, and what can be done with it."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QSizePolicy, QToolButton, QWidget

from vela_desktop.gui.kit.labels import ElidedLabel, Label
from vela_desktop.gui.kit.parts import IconLabel
from vela_desktop.gui.kit.taborder import follow, last_stop, stops
from vela_desktop.gui.theme import Theme


@dataclass(frozen=True, slots=True)
class Crumb:
    """One place above the page; ``open`` is None for the page itself."""

    text: str
    open: Callable[[], None] | None = None


class Breadcrumb(QWidget):
    """The way to a page; shortens from the left to ``…`` where room is short."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._crumbs: tuple[Crumb, ...] = ()
        self._parts: list[list[QWidget]] = []
        self.after: QLayout | None = None
        """The layout whose last stop Tab comes from."""
        self._dots = Label("…", "secondary")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.space("half"))
        self._row.addWidget(self._dots)
        self._row.addStretch()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def show_crumbs(self, *crumbs: Crumb) -> None:
        """Show the way, from the outermost place to the page itself."""
        for part in self._parts:
            for widget in part:
                self._row.removeWidget(widget)
                widget.deleteLater()
        self._crumbs = crumbs
        self._parts = [self._make(at, crumb) for at, crumb in enumerate(crumbs)]
        for part in self._parts:
            for widget in part:
                self._row.insertWidget(self._row.count() - 1, widget)
        self._order()
        self.setAccessibleName(" › ".join(crumb.text for crumb in crumbs))
        self._fit()

    def _order(self) -> None:
        """Have Tab go through the places after what stands before them."""
        before = last_stop(self.after) if self.after is not None else None
        if before is not None:
            follow(before, (part[-1] for part in self._parts if stops(part[-1])))

    def texts(self) -> tuple[str, ...]:
        """Return the places that are visible."""
        pairs = zip(self._crumbs, self._parts, strict=True)
        return tuple(crumb.text for crumb, part in pairs if not part[-1].isHidden())

    def minimumSizeHint(self) -> QSize:
        """Return the room for the dots and a little of the page's name."""
        last = self._parts[-1][-1].minimumSizeHint() if self._parts else QSize()
        return QSize(self._dots.sizeHint().width() + last.width(), self._theme.size("hit.min"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many places as fit."""
        super().resizeEvent(event)
        self._fit()

    def _make(self, at: int, crumb: Crumb) -> list[QWidget]:
        parts: list[QWidget] = []
        if at:
            parts.append(
                IconLabel(self._theme, "chevron-right", size=self._theme.size("icon.small"))
            )
        if crumb.open is None:
            label = ElidedLabel(crumb.text)
            label.setContentsMargins(self._theme.space(2), 0, 0, 0)
            return [*parts, label]
        button = QToolButton()
        button.setObjectName("crumb")
        button.setText(crumb.text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        opener = crumb.open
        button.clicked.connect(lambda: opener())
        return [*parts, button]

    def _fit(self) -> None:
        widths = [sum(widget.sizeHint().width() for widget in part) for part in self._parts]
        gaps = self._row.spacing() * 2
        first = 0
        room = self.width() - self._dots.sizeHint().width()
        while first < len(widths) - 1 and sum(widths[first:]) + gaps * len(widths) > room:
            first += 1
        for at, part in enumerate(self._parts):
            for widget in part:
                widget.setVisible(at >= first)
        self._dots.setVisible(first > 0)


class PageBar(QFrame):
    """The 44 pixels over a page: add widgets to ``left`` and ``right``; ``crumbs`` lies between."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pagebar")
        self.setFixedHeight(theme.size("bar.page"))
        self.left = QHBoxLayout()
        self.left.setSpacing(theme.space(1))
        self.crumbs = Breadcrumb(theme)
        self.crumbs.after = self.left
        self.right = QHBoxLayout()
        self.right.setSpacing(theme.space(2))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(5), 0, theme.space(5), 0)
        row.setSpacing(theme.space(3))
        row.addLayout(self.left)
        row.addWidget(self.crumbs, 1)
        row.addLayout(self.right)
