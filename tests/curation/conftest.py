"""Every test may have a database of its own, and a runner on it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.databases import data, empty_base, store
from support.runner_rig import Rig, opened
from support.storage import Store

__all__ = ["data", "empty_base", "store"]


@pytest.fixture
async def rig(store: Store, tmp_path: Path) -> AsyncIterator[Rig]:
    async with opened(store, tmp_path) as made:
        yield made
