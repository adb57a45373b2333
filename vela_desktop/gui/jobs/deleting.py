"""The question before a record is deleted."""

from PySide6.QtWidgets import QWidget

from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.jobs import JobRow, JobStatus
from vela_desktop.domain.text import elide
from vela_desktop.gui import words
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.jobs import texts
from vela_desktop.gui.kit import Answer, ask
from vela_desktop.gui.theme import Theme

TITLE_CHARS = 80
"""So much of a title tells which job is meant; a first prompt may have hundreds."""


async def ask_delete(theme: Theme, row: JobRow, parent: QWidget) -> bool:
    """Ask whether the record of a job that has ended may go; say what stays."""
    job = row.job
    which = translate("Jobs", "“{title}” · {status} · {when}").format(
        title=elide(row.session_title, TITLE_CHARS),
        status=words.status(job.status),
        when=texts.when(job, now_ms()),
    )
    lost = translate("Jobs", "A deleted record does not come back.")
    if job.status is not JobStatus.COMPLETED:
        lost = translate("Jobs", "A deleted record does not come back and cannot be retried.")
    stays = translate("Jobs", "Its source snapshot, the session and its entries stay.")
    answers = (
        Answer("delete", translate("Jobs", "Delete record"), "danger", apart=True),
        Answer("keep", translate("Jobs", "Keep record"), "primary"),
    )
    title = translate("Jobs", "Delete this record?")
    return await ask(theme, title, "\n".join((which, stays, lost)), answers, parent) == "delete"
