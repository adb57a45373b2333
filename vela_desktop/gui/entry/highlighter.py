"""Colours Markdown in the editor: one pass of two patterns a line, a fence as the block's state."""

import re

from PySide6.QtGui import QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from vela_desktop.gui.theme import Theme

_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,})(?P<rest>[^`]*)$")
_LINE = re.compile(
    r"(?P<heading>^ {0,3}#{1,6}\s.*)|(?P<quote>^\s*>.*)|(?P<marker>^\s*(?:[-*+]|\d+[.)])\s)"
)
_SPAN = re.compile(
    r"(?P<code>`[^`]+`)|(?P<strong>\*\*[^*]+\*\*)|(?P<link>\[\[[^\]]+\]\]|\[[^\]]*\]\([^)]*\))"
)
_SPANS = frozenset("`*[")
_PLAIN = 0
_TILDE = 1
_LOOKS = {
    "heading": ("code.heading", True),
    "quote": ("text.secondary", False),
    "marker": ("accent", True),
    "code": ("code.name", False),
    "strong": ("text", True),
    "link": ("accent", False),
    "fence": ("code.string", False),
}


class MarkdownHighlighter(QSyntaxHighlighter):
    """Follows the theme."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        self._formats: dict[str, QTextCharFormat] = {}
        theme.changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        for name, (role, bold) in _LOOKS.items():
            look = QTextCharFormat()
            look.setForeground(self._theme.color(role))
            look.setFontWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
            self._formats[name] = look
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        """Colour one line."""
        before = max(_PLAIN, self.previousBlockState())
        after = fence_state(text, before)
        self.setCurrentBlockState(after)
        if before or after:
            self.setFormat(0, len(text), self._formats["fence"])
            return
        match = _LINE.match(text)
        if match is not None:
            self._paint(match)
        if not _SPANS.isdisjoint(text):
            for match in _SPAN.finditer(text):
                self._paint(match)

    def _paint(self, match: re.Match[str]) -> None:
        start, end = match.span()
        self.setFormat(start, end - start, self._formats[match.lastgroup or ""])


def fence_state(line: str, before: int) -> int:
    """Return the state after *line*: 0 outside of code, else which fence closes it.

    A fence ends with the same mark, at least as often, and nothing after it.
    """
    match = _FENCE.match(line) if "```" in line or "~~~" in line else None
    if match is None:
        return before
    marks = match["marks"]
    state = len(marks) << 1 | (_TILDE if marks[0] == "~" else 0)
    if not before:
        return state
    closes = state & 1 == before & 1 and state >= before and not match["rest"].strip()
    return _PLAIN if closes else before
