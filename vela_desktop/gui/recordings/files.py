"""Which files a person means: chosen in a dialog, or dragged here from another program."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QFileDialog, QWidget

from vela_desktop.gui.i18n import translate

_PATTERNS = "*.cast *typescript* *.log"


class Refusal(StrEnum):
    """Why what is dragged cannot be taken in."""

    NO_FILE = "no file"
    ELSEWHERE = "elsewhere"
    FOLDER = "folder"


@dataclass(frozen=True, slots=True)
class Dragged:
    """Files on their way here, or why they are refused."""

    paths: tuple[Path, ...] = ()
    refusal: Refusal | None = None


def dragged(mime: QMimeData) -> Dragged:
    """Return what *mime* carries, without a look at any disk; see ``holds_folder``."""
    urls = mime.urls() if mime.hasUrls() else []
    if not urls:
        return Dragged(refusal=Refusal.NO_FILE)
    if not all(url.isLocalFile() for url in urls):
        return Dragged(refusal=Refusal.ELSEWHERE)
    return Dragged(tuple(Path(url.toLocalFile()) for url in urls))


def holds_folder(paths: Sequence[Path]) -> bool:
    """Tell whether one of *paths* is a folder. Asks the disk: call it in a thread."""
    try:
        return any(path.is_dir() for path in paths)
    except OSError:
        return False


def choose(title: str, chosen: Callable[[list[Path]], None], parent: QWidget) -> QFileDialog:
    """Open a dialog called *title*, have a person choose recordings, and give them to *chosen*."""
    dialog = QFileDialog(parent, title)
    dialog.setObjectName("recordings")
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    recordings = translate("Recordings", "Terminal recordings ({patterns})")
    everything = translate("Recordings", "All files (*)")
    dialog.setNameFilters([recordings.format(patterns=_PATTERNS), everything])
    dialog.filesSelected.connect(lambda names: chosen([Path(name) for name in names]))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog
