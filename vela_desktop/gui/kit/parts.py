"""Small parts: rules, icons as labels, agents' signs, chips."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import Kind
from vela_desktop.gui import words
from vela_desktop.gui.kit.labels import Label
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme, paint_monogram


class Separator(QFrame):
    """A hair line, horizontal unless *vertical*."""

    def __init__(
        self, theme: Theme, *, vertical: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("rule")
        hair = int(theme.tokens.line("hair"))
        if vertical:
            self.setFixedWidth(hair)
        else:
            self.setFixedHeight(hair)


class IconLabel(QLabel):
    """An icon that is no button; follows the theme. Give it an accessible name or words beside."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        role: str = "text.secondary",
        size: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._side = theme.size("icon") if size is None else size
        self.setFixedSize(self._side, self._side)
        theme.changed.connect(self._dress)
        self.set_icon(icon, role)

    def set_icon(self, icon: str, role: str = "text.secondary") -> None:
        """Show another icon."""
        self._name, self._role = icon, role
        self._dress()

    def _dress(self) -> None:
        self.setPixmap(self._theme.pixmap(self._name, self._role, self._side, self))


class Monogram(QWidget):
    """The sign of an agent; its name is the tooltip and the accessible name."""

    def __init__(
        self,
        theme: Theme,
        agent: Agent,
        size: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._side = theme.size("monogram") if size is None else size
        self.setFixedSize(self._side, self._side)
        theme.changed.connect(self.update)
        self.set_agent(agent)

    def set_agent(self, agent: Agent) -> None:
        """Stand for another agent."""
        self._agent = agent
        self.setAccessibleName(words.agent(agent))
        self.setToolTip(words.agent(agent))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sign, grey while the widget is disabled."""
        del event
        box = QRect(0, 0, self._side, self._side)
        paint_monogram(QPainter(self), box, self._agent, self._theme, enabled=self.isEnabled())


class Chip(Surface):
    """An outlined word with an icon: the kind of an entry."""

    def __init__(self, theme: Theme, kind: Kind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        self._kind = kind
        self._icon = IconLabel(theme, words.kind_icon(kind), "text", theme.size("icon.caption"))
        self._word = Label()
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(1), 0, theme.space(2), 0)
        row.setSpacing(theme.space(1))
        row.addWidget(self._icon)
        row.addWidget(self._word)
        self.setFixedHeight(theme.size("hit.min") - theme.space("half"))
        self.retranslate()

    def set_kind(self, kind: Kind) -> None:
        """Show another kind."""
        self._kind = kind
        self._icon.set_icon(words.kind_icon(kind), "text")
        self.retranslate()

    def retranslate(self) -> None:
        """Say the kind."""
        self._word.setText(words.kind(self._kind))
