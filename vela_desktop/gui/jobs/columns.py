"""The columns of the records: one set of numbers for every line, so that all of them align."""

from dataclasses import dataclass

from PySide6.QtCore import QRect

from vela_desktop.gui.theme import Theme

_SHARES = 2
"""The column of agents gets half of what the others leave."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """How wide the columns are that give way; one of 0 stands under the title instead."""

    agent: int
    time: int

    @property
    def folded(self) -> bool:
        """Tell whether something stands under the title."""
        return not self.agent


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells:
    """The cells of one line; those of columns that are not there are empty."""

    fold: QRect
    status: QRect
    title: QRect
    agent: QRect
    time: QRect
    button: QRect
    more: QRect


def columns_for(width: int, theme: Theme) -> Columns:
    """Return the columns of a table *width* pixels wide: where room is short, first the model goes
    under the title, then the time too."""
    bare = cells(Columns(agent=0, time=0), width, 0, theme)
    gap, agent, time = theme.space(2), theme.size("column.agent"), theme.size("column.time")
    free = bare.title.width() - theme.size("column.title")
    if free < time + gap:
        return Columns(agent=0, time=0)
    if free < time + agent + 2 * gap:
        return Columns(agent=0, time=time)
    spare = (free - time - agent - 2 * gap) // _SHARES
    return Columns(agent=min(agent + spare, theme.size("column.agent.max")), time=time)


def cells(columns: Columns, width: int, height: int, theme: Theme) -> Cells:
    """Return the cells of a line of *width* by *height* pixels."""
    gap, control = theme.space(2), theme.size("control")
    right = width - theme.space(4)
    placed = {}
    for name, wide in (
        ("more", control),
        ("button", theme.size("column.button")),
        ("time", columns.time),
        ("agent", columns.agent),
    ):
        placed[name] = QRect(right - wide, 0, wide, height if wide else 0)
        right -= wide + gap if wide else 0
    left = gap
    for name, wide in (("fold", control), ("status", theme.size("column.status"))):
        placed[name] = QRect(left, 0, wide, height)
        left += wide + gap
    return Cells(**placed, title=QRect(left, 0, max(0, right - left), height))
