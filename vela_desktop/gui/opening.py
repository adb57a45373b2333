"""The first step of the window: the session list, before the knowledge base is open."""

from vela_desktop.gui import tasks
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.garbage import Collector
from vela_desktop.gui.sessions.pane import SessionPane
from vela_desktop.gui.shell.state import ListState
from vela_desktop.gui.shell.window import MainWindow
from vela_desktop.wiring.reading import Reading


def show_sessions(window: MainWindow, reading: Reading, bridge: Bridge) -> SessionPane:
    """Fill the left pane, and have the status bar follow the scan."""
    Collector(window)
    pane = SessionPane(reading.sessions, bridge, window, window.theme)
    pane.restore(window.list_state.grouping, window.list_state.closed)

    def remember() -> None:
        grouping, closed = pane.arrangement()
        window.list_state = ListState(grouping=grouping, closed=closed)

    pane.arranged.connect(remember)
    window.set_left(pane)
    pane.reload()
    pane.view.setFocus()

    async def rescan() -> None:
        await reading.scanner.scan()

    async def size() -> None:
        window.show_size(await reading.sessions.size_bytes())

    window.import_asked.connect(pane.intake.choose)
    window.refresh_asked.connect(lambda: tasks.start(rescan(), window))
    bridge.scan_progressed.connect(window.show_scan)
    tasks.start(size(), window)
    return pane
