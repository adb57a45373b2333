"""The order in which Tab goes through widgets that are made one after another."""

from itertools import pairwise

from PySide6.QtWidgets import QWidget


def in_order(*widgets: QWidget) -> None:
    """Have Tab go from each of *widgets* to the next."""
    for before, after in pairwise(widgets):
        QWidget.setTabOrder(before, after)
