"""The ``vela-desktop`` program: the window. Only the standard library is imported at the top, so
that worker processes and the first paint do not wait for what they do not need.
"""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from vela_desktop.app import bundle, internal
from vela_desktop.process import environment

if TYPE_CHECKING:
    from vela_desktop.config.paths import Paths
    from vela_desktop.gui.shell.window import MainWindow
    from vela_desktop.gui.single import Single
    from vela_desktop.work.pool import Work

NO_DISPLAY = 1
SWITCH_SECONDS = 0.0005
"""How long a thread may keep the window waiting for the interpreter; Python's own is ten times
that, which a person who scrolls would feel."""

PAINT_TURNS, PAINT_TURN = 100, 0.005
"""How often to look whether the window is on screen, and the seconds between."""
_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def main() -> int:
    """Open the window, or hand a link to the one that is open; return the exit code."""
    bundle.support()
    if sys.argv[1:2] == [internal.FLAG]:
        return internal.main(sys.argv[2:])
    environment.unmark()
    options = _options(sys.argv[1:])
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in _DISPLAYS):
        sys.stderr.write("There is no display to open a window on; `vela` does the same work.\n")
        return NO_DISPLAY
    os.environ["QT_API"] = "pyside6"
    sys.setswitchinterval(SWITCH_SECONDS)
    return _run(options.data_dir, options.link)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="vela-desktop", description="Open Vela's window.")
    parser.add_argument("link", nargs="?", default="", help="a vela:// link to open")
    parser.add_argument("--data-dir", type=Path, help="where Vela keeps its files")
    return parser.parse_args(arguments)


def _run(data: Path | None, link: str) -> int:
    import qasync
    from PySide6.QtWidgets import QApplication

    from vela_desktop.config.paths import Paths, default_data_folder, resolved
    from vela_desktop.gui.single import Single

    app = QApplication([sys.argv[0]])
    app.setApplicationName("vela-desktop")
    app.setApplicationDisplayName("Vela")
    app.setDesktopFileName("vela-desktop")
    app.setQuitOnLastWindowClosed(False)
    paths = Paths(resolved(data or default_data_folder()))
    single = Single(paths.data, app)
    if not single.claim():
        return 0 if single.hand_over(link) else 1
    with qasync.QEventLoop(app) as loop:
        loop.run_until_complete(_live(app, paths, single, link))
    return 0


async def _live(app: object, paths: "Paths", single: "Single", link: str) -> None:
    """Show the window, then bring up what it shows, and end when it is closed."""
    from PySide6.QtWidgets import QApplication

    from vela_desktop.config import logs
    from vela_desktop.config.settings import SettingsStore
    from vela_desktop.gui.i18n import Languages
    from vela_desktop.gui.shell.crash import Crashes
    from vela_desktop.gui.shell.window import MainWindow
    from vela_desktop.gui.theme import Theme
    from vela_desktop.work import warm
    from vela_desktop.work.pool import Lane, Work

    assert isinstance(app, QApplication)
    work = Work()
    warming = asyncio.ensure_future(work.run(warm.load, warm.SCANNING, lane=Lane.LATER))
    log = logs.start(paths)
    settings = SettingsStore(paths.settings)
    theme = Theme(app, settings.now.theme)
    window = MainWindow(settings, theme, Languages(app, settings.now.language))
    crashes = Crashes(str(log.path or ""), window)
    crashes.install(asyncio.get_running_loop())
    crashes.happened.connect(window.show_error)
    closed = asyncio.Event()
    window.left.connect(closed.set)
    window.show()
    await _painted(window)
    single.asked.connect(window.come_forward)
    _end_when_told(window)
    try:
        await _serve(window, paths, work, link, closed)
    except Exception as error:  # noqa: BLE001 - said in the window, which then stays open
        crashes.report(error)
        await closed.wait()
    finally:
        await work.close()
        await asyncio.gather(warming, return_exceptions=True)
        single.release()
        log.close()


async def _painted(window: "MainWindow") -> None:
    """Let the first paint happen before anything else is imported."""
    handle = window.windowHandle()
    for _ in range(PAINT_TURNS):
        if handle is None or handle.isExposed():
            break
        await asyncio.sleep(PAINT_TURN)
    await asyncio.sleep(0)


def _end_when_told(window: "MainWindow") -> None:
    """End in order where the system asks for it; drafts keep what was not saved."""
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        with contextlib.suppress(AttributeError, NotImplementedError, ValueError):
            number = getattr(signal, name)
            asyncio.get_running_loop().add_signal_handler(number, window.leave)


async def _serve(
    window: "MainWindow", paths: "Paths", work: "Work", link: str, closed: asyncio.Event
) -> None:
    """Fill the window in two steps, wait until it is closed, then end what it started."""
    from vela_desktop.domain.errors import Code, VelaError
    from vela_desktop.domain.events import Via
    from vela_desktop.gui import tasks
    from vela_desktop.gui.bridge import Bridge
    from vela_desktop.gui.opening import show_sessions
    from vela_desktop.wiring import complete, open_reading

    if window.settings.problem is not None:
        window.show_error(window.settings.problem)
    try:
        reading = await open_reading(paths, settings=window.settings, work=work)
    except VelaError as error:
        window.show_error(error)
        await closed.wait()
        return
    bridge = Bridge(reading.bus, window)
    sessions = show_sessions(window, reading, bridge)
    reading.scanner.start()
    try:
        services = await complete(reading, Via.GUI)
    except VelaError as error:
        window.show_error(error)
        await closed.wait()
        await reading.close()
        return
    from vela_desktop.gui.compose import compose

    compose(window, services, bridge)
    sessions.reload()  # now with what the knowledge base says of each
    if services.database.read_only:
        window.show_error(VelaError(Code.DATA_NEWER, path=str(paths.database)))
    services.database.start_polling()
    await services.runner.start()
    tasks.start(services.recordings.recover(), window)
    if link:
        window.come_forward(link)
    await closed.wait()
    bridge.mute()
    await tasks.end()
    await services.close()


if __name__ == "__main__":
    sys.exit(main())
