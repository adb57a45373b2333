"""The fixture of pages with conversations in them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.conversation_room import Room, open_room
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.theme import Theme


@pytest.fixture
async def room(tmp_path: Path, theme: Theme, languages: Languages) -> AsyncIterator[Room]:
    """Real services and workers on an empty data folder."""
    async with open_room(tmp_path, theme) as made:
        yield made
