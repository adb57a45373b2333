"""Fixtures: knowledge bases with nothing in them, for every room that needs one."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.storage import Store, open_store
from vela_desktop.config.paths import Paths
from vela_desktop.storage import schema


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that has just been created, to copy: creating one takes longer than most tests."""
    paths = Paths(tmp_path_factory.mktemp("empty"))
    schema.prepare(paths)
    return paths.database


@pytest.fixture
def data(tmp_path: Path, empty: Path) -> Path:
    """A data folder with an empty database."""
    paths = Paths(tmp_path / "data")
    paths.data.mkdir()
    shutil.copy(empty, paths.database)
    return paths.data


@pytest.fixture
async def store(data: Path) -> AsyncIterator[Store]:
    """A knowledge base with nothing in it."""
    opened = await open_store(data)
    yield opened
    await opened.database.close()
