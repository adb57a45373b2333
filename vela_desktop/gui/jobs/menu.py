"""The menu of a job: every way on from it."""

from collections.abc import Callable

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from vela_desktop.domain.jobs import RETRYABLE, UNFINISHED, JobRow, JobStatus
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.theme import Theme

_CANCELLABLE = frozenset({JobStatus.QUEUED, JobStatus.RUNNING})


def job_menu(row: JobRow, theme: Theme, ask: Callable[[str], None], parent: QWidget) -> QMenu:
    """Return the menu of a job, which deletes itself when it closes; *ask* hears the wish."""
    job = row.job
    menu = QMenu(parent)
    menu.setObjectName("job_menu")

    def add(wish: str, icon: str, text: str, role: str = "text.secondary") -> QAction:
        action = QAction(text, menu)
        action.setObjectName(f"job_{wish}")
        theme.dress(action, icon, role)
        action.triggered.connect(lambda: ask(wish))
        menu.addAction(action)
        return action

    if job.status is JobStatus.COMPLETED and job.entries:
        add("entries", "entry", translate("Jobs", "Open entries"))
    add("session", "session", translate("Jobs", "Open session"))
    add("snapshot", "snapshot", translate("Jobs", "View source snapshot"))
    add("only", "filter", translate("Jobs", "Only the jobs of this session"))
    add("link", "link", translate("Jobs", "Copy link"))
    menu.addSeparator()
    add("curate", "curate", translate("Jobs", "Curate again…"))
    if job.status in RETRYABLE:
        add("retry", "retry", translate("Jobs", "Retry"))
    if job.status in _CANCELLABLE:
        add("cancel", "stop", translate("Jobs", "Cancel job"))
    if job.status not in UNFINISHED:
        menu.addSeparator()
        delete = add("delete", "trash", translate("Jobs", "Delete record…"), "danger")
        delete.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        delete.setShortcutVisibleInContextMenu(True)
    menu.aboutToHide.connect(menu.deleteLater)
    return menu
