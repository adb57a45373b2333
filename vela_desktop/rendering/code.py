"""Code to HTML with a few classes of colour, which the window's style sheet fills."""

from functools import lru_cache
from html import escape

from pygments import lex
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    String,
    _TokenType,
)
from pygments.util import ClassNotFound

HIGHLIGHT_CHARS = 20_000
"""Longer code is shown plain: colours are not worth a wait."""

CLASSES: tuple[tuple[_TokenType, str], ...] = (
    (Comment, "c"),
    (String, "s"),
    (Number, "n"),
    (Literal, "n"),
    (Keyword, "k"),
    (Operator.Word, "k"),
    (Name.Function, "f"),
    (Name.Class, "f"),
    (Name.Builtin, "f"),
    (Name.Decorator, "f"),
    (Name.Tag, "k"),
    (Name.Attribute, "f"),
    (Generic.Inserted, "i"),
    (Generic.Deleted, "d"),
    (Generic.Heading, "c"),
    (Generic.Subheading, "c"),
)
"""Token types by the class of the colour they get: keyword, string, comment, number, name, what a
difference puts in and what it takes out."""


@lru_cache(maxsize=64)
def _lexer(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


@lru_cache(maxsize=512)
def _class(kind: _TokenType) -> str | None:
    return next((name for parent, name in CLASSES if kind[: len(parent)] == parent), None)


def highlight(code: str, language: str) -> str:
    """Return *code* as HTML text; unknown languages and very long code stay plain."""
    lexer = _lexer(language.lower()) if language and len(code) <= HIGHLIGHT_CHARS else None
    if lexer is None:
        return escape(code, quote=False)
    pieces: list[str] = []
    left = len(code)
    for kind, text in lex(f"{code}\n", lexer):  # some lexers know whole lines only
        name, safe = _class(kind), escape(text[:left], quote=False)
        pieces.append(f'<span class="{name}">{safe}</span>' if name and safe else safe)
        left -= len(text)
    return "".join(pieces)


def pre(code: str, language: str) -> str:
    """Return a block of code: its lines are not broken."""
    return f"<pre>{highlight(code.rstrip(), language)}</pre>\n"


def output(text: str) -> str:
    """Return what a program wrote: plain, and its long lines are broken."""
    return f'<pre class="output">{escape(text.rstrip(), quote=False)}</pre>\n'
