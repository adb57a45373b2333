"""Asks about unsaved input before a page closes or goes on to show something else."""

from PySide6.QtWidgets import QWidget

from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import Answer, ask
from vela_desktop.gui.pages import Page
from vela_desktop.gui.theme import Theme


async def ask_unsaved(theme: Theme, page: Page, parent: QWidget, *, leaving: bool = False) -> bool:
    """Ask what becomes of the input of *page* and do it; True where the page may close now, or,
    *leaving* what it shows, go on."""
    title = translate("Unsaved", "Save the changes to “{title}”?").format(title=page.title())
    text = translate("Unsaved", "Without saving, what you wrote since the last save is lost.")
    if leaving:
        discard = translate("Unsaved", "Leave without saving")
        save = translate("Unsaved", "Save and leave")
    else:
        discard = translate("Unsaved", "Close without saving")
        save = translate("Unsaved", "Save and close")
    answers = (
        Answer("discard", discard, apart=True),
        Answer("cancel", translate("Unsaved", "Cancel")),
        Answer("save", save, "primary"),
    )
    answer = await ask(theme, title, text, answers, parent)
    if answer == "save":
        return await page.save()
    if answer == "discard":
        await page.discard()
    return answer == "discard"
