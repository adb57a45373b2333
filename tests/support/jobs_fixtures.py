"""The fixtures of tests that need a window with jobs in it."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import pytest

from support.databases import empty_base
from support.index import Machine
from support.jobs_room import Room, room
from support.machines import machine_with
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.theme import Theme

__all__ = ["OpenRoom", "empty_base", "machine", "open_room"]

OpenRoom = Callable[..., AbstractAsyncContextManager[Room]]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A computer with three sessions and no agent but the built-in one."""
    return machine_with(tmp_path)


@pytest.fixture
def open_room(machine: Machine, theme: Theme, languages: Languages, empty_base: Path) -> OpenRoom:
    """Opens the window; the test closes it, while the loop still runs."""
    return partial(room, machine, theme, languages, empty_base)
