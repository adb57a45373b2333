"""Small widgets that every surface is made of."""

from vela_desktop.gui.kit.ask import Answer, ask, finished
from vela_desktop.gui.kit.buttons import Button, IconButton, WordButton
from vela_desktop.gui.kit.dialog import Dialog
from vela_desktop.gui.kit.empty import EmptyState
from vela_desktop.gui.kit.labels import ElidedLabel, Label, WrappedLabel, restyle
from vela_desktop.gui.kit.notice import Notice, NoticePlace
from vela_desktop.gui.kit.pagebar import Breadcrumb, Crumb, PageBar
from vela_desktop.gui.kit.parts import Chip, IconLabel, Monogram, Separator
from vela_desktop.gui.kit.segmented import Segmented
from vela_desktop.gui.kit.spinner import Spinner, paint_ring

__all__ = [
    "Answer",
    "Breadcrumb",
    "Button",
    "Chip",
    "Crumb",
    "Dialog",
    "ElidedLabel",
    "EmptyState",
    "IconButton",
    "IconLabel",
    "Label",
    "Monogram",
    "Notice",
    "NoticePlace",
    "PageBar",
    "Segmented",
    "Separator",
    "Spinner",
    "WordButton",
    "WrappedLabel",
    "ask",
    "finished",
    "paint_ring",
    "restyle",
]
