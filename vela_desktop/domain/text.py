"""Small rules about text that several packages share."""

import unicodedata

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def safe(text: str) -> str:
    """Return *text* with lone surrogates and NUL replaced, so that it can be stored and encoded.

    Called where text enters: transcripts, agents' answers, and what a person types.
    """
    if "\0" in text:
        text = text.replace("\0", REPLACEMENT)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "".join(REPLACEMENT if "\ud800" <= char <= "\udfff" else char for char in text)
    return text


def squeeze(text: str) -> str:
    """Return *text* on one line: every run of white space becomes one blank."""
    return " ".join(text.split())


def elide(text: str, limit: int) -> str:
    """Return *text* on one line, cut after *limit* characters with an ellipsis."""
    line = squeeze(text[: limit * 4])
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def title_key(title: str) -> str:
    """Return what makes two titles of one session the same: NFKC, one blank, case folded."""
    return squeeze(unicodedata.normalize("NFKC", title)).casefold()


def has_controls(text: str) -> bool:
    """Tell whether *text* holds a control, surrogate or line-separating character."""
    return any(unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} for char in text)


def is_cjk(char: str) -> bool:
    """Tell whether *char* is a Han, kana or Hangul character or CJK punctuation."""
    code = ord(char)
    return (
        0x2E80 <= code <= 0x9FFF
        or 0xAC00 <= code <= 0xD7AF
        or 0xF900 <= code <= 0xFAFF
        or 0xFE30 <= code <= 0xFE4F
        or 0xFF00 <= code <= 0xFFEF
        or 0x20000 <= code <= 0x3FFFF
    )
