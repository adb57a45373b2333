"""The palette of a theme, for what the style sheet does not reach."""

from PySide6.QtGui import QColor, QPalette

from vela_desktop.gui.theme.tokens import Scheme, Tokens

_ROLES: dict[QPalette.ColorRole, str] = {
    QPalette.ColorRole.Window: "bg.content",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "bg.input",
    QPalette.ColorRole.AlternateBase: "bg.pane",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.PlaceholderText: "text.placeholder",
    QPalette.ColorRole.Button: "bg.raised",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "on.accent",
    QPalette.ColorRole.Highlight: "accent.fill",
    QPalette.ColorRole.HighlightedText: "on.accent",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.ToolTipBase: "bg.raised",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Light: "bg.raised",
    QPalette.ColorRole.Midlight: "bg.hover",
    QPalette.ColorRole.Mid: "border.card",
    QPalette.ColorRole.Dark: "border.control",
    QPalette.ColorRole.Shadow: "shadow",
    QPalette.ColorRole.Accent: "accent.fill",
}
_DISABLED = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
)


def palette(tokens: Tokens, scheme: Scheme) -> QPalette:
    """Return the palette of *scheme*."""
    result = QPalette()
    for role, name in _ROLES.items():
        result.setColor(role, QColor(tokens.hex(scheme, name)))
    for role in _DISABLED:
        colour = QColor(tokens.hex(scheme, "text.disabled"))
        result.setColor(QPalette.ColorGroup.Disabled, role, colour)
    return result
