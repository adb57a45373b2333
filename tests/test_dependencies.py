"""What is installed is declared, locked and explained."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RUNTIME = [Requirement(text) for text in PROJECT["dependencies"]]
TEST = [Requirement(text) for text in PROJECT["optional-dependencies"]["test"]]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")


def explained(heading: str) -> list[str]:
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    section = page.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| ([\w.-]+) \| \S.*\|$", section, re.MULTILINE)[1:]


@pytest.mark.parametrize(("heading", "declared"), [("The program", RUNTIME), ("The tests", TEST)])
def test_every_dependency_has_its_reason(heading: str, declared: list[Requirement]) -> None:
    assert explained(heading) == [requirement.name for requirement in declared]


def test_the_lock_holds_a_version_of_every_dependency() -> None:
    locked = dict(re.findall(r"^([\w.-]+)==(\S+)$", LOCK, re.MULTILINE))
    for requirement in RUNTIME + TEST:
        version = locked[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), requirement


def test_the_lock_names_no_machine() -> None:
    lines = [line for line in LOCK.splitlines() if not line.lstrip().startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines)


def test_the_build_uses_the_same_qt() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    required = tomllib.loads(text)["build-system"]["requires"]
    pins = [str(requirement) for requirement in RUNTIME if "PySide6" in requirement.name]
    assert pins[0] in [str(Requirement(requirement)) for requirement in required]
