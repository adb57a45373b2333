"""The question before a retry that would undo what a person did meanwhile."""

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtWidgets import QWidget

from vela_desktop.domain.jobs import ConflictEntry
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.jobs import texts
from vela_desktop.gui.kit import Answer, ask
from vela_desktop.gui.theme import Theme


class RetryAnswer(StrEnum):
    """What a person wants after all."""

    RETRY = "retry"
    LOOK = "look"
    CANCEL = "cancel"


async def ask_replacing(
    theme: Theme, undone: Sequence[ConflictEntry], parent: QWidget
) -> RetryAnswer:
    """Show the entries a person changed or took away and ask whether a retry may replace them or
    bring them back."""
    if not undone:
        return RetryAnswer.RETRY
    edited = [entry for entry in undone if not entry.missing]
    missing = [entry for entry in undone if entry.missing]
    if edited:
        title = plural("Jobs", "Replace %n entries that you changed?")(len(edited))
        retrying = plural("Jobs", "Retry and replace %n entries")(len(edited))
    else:
        title = plural("Jobs", "May %n entries that you took away come back?")(len(missing))
        retrying = translate("Jobs", "Retry")
    answers = (
        Answer(RetryAnswer.RETRY, retrying, "danger", apart=True),
        Answer(RetryAnswer.CANCEL, translate("Jobs", "Cancel")),
        Answer(RetryAnswer.LOOK, translate("Jobs", "Look at the entries"), "primary"),
    )
    text = "\n".join([*_edited(edited), *_missing(missing)])
    answer = await ask(theme, title, text, answers, parent)
    return RetryAnswer(answer or RetryAnswer.CANCEL)


def _edited(entries: Sequence[ConflictEntry]) -> list[str]:
    if not entries:
        return []
    return [
        *texts.named(
            entries,
            lambda entry: translate("Jobs", "“{title}” (v{version})").format(
                title=entry.title, version=entry.version
            ),
        ),
        translate(
            "Jobs",
            "An entry that is produced again gains a revision, and your text can be restored; one "
            "that is not produced again goes, with its history.",
        ),
    ]


def _missing(entries: Sequence[ConflictEntry]) -> list[str]:
    if not entries:
        return []
    return [
        *texts.named(
            entries,
            lambda entry: translate("Jobs", "“{title}” (deleted, moved or protected)").format(
                title=texts.title(entry)
            ),
        ),
        translate(
            "Jobs",
            "What you deleted, moved or protected stays so, but a retry may write a new entry with "
            "the same title.",
        ),
    ]
