"""Walls that everything stands on."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PROGRAMS = PROJECT["scripts"] | PROJECT["gui-scripts"]


def loaded_by(code: str) -> set[str]:
    """Return the top-level packages that *code* loads in a fresh interpreter."""
    program = f"""
import sys
before = set(sys.modules)
{code}
print(*{{name.partition(".")[0] for name in set(sys.modules) - before}})
"""
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return set(ended.stdout.split()) - sys.stdlib_module_names - {"__mp_main__"}


def test_imports_keep_the_contracts() -> None:
    program = Path(sys.executable).with_name("lint-imports")
    ended = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_programs_module_loads_only_the_standard_library(program: str) -> None:
    module = PROGRAMS[program].partition(":")[0]
    assert loaded_by(f"import {module}") <= {"vela_desktop"}


def test_no_module_of_the_command_line_loads_qt() -> None:
    code = """
import importlib, pkgutil, vela_desktop.cli
for found in pkgutil.walk_packages(vela_desktop.cli.__path__, "vela_desktop.cli."):
    importlib.import_module(found.name)
"""
    assert not {"PySide6", "shiboken6", "qasync"} & loaded_by(code)


def test_the_command_line_loads_sqlalchemy_only_for_the_knowledge_base() -> None:
    assert "sqlalchemy" not in loaded_by("import vela_desktop.cli.main")


def test_qt_keeps_its_references_to_none(qapp: QApplication) -> None:
    label = QLabel()
    before = sys.getrefcount(None)
    for _ in range(1000):
        label.setText("text")
    assert sys.getrefcount(None) > before - 500
