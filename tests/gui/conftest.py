"""Every asynchronous test of the window runs on a Qt-driven loop."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import qasync
from PySide6.QtWidgets import QApplication

from support import gui
from vela_desktop.domain import clock
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.theme import Theme


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> dict[str, Any]:
    """Give pytest-asyncio the loop the window has."""

    def factory() -> asyncio.AbstractEventLoop:
        return qasync.QEventLoop(QApplication.instance() or QApplication([]))

    return {"qasync": factory}


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """The application; a closed window does not end a test's loop."""
    qapp.setQuitOnLastWindowClosed(False)
    return qapp


@pytest.fixture(autouse=True)
def _application_first(qapp: QApplication) -> None:
    """A loop needs the application."""


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """A light theme."""
    made = Theme(qapp, "light")
    yield made
    qapp.setStyleSheet("")
    made.deleteLater()


@pytest.fixture(scope="session")
def qm_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the translations of this checkout, built now."""
    return gui.build_translations(tmp_path_factory.mktemp("i18n"))


@pytest.fixture
def languages(qapp: QApplication, qm_folder: Path) -> Iterator[Languages]:
    """The languages, speaking English."""
    made = Languages(qapp, "en", qm_folder)
    yield made
    made.choose("en")
    made.deleteLater()


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is noon of this day from now on: what happened moments ago did so today."""
    midday = datetime.now().replace(hour=12, minute=0, second=0, microsecond=0)
    ahead = int(midday.timestamp() * 1e9) - time.time_ns()
    moved = SimpleNamespace(time_ns=lambda: time.time_ns() + ahead)
    monkeypatch.setattr(clock, "time", moved)


@pytest.fixture
async def crashes() -> AsyncIterator[list[dict[str, Any]]]:
    """What reached the loop's exception handler, in the order it came."""
    seen: list[dict[str, Any]] = []
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    loop.set_exception_handler(lambda _loop, context: seen.append(context))
    yield seen
    loop.set_exception_handler(before)
