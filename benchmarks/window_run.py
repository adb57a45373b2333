"""One run of the window, for ``benchmarks.window``: prints what it measured as one JSON line.

usage: python -m benchmarks.window_run listing|idle|busy DATA LARGE LONG_LINE SESSIONS
"""

import asyncio
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

ROWS = 50
"""Rows that have to be painted early."""

TALL = 3200
"""Height of the window, so that more than ``ROWS`` rows are in view at once."""

TICK = 0.005
LONGEST = 120.0
IDLE_SECONDS = 4.0


def main() -> None:
    """Open the window on an empty data folder and measure."""
    import qasync
    from PySide6.QtWidgets import QApplication

    from vela_desktop.app.window import SWITCH_SECONDS

    sys.setswitchinterval(SWITCH_SECONDS)
    mode, data, large, long_line, sessions = sys.argv[1:]
    app = QApplication(["vela-desktop"])
    app.setQuitOnLastWindowClosed(False)
    with qasync.QEventLoop(app) as loop:
        measured = loop.run_until_complete(
            _measure(app, mode, Path(data), (large, long_line), int(sessions))
        )
    print(json.dumps(measured))


async def _measure(
    app: Any, mode: str, data: Path, transcripts: tuple[str, ...], sessions: int
) -> dict[str, float]:
    from vela_desktop.config.paths import Paths
    from vela_desktop.config.settings import SettingsStore
    from vela_desktop.gui.bridge import Bridge
    from vela_desktop.gui.i18n import Languages
    from vela_desktop.gui.opening import show_sessions
    from vela_desktop.gui.shell.window import MainWindow
    from vela_desktop.gui.theme import Theme
    from vela_desktop.wiring import open_reading
    from vela_desktop.work import warm
    from vela_desktop.work.pool import Lane, Work

    work = Work()
    warming = asyncio.ensure_future(work.run(warm.load, warm.SCANNING, lane=Lane.LATER))
    settings = SettingsStore(Paths(data).settings)
    window = MainWindow(settings, Theme(app, "light"), Languages(app, "en"))
    if mode == "listing":
        window.resize(window.width(), TALL)
    reading = await open_reading(Paths(data), settings=settings, work=work)
    pane = show_sessions(window, reading, Bridge(reading.bus, window))
    window.show()
    await asyncio.gather(asyncio.sleep(0.2), warming)
    try:
        if mode == "listing":
            return await _listing(reading, pane, sessions)
        if mode == "idle":
            return {"p99": await _lateness(asyncio.sleep(IDLE_SECONDS))}
        return {"p99": await _lateness(_busy(reading, transcripts))}
    finally:
        await reading.close()


async def _listing(reading: Any, pane: Any, sessions: int) -> dict[str, float]:
    from PySide6.QtCore import QEvent, QObject

    from vela_desktop.domain.events import ScanProgressed

    known = {"in": 0, "painted": 0}

    class Painted(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
            del watched
            seen = event.type() is QEvent.Type.Paint and pane.model.rowCount() > ROWS
            if seen and not known["painted"]:
                known["painted"] = known["in"]
            return False

    def heard(event: object) -> None:
        if isinstance(event, ScanProgressed):
            known["in"] = event.done

    watch = Painted()
    pane.view.viewport().installEventFilter(watch)
    reading.bus.subscribe(heard)
    began = time.perf_counter()
    scanning = asyncio.ensure_future(reading.scanner.scan())
    while _sessions(pane) < sessions:
        await asyncio.sleep(TICK)
        if time.perf_counter() - began > LONGEST:
            raise TimeoutError(f"{_sessions(pane)} of {sessions} sessions are listed")
    seconds = time.perf_counter() - began
    await scanning
    return {"seconds": seconds, "painted": known["painted"]}


def _sessions(pane: Any) -> int:
    from vela_desktop.domain.sessions import SessionRow

    return sum(isinstance(line, SessionRow) for line in pane.model.lines)


async def _busy(reading: Any, transcripts: tuple[str, ...]) -> None:
    """Scan everything, and map the outsized transcripts as if a person had opened them."""
    from vela_desktop.domain.agents import Agent
    from vela_desktop.services import reading as work

    async def map_all() -> None:
        for path in transcripts:
            await reading.work.run(work.map_of, reading.index.path, Agent.CLAUDE, (path,))

    await asyncio.gather(reading.scanner.scan(), map_all())
    await asyncio.sleep(0.5)


async def _lateness(work: Any) -> float:
    """Return the 99th percentile of how late the loop's timer was while *work* ran, in seconds."""
    from PySide6.QtCore import Qt, QTimer

    late: list[float] = []
    last = time.perf_counter()

    def tick() -> None:
        nonlocal last
        now = time.perf_counter()
        late.append(max(0.0, now - last - TICK))
        last = now

    timer = QTimer(interval=int(TICK * 1000), timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(tick)
    timer.start()
    await work
    timer.stop()
    return statistics.quantiles(late, n=100)[98]


if __name__ == "__main__":
    main()
