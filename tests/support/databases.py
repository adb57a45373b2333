"""Fixtures: knowledge bases with nothing in them, for every room that needs one."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.storage import Store, open_store
from vela_desktop.config.paths import Paths
from vela_desktop.storage import schema


@pytest.fixture(scope="session")
def empty_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that has just been created, to copy: creating one takes longer than most tests."""
    paths = Paths(tmp_path_factory.mktemp("empty_base"))
    schema.prepare(paths)
    return paths.database


@pytest.fixture
def data(tmp_path: Path, empty_base: Path) -> Path:
    """A data folder with an empty database."""
    return _filled(tmp_path / "data", empty_base)


@pytest.fixture
async def store(tmp_path: Path, empty_base: Path) -> AsyncIterator[Store]:
    """A knowledge base with nothing in it, in the folder that ``data`` gives."""
    opened = await open_store(_filled(tmp_path / "data", empty_base))
    yield opened
    await opened.database.close()


def _filled(folder: Path, empty_base: Path) -> Path:
    if not folder.exists():
        folder.mkdir()
        shutil.copy(empty_base, Paths(folder).database)
    return folder
