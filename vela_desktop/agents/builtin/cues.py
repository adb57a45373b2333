"""Reads one sentence: what it states, by the cue phrases of both languages."""

import re
from dataclasses import dataclass

from vela_desktop.agents.builtin.conversation import Role, Sentence
from vela_desktop.agents.builtin.phrases import (
    chinese_agents,
    chinese_leads,
    chinese_marks,
    chinese_people,
    english_agents,
    english_leads,
    english_marks,
    english_people,
)
from vela_desktop.agents.builtin.senses import Cue, Mark, Sense, cue
from vela_desktop.agents.builtin.words import is_specific, keywords, looks_pasted, width

_CUES: dict[Role, tuple[Cue, ...]] = {
    Role.USER: english_people.PEOPLE + chinese_people.PEOPLE,
    Role.ASSISTANT: english_agents.AGENTS + chinese_agents.AGENTS,
    Role.SCREEN: english_agents.AGENTS + chinese_agents.AGENTS,
    Role.UNKNOWN: english_agents.AGENTS + chinese_agents.AGENTS,
}
_LABEL_WEIGHT = 2.8
_MARKS = english_marks.MARKS + chinese_marks.MARKS
_LEADS = english_leads.LEADS + chinese_leads.LEADS
_LABELS = tuple(
    cue(sense, _LABEL_WEIGHT, rf"^(?:{names}) ?\**[:：]\** *\S")
    for sense, names in english_leads.LABELS + chinese_leads.LABELS
)
_MOST = 700
"""A longer "sentence" is a listing or a dump, not a statement. Characters."""
_POINT = 1.8
"""Cues of this weight show which clause of a sentence makes its point."""
_LOCAL = frozenset({Mark.HEDGE, Mark.PROBLEM, Mark.NARRATES, Mark.REPORTS, Mark.TRANSIENT})
_BREAK = re.compile(r"[，,;；:：—…(（]|\.{3}| but | then ")
_OPENERS = re.compile(rf"^(?:{english_leads.OPENERS}|{chinese_leads.OPENERS})+", re.I)
_REST = 5
"""What follows a first word such as "done," has to say this much to be read by itself. Words."""
_LEAST = 8
"""A shorter sentence that ends in a colon only announces what follows. Words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What one sentence says by itself, before its place in the conversation is looked at."""

    sense: Sense | None = None
    weight: float = 0.0
    senses: frozenset[Sense] = frozenset()
    """Everything it could be; ``sense`` is the strongest."""
    cues: int = 0
    """How many kinds of phrases point to knowledge."""
    marks: frozenset[Mark] = frozenset()
    lead: Sense | Mark | None = None
    """What the heading over it, or the words before its list, announce."""
    specific: bool = False
    width: int = 0
    words: frozenset[str] = frozenset()


def read(sentence: Sentence, role: Role) -> Reading:
    """Return what *sentence* says when *role* says it."""
    if len(sentence.masked) > _MOST or (role is Role.USER and looks_pasted(sentence.text)):
        return Reading(width=width(sentence.text[:_MOST]))
    masked = _point(sentence, role)
    size = width(sentence.text)
    if masked.endswith((":", "：")) and size < _LEAST:
        return Reading(width=size, marks=marks(masked))
    found = _found(masked, role)
    best = max(found, key=lambda item: item.weight, default=None)
    return Reading(
        sense=best.sense if best else None,
        weight=best.weight if best else 0.0,
        senses=frozenset(item.sense for item in found),
        cues=len(found),
        marks=_marks_at(masked, best),
        lead=_lead(sentence.lead),
        specific=is_specific(masked),
        width=size,
        words=frozenset(keywords(sentence.text)),
    )


def strength(sentence: Sentence, role: Role) -> float:
    """Return how telling the phrases of a sentence are; those that only give a reason are less."""
    masked = _point(sentence, role)
    best = max(_found(masked, role), key=lambda item: item.weight, default=None)
    if best is None:
        return 0.0
    return best.weight * (0.1 if best.sense is Sense.REASON else 1.0) + 0.4 * is_specific(masked)


def _point(sentence: Sentence, role: Role) -> str:
    """Return the masked sentence without Markdown at its ends, and without an agent's "done, "."""
    masked = sentence.masked.strip("*_ ")
    if role is Role.USER:
        return masked
    rest = _OPENERS.sub("", masked)
    return rest if width(rest) >= _REST else masked


def _found(masked: str, role: Role) -> list[Cue]:
    return [item for item in _CUES[role] + _LABELS if item.search(masked)]


def marks(masked: str) -> frozenset[Mark]:
    """Return the marks that *masked* carries."""
    return frozenset(sign.mark for sign in _MARKS if sign.search(masked))


def _marks_at(masked: str, best: Cue | None) -> frozenset[Mark]:
    """Return the marks of a sentence; doubts and complaints count only where its point is made."""
    found = marks(masked)
    point = best.search(masked) if best is not None and best.weight >= _POINT else None
    if point is None or not found & _LOCAL:
        return found
    start = max((match.end() for match in _BREAK.finditer(masked, 0, point.start())), default=0)
    ending = _BREAK.search(masked, point.end())
    clause = masked[start : ending.start() if ending else len(masked)]
    return (found - _LOCAL) | (marks(clause) & _LOCAL)


def _lead(text: str) -> Sense | Mark | None:
    if not text:
        return None
    return next((item.meaning for item in _LEADS if item.search(text)), None)
