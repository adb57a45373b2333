"""A section of the inspector: a heading that folds, a count, rows that lead somewhere."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from vela_desktop.gui.entry.order import in_order
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.kit import Button, ElidedLabel, IconLabel, Label
from vela_desktop.gui.theme import Theme

SHOWN = 5
"""Rows that a section shows unasked."""

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


@dataclass(frozen=True, slots=True)
class Fact:
    """A row: an icon, a line, a second one, where it leads, and a word at its end.

    ``open`` is told whether the row was opened aside, with the middle button or Ctrl.
    """

    icon: str
    text: str
    detail: str
    open: Callable[[bool], None]
    note: str = ""


class FactRow(QFrame):
    """One row of a section."""

    def __init__(self, theme: Theme, fact: Fact, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("factrow")
        self._open = fact.open
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(" ".join((fact.text, fact.detail, fact.note)).strip())
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedHeight(theme.size("row.inspector" if fact.detail else "row.menu"))
        lines = QVBoxLayout()
        lines.setSpacing(0)
        lines.addStretch(1)
        lines.addWidget(ElidedLabel(fact.text))
        if fact.detail:
            lines.addWidget(ElidedLabel(fact.detail, "caption"))
        lines.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(1), 0, theme.space(1), 0)
        row.setSpacing(theme.space(2))
        row.addWidget(IconLabel(theme, fact.icon))
        row.addLayout(lines, 1)
        if fact.note:
            row.addWidget(Label(fact.note, "caption"))
        else:
            row.addWidget(IconLabel(theme, "chevron-right", size=theme.size("icon.small")))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go there, aside with the middle button or Ctrl."""
        middle = event.button() is Qt.MouseButton.MiddleButton
        if self.rect().contains(event.position().toPoint()) and (
            middle or event.button() is Qt.MouseButton.LeftButton
        ):
            self._open(middle or _with_ctrl(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go there with Enter or the space bar, to the next or last row with the arrows."""
        if event.key() in _ENTER:
            self._open(_with_ctrl(event))
        elif event.key() == Qt.Key.Key_Down:
            self.focusNextChild()
        elif event.key() == Qt.Key.Key_Up:
            self.focusPreviousChild()
        else:
            super().keyPressEvent(event)


def _with_ctrl(event: QMouseEvent | QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


class Section(QWidget):
    """Shows at most five rows, then a button for the rest; one grey line where there are none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._facts: Sequence[Fact] = ()
        self._all = False
        self._empty = ""
        self.fold = _FoldButton(theme)
        self.fold.clicked.connect(self._toggle)
        self.count = Label("", "secondary")
        head = QHBoxLayout()
        head.setSpacing(0)
        head.addWidget(self.fold)
        head.addWidget(self.count)
        head.addStretch(1)
        self._body = QWidget()
        self._rows = QVBoxLayout(self._body)
        self._rows.setContentsMargins(0, theme.space("half"), 0, 0)
        self._rows.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, theme.space(4))
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._body)

    def say(self, heading: str, empty: str) -> None:
        """Name the section; *empty* stands where it has no rows."""
        self._empty = empty
        self.fold.setText(heading)
        self._tell_fold()
        self._lay_out()

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show these rows."""
        self._facts = facts
        self._lay_out()

    def begin_anew(self) -> None:
        """Show five rows again at most: they are another entry's now."""
        self._all = False

    def rows(self) -> list[FactRow]:
        """Return the rows that are shown."""
        return self._body.findChildren(FactRow, options=Qt.FindChildOption.FindDirectChildrenOnly)

    def _lay_out(self) -> None:
        focused = next((at for at, row in enumerate(self.rows()) if row.hasFocus()), None)
        self.count.setText(str(len(self._facts)))
        self._clear()
        shown = self._facts if self._all else self._facts[:SHOWN]
        for fact in shown:
            self._rows.addWidget(FactRow(self._theme, fact))
        if not self._facts:
            self._rows.addWidget(self._nothing())
        if len(self._facts) > len(shown):
            more = plural("Inspector", "Show all %n")(len(self._facts))
            button = Button(self._theme, more, look="flat")
            button.clicked.connect(self._show_all)
            self._rows.addWidget(button, alignment=Qt.AlignmentFlag.AlignLeft)
            in_order(self.fold, button)
        in_order(self.fold, *self.rows())
        if focused is not None and self.rows():
            self.rows()[min(focused, len(self.rows()) - 1)].setFocus()

    def _nothing(self) -> Label:
        label = Label(self._empty, "secondary")
        label.setContentsMargins(self._theme.space(5), 0, 0, 0)
        return label

    def _clear(self) -> None:
        while self._rows.count():
            item = self._rows.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()

    def _show_all(self) -> None:
        first_new = len(self.rows())
        self._all = True
        self._lay_out()
        self.rows()[first_new].setFocus(Qt.FocusReason.OtherFocusReason)

    def _toggle(self) -> None:
        self._body.setVisible(not self._body.isVisibleTo(self))
        self._tell_fold()

    def _tell_fold(self) -> None:
        opened = self._body.isVisibleTo(self)
        self.fold.tell(opened)


class _FoldButton(QToolButton):
    """The heading of a section, with the chevron that says whether it is open."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("fold")
        self._theme = theme
        side = theme.size("icon.small")
        self.setIconSize(QSize(side, side))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def tell(self, opened: bool) -> None:
        """Say whether the section is open."""
        icon = "chevron-down" if opened else "chevron-right"
        self._theme.dress(self, icon, size=self._theme.size("icon.small"))
        state = translate("Inspector", "open") if opened else translate("Inspector", "folded")
        self.setAccessibleName(f"{self.text()}, {state}")
