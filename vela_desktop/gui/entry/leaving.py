"""Asks about unsaved text before a page goes on to another entry."""

from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import Answer, ask
from vela_desktop.gui.pages import Page
from vela_desktop.gui.theme import Theme


async def ask_leave(theme: Theme, page: Page) -> str | None:
    """Return ``save``, ``discard``, or None where the page is not to be left."""
    title = translate("Entry", "Save the changes to “{title}”?").format(title=page.title())
    text = translate("Entry", "Without saving, what you wrote since the last save is lost.")
    answers = (
        Answer("discard", translate("Entry", "Leave without saving"), apart=True),
        Answer("cancel", translate("Entry", "Cancel")),
        Answer("save", translate("Entry", "Save and leave"), "primary"),
    )
    answer = await ask(theme, title, text, answers, page)
    return answer if answer in ("save", "discard") else None
