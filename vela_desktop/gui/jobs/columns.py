"""The columns of the records: every line is laid out by the same numbers, so that all align."""

from dataclasses import dataclass

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from vela_desktop.gui.theme import Theme

_GAPS = 6
"""Between seven cells."""

_SHARES = 3
"""The column of agents gets a third of what the others leave."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """How wide the columns are that give way; one of 0 stands under the title instead."""

    agent: int
    time: int

    @property
    def folded(self) -> bool:
        """Tell whether something stands under the title."""
        return not self.agent


def columns_for(width: int, theme: Theme) -> Columns:
    """Return the columns of a table *width* pixels wide: where room is short, first the model goes
    under the title, then the time too."""
    sides = theme.space(2) + theme.space(4) + _GAPS * theme.space(2)
    fixed = 2 * theme.size("control") + theme.size("column.status") + theme.size("column.button")
    free = width - sides - fixed - theme.size("column.title")
    time, agent = theme.size("column.time"), theme.size("column.agent")
    if free < time:
        return Columns(agent=0, time=0)
    if free < time + agent:
        return Columns(agent=0, time=time)
    spare = (free - time - agent) // _SHARES
    return Columns(agent=min(agent + spare, theme.size("column.agent.max")), time=time)


class Cells(QHBoxLayout):
    """One line of the table, header or job: seven cells from left to right."""

    def __init__(self, theme: Theme, *cells: QWidget) -> None:
        super().__init__()
        fold, status, title, agent, time, button, more = cells
        self._agent, self._time = agent, time
        control = theme.size("control")
        self.setContentsMargins(theme.space(2), 0, theme.space(4), 0)
        self.setSpacing(theme.space(2))
        for cell in cells:
            self.addWidget(cell)
        title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setStretchFactor(title, 1)
        fold.setFixedWidth(control)
        status.setFixedWidth(theme.size("column.status"))
        button.setFixedWidth(theme.size("column.button"))
        more.setFixedWidth(control)

    def set_columns(self, columns: Columns) -> None:
        """Follow another width of the table."""
        for cell, width in ((self._agent, columns.agent), (self._time, columns.time)):
            cell.setVisible(width > 0)
            if width:
                cell.setFixedWidth(width)
