"""Our own helpers have one entry."""

import subprocess
import sys
from pathlib import Path

import pytest

from vela_desktop.process import internal


def test_an_unknown_helper_is_a_usage_error() -> None:
    ended = subprocess.run(
        internal.internal_command("nothing"), capture_output=True, text=True, timeout=30
    )
    assert ended.returncode == 2
    assert "watchdog" in ended.stderr


def test_a_folder_of_our_name_in_the_working_folder_is_not_taken_for_ours(tmp_path: Path) -> None:
    (tmp_path / "vela_desktop").mkdir()
    (tmp_path / "vela_desktop" / "__init__.py").write_text("raise SystemExit(9)")
    command = internal.internal_command("watchdog", "nobody")
    ended = subprocess.run(command, cwd=tmp_path, stdin=subprocess.DEVNULL, timeout=30)
    assert ended.returncode == 0


def test_a_bundle_starts_its_console_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/vela/vela-desktop")
    assert internal.internal_command("watchdog") == ["/opt/vela/vela", "--internal", "watchdog"]
