import os
from pathlib import Path

import pytest

from support.cli import Vela
from support.process import eventually


@pytest.fixture
def vela(data_folder: Path, home: Path) -> Vela:
    """The command line, on a computer with nothing on it."""
    return Vela(data_folder, home)


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Vela, str]:
    """The demo, kept, and what it printed. It runs once, whichever test process comes first."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "demo"
    kept, told, failed = Vela(folder / "data", folder), folder / "told", folder / "failed"
    try:
        folder.mkdir()
    except FileExistsError:
        assert eventually(lambda: told.exists() or failed.exists(), seconds=180)
        assert not failed.exists(), "the demo failed in another test process"
    else:
        done = kept.process("demo", "--keep", str(kept.data))
        if done.returncode:
            failed.touch()
        assert done.returncode == 0, done.stderr
        told.with_suffix(".new").write_text(done.stdout, encoding="utf-8")
        told.with_suffix(".new").rename(told)
    return kept, told.read_text(encoding="utf-8")


@pytest.fixture
def kept(demo: tuple[Vela, str]) -> Vela:
    """A data folder with curated sessions."""
    return demo[0]
