"""Icons: our SVG files, recoloured and drawn sharp at every scale."""

import functools

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from vela_desktop import assets

SCALES = (1, 2, 3)
"""Device pixel ratios drawn ahead; Qt scales the next larger one down for those between."""


@functools.cache
def _source(name: str) -> str:
    return assets.read_text(assets.resource("icons", f"{name}.svg"))


def svg(name: str, colour: str) -> str:
    """Return the SVG text of icon *name* in *colour*. Raises FileNotFoundError for no such icon."""
    return _source(name).replace("currentColor", colour)


def draw(name: str, colour: QColor, size: int, scale: float) -> QPixmap:
    """Return icon *name*, *size* logical pixels square, for device pixel ratio *scale*."""
    side = round(size * scale)
    pixmap = QPixmap(QSize(side, side))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setOpacity(colour.alphaF())
    renderer = QSvgRenderer(QByteArray(svg(name, colour.name()).encode()))
    renderer.render(painter, QRectF(0, 0, side, side))
    painter.end()
    pixmap.setDevicePixelRatio(scale)
    return pixmap


def build(name: str, colour: QColor, disabled: QColor, size: int) -> QIcon:
    """Return icon *name* with a picture for every state and scale."""
    icon = QIcon()
    for scale in SCALES:
        icon.addPixmap(draw(name, colour, size, scale), QIcon.Mode.Normal)
        icon.addPixmap(draw(name, disabled, size, scale), QIcon.Mode.Disabled)
    return icon
