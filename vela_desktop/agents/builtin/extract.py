"""Stage extract: the topics that one segment of a conversation holds lasting knowledge about."""

import math
import re
from collections.abc import Sequence
from typing import Any

from vela_desktop.agents.builtin import body, conversation, cues, quotes, titles, topics
from vela_desktop.agents.builtin.body import Item, Section
from vela_desktop.agents.builtin.conversation import Message, Role
from vela_desktop.agents.builtin.judge import judge
from vela_desktop.agents.builtin.prompt import ExtractPrompt, Known
from vela_desktop.agents.builtin.quotes import Quote
from vela_desktop.agents.builtin.senses import Mark, Sense
from vela_desktop.agents.builtin.topics import Topic
from vela_desktop.agents.builtin.words import is_chinese, keywords
from vela_desktop.domain import limits
from vela_desktop.domain.entries import Kind

_FEWEST = 12
_PER_TURN = 0.5
"""Topics a segment may have: this many for each of its turns, but never fewer than the above."""
_TELLING = 2
"""A sentence with fewer words of its own says little as a title."""
_KNOWN = 0.5
_KNOWN_CHANGE = 0.34
"""Share of a known title's words that a topic must hold to go on with it."""

SETTLED = frozenset({Section.DECISION, Section.CONSTRAINT, Section.PREFERENCE})
"""What people decide, and may take back."""
_SECTIONS = {
    Sense.DECISION: Section.DECISION,
    Sense.CHANGE: Section.DECISION,
    Sense.CONSTRAINT: Section.CONSTRAINT,
    Sense.PREFERENCE: Section.PREFERENCE,
    Sense.CAUSE: Section.CAUSE,
    Sense.FIX: Section.FIX,
    Sense.FACT: Section.FACT,
    Sense.REASON: Section.REASON,
    Sense.COMMAND: Section.COMMAND,
}
_KINDS = {
    Sense.DECISION: Kind.DECISION,
    Sense.CHANGE: Kind.DECISION,
    Sense.CONSTRAINT: Kind.CONSTRAINT,
    Sense.PREFERENCE: Kind.PREFERENCE,
    Sense.CAUSE: Kind.LESSON,
    Sense.FIX: Kind.LESSON,
    Sense.FACT: Kind.FACT,
    Sense.COMMAND: Kind.FACT,
    Sense.REASON: Kind.NOTE,
}
_QUESTIONS = frozenset({Mark.QUESTION, Mark.ASKS_COMMAND})
_ARCHITECTURE = re.compile(
    r"\barchitecture|\bschema\b|\blayers?\b|\bmodules?\b|\btables?\b|\bpipeline\b|架构|分层|模块|表结构|数据模型|组件",
    re.I,
)


def extract(prompt: ExtractPrompt) -> dict[str, Any]:
    """Return the reply for a segment: its topics in the order in which they come up."""
    messages = conversation.read(prompt.source)
    found = quotes.join(prompt.source, messages, judge(messages))
    known = prompt.catalogue
    pairs = [(topic, _target(topic, known)) for topic in topics.group(messages, found)]
    kept = _strongest([topic for topic, _ in pairs], _allowed(messages))
    room = max(0, limits.ENTRIES_PER_JOB - len(known))
    new = [topic for topic, target in pairs if target is None and id(topic) in kept]
    kept -= {id(topic) for topic in new} - _strongest(new, math.ceil(room / prompt.left))
    chinese = is_chinese(prompt.source)
    return {
        "topics": [
            _part(topic, target, messages, chinese) for topic, target in pairs if id(topic) in kept
        ]
    }


def _allowed(messages: Sequence[Message]) -> int:
    """Return how many topics a segment may have, by the number of its turns."""
    turns = len({message.turn for message in messages})
    return min(max(_FEWEST, math.ceil(turns * _PER_TURN)), limits.TOPICS_PER_SEGMENT)


def _strongest(found: Sequence[Topic], allowed: int) -> set[int]:
    """Return the identities of the weightiest topics, as many as allowed."""
    ranked = sorted(found, key=lambda topic: -max(item.best.weight for item in topic.quotes))
    return {id(topic) for topic in ranked[:allowed]}


