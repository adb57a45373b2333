"""Rendered HTML as the lines of text that a document shows of it."""

from html.parser import HTMLParser

_BLOCKS = frozenset({"p", "li", "td", "th", "pre", "hr", "ul", "ol", "table", "tr", "blockquote"})
_LINE_SEPARATOR = "\N{LINE SEPARATOR}"


class _Lines(HTMLParser):
    """Gathers text by paragraph. White space counts inside ``pre`` only, where lines are apart."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._line: list[str] = []
        self._pre = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a paragraph, or a line within one."""
        del attrs
        if tag == "br":
            self._line.append(_LINE_SEPARATOR)
        elif tag in _BLOCKS:
            self.end_line()
            self._pre += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        """End a paragraph."""
        if tag in _BLOCKS:
            self.end_line()
            self._pre -= tag == "pre"

    def handle_data(self, data: str) -> None:
        """Take text."""
        if not self._pre:
            self._line.append(data)
            return
        first, *others = data.split("\n")
        self._line.append(first)
        for line in others:
            self.end_line()
            self._line.append(line)

    def end_line(self) -> None:
        """Put what was gathered among the lines."""
        text = "".join(self._line)
        self._line.clear()
        if not self._pre:
            text = _squeezed(text)
        if text:
            self.found.append(text)


def _squeezed(text: str) -> str:
    parts = text.split(_LINE_SEPARATOR)
    return _LINE_SEPARATOR.join(" ".join(part.split()) for part in parts)


def lines(html: str) -> list[str]:
    """Return the paragraphs of *html*, and each line of its code."""
    parser = _Lines()
    parser.feed(html)
    parser.close()
    parser.end_line()
    return parser.found
