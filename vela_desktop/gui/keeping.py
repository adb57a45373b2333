"""The only way the window stores settings while it goes on."""

from typing import Any

from PySide6.QtCore import QObject

from vela_desktop.config.settings import SettingsStore
from vela_desktop.config.trouble import translated
from vela_desktop.gui import tasks


def keep(settings: SettingsStore, owner: QObject, **changes: Any) -> None:
    """Store changed settings in a thread; where *owner* shows errors it is said that they could not
    be written."""
    tasks.start(_keep(settings, changes), owner, kind=tasks.TaskKind.COMMAND)


async def _keep(settings: SettingsStore, changes: dict[str, Any]) -> None:
    with translated(settings.path.parent):
        await settings.save(**changes)
