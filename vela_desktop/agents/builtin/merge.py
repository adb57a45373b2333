"""Stage merge: one entry out of the parts that segments said about a topic."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from vela_desktop.agents.builtin import body, titles
from vela_desktop.agents.builtin.body import Item, Section
from vela_desktop.agents.builtin.conversation import Role
from vela_desktop.agents.builtin.extract import SETTLED, in_order
from vela_desktop.agents.builtin.prompt import MergePrompt, Part
from vela_desktop.agents.builtin.words import is_chinese, keywords
from vela_desktop.domain import limits
from vela_desktop.domain.entries import Kind
from vela_desktop.domain.text import squeeze

_RELATED = 5
_TAGS = 4
_RARE = 3
"""A word that more titles than this share relates none of them."""
_FIRST = (
    Section.CORRECTED,
    Section.DECISION,
    Section.CONSTRAINT,
    Section.FIX,
    Section.CAUSE,
    Section.AGREED,
    Section.PREFERENCE,
    Section.COMMAND,
    Section.FACT,
    Section.REASON,
    Section.EARLIER,
)
"""Which quotes an entry is summed up by, the first first."""
_NO_NAMES = """
    ALTER AND AS BY CREATE DD DELETE DESC DROP FROM GB GET GIB HH IN INSERT INTO KB LIKE MB MIB MM
    NOT NULL OK ON OR POST PUT SELECT SET SS TABLE TODO UPDATE VALUES WHERE WITH YYYY
"""
_NO_TAGS = frozenset(_NO_NAMES.split())
_NAME = re.compile(r"`([A-Za-z][\w.+#/-]{1,23})`|\b([A-Z][A-Za-z]*[A-Z][A-Za-z]*|[A-Z]{2,5})\b")


def merge(prompt: MergePrompt) -> dict[str, Any]:
    """Return the reply for a topic: exactly one entry."""
    chinese = _chinese(prompt)
    items = _fitting(in_order(_corrected(_distinct(_items(prompt.parts)))), chinese)
    title = _title(prompt.title, items)
    ranked = sorted(items, key=lambda item: _FIRST.index(item.section))
    return {
        "entries": [
            {
                "title": title,
                "summary": _summary(ranked, chinese=chinese) or title,
                "body": body.write(items, chinese=chinese),
                "kind": _kind(prompt.parts),
                "tags": _tags(title, ranked),
                "related": _related(title, items, prompt.titles),
                "evidence": _evidence(items, prompt.parts),
            }
        ]
    }


def _chinese(prompt: MergePrompt) -> bool:
    votes = [body.is_chinese_body(part.content) for part in prompt.parts]
    if any(vote is not None for vote in votes):
        return votes.count(True) >= max(1, votes.count(False))
    return is_chinese(prompt.title)


def _items(parts: Sequence[Part]) -> Iterable[Item]:
    """Yield the quotes of the parts' contents, then evidence that no content quotes."""
    for part in parts:
        items = body.read(part.content)
        yield from items
        seen = " ".join(squeeze(item.text) for item in items)
        for turn, step, quote in part.evidence:
            if squeeze(quote) not in seen:
                text = quote.replace("\r\n", "\n").strip("\n")
                section = _section(part.kind)
                yield Item(section=section, turn=turn, step=step, text=text, labelled=turn > 0)


def _section(kind: str) -> Section:
    if kind == Kind.LESSON:
        return Section.FIX
    return next((section for section in SETTLED if section.value == kind), Section.FACT)


def _distinct(items: Iterable[Item]) -> list[Item]:
    """Drop quotes that are said again inside another one."""
    found = sorted(items, key=lambda item: (item.turn, item.step or 0))
    texts = [squeeze(item.text) for item in found]
    kept: list[Item] = []
    for index, item in enumerate(found):
        again = any(
            texts[index] in other and (texts[index] != other or position < index)
            for position, other in enumerate(texts)
            if position != index
        )
        if texts[index] and not again:
            kept.append(item)
    return kept


