"""One window per data folder."""

import subprocess
import sys
from pathlib import Path

import pytest

from support.gui import until
from vela_desktop.gui.single import Single

_SECOND = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from vela_desktop.gui.single import Single
app = QCoreApplication([])
single = Single(Path(sys.argv[1]))
sys.exit(0 if not single.claim() and single.hand_over(sys.argv[2]) else 1)
"""


@pytest.fixture
def first(tmp_path: Path) -> Single:
    return Single(tmp_path)


@pytest.mark.parametrize("link", ["vela://jobs?status=failed", ""])
async def test_a_second_start_hands_its_link_over(first: Single, tmp_path: Path, link: str) -> None:
    asked: list[str] = []
    first.asked.connect(asked.append)
    assert first.claim()
    second = subprocess.Popen([sys.executable, "-c", _SECOND, str(tmp_path), link])
    await until(lambda: second.poll() is not None, 20)
    assert second.returncode == 0
    assert asked == [link]
    first.release()


async def test_the_folder_is_free_after_release(first: Single, tmp_path: Path) -> None:
    assert first.claim()
    second = Single(tmp_path)
    assert not second.claim()
    first.release()
    assert second.claim()
    second.release()


async def test_nobody_answers_where_no_window_is(tmp_path: Path) -> None:
    assert not Single(tmp_path).hand_over("vela://jobs")


async def test_two_folders_are_two_windows(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, two = Single(tmp_path / "a"), Single(tmp_path / "b")
    assert one.claim()
    assert two.claim()
    one.release()
    two.release()


async def test_a_folder_that_is_not_there_yet_is_made_and_locked(tmp_path: Path) -> None:
    single = Single(tmp_path / "new")
    assert single.claim()
    assert not Single(tmp_path / "new").claim()
    single.release()


async def test_a_folder_that_cannot_be_made_does_not_stop_the_window(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    single = Single(tmp_path / "file" / "data")
    assert single.claim()
    single.release()