def _part(
    topic: Topic, known: Known | None, messages: Sequence[Message], chinese: bool
) -> dict[str, Any]:
    lead = _lead(topic)
    changes = {quote.turn for quote in topic.quotes if quote.change}
    corrected = topic.corrected | (changes if known else set())
    items = in_order([_item(quote, topic, corrected, messages) for quote in topic.quotes])
    return {
        "target": known.id if known else None,
        "title": known.title if known else _title(lead, messages),
        "kind": _kind(lead),
        "content": body.write(items, chinese=chinese),
        "evidence": [
            {"turn": quote.turn, "step": quote.step, "quote": quote.text}
            for quote in topic.quotes
            if quote.step is not None
        ],
    }


def in_order(items: Sequence[Item]) -> list[Item]:
    """Return *items* with corrections first, the latest of them on top, then what they correct,
    then the rest as it was said."""
    corrections = [item for item in items if item.section is Section.CORRECTED]
    earlier = [item for item in items if item.section is Section.EARLIER]
    rest = [item for item in items if item.section not in {Section.CORRECTED, Section.EARLIER}]
    corrections.sort(key=lambda item: (-item.turn, -(item.step or 0)))
    return [*corrections, *earlier, *rest]


def _item(quote: Quote, topic: Topic, corrected: set[int], messages: Sequence[Message]) -> Item:
    return Item(
        section=_section(quote, topic, corrected),
        turn=quote.turn,
        step=quote.step,
        text=quote.text.replace("\r\n", "\n"),
        labelled=messages[quote.message].role is not Role.UNKNOWN,
    )


def _section(quote: Quote, topic: Topic, corrected: set[int]) -> Section:
    section = _SECTIONS[quote.sense]
    corrects = section in SETTLED if quote.by_user else quote.sense is Sense.CHANGE
    if quote.turn in corrected and corrects:
        return Section.CORRECTED
    if corrected and quote.turn < min(corrected):
        by_agent = all(not item.by_user for item in topic.quotes if item.turn in corrected)
        taken_back = not quote.by_user if by_agent else quote.by_user and section in SETTLED
        if taken_back:
            return Section.EARLIER
    return Section.AGREED if quote.best.advice else section


def _lead(topic: Topic) -> Quote:
    """Return the quote that the topic is named after: its last correction, else what a person
    settled, else its weightiest."""
    if topic.corrected:
        last = max(topic.corrected)
        return next(
            (item for item in topic.quotes if item.turn == last and item.change),
            next(item for item in topic.quotes if item.turn == last),
        )
    return max(topic.quotes, key=_rank)


def _rank(quote: Quote) -> tuple[bool, bool, float]:
    settled = quote.by_user and _SECTIONS[quote.sense] in SETTLED and len(quote.words) >= _TELLING
    return settled, quote.sense is not Sense.COMMAND, quote.best.weight


def _kind(lead: Quote) -> Kind:
    kind = _KINDS[lead.sense]
    if kind is Kind.FACT and lead.sense is Sense.FACT and _ARCHITECTURE.search(lead.text):
        return Kind.ARCHITECTURE
    return kind


def _title(lead: Quote, messages: Sequence[Message]) -> str:
    """Return a title from the quote, with or from the question where that says more."""
    question = _question(lead, messages)
    if lead.sense is Sense.COMMAND:
        return (
            titles.of_sentence(question) if question else titles.of_quote(lead.text, Role.ASSISTANT)
        )
    telling = [item for item in lead.statements if len(keywords(item.text)) >= _TELLING]
    best = lead.best if lead.best in telling or not telling else telling[0]
    return titles.of_sentence(best.text, question)


def _question(lead: Quote, messages: Sequence[Message]) -> str:
    """Return the question that the quote answers, if it does: the last one asked before it."""
    for message in reversed(messages[: lead.message]):
        if (message.turn == lead.turn) is lead.by_user:
            continue
        if message.role is Role.USER or lead.by_user:
            asked = [item for item in message.sentences if _QUESTIONS & cues.marks(item.masked)]
            return asked[-1].text if asked else ""
    return ""


def _target(topic: Topic, catalogue: Sequence[Known]) -> Known | None:
    """Return the known topic that this one adds to, if one's title speaks of the same thing."""
    change = any(quote.change for quote in topic.quotes)
    wanted = _KNOWN_CHANGE if change else _KNOWN
    best: tuple[float, Known] | None = None
    for known in catalogue:
        words = set(keywords(known.title))
        shared = len(words & topic.words)
        share = shared / len(words) if words else 0.0
        again = change and any(word.isdigit() and len(word) > 1 for word in words & topic.words)
        if ((shared >= 2 and share >= wanted) or again) and (best is None or share > best[0]):
            best = share, known
    return best[1] if best else None
