"""The ``vela-desktop`` program as a process."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.process import eventually

_HEAVY = "('sqlalchemy', 'alembic', 'markdown_it', 'pygments', 'msgspec')"
_IMPORTS = """
import sys
from vela_desktop.app import window
print([name for name in ('PySide6', 'qasync', 'sqlalchemy', 'markdown_it') if name in sys.modules])
"""
_FIRST_PAINT = f"""
import sys
from pathlib import Path
from vela_desktop.app import window

async def serve(shown, paths, work, link, closed):
    print(shown.windowHandle().isExposed(), [n for n in {_HEAVY} if n in sys.modules])
    shown.leave()
    await closed.wait()

window._serve = serve
sys.exit(window._run(Path(sys.argv[1]), ""))
"""


def _python(code: str, *arguments: str) -> str:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout


def _start(data: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "vela_desktop.app.window", "--data-dir", str(data)]
    return subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_the_entry_point_imports_the_standard_library_only() -> None:
    assert _python(_IMPORTS).strip() == "[]"


def test_the_first_paint_waits_for_nothing_heavy(tmp_path: Path) -> None:
    assert _python(_FIRST_PAINT, str(tmp_path)).strip() == "True []"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays are Linux's matter")
def test_without_a_display_it_says_so(tmp_path: Path) -> None:
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run(
        [sys.executable, "-m", "vela_desktop.app.window", "--data-dir", str(tmp_path)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "no display" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="there are no signals to end it by")
def test_a_second_start_opens_its_link_in_the_first_which_ends_in_order(tmp_path: Path) -> None:
    first = _start(tmp_path)
    settings = tmp_path / "settings.json"
    assert eventually(lambda: any(tmp_path.glob("vela.db*")))
    second = _start(tmp_path, "vela://jobs?status=failed")
    assert second.wait(60) == 0
    first.send_signal(signal.SIGTERM)
    _, errors = first.communicate(timeout=60)
    assert first.returncode == 0, errors
    tabs = json.loads(settings.read_text(encoding="utf-8"))["window"]["tabs"]
    assert "vela://jobs?status=failed" in [tab["link"] for tab in tabs]
