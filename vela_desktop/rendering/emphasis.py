"""Emphasis beside Chinese, Japanese and Korean characters.

CommonMark decides by white space and punctuation whether ``**`` opens or closes; it knows no CJK
punctuation, so ``**判断。**后来`` stays literal, and agents write so constantly. Here a CJK
character on either side of a run counts like a letter that may stand next to anything.
"""

import unicodedata
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline.state_inline import Scanned, StateInline
from markdown_it.token import Token

from vela_desktop.domain.text import is_cjk


class RelaxedState(StateInline):
    """Judges runs of ``*``, ``_`` and ``~`` with CJK neighbours in mind."""

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803
        """Return whether the run at *start* can open and close, and its length."""
        marker, end = self.src[start], start
        while end < self.posMax and self.src[end] == marker:
            end += 1
        before = self.src[start - 1] if start > 0 else " "
        after = self.src[end] if end < self.posMax else " "
        left = not after.isspace() and not (_blocks(after) and not _open_side(before))
        right = not before.isspace() and not (_blocks(before) and not _open_side(after))
        can_open = left and (canSplitWord or not right or _blocks(before))
        can_close = right and (canSplitWord or not left or _blocks(after))
        return Scanned(can_open, can_close, end - start)


def _punctuation(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"


def _blocks(char: str) -> bool:
    """Punctuation that keeps a run from opening before it or closing after it."""
    return _punctuation(char) and not is_cjk(char)


def _open_side(char: str) -> bool:
    return char.isspace() or _punctuation(char) or is_cjk(char)


class RelaxedInline(ParserInline):
    """The inline parser with ``RelaxedState``."""

    def parse(self, src: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token]:
        """Parse *src* into *tokens*."""
        state = RelaxedState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens
