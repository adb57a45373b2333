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
from vela_desktop.domain.text import is_cjk
from vela_desktop.rendering.bare_links import link_addresses
from vela_desktop.rendering.code import pre
from vela_desktop.rendering.emphasis import RelaxedInline
from vela_desktop.rendering.schemes import CITE, WIKI

SAFE_SCHEMES = ("http://", "https://", "mailto:", "vela://")


class DocumentRenderer(RendererHTML):
    """Renders what Qt's rich text needs otherwise than browsers do."""

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """Render a fenced block."""
        del options, env
        token = tokens[idx]
        words = token.info.split(maxsplit=1)
        return pre(token.content, words[0] if words else "")

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """Render an indented block like a fenced one."""
        del options, env
        return pre(tokens[idx].content, "")

    def heading_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any
    ) -> str:
        """Render a heading as a paragraph: Qt makes its own headings larger than told."""
        del options, env
        return f'<p class="{"h2" if tokens[idx].tag in {"h1", "h2"} else "h3"}">'

    def heading_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any
    ) -> str:
        """End a heading."""
        del tokens, idx, options, env
        return "</p>\n"

    def th_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """Render a cell of a table's head."""
        del options, env
        return _cell(tokens[idx])

    def td_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """Render a cell of a table."""
        del options, env
        return _cell(tokens[idx])

    def em_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """Render emphasis; Chinese has no italics."""
        del options, env
        inner = "".join(token.content for token in _until_close(tokens, idx))
        return '<em class="upright">' if any(map(is_cjk, inner)) else "<em>"

    def softbreak(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """Join lines by a blank, but not within Chinese, where none belongs."""
        del env
        if options["breaks"]:
            return "<br>\n"
        before, after = _char(tokens, idx, -1), _char(tokens, idx, 1)
        return "" if before and after and is_cjk(before) and is_cjk(after) else "\n"

    def html_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """Render a task's box, the only inline HTML there is: Qt shows no form fields."""
        del options, env
        return "☑" if "checked=" in tokens[idx].content else "☐"

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """Render an image by its words: nothing is fetched."""
        token = tokens[idx]
        words = self.renderInlineAsText(token.children or [], options, env)
        return f'<span class="image">[{escape(words or str(token.attrGet("src") or ""))}]</span>'

    def link_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """Render a link that leads somewhere safe; any other one keeps its words only."""
        del options, env
        href = _href(str(tokens[idx].attrGet("href") or ""))
        return f'<a href="{escape(href)}">' if href else "<a>"


def _cell(token: Token) -> str:
    """Return the tag of a cell: Qt drops the border of one that has a style of its own."""
    style = str(token.attrGet("style") or "")
    return f'<{token.tag} align="{style.removeprefix("text-align:") or "left"}">'


def _until_close(tokens: Sequence[Token], idx: int) -> Sequence[Token]:
    closing = (
        at
        for at in range(idx + 1, len(tokens))
        if tokens[at].type == "em_close" and tokens[at].level == tokens[idx].level
    )
    return tokens[idx + 1 : next(closing, len(tokens))]


def _char(tokens: Sequence[Token], idx: int, step: int) -> str:
    """Return the character that stands next to token *idx*, in the direction of *step*."""
    at = idx + step
    while 0 <= at < len(tokens):
        if content := tokens[at].content:
            return content[0] if step > 0 else content[-1]
        at += step
    return ""


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


@lru_cache(maxsize=4)
def _parser(*, wiki: bool = True, breaks: bool = False) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=DocumentRenderer)
    parser.inline = RelaxedInline()
    parser.configure("commonmark")
    parser.enable(["table", "strikethrough"])
    parser.options["html"] = False
    parser.options["breaks"] = breaks
    parser.use(tasklists_plugin)
    parser.core.ruler.push("addresses", link_addresses)
    if wiki:
        parser.inline.ruler.before("link", "wiki", _wiki)
    return parser


def message_html(text: str) -> str:
    """Return what an agent wrote as HTML: ``[[…]]`` is code of a shell there, not a link."""
    rendered: str = _parser(wiki=False).render(text)
    return rendered


def prompt_html(text: str) -> str:
    """Return what a person typed as HTML: each line stays a line."""
    rendered: str = _parser(wiki=False, breaks=True).render(text)
    return rendered


def parse(text: str) -> list[Token]:
    """Return the body of an entry (Markdown) as tokens, for ``render``."""
    return _parser().parse(text)


def render(tokens: Sequence[Token]) -> str:
    """Return *tokens* of ``parse``, or some of them, as an HTML fragment."""
    parser = _parser()
    html: str = parser.renderer.render(tokens, parser.options, {})
    return html
