"""The wheel holds what the checkout holds."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKED = {"ui": "vela_desktop/_assets/ui", "resources": "vela_desktop/_assets/resources"}


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT]
    subprocess.run(command, check=True, capture_output=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        return {name for name in wheel.namelist() if ".dist-info/" not in name}


def files(folder: Path) -> set[str]:
    """Return the files below a folder of the checkout, but not what Python compiled."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix() for path in found if "__pycache__" not in path.parts
    }


def test_the_wheel_holds_the_checkouts_files_and_no_others(names: set[str]) -> None:
    expected = {f"vela_desktop/{name}" for name in files(ROOT / "vela_desktop")}
    for folder, place in PACKED.items():
        expected |= {f"{place}/{name}" for name in files(ROOT / folder)}
    assert names == expected


def test_every_translation_is_compiled(names: set[str]) -> None:
    place = f"{PACKED['resources']}/i18n"
    sources = {name for name in files(ROOT / "resources" / "i18n") if name.endswith(".ts")}
    assert {f"{place}/{name.removesuffix('.ts')}.qm" for name in sources} <= names
