"""Compiles the translations: as hatchling's build hook for wheels, as a program for the checkout.

usage: python packaging/hatch_build.py
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
LRELEASE = "from PySide6.scripts.pyside_tool import lrelease; lrelease()"
"""How PySide6 finds the tool, which lies elsewhere on every system."""


class TranslationsHook(BuildHookInterface[Any]):
    """Runs before a wheel is packed, so that ``force-include`` finds the ``.qm`` files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile what is missing or old."""
        del version, build_data
        compile_translations(Path(self.root))


def compile_translations(root: Path) -> None:
    """Compile every ``.ts`` below *root* whose ``.qm`` is missing or older, and replace that one
    in one step: a running program may be reading it."""
    for source in sorted((root / "resources" / "i18n").glob("*.ts")):
        target = source.with_suffix(".qm")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            new = target.with_suffix(".new")
            command = [sys.executable, "-c", LRELEASE, "-silent", str(source), "-qm", str(new)]
            subprocess.run(command, check=True)
            new.replace(target)


if __name__ == "__main__":
    compile_translations(ROOT)
