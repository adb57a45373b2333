"""Fonts: the families of the tokens where they are installed, else the platform's own."""

from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase

from vela_desktop.gui.theme.tokens import Tokens

_CHINESE = (
    "PingFang SC",
    "Microsoft YaHei UI",
    "Noto Sans SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
)
_SYSTEM = {
    "ui": QFontDatabase.SystemFont.GeneralFont,
    "mono": QFontDatabase.SystemFont.FixedFont,
    "editor": QFontDatabase.SystemFont.FixedFont,
}


@lru_cache(maxsize=64)
def _installed(family: str) -> bool:
    """Tell whether a family is there; asking costs, and painters ask for every line."""
    return QFontDatabase.hasFamily(family)


def families(tokens: Tokens, name: str) -> tuple[str, ...]:
    """Return the families to use for ``ui``, ``mono`` or ``editor``, best first."""
    wanted = tokens.families(name)
    found = [family for family in wanted if _installed(family)]
    if len(found) < len(wanted):
        found.append(QFontDatabase.systemFont(_SYSTEM[name]).family())
        found.extend(family for family in _CHINESE if _installed(family))
    return tuple(dict.fromkeys(found))


def font(tokens: Tokens, style: str, family: str = "ui") -> QFont:
    """Return the font of text style *style* in the families of *family*."""
    chosen = tokens.style(style)
    result = QFont()
    result.setFamilies(families(tokens, family))
    result.setPixelSize(chosen.size)
    result.setWeight(QFont.Weight(chosen.weight))
    return result


@lru_cache(maxsize=64)
def monogram_font(tokens: Tokens, pixels: int) -> QFont:
    """Return the bold font of an agent's two letters; its small l has a tail where Inter is."""
    result = font(tokens, "ui.strong")
    result.setPixelSize(pixels)
    result.setWeight(QFont.Weight.Bold)
    result.setFeature(QFont.Tag("cv05"), 1)
    return result
