"""Collects garbage on the window's thread only.

Python collects wherever it allocates, also in a worker's thread. Widgets in a cycle would be
destroyed there, and Qt may only destroy an object on its own thread: its timers would go on
firing at nothing.
"""

import gc

from PySide6.QtCore import QObject, QTimer

EVERY_MILLISECONDS = 1_000


class Collector(QObject):
    """Does Python's collecting for as long as its parent lives."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=EVERY_MILLISECONDS)
        self._timer.timeout.connect(collect)
        self._timer.start()
        self.destroyed.connect(gc.enable)


def collect() -> None:
    """Collect what is due by Python's own thresholds."""
    due = zip(gc.get_count(), gc.get_threshold(), strict=True)
    generations = [generation for generation, (count, most) in enumerate(due) if count > most]
    if generations:
        gc.collect(generations[-1])
