"""The look: tokens, palette, style sheet, fonts, icons."""

from vela_desktop.gui.theme.monogram import paint_monogram
from vela_desktop.gui.theme.theme import CHOICES, Theme
from vela_desktop.gui.theme.tokens import SCHEMES, Scheme, Tokens, TypeStyle, load_tokens

__all__ = [
    "CHOICES",
    "SCHEMES",
    "Scheme",
    "Theme",
    "Tokens",
    "TypeStyle",
    "load_tokens",
    "paint_monogram",
]
