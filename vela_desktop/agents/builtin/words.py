"""Words of two languages: what a text is about, and how it reads without its Markdown."""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

_LATIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:[-./][A-Za-z0-9_]+)*|\d+(?:\.\d+)?")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_WIDE = re.compile(r"[\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\u3000-\u303f]")
_FENCED = re.compile(r"^[ \t]*(`{3,}|~{3,}).*?^[ \t]*\1", re.M | re.S)
_SPECIFIC = re.compile(
    r"□|\d|[A-Za-z0-9]+[._/-][A-Za-z0-9]|\b[A-Z]{2,}\b|\b[A-Z][a-z]+[A-Z]|[a-z]+_[a-z]|[“「\"][^”」\"]+[”」\"]"
)
_PASTED = re.compile(
    r"[➜✗✓│├└╭╰❯█⏺↑↓]|^\s*['\"]?(?:~|/|[A-Z]:\\\\)[\w./\\-]+"
    r"|^\s*(?:\[[\w: -]+\]|\$|>>>|at |File \"|Traceback|\d+ [-|:])|\S {3,}\S|[{};]\s*$"
    r"|^\w[\w.-]*@[\w.-]+|^[\w.]+(?:Error|Exception)\b|^[A-Za-z.]+ v\d|^\d{4}-\d\d-\d\d[ T]\d"
)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)")
_MARKS = re.compile(
    r"(`+)(?!`)(.{1,400}?)(?<!`)\1(?!`)|\*\*|(?<!\w)__|__(?!\w)|~~|`+"
    r"|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])|^#{1,6} |^> ?",
    re.M | re.S,
)

_EVERYDAY = """
    a about above actually after again all already also always am an and any anything are as at
    back be because been before being below better both but by can cannot cause check code come
    could did do does doing done don down each either else even every everything exactly file
    files find fine first fix fixed for found from get gets give go goes going gone good got had
    has have having he her here his how however i if in instead into is isn it its itself just
    keep kept know last later less let like line little ll look lot made make makes many may maybe
    me might more most much must my need needs never new next no not nothing now of off ok okay on
    once one only or other our out over own per please put ran rather re really right run running
    runs same say see set sets she should since so some something still stop such sure take takes
    than thank thanks that the their them then there these they thing things think this those
    though three through time to too try two under until up us use used uses using ve very want
    was way we well were what when where whether which while who why will with within without
    work working works would yes yet you your mind happen happens anyone someone bit kind stuff
    nice great
"""
_COMMON = frozenset(_EVERYDAY.split())
_FUNCTION = frozenset(
    "的了是在和就都也很到说要去会着没看好这那他她它我你们吗呢吧啊把被让给从对为与及或但而且所以因如果不有个上下中里后前来还再又才只能可以用做"
)


def is_chinese(text: str) -> bool:
    """Tell whether the prose of *text* is Chinese rather than English; code does not count."""
    prose = re.sub(r"`[^`\n]*`", " ", _FENCED.sub(" ", text))
    words = len(re.findall(r"[A-Za-z]+", prose))
    return len(_CJK.findall(prose)) > words


def plain(text: str) -> str:
    """Return *text* on one line and without the marks of Markdown; the words stay."""
    words = _MARKS.sub(lambda mark: mark[2] or "", _LINK.sub(r"\1", text)).split()
    return "".join(char for char in " ".join(words) if char.isprintable())


def is_specific(masked: str) -> bool:
    """Tell whether a sentence names something: code, a number, a path, a proper name; among
    Chinese any Latin word is a name."""
    if _SPECIFIC.search(masked):
        return True
    return bool(_CJK.search(masked) and re.search(r"[A-Za-z]{2,}", masked))


def looks_pasted(text: str) -> bool:
    """Tell whether *text* is output or a path that was pasted rather than said."""
    return _PASTED.search(text) is not None


def width(text: str) -> int:
    """Return how much *text* says: Latin words count one, two Chinese characters one."""
    return len(re.findall(r"[A-Za-z0-9_]+", text)) + (len(_CJK.findall(text)) + 1) // 2


def columns(text: str) -> int:
    """Return how wide *text* is: a Chinese character takes two columns."""
    return len(text) + len(_WIDE.findall(text))


def keywords(text: str) -> Counter[str]:
    """Return what *text* is about: Latin words without the common ones, numbers, and pairs of
    Chinese characters without function words."""
    found: Counter[str] = Counter()
    for match in _LATIN.finditer(text):
        for word in _variants(match[0].lower()):
            if word not in _COMMON and (len(word) > 1 or word.isdigit()):
                found[word] += 1
    for match in _HAN.finditer(text):
        run = match[0]
        for left, right in pairwise(run):
            if left not in _FUNCTION and right not in _FUNCTION:
                found[left + right] += 1
    return found


def _variants(word: str) -> Iterable[str]:
    yield _singular(word)
    pieces = re.split(r"[-_./]", word)
    if len(pieces) > 1:
        yield from (_singular(piece) for piece in pieces if len(piece) > 2)


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
