"""The question before a retry that would replace what a person changed meanwhile."""

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtWidgets import QWidget

from vela_desktop.domain.jobs import EditedEntry
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.kit import Answer, ask
from vela_desktop.gui.theme import Theme

NAMED = 5
"""Entries named one by one; of more, only how many they are."""


class Wish(StrEnum):
    """What a person wants after all."""

    RETRY = "retry"
    LOOK = "look"
    CANCEL = "cancel"


async def ask_replacing(theme: Theme, edited: Sequence[EditedEntry], parent: QWidget) -> Wish:
    """Show the entries a person changed and ask whether a retry may replace them."""
    if not edited:
        return Wish.RETRY
    count = len(edited)
    named = [
        translate("Jobs", "“{title}” (v{version})").format(title=one.title, version=one.version)
        for one in edited[:NAMED]
    ]
    if count > NAMED:
        named.append(plural("Jobs", "and %n more")(count - NAMED))
    kept = translate(
        "Jobs",
        "An entry that is produced again gains a revision, and your text can be restored; one that "
        "is not produced again goes, with its history.",
    )
    replacing = plural("Jobs", "Retry and replace %n entries")(count)
    answers = (
        Answer(Wish.RETRY, replacing, "danger", apart=True),
        Answer(Wish.CANCEL, translate("Jobs", "Cancel")),
        Answer(Wish.LOOK, translate("Jobs", "Look at the entries"), "primary"),
    )
    title = plural("Jobs", "Replace %n entries that you changed?")(count)
    answer = await ask(theme, title, "\n".join([*named, kept]), answers, parent)
    return Wish(answer or Wish.CANCEL)
