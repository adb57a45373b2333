"""The ground of a painted row: one shape for selection, hover and the focus ring."""

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from vela_desktop.gui.theme import Theme


@dataclass(frozen=True, slots=True, kw_only=True)
class RowState:
    """What a row is painted as; ``active``: its list has the keyboard."""

    selected: bool
    active: bool
    ringed: bool
    hovered: bool


def paint_row(
    painter: QPainter, row: QRect, theme: Theme, state: RowState, *, corner: str = "row"
) -> None:
    """Paint the ground of *row*, with the radius that the tokens call *corner*."""
    radius = theme.radius(corner)
    role = "bg.hover" if state.hovered else None
    if state.selected:
        role = "bg.selected" if state.active else "bg.selected.inactive"
    if role is not None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(role))
        painter.drawRoundedRect(QRectF(row), radius, radius)
    if state.ringed:
        width = theme.size("focus.width")
        inset = width / 2
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("focus"), width))
        painter.drawRoundedRect(QRectF(row).adjusted(inset, inset, -inset, -inset), radius, radius)
