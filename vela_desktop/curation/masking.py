"""Masks secrets in what a person and an agent wrote, before it is stored or sent.

A snapshot outlives its session, so what was pasted in passing must not stay in it. A value is
replaced where its form or its name says that it is a secret: ``[masked: github-token]``. When in
doubt it stays: digests, ids, placeholders and references to variables are no secrets. Every pass is
linear in the text, and masked text masks to itself.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from vela_desktop.curation.randomness import has_key_piece, is_placeholder, looks_random

Masker = Callable[[str, "Counter[str]"], str]


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


def _private_keys(text: str, counts: Counter[str]) -> str:
    if "PRIVATE KEY" not in text:
        return text
    pieces, done = [], 0
    for start, end in _key_blocks(text):
        pieces += [text[done:start], _marker("private-key", counts)]
        done = end
    return "".join([*pieces, text[done:]])


def _key_blocks(text: str) -> Iterable[tuple[int, int]]:
    """Yield the blocks that hold key material: a placeholder between the borders is none."""
    begin: re.Match[str] | None = None
    for border in _KEY_BORDER.finditer(text):
        if border[1] == "BEGIN":
            begin = border
        elif begin is not None:
            if _KEY_MATERIAL.search(text, begin.end(), border.start()):
                yield begin.start(), border.end()
            begin = None


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
