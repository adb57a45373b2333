"""Masks secrets in what a person and an agent wrote, before it is stored or sent.

A snapshot outlives its session, so what was pasted in passing must not stay in it. A value is
replaced where its form or its name says that it is a secret: ``[masked: github-token]``. When in
doubt it stays: digests, ids, placeholders and references to variables are no secrets. Every pass is
linear in the text, and masked text masks to itself.

A part of a secret is not recognised. So what is to be cut is masked first: ``masked_line`` and
``masked_end`` do both, and look at a bounded part of however much there is.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from vela_desktop.domain.randomness import has_key_piece, is_placeholder, looks_random
from vela_desktop.domain.text import elide

Masker = Callable[[str, "Counter[str]"], str]


LOOKED_AT = 64 * 1024
"""Characters of a long text that are masked where only some are shown."""

_LONGEST = 32 * 1024
"""Characters of the longest secret that is recognised. A private key may be longer, but half of one
is recognised too."""


def masked_line(text: str, chars: int, *, cut: bool = False) -> str:
    """Return the beginning of *text*, masked, on one line of at most *chars* characters. *cut*: it
    is a beginning itself."""
    masked, _ = mask(text[:LOOKED_AT])
    if cut or len(text) > LOOKED_AT:
        masked = masked[:-_LONGEST]  # its end may be half a secret
    return elide(masked, chars)


def masked_end(text: str, chars: int, *, cut: bool = False) -> str:
    """Return the end of *text*, masked, at most *chars* characters, if it can be from a whole line
    on. *cut*: it is an end itself."""
    masked = masked_lines(text, cut=cut)
    if len(masked) <= chars:
        return masked
    end = masked[-chars:]
    return end.partition("\n")[2] or end


def masked_lines(text: str, *, cut: bool = False) -> str:
    """Return the last lines of *text*, masked: as many as are looked at."""
    looked_at = text[-LOOKED_AT:]
    if not cut and looked_at == text:
        return mask(text)[0]
    _, newline, lines = looked_at.partition("\n")  # what is left of the first may be half a secret
    return mask(lines)[0] if newline else mask(looked_at)[0][_LONGEST:]


def mask(text: str) -> tuple[str, dict[str, int]]:
    """Return *text* with secrets masked, and how many of each kind there were."""
    counts: Counter[str] = Counter()
    for masker in _MASKERS:
        text = masker(text, counts)
    return text, dict(sorted(counts.items()))


def _marker(kind: str, counts: Counter[str]) -> str:
    counts[kind] += 1
    return f"[masked: {kind}]"


# --- private keys -----------------------------------------------------------------------------

_KEY_BORDER = re.compile(r"-----(BEGIN|END) (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_KEY_MATERIAL = re.compile(r"[A-Za-z0-9+/=]{48,}")
_BREAK = r"(?:[\s>|]|\\[nr])"
_AFTER_BEGIN = re.compile(
    r"(?:\s*[A-Za-z-]{3,20}: [^\n]{1,200}\n){0,4}+"  # such as DEK-Info
    rf"(?:(?:{_BREAK}*+[A-Za-z0-9+/=]{{16,}}+)++(?:{_BREAK}*+[A-Za-z0-9+/=]{{1,64}}\Z)?"
    rf"|{_BREAK}*+[A-Za-z0-9+/=]{{8,16}}\Z)"
)
_KEY_PIECE = re.compile(r"[A-Za-z0-9+/=]+")
_BETWEEN_PIECES = re.compile(r"[\s>|\\]*")
_REST_CHARS = 32 * 1024
"""How far before its end a key is looked for whose beginning is missing."""


def _private_keys(text: str, counts: Counter[str]) -> str:
    if "PRIVATE KEY" not in text:
        return text
    pieces, done = [], 0
    for start, end in _key_blocks(text):
        pieces += [text[done:start], _marker("private-key", counts)]
        done = end
    return "".join([*pieces, text[done:]])


def _key_blocks(text: str) -> Iterable[tuple[int, int]]:
    """Yield the blocks that hold key material: a placeholder between the borders is none.

    Where a border is missing the text was cut, and what stands next to the other is part of a key.
    """
    begin: re.Match[str] | None = None
    done = 0
    for border in _KEY_BORDER.finditer(text):
        if border[1] == "BEGIN":
            if begin is not None:
                yield from _without_end(text, begin, border.start())
            begin = border
            continue
        if begin is None:
            yield from _without_begin(text, done, border)
        elif _KEY_MATERIAL.search(text, begin.end(), border.start()):
            yield begin.start(), border.end()
        begin, done = None, border.end()
    if begin is not None:
        yield from _without_end(text, begin, len(text))


def _without_end(text: str, begin: re.Match[str], end: int) -> Iterable[tuple[int, int]]:
    if key := _AFTER_BEGIN.match(text, begin.end(), end):
        yield begin.start(), key.end()


def _without_begin(text: str, done: int, end: re.Match[str]) -> Iterable[tuple[int, int]]:
    """Its last line may be short; those before are long."""
    start = place = end.start()
    first = max(done, place - _REST_CHARS)
    for piece in reversed(list(_KEY_PIECE.finditer(text, first, place))):
        if not _BETWEEN_PIECES.fullmatch(text, piece.end(), place):
            break
        size, place = len(piece[0]), piece.start()
        if size >= (16 if start < end.start() else 8):
            start = place
        elif size > 1:  # else the letter of a written-out line break
            break
    if start < end.start():
        yield start, end.end()


# --- values whose form says it ----------------------------------------------------------------

_TOKENS: dict[str, str] = {
    "github_token": r"gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{30,255}",
    "anthropic_key": r"sk-ant-[A-Za-z0-9_-]{20,255}",
    "openai_key": r"sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,255}",
    "aws_key": r"(?:AKIA|ASIA)[A-Z0-9]{16}",
    "slack_token": r"xox[abeoprs]-[A-Za-z0-9-]{10,255}|xapp-\d-[A-Za-z0-9-]{10,255}",
    "google_key": r"AIza[A-Za-z0-9_-]{35}|GOCSPX-[A-Za-z0-9_-]{20,64}|ya29\.[A-Za-z0-9_-]{20,1024}",
    "jwt": r"eyJ[A-Za-z0-9_-]{8,8192}+\.eyJ[A-Za-z0-9_-]{8,16384}+\.[A-Za-z0-9_-]{8,2048}",
}
_TOKEN = re.compile(
    r"(?<![A-Za-z0-9_-])(?:"
    + "|".join(f"(?P<{name}>{form})" for name, form in _TOKENS.items())
    + r")(?![A-Za-z0-9_-])"
)


def _tokens(text: str, counts: Counter[str]) -> str:
    return _TOKEN.sub(partial(_token, counts), text)


def _token(counts: Counter[str], match: re.Match[str]) -> str:
    kind = str(match.lastgroup)
    wordy = kind == "openai_key" and not _is_openai_key(match[0])
    if wordy or is_placeholder(match[0]):
        return match[0]
    return _marker(kind.replace("_", "-"), counts)


def _is_openai_key(value: str) -> bool:
    """Tell a key from a name in kebab case that happens to start with ``sk-``."""
    return looks_random(value) or has_key_piece(value)


# --- values whose place says it ---------------------------------------------------------------

_BEARER = re.compile(
    r"(?P<before>authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:bearer|basic|token)\s{1,3})"
    r"(?P<value>[A-Za-z0-9._~+/=-]{16,4096})",
    re.IGNORECASE,
)
_URL_PASSWORD = re.compile(
    r"(?P<before>://[^\s/:@\"'`<>\[\]]{0,128}:)(?P<value>[^\s/@\"'`<>\[\]]{3,256})(?=@[\w\[])"
)


def _bearers(text: str, counts: Counter[str]) -> str:
    return _BEARER.sub(partial(_bearer, counts), text)


def _bearer(counts: Counter[str], match: re.Match[str]) -> str:
    if is_placeholder(match["value"]) or not looks_random(match["value"]):
        return match[0]
    return match["before"] + _marker("bearer-token", counts)


def _url_passwords(text: str, counts: Counter[str]) -> str:
    return _URL_PASSWORD.sub(partial(_url_password, counts), text) if "://" in text else text


def _url_password(counts: Counter[str], match: re.Match[str]) -> str:
    user, value = match["before"][3:-1], match["value"]
    if value == user or is_placeholder(value):
        return match[0]
    return match["before"] + _marker("url-password", counts)


# --- values whose name says it ----------------------------------------------------------------

_PASSWORD_NAMES = r"passw(?:or)?d|passphrase|passwd|pwd|密码|口令"
_SECRET_NAMES = (
    r"secret|token|api[_-]?key|access[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key"
    r"|credentials?|密钥|令牌"
)
_NAMED = re.compile(
    rf"(?P<before>(?:(?P<password>{_PASSWORD_NAMES})|{_SECRET_NAMES})"
    r"(?P<rest>[A-Za-z0-9_-]{0,32}+)[\"'`]?\s{0,3}(?::=|=>|[:=：])\s{0,3}(?P<quote>[\"'`]?))"
    r"(?P<value>[^\s\"'`,;(){}\[\]<>，。；（）]{8,4096}+)(?![(\[])",
    re.IGNORECASE,
)
_NOT_A_SECRET = re.compile(
    r"(?:^|[_-])(?:ttl|at|on|in|by|expir\w*|count|limit|length|len|size|type|name|names|ur[li]|path"
    r"|file|dir|id|ids|version|policy|budget|usage|used|arn|prefix|field|env|var|regex|pattern)$",
    re.IGNORECASE,
)


def _named(text: str, counts: Counter[str]) -> str:
    return _NAMED.sub(partial(_named_value, counts), text)


def _named_value(counts: Counter[str], match: re.Match[str]) -> str:
    if _NOT_A_SECRET.search(match["rest"]) or not _is_secret_value(match["value"]):
        return match[0]
    kind = "password" if match["password"] else "secret"
    return match["before"] + _marker(kind, counts)


_KNOWN_FORMS = re.compile(
    r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"  # UUID
    r"|[0-9a-f]{40}"  # git object
    r"|(?:sha\d{1,3}|md5)[:-].*"
    r"|\d{4}-\d\d-\d\dT.*"
    r"|[a-z][a-z0-9+.-]*://.*|[.~]{0,2}/.*",
    re.IGNORECASE,
)


def _is_secret_value(value: str) -> bool:
    return (
        not is_placeholder(value)
        and not _KNOWN_FORMS.fullmatch(value)
        and looks_random(value.rstrip(".,!?:"))
    )


_MASKERS: tuple[Masker, ...] = (_private_keys, _tokens, _bearers, _url_passwords, _named)
