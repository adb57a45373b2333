"""The one door to ``ui/`` and ``resources/``: the checkout's, else those packed in the wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent
_PACKED = _PACKAGE / "_assets"


def root() -> Path:
    """Return the folder that holds ``ui`` and ``resources``."""
    if (_CHECKOUT / "ui" / "themes").is_dir() and (_CHECKOUT / "resources" / "icons").is_dir():
        return _CHECKOUT
    return _PACKED


def ui(*parts: str) -> Path:
    """Return the path of a file under ``ui/``."""
    return root().joinpath("ui", *parts)


def resource(*parts: str) -> Path:
    """Return the path of a file under ``resources/``."""
    return root().joinpath("resources", *parts)


def read_text(path: Path) -> str:
    """Return the text of an asset."""
    return path.read_text(encoding="utf-8")
