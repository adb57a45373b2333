from pathlib import Path

import pytest

from support.cli import Vela


@pytest.fixture
def vela(data_folder: Path, home: Path) -> Vela:
    """The command line, on a computer with nothing on it."""
    return Vela(data_folder, home)
