"""Agents are two letters on a quiet tint; what is no agent is an icon."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap

from vela_desktop.domain.agents import AGENTS, Agent
from vela_desktop.gui.theme import fonts, icons

if TYPE_CHECKING:
    from vela_desktop.gui.theme.theme import Theme

_LETTERS = 0.46
"""Height of the letters as a part of the tile's side: 11 in 24, 8 to 9 in 18."""


def paint_monogram(
    painter: QPainter, rect: QRect, agent: Agent, theme: "Theme", *, enabled: bool = True
) -> None:
    """Paint the sign of *agent* into *rect*, grey where it is not *enabled*."""
    info = AGENTS[agent]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if not info.monogram:
        role = info.token if enabled else "icon.disabled"
        _paint_icon(painter, rect, theme, info.icon, role)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(f"{info.token}.bg" if enabled else "bg.disabled"))
        radius = theme.radius("chip")
        painter.drawRoundedRect(QRectF(rect), radius, radius)
        painter.setPen(theme.color(info.token if enabled else "text.disabled"))
        smallest = theme.size("icon.margin") ** 2
        pixels = max(smallest, round(rect.height() * _LETTERS))
        painter.setFont(fonts.monogram_font(theme.tokens, pixels))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, info.monogram)
    painter.restore()


def _paint_icon(painter: QPainter, rect: QRect, theme: "Theme", icon: str, role: str) -> None:
    side = theme.size("icon")
    box = QRect(rect.center().x() - side // 2, rect.center().y() - side // 2, side, side)
    painter.drawPixmap(box, theme.pixmap(icon, role, side, painter.device()))


def monogram_icon(agent: Agent, theme: "Theme", side: int, *, enabled: bool = True) -> QIcon:
    """Return the sign of *agent* as an icon, *side* logical pixels square."""
    icon = QIcon()
    for scale in icons.SCALES:
        pixmap = QPixmap(QSize(side * scale, side * scale))
        pixmap.setDevicePixelRatio(scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        paint_monogram(painter, QRect(0, 0, side, side), agent, theme, enabled=enabled)
        painter.end()
        icon.addPixmap(pixmap)
    return icon
