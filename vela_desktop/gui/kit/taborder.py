"""Where Tab goes on to widgets that are made later than those around them."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget


def follow(before: QWidget, later: Iterable[QWidget]) -> None:
    """Have Tab go from *before* to each of *later*, in their order; Qt puts them at the end."""
    for stop in later:
        QWidget.setTabOrder(before, stop)
        before = stop


def stops(widget: QWidget) -> list[QWidget]:
    """Return where Tab stops in *widget* and its parts, in the order they were made."""
    return [part for part in (widget, *widget.findChildren(QWidget)) if _is_stop(part)]


def last_stop(layout: QLayout) -> QWidget | None:
    """Return the last widget of *layout* at which Tab stops, if any."""
    items = [layout.itemAt(at) for at in range(layout.count())]
    widgets = [item.widget() for item in items if item is not None]
    return next((one for one in reversed(widgets) if one is not None and _is_stop(one)), None)


def _is_stop(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
