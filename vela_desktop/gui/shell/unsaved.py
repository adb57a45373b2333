"""Asks about unsaved input before a page closes."""

from PySide6.QtWidgets import QWidget

from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import Answer, ask
from vela_desktop.gui.pages import Page
from vela_desktop.gui.theme import Theme


async def ask_unsaved(theme: Theme, page: Page, parent: QWidget) -> bool:
    """Ask what becomes of the input of *page*; True where it may close now."""
    title = translate("Unsaved", "Save the changes to “{title}”?").format(title=page.title())
    text = translate("Unsaved", "Without saving, what you wrote since the last save is lost.")
    answers = (
        Answer("discard", translate("Unsaved", "Close without saving"), apart=True),
        Answer("cancel", translate("Unsaved", "Cancel")),
        Answer("save", translate("Unsaved", "Save and close"), "primary"),
    )
    answer = await ask(theme, title, text, answers, parent)
    if answer == "save":
        return await page.save()
    if answer == "discard":
        await page.discard()
    return answer == "discard"
