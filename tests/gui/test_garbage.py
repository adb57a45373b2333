"""Nothing of Qt is destroyed on a worker's thread."""

import asyncio
import gc
import threading
from typing import Any

from PySide6.QtWidgets import QWidget

from support.gui import destroy
from vela_desktop.gui.garbage import Collector, collect


async def test_a_worker_that_allocates_collects_nothing() -> None:
    places: list[str] = []

    def note(phase: str, info: Any) -> None:
        places.append(threading.current_thread().name)

    def allocate() -> int:
        return sum(len([cell]) for cell in [[number] for number in range(200_000)])

    window = QWidget()
    Collector(window)
    gc.callbacks.append(note)
    try:
        await asyncio.to_thread(allocate)
        assert places == []
        kept = [[number] for number in range(5_000)]
        collect(oldest=False)
        assert kept
        assert set(places) == {threading.main_thread().name}
    finally:
        gc.callbacks.remove(note)
        destroy(window)


def test_collecting_is_pythons_again_when_the_window_is_gone() -> None:
    window = QWidget()
    Collector(window)
    assert not gc.isenabled()
    destroy(window)
    assert gc.isenabled()
    gc.disable()  # until the test has ended, see conftest
