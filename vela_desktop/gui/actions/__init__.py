"""What a person can do, as data."""

from vela_desktop.gui.actions.desk import Desk
from vela_desktop.gui.actions.menus import MenuBar, context_menu, popup
from vela_desktop.gui.actions.registry import ACTIONS, BY_ID, of_subject, of_tab
from vela_desktop.gui.actions.rows import Action, Menu, Scope

__all__ = [
    "ACTIONS",
    "BY_ID",
    "Action",
    "Desk",
    "Menu",
    "MenuBar",
    "Scope",
    "context_menu",
    "of_subject",
    "of_tab",
    "popup",
]
