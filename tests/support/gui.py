"""Helpers for tests of the window."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, SignalInstance
from PySide6.QtWidgets import QWidget

from support import process
from vela_desktop import assets
from vela_desktop.gui.kit import WrappedLabel

T = TypeVar("T")


async def until(true: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait until *true* says so, letting the window work."""
    await process.until(true, seconds)


async def at_rest(measure: Callable[[], T], seconds: float = 20.0) -> T:
    """Wait until *measure* is the same twice while the window works, and return it."""
    async with asyncio.timeout(seconds):
        before, now = None, measure()
        while now != before:
            await asyncio.sleep(0.02)
            before, now = now, measure()
    return now


async def signalled(signal: SignalInstance, seconds: float = 20.0) -> tuple[Any, ...]:
    """Wait for *signal* and return what it carried."""
    heard: asyncio.Future[tuple[Any, ...]] = asyncio.get_running_loop().create_future()

    def slot(*values: Any) -> None:
        if not heard.done():
            heard.set_result(values)

    signal.connect(slot)
    try:
        async with asyncio.timeout(seconds):
            return await heard
    finally:
        signal.disconnect(slot)


def destroy(widget: QWidget) -> None:
    """Delete a widget now, as the window does when a tab closes."""
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete)


def build_translations(folder: Path) -> Path:
    """Compile every ``.ts`` of the checkout into *folder* and return it."""
    lrelease = Path(sys.executable).with_name("pyside6-lrelease")
    for source in assets.resource("i18n").glob("*.ts"):
        target = folder / f"{source.stem}.qm"
        subprocess.run(
            [lrelease, "-silent", source, "-qm", target], check=True, capture_output=True
        )
    return folder


def cut(widget: QWidget) -> list[str]:
    """Return the texts of those labels in *widget* that are lower than their lines need."""
    return [
        label.text()
        for label in widget.findChildren(WrappedLabel)
        if label.isVisible() and label.height() < label.heightForWidth(label.width())
    ]
