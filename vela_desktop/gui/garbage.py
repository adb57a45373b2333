"""Collects garbage on the window's thread only.

Python collects wherever it allocates, also in a worker's thread. Widgets in a cycle would be
destroyed there, and Qt may only destroy an object on its own thread: its timers would go on
firing at nothing.
"""

import gc
import time

from PySide6.QtCore import QObject, QTimer

EVERY_MILLISECONDS = 1_000
OLD_SECONDS = 60.0
"""How seldom the oldest generation is looked through: that takes longest, and it changes least."""


class Collector(QObject):
    """Does Python's collecting for as long as its parent lives."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()
        self._old = time.monotonic()
        self._timer = QTimer(self, interval=EVERY_MILLISECONDS)
        self._timer.timeout.connect(self._collect)
        self._timer.start()
        self.destroyed.connect(_leave_to_python)

    def _collect(self) -> None:
        old = time.monotonic() - self._old > OLD_SECONDS
        if old:
            self._old = time.monotonic()
        collect(oldest=old)


def _leave_to_python() -> None:
    gc.unfreeze()
    gc.enable()


def collect(*, oldest: bool) -> None:
    """Collect what is due by Python's own thresholds, the oldest generation only where asked."""
    due = zip(gc.get_count(), gc.get_threshold(), strict=True)
    generations = [generation for generation, (count, most) in enumerate(due) if count > most]
    if generations and (oldest or generations[-1] < 2):
        gc.collect(generations[-1])
    elif generations:
        gc.collect(1)
