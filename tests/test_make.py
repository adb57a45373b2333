"""What the documents tell people to type is there."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TARGETS = ("setup", "run", "test", "lint", "screenshots", "bench", "test-agents", "soak", "package")


@pytest.mark.parametrize("target", TARGETS)
def test_make_knows_the_target_and_explains_it(target: str) -> None:
    subprocess.run(["make", "-n", target], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    shown = subprocess.run(["make", "help"], cwd=ROOT, check=True, capture_output=True, text=True)
    assert re.search(rf"^make {target} +\S", shown.stdout, re.MULTILINE)


def test_the_readme_names_existing_targets() -> None:
    named = re.findall(r"\bmake ([a-z-]+)\b", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert set(named) - {"and"} <= {*TARGETS, "help"}


@pytest.mark.parametrize("script", [*(ROOT / "packaging").glob("*.sh"), ROOT / ".ci" / "run"])
def test_scripts_are_executable_and_parse(script: Path) -> None:
    assert script.stat().st_mode & 0o111
    shell = script.read_text(encoding="utf-8").splitlines()[0].split()[-1].rpartition("/")[2]
    subprocess.run([shell, "-n", script], check=True)
