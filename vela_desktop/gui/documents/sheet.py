"""The style sheet of rendered text: ``rendering`` names classes only."""

from vela_desktop import assets
from vela_desktop.gui.theme import Theme
from vela_desktop.gui.theme.sheet import fill


def document_sheet(theme: Theme) -> str:
    """Return ``ui/themes/document.css`` filled for the present scheme."""
    template = assets.read_text(assets.ui("themes", "document.css"))
    return fill(template, theme.tokens, theme.scheme, theme.families, _no_image)


def _no_image(name: str, role: str) -> str:
    raise KeyError(name, role)
