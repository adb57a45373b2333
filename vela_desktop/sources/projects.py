"""The project of a working folder."""

import os
from pathlib import Path

_LINK = "gitdir:"
_LINK_BYTES = 4096
_REPOSITORIES = frozenset({".git", ".bare"})
"""Names of repositories that lie inside the folder they belong to."""


def project_root(cwd: str | None, cache: dict[str, str] | None = None) -> str:
    """Return the folder of the project that *cwd* belongs to, empty where there is no *cwd*.

    It is the nearest folder upwards that holds ``.git``, or the main repository's where ``.git`` is
    a file that leads to one; else *cwd* itself, also when that no longer exists. *cache* keeps the
    answers of one caller.
    """
    if not cwd:
        return ""
    if cache is None:
        return _root(cwd)
    if cwd not in cache:
        cache[cwd] = _root(cwd)
    return cache[cwd]


def _root(cwd: str) -> str:
    if not Path(
        cwd
    ).is_absolute():  # also another system's path: nothing of it can be looked up here
        return cwd
    here = Path(os.path.normpath(cwd))
    for folder in (here, *here.parents):
        link = folder / ".git"
        try:
            if link.is_dir():
                return str(folder)
            if link.is_file():
                return str(_main(folder, link) or folder)
        except (OSError, ValueError):
            continue
    return str(here)


def _main(folder: Path, link: Path) -> Path | None:
    """Return the main folder of the repository that the file *link* in *folder* leads to.

    None for a submodule, whose repository lies elsewhere but is its own.
    """
    with link.open(encoding="utf-8", errors="replace") as file:
        text = file.read(_LINK_BYTES)
    if not text.startswith(_LINK):
        return None
    named = text.removeprefix(_LINK).strip().splitlines()
    if not named:
        return None
    own = _joined(folder, named[0].strip())
    try:
        common = _joined(own, (own / "commondir").read_text(encoding="utf-8").strip())
    except (OSError, UnicodeDecodeError):
        # the repository is gone or was moved: its name still says where it was
        if own.parent.name != "worktrees":
            return None
        common = own.parent.parent
    return common.parent if common.name in _REPOSITORIES else common


def _joined(folder: Path, name: str) -> Path:
    return Path(os.path.normpath(folder / name))
