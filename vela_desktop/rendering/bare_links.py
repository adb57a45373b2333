"""Addresses that stand in text as they are become links."""

import re

from markdown_it.rules_core import StateCore
from markdown_it.token import Token

_ADDRESS = re.compile(
    r"https?://[A-Za-z0-9][\w.:-]*(?:/[\w/.~%!$&'*+,;=:@()-]*)?(?:[?#][^\s<>\"')\]]*)?", re.ASCII
)
_ENDS = ".,;:!?'*"


def link_addresses(state: StateCore) -> None:
    """Put links around the addresses in every text that is not in a link already."""
    for token in state.tokens:
        if token.type == "inline" and token.children and "://" in token.content:
            token.children = _linked(token.children)


def _linked(tokens: list[Token]) -> list[Token]:
    found: list[Token] = []
    depth = 0
    for token in tokens:
        depth += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        if token.type == "text" and not depth and "://" in token.content:
            found += _split(token)
        else:
            found.append(token)
    return found


def _split(token: Token) -> list[Token]:
    parts: list[Token] = []
    start = 0
    for match in _ADDRESS.finditer(token.content):
        address = _trimmed(match[0])
        if match.start() > start:
            parts.append(_text(token, token.content[start : match.start()]))
        parts.append(Token("link_open", "a", 1, attrs={"href": address}, level=token.level))
        parts.append(_text(token, address))
        parts.append(Token("link_close", "a", -1, level=token.level))
        start = match.start() + len(address)
    if start < len(token.content):
        parts.append(_text(token, token.content[start:]))
    return parts


def _trimmed(address: str) -> str:
    """Leave out what ends the sentence, and a bracket that was opened before the address."""
    while address[-1] in _ENDS or (address[-1] == ")" and address.count("(") < address.count(")")):
        address = address[:-1]
    return address


def _text(token: Token, content: str) -> Token:
    return Token("text", "", 0, content=content, level=token.level)