def _corrected(items: Sequence[Item]) -> list[Item]:
    """Mark what people settled before a correction as said earlier."""
    first = min((item.turn for item in items if item.section is Section.CORRECTED), default=None)
    if first is None:
        return list(items)
    return [
        replace(item, section=Section.EARLIER)
        if item.section in SETTLED and item.step == 0 and item.turn < first
        else item
        for item in items
    ]


def _fitting(items: list[Item], chinese: bool) -> list[Item]:
    """Leave out the last quotes that would make the body longer than an entry may be."""
    while len(items) > 1 and len(body.write(items, chinese=chinese)) > limits.BODY_CHARS:
        items = items[:-1]
    return items


def _title(known: str, items: Sequence[Item]) -> str:
    """Return the topic's title, or one from its last correction where that says enough."""
    given = titles.cut(squeeze(known))
    corrections = [item for item in items if item.section is Section.CORRECTED]
    if not corrections:
        return given or (titles.of_quote(items[0].text, _role(items[0])) if items else "")
    corrected = titles.of_quote(corrections[0].text, Role.USER)
    return corrected if len(keywords(corrected)) > 2 or not given else given


def _summary(ranked: Sequence[Item], *, chinese: bool) -> str:
    """Sum up by what holds now: not by what a correction took back."""
    valid = [item for item in ranked if item.section is not Section.EARLIER] or list(ranked)
    texts = [(item.text, _role(item)) for item in valid]
    return titles.summary(texts, chinese=chinese) if texts else ""


def _role(item: Item) -> Role:
    return Role.USER if item.step == 0 else Role.ASSISTANT


def _kind(parts: Sequence[Part]) -> Kind:
    known = [part.kind for part in parts if part.kind in set(Kind)]
    return Kind(Counter(known).most_common(1)[0][0]) if known else Kind.NOTE


def _tags(title: str, items: Sequence[Item]) -> list[str]:
    """Return names that the quotes mention: those of the title, then those said repeatedly."""
    counts: Counter[str] = Counter()
    for item in items:
        for match in _NAME.finditer(item.text):
            counts[match[1] or match[2]] += 1
    names: dict[str, str] = {}
    for name in sorted(counts, key=lambda name: (name not in title, -counts[name], name)):
        if name.upper() not in _NO_TAGS and (name in title or counts[name] > 1):
            names.setdefault(name.casefold(), name)
    return list(names.values())[:_TAGS]


def _related(title: str, items: Sequence[Item], others: Sequence[str]) -> list[str]:
    """Return other titles that share rare words with the topic, the closest first."""
    own = set(keywords(title)) | {word for item in items for word in keywords(item.text)}
    words = {other: set(keywords(other)) for other in others if other != title}
    counts = Counter(word for found in words.values() for word in found)
    rare = {word for word in own if counts[word] <= _RARE}
    scores = {other: _closeness(found & rare) for other, found in words.items()}
    close = [other for other in scores if scores[other] >= 2]
    return sorted(close, key=lambda other: (-scores[other], other))[:_RELATED]


def _closeness(shared: set[str]) -> float:
    """Count shared words; pairs of Chinese characters that overlap are one word."""
    latin = sum(1.5 for word in shared if word.isascii() and not word[0].isdigit())
    han = [word for word in shared if not word.isascii()]
    starts = sum(not any(other[-1] == word[0] for other in han if other != word) for word in han)
    return latin + starts


def _evidence(items: Sequence[Item], parts: Sequence[Part]) -> list[dict[str, Any]]:
    """Return the parts' evidence for the quotes that are kept, each once."""
    kept = [squeeze(item.text) for item in items]
    found: dict[tuple[int, int | None, str], None] = {}
    for part in parts:
        for place in part.evidence:
            if squeeze(place[2]) in kept:
                found[place] = None
    return [{"turn": turn, "step": step, "quote": quote} for turn, step, quote in found]
