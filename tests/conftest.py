"""For all tests: no display, and nobody's real sessions, settings or agents."""

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")

import pytest

_PLACES = ("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
_PREFIXES = (
    "VELA_",
    "VLX_",
    "CLAUDE",
    "CODEX_",
    "ANTHROPIC_",
    "OPENAI_",
    "GROK_",
    "XAI_",
    "OPENCODE",
    "PI_",
    "OMP_",
)


@pytest.fixture(autouse=True)
def _garbage_is_collected_here() -> Iterator[None]:
    """Qt may only destroy an object on its own thread, so no worker's thread collects, also not in
    a test that has nothing to do with Qt but comes after one that has."""
    gc.disable()
    yield
    gc.collect(1)


@pytest.fixture(scope="session", autouse=True)
def _ctrl_c_is_heard() -> None:
    """A shell has what it starts in the background ignore Ctrl+C, and all their children too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def _nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give the whole run an empty home and no variables of ours or of agents."""
    with pytest.MonkeyPatch.context() as patch:
        _isolate(patch, tmp_path_factory.mktemp("home"))
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder of this test alone; everything that has a default place is below it."""
    folder = tmp_path / "home"
    folder.mkdir()
    _isolate(monkeypatch, folder)
    return folder


@pytest.fixture
def data_folder(tmp_path: Path) -> Path:
    """A data folder that does not exist yet, as at the first start."""
    return tmp_path / "data"


def _isolate(patch: pytest.MonkeyPatch, home: Path) -> None:
    for name in os.environ:
        if name in _PLACES or name.startswith(_PREFIXES):
            patch.delenv(name)
    patch.setenv("HOME", str(home))
    patch.setenv("USERPROFILE", str(home))
