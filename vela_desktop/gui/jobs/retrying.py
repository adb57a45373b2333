"""The question before a retry that would replace what a person changed meanwhile."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from vela_desktop.domain.jobs import EditedEntry
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.kit import Answer, ask
from vela_desktop.gui.theme import Theme

NAMED = 5
"""Entries named one by one; of more, only how many they are."""


async def may_replace(theme: Theme, edited: Sequence[EditedEntry], parent: QWidget) -> bool:
    """Show the entries a person changed and ask whether a retry may replace them."""
    if not edited:
        return True
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
    answers = (
        Answer(
            "retry", plural("Jobs", "Retry and replace %n entries")(count), "danger", apart=True
        ),
        Answer("cancel", translate("Jobs", "Cancel")),
    )
    title = plural("Jobs", "Replace %n entries that you changed?")(count)
    return await ask(theme, title, "\n".join([*named, kept]), answers, parent) == "retry"
