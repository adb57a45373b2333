"""The list of agents at the left of the settings window."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from vela_desktop.domain.agents import Agent, AgentStatus
from vela_desktop.gui import words
from vela_desktop.gui.kit.rows import RowState, paint_row
from vela_desktop.gui.settings.texts import short_state
from vela_desktop.gui.theme import Theme, paint_monogram

AGENT_ROLE, STATUS_ROLE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1

Index = QModelIndex | QPersistentModelIndex


class AgentModel(QAbstractListModel):
    """One row per agent; its state comes later and changes in place."""

    def __init__(self, agents: Sequence[Agent], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._agents = tuple(agents)
        self._statuses: dict[Agent, AgentStatus] = {}

    def row_of(self, agent: Agent) -> int:
        """Return the row of *agent*, the first one where it has none."""
        return self._agents.index(agent) if agent in self._agents else 0

    def show_statuses(self, statuses: Sequence[AgentStatus]) -> None:
        """Take the present states."""
        self._statuses = {status.agent: status for status in statuses}
        self.refresh()

    def refresh(self) -> None:
        """Have every row said and painted anew."""
        self.dataChanged.emit(self.index(0), self.index(len(self._agents) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        """Return how many agents there are."""
        return 0 if parent.isValid() else len(self._agents)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the agent, its status, or what a screen reader says."""
        agent = self._agents[index.row()]
        status = self._statuses.get(agent)
        if role == AGENT_ROLE:
            return agent
        if role == STATUS_ROLE:
            return status
        if role == Qt.ItemDataRole.DisplayRole:
            return words.agent(agent)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            state = short_state(status) if status else ""
            return f"{words.agent(agent)}, {state}" if state else words.agent(agent)
        return None


class AgentPainter(QStyledItemDelegate):
    """Paints the sign, the name and the state in two lines; what cannot be used is grey."""

    def __init__(self, theme: Theme, view: QWidget) -> None:
        super().__init__(view)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Every row is as high as a session's."""
        del option, index
        return QSize(0, self._theme.size("row.session"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one agent."""
        theme, agent, status = self._theme, _agent(index), index.data(STATUS_ROLE)
        gap, side = theme.space(2), theme.size("monogram")
        box = option.rect.adjusted(gap, 0, -gap, 0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row(painter, box, theme, _state(option.state))
        usable = status is None or status.available
        sign = QRect(box.left() + gap, box.center().y() - side // 2, side, side)
        paint_monogram(painter, sign, agent, theme, enabled=usable)
        words_box = box.adjusted(2 * gap + side, theme.space(1), -gap, -theme.space(1))
        half = words_box.height() // 2
        upper = QRect(words_box.left(), words_box.top(), words_box.width(), half)
        self._text(painter, upper, words.agent(agent), "ui.strong", "text")
        state = short_state(status) if status else ""
        self._text(painter, upper.translated(0, half), state, "caption", "text.secondary")
        painter.restore()

    def _text(self, painter: QPainter, box: QRect, text: str, style: str, role: str) -> None:
        painter.setFont(self._theme.font(style))
        painter.setPen(self._theme.color(role))
        metrics = QFontMetrics(painter.font())
        cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, cut)


class AgentList(QListView):
    """``chosen`` carries the agent that the keyboard or the pointer went to."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, agents: Sequence[Agent]) -> None:
        super().__init__()
        self.setObjectName("settings_agents")
        self.agents = AgentModel(agents, self)
        self.setModel(self.agents)
        self.setItemDelegate(AgentPainter(theme, self))
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.selectionModel().currentChanged.connect(self._moved)
        theme.changed.connect(self.viewport().update)

    def choose(self, agent: Agent) -> None:
        """Go to *agent*."""
        self.setCurrentIndex(self.agents.index(self.agents.row_of(agent)))

    def now(self) -> Agent:
        """Return the agent that is shown."""
        return _agent(self.currentIndex())

    def _moved(self, current: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(_agent(current))


def _agent(index: Index) -> Agent:
    """Return the agent of a row: Qt hands its name back as plain text."""
    return Agent(index.data(AGENT_ROLE))


def _state(state: QStyle.StateFlag) -> RowState:
    flags = QStyle.StateFlag
    return RowState(
        selected=bool(state & flags.State_Selected),
        active=bool(state & flags.State_Active) and bool(state & flags.State_HasFocus),
        ringed=bool(state & flags.State_HasFocus),
        hovered=bool(state & flags.State_MouseOver),
    )
