"""The menu of a job: every way on from it."""

from collections.abc import Callable

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from vela_desktop.domain.jobs import CANCELLABLE, DELETABLE, RETRYABLE, JobRow, JobStatus
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.jobs.wish import JobWish
from vela_desktop.gui.theme import Theme


def job_menu(row: JobRow, theme: Theme, ask: Callable[[JobWish], None], parent: QWidget) -> QMenu:
    """Return the menu of a job, which deletes itself when it closes; *ask* hears the wish."""
    job = row.job
    menu = QMenu(parent)
    menu.setObjectName("job_menu")

    def add(wish: JobWish, icon: str, text: str, role: str = "text.secondary") -> QAction:
        action = QAction(text, menu)
        action.setObjectName(f"job_{wish}")
        theme.dress(action, icon, role)
        action.triggered.connect(lambda: ask(wish))
        menu.addAction(action)
        return action

    if job.status is JobStatus.COMPLETED and job.entries:
        add(JobWish.ENTRIES, "entry", translate("Jobs", "Open entries"))
    add(JobWish.SESSION, "session", translate("Jobs", "Open session"))
    add(JobWish.SNAPSHOT, "snapshot", translate("Jobs", "View source snapshot"))
    add(JobWish.ONLY, "filter", translate("Jobs", "Only the jobs of this session"))
    add(JobWish.LINK, "link", translate("Jobs", "Copy link"))
    menu.addSeparator()
    add(JobWish.CURATE, "curate", translate("Jobs", "Curate again…"))
    if job.status in RETRYABLE:
        add(JobWish.RETRY, "retry", translate("Jobs", "Retry"))
    if job.status in CANCELLABLE:
        add(JobWish.CANCEL, "stop", translate("Jobs", "Cancel job"))
    if job.status in DELETABLE:
        menu.addSeparator()
        delete = add(JobWish.DELETE, "trash", translate("Jobs", "Delete record…"), "danger")
        delete.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        delete.setShortcutVisibleInContextMenu(True)
    menu.aboutToHide.connect(menu.deleteLater)
    return menu
