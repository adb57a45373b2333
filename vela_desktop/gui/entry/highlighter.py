"""Colours Markdown in the editor: one pass of one pattern a line, a fence as the block's state."""

import re

from PySide6.QtGui import QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from vela_desktop.gui.theme import Theme

_FENCE = re.compile(r"\s{0,3}(```|~~~)")
_LINE = re.compile(r"(?P<heading>^#{1,6}\s.*)|(?P<quote>^\s*>.*)|(?P<marker>^\s*(?:[-*+]|\d+\.)\s)")
_SPAN = re.compile(
    r"(?P<code>`[^`]+`)|(?P<strong>\*\*[^*]+\*\*)|(?P<link>\[\[[^\]]+\]\]|\[[^\]]*\]\([^)]*\))"
)
_PLAIN, _FENCED = 0, 1


class MarkdownHighlighter(QSyntaxHighlighter):
    """Follows the theme."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        self._formats: dict[str, QTextCharFormat] = {}
        theme.changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        roles = {
            "heading": ("code.heading", True),
            "quote": ("text.secondary", False),
            "marker": ("accent", True),
            "code": ("code.name", False),
            "strong": ("text", True),
            "link": ("accent", False),
            "fence": ("code.string", False),
        }
        for name, (role, bold) in roles.items():
            look = QTextCharFormat()
            look.setForeground(self._theme.color(role))
            look.setFontWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
            self._formats[name] = look
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        """Colour one line."""
        fenced = self.previousBlockState() == _FENCED
        border = _FENCE.match(text) is not None
        self.setCurrentBlockState(_FENCED if fenced != border else _PLAIN)
        if fenced or border:
            self.setFormat(0, len(text), self._formats["fence"])
            return
        for pattern in (_LINE, _SPAN):
            for match in pattern.finditer(text):
                name = match.lastgroup or ""
                self.setFormat(match.start(), match.end() - match.start(), self._formats[name])
