"""Builds the style sheet from its template and the tokens.

``{{bg.pane}}`` is a colour, ``{{space.2}}`` a length; ``{{size.control - line.hair}}`` adds and
subtracts lengths; ``{{image.check@on.accent}}`` is the path of an icon in a role's colour;
``{{family.mono}}`` a list of families; ``{{weight.ui.strong}}`` a font weight.
"""

import re
from collections.abc import Callable

from vela_desktop import assets
from vela_desktop.gui.theme.tokens import Scheme, Tokens

_HOLE = re.compile(r"\{\{\s*([^}]+?)\s*\}\}")
_TERM = re.compile(r"([+-])\s*")


def _length(tokens: Tokens, expression: str) -> str:
    total, sign = 0.0, 1
    for part in _TERM.split(expression):
        word = part.strip()
        if word in {"+", "-"}:
            sign = 1 if word == "+" else -1
        else:
            total += sign * tokens.measure(word)
    return f"{total:g}px"


def fill(
    template: str,
    tokens: Tokens,
    scheme: Scheme,
    families: Callable[[str], tuple[str, ...]],
    image: Callable[[str, str], str],
) -> str:
    """Return *template* with every hole filled. Raises KeyError for an unknown name."""
    roles = frozenset(tokens.roles(scheme))

    def value(match: re.Match[str]) -> str:
        name = match[1]
        group, _, rest = name.partition(".")
        if name in roles:
            return tokens.hex(scheme, name)
        if group == "image":
            icon, _, role = rest.partition("@")
            return image(icon, role)
        if group == "family":
            return ", ".join(f'"{family}"' for family in families(rest))
        if group == "weight":
            return str(tokens.style(rest).weight)
        return _length(tokens, name)

    return _HOLE.sub(value, template)


def template() -> str:
    """Return the style sheet's template."""
    return assets.read_text(assets.ui("themes", "base.qss"))
