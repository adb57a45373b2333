"""A computer with transcripts for each test."""

from pathlib import Path

import pytest

from support.index import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """An empty computer."""
    return Machine(tmp_path)
