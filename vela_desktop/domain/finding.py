"""Words looked for in text that is on screen.

Full and half width and other compatibility forms are the same, and so is case unless asked for.
The window and its workers both count with this, so their numbers agree.
"""

import re
import unicodedata
from dataclasses import dataclass
from html import unescape

_TARGET = re.compile(r"\]\([^)\s]*\)")
_MARKUP = dict.fromkeys(map(ord, "*_`~\\[]()<>#|!- \t\r\n\u00a0"))
"""What a Markdown source may hold between the letters of words that are shown side by side."""


class _Folding(dict[int, str]):
    """Characters as they are compared, each worked out when it is first met."""

    def __init__(self, *, case: bool) -> None:
        super().__init__()
        self._case = case

    def __missing__(self, code: int) -> str:
        form = unicodedata.normalize("NFKC", chr(code))
        folded = form if self._case else form.casefold()
        self[code] = folded
        return folded


_FOLDINGS = {case: _Folding(case=case) for case in (False, True)}


@dataclass(frozen=True, slots=True)
class Needle:
    """The words that are looked for. White space around them does not count."""

    words: str
    case: bool = False

    def __bool__(self) -> bool:
        return bool(self.words.strip())

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return where in *text* the words stand: beginning and end of each place."""
        needle, folding = self._folded(self.words.strip()), _FOLDINGS[self.case]
        if not needle:
            return []
        hay = self._folded(text)
        found = _places(hay, needle)
        if not found or len(hay) == len(text):
            return found
        origin = [at for at, char in enumerate(text) for _ in folding[ord(char)]]
        return [(origin[start], origin[end - 1] + 1) for start, end in found]

    def may_show(self, source: str) -> bool:
        """Tell whether *source* (Markdown) could show the words; False is certain."""
        needle = self._bare(self.words)
        if needle in self._bare(source):
            return True
        plain = unescape(source) if "&" in source else source
        return needle in self._bare(_TARGET.sub("", plain))

    def _bare(self, text: str) -> str:
        return self._folded(text.translate(_MARKUP))

    def _folded(self, text: str) -> str:
        return text.translate(_FOLDINGS[self.case])


def _places(hay: str, needle: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at = hay.find(needle)
    while at >= 0:
        found.append((at, at + len(needle)))
        at = hay.find(needle, at + len(needle))
    return found
