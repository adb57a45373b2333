"""Markdown to the HTML that a Qt text document shows well. Raw HTML stays text.

The HTML names classes, no colours or sizes: the window's style sheet gives them, so that one
rendering serves every theme.
"""

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Any
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline.state_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from mdit_py_plugins.tasklists import tasklists_plugin

from vela_desktop.domain.routes import parse_citation
from vela_desktop.rendering.code import highlight
from vela_desktop.rendering.emphasis import RelaxedInline
from vela_desktop.rendering.schemes import CITE, WIKI

SAFE_SCHEMES = ("http://", "https://", "mailto:", "vela://")


class DocumentRenderer(RendererHTML):
    """Renders what Qt's rich text needs otherwise than browsers do."""

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """Render a fenced block as a card: only table cells have padding in Qt."""
        del options, env
        token = tokens[idx]
        words = token.info.split(maxsplit=1)
        return code_card(token.content, words[0] if words else "")

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """Render an indented block like a fenced one."""
        del options, env
        return code_card(tokens[idx].content, "")

    def html_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """Render a task's box, the only inline HTML there is: Qt shows no form fields."""
        del options, env
        return "☑" if "checked=" in tokens[idx].content else "☐"

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """Render an image by its words: nothing is fetched."""
        token = tokens[idx]
        words = self.renderInlineAsText(token.children or [], options, env)
        return f'<span class="image">[{escape(words or str(token.attrGet("src") or ""))}]</span>'


def code_card(code: str, language: str) -> str:
    """Return a block of code as a card."""
    text = highlight(code.rstrip("\n"), language)
    cell = f'<td class="code"><pre>{text}</pre></td>'
    return f'<table class="card" width="100%"><tr>{cell}</tr></table>\n'


def _wiki(state: StateInline, silent: bool) -> bool:
    """Parse ``[[Title]]``."""
    if not state.src.startswith("[[", state.pos):
        return False
    end = state.src.find("]]", state.pos + 2, state.posMax)
    title = state.src[state.pos + 2 : end].strip() if end > 0 else ""
    if not title or "\n" in title or "[" in title:
        return False
    if not silent:
        token = state.push("link_open", "a", 1)
        token.attrs = {"href": WIKI + quote(title, safe="")}
        state.push("text", "", 0).content = title
        state.push("link_close", "a", -1)
    state.pos = end + 2
    return True


def _href(target: str) -> str | None:
    if parse_citation(target) is not None:
        return CITE + target
    allowed = target.startswith((WIKI, CITE)) or target.lower().startswith(SAFE_SCHEMES)
    return target if allowed else None


def _link_open(
    renderer: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any
) -> str:
    """Render a link that leads somewhere safe; any other one keeps its words only."""
    del renderer, options, env
    href = _href(str(tokens[idx].attrGet("href") or ""))
    return f'<a href="{escape(href)}">' if href else "<a>"


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=DocumentRenderer)
    parser.inline = RelaxedInline()
    parser.configure("commonmark")
    parser.enable(["table", "strikethrough"])
    parser.options["html"] = False
    parser.use(tasklists_plugin)
    parser.inline.ruler.before("link", "wiki", _wiki)
    parser.add_render_rule("link_open", _link_open)
    return parser


def to_html(text: str) -> str:
    """Return *text* (Markdown) as an HTML fragment."""
    rendered: str = _parser().render(text)
    return rendered


def blocks(text: str) -> tuple[str, ...]:
    """Return the HTML of each top-level block, so that a caller can reuse unchanged ones."""
    parser, env = _parser(), {}  # type: ignore[var-annotated]
    tokens = parser.parse(text, env)
    pieces: list[str] = []
    start = 0
    for position, token in enumerate(tokens):
        if token.level == 0 and token.nesting <= 0:
            piece = parser.renderer.render(tokens[start : position + 1], parser.options, env)
            pieces.append(str(piece))
            start = position + 1
    return tuple(pieces)
