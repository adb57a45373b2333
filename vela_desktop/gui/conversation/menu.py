"""The menu of a conversation's text."""

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from vela_desktop.domain.entries import Citation
from vela_desktop.domain.routes import SessionRoute, format_citation, format_route
from vela_desktop.gui.actions import Desk
from vela_desktop.gui.conversation.view import ConversationView
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.theme import Theme


def copy_citation(desk: Desk, session_id: str, turn: int) -> None:
    """Put the citation of a turn on the clipboard, as it is written in an entry's body."""
    words = translate("Conversation", "Turn {number}").format(number=turn)
    target = format_citation(Citation(session_id=session_id, turn=turn))
    desk.copy(f"[{words}]({target})", translate("Conversation", "Citation copied"))


def text_menu(
    view: ConversationView, desk: Desk, theme: Theme, session_id: str, turn: int, link: str
) -> QMenu:
    """Return the menu over turn *turn*, and over *link* where there is one."""
    menu = QMenu(view)
    copy = _add(menu, theme, translate("Conversation", "Copy"), "copy")
    copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
    copy.setEnabled(view.textCursor().hasSelection())
    copy.triggered.connect(view.copy)
    if "://" in link:
        address = _add(menu, theme, translate("Conversation", "Copy link address"), "link")
        said = translate("Conversation", "Link copied")
        address.triggered.connect(lambda: desk.copy(link, said))
    everything = _add(menu, theme, translate("Conversation", "Select all that is loaded"), None)
    everything.triggered.connect(view.selectAll)
    if turn:
        menu.addSeparator()
        text = translate("Conversation", "Copy the citation of turn {number}").format(number=turn)
        cite = _add(menu, theme, text, "quote")
        cite.triggered.connect(lambda: copy_citation(desk, session_id, turn))
        text = translate("Conversation", "Copy the link to turn {number}").format(number=turn)
        route = format_route(SessionRoute(session_id=session_id, turn=turn))
        to_turn = _add(menu, theme, text, "link")
        to_turn.triggered.connect(
            lambda: desk.copy(route, translate("Conversation", "Link copied"))
        )
    menu.aboutToHide.connect(menu.deleteLater)
    return menu


def _add(menu: QMenu, theme: Theme, text: str, icon: str | None) -> QAction:
    action = QAction(text, menu)
    if icon is not None:
        theme.dress(action, icon)
    menu.addAction(action)
    return action
