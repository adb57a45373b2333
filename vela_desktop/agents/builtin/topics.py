"""Groups quotes by what they are about: a problem with its fix, a decision with its reason and
with what later corrects it."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from vela_desktop.agents.builtin.conversation import Message, Role
from vela_desktop.agents.builtin.quotes import Quote
from vela_desktop.agents.builtin.senses import Sense
from vela_desktop.agents.builtin.words import keywords

_NEAR = 2
"""Turns apart within which quotes that share words are one topic."""
_ALIKE = 0.17
_ALIKE_SETTLED = 0.3
_ALIKE_CHANGE = 0.12
"""How much (0 to 1, rare words counting more) a later correction must share with what it corrects:
less than others, because corrections are short."""
_AGAIN = 0.15
_TURN_QUOTES = 4
"""So many quotes of one turn are taken for one topic whatever they are about."""
_SETTLED = frozenset({Sense.DECISION, Sense.CHANGE, Sense.CONSTRAINT, Sense.PREFERENCE})
_TURNS = 5
_QUOTES = 8
"""A topic takes up no more than this; what follows starts another."""


@dataclass(slots=True, kw_only=True)
class Topic:
    """Quotes that belong together, in order."""

    quotes: list[Quote]
    words: set[str]
    """What its turns are about, the unquoted words included."""
    turns: list[int]
    corrected: set[int] = field(default_factory=set)
    """Turns that take back or adjust what earlier ones say."""


class Vocabulary:
    """How rare each word is among the turns of a conversation."""

    def __init__(self, messages: Sequence[Message]) -> None:
        turns: dict[int, set[str]] = {}
        for message in messages:
            words = turns.setdefault(message.turn, set())
            for sentence in message.sentences:
                words.update(keywords(sentence.text))
        self._turns = len(turns)
        self._counts = Counter(word for words in turns.values() for word in words)

    def weight(self, words: set[str] | frozenset[str]) -> float:
        return sum(self.rarity(word) for word in words)

    def rarity(self, word: str) -> float:
        return math.log1p(self._turns / (1 + self._counts[word]))

    def likeness(self, left: set[str], right: set[str]) -> float:
        """Return how much two sets of words share, from 0 to 1."""
        whole = math.sqrt(self.weight(left) * self.weight(right))
        return self.weight(left & right) / whole if whole else 0.0


def group(messages: Sequence[Message], quotes: Sequence[Quote]) -> list[Topic]:
    """Return *quotes* as topics, in the order in which they first come up."""
    vocabulary = Vocabulary(messages)
    topics: list[Topic] = []
    for topic in _turns(messages, quotes, vocabulary):
        if topics and _leads_to(topics[-1], topic, vocabulary):
            topic = _joined(topics.pop(), topic)
        home = _home(topics, topic, vocabulary)
        if home is None:
            topics.append(topic)
            continue
        if _corrects(topic, home, vocabulary):
            home.corrected |= {quote.turn for quote in topic.quotes if _may_correct(quote)}
        topics[topics.index(home)] = _joined(home, topic)
    return topics


def _joined(home: Topic, topic: Topic) -> Topic:
    return Topic(
        quotes=home.quotes + topic.quotes,
        words=home.words | topic.words,
        turns=home.turns + topic.turns,
        corrected=home.corrected | topic.corrected,
    )


def _turns(
    messages: Sequence[Message], quotes: Sequence[Quote], vocabulary: Vocabulary
) -> list[Topic]:
    """Return the topics of each turn (mostly one), with the words that surround its quotes."""
    topics: list[Topic] = []
    for quote in quotes:
        if topics and topics[-1].turns[-1] == quote.turn and _fits(topics[-1], quote, vocabulary):
            topics[-1].quotes.append(quote)
        else:
            topics.append(
                Topic(quotes=[quote], words=_context(messages, quote), turns=[quote.turn])
            )
        topics[-1].words |= quote.words
    return topics


def _fits(topic: Topic, quote: Quote, vocabulary: Vocabulary) -> bool:
    """Tell whether a turn's quote still belongs to its topic; long turns have several."""
    if len(topic.quotes) < _TURN_QUOTES:
        return True
    likeness = vocabulary.likeness(_said(topic), set(quote.words))
    return len(topic.quotes) < _QUOTES and likeness >= _ALIKE


def _said(topic: Topic) -> set[str]:
    return set[str]().union(*(item.words for item in topic.quotes))


def _context(messages: Sequence[Message], quote: Quote) -> set[str]:
    """Return the words of the turn's prompt and of the question it answers."""
    words: set[str] = set()
    for index, message in enumerate(messages):
        if message.turn == quote.turn and message.role is Role.USER:
            words |= {word for item in message.sentences for word in keywords(item.text)}
            before = messages[index - 1] if index else None
            if before is not None and before.sentences:
                last = before.sentences[-1].text
                words |= set(keywords(last)) if last.endswith(("?", "？")) else set()
    return words


def _home(topics: Sequence[Topic], topic: Topic, vocabulary: Vocabulary) -> Topic | None:
    """Return the earlier topic that *topic* goes on with, if any."""
    room = [
        item
        for item in topics
        if len(item.turns) < _TURNS and len(item.quotes) + len(topic.quotes) <= _QUOTES
    ]
    corrected = [item for item in room if _corrects(topic, item, vocabulary)]
    best = max(corrected or room, key=lambda item: _nearness(item, topic, vocabulary), default=None)
    if best is None or corrected:
        return best
    apart = topic.turns[0] - best.turns[-1]
    wanted = _ALIKE_SETTLED if _settled(best) else _ALIKE
    return best if apart <= _NEAR and _nearness(best, topic, vocabulary) >= wanted else None


def _settled(topic: Topic) -> list[Quote]:
    """Return what was decided: by a person, or by agreeing to a proposal."""
    return [
        item
        for item in topic.quotes
        if item.sense in _SETTLED and (item.by_user or item.best.advice)
    ]


def _nearness(earlier: Topic, topic: Topic, vocabulary: Vocabulary) -> float:
    """Return how alike two topics are; a number or name that a correction takes up counts more."""
    likeness = vocabulary.likeness(earlier.words, topic.words)
    if any(quote.change for quote in topic.quotes):
        likeness = max(likeness, vocabulary.likeness(_said(earlier), _said(topic)))
    again = any(
        quote.change and item.by_user and _names(quote) & _names(item)
        for quote in topic.quotes
        for item in earlier.quotes
    )
    return likeness + _AGAIN if again and likeness else likeness


def _leads_to(last: Topic, topic: Topic, vocabulary: Vocabulary) -> bool:
    """Tell whether *last* ends with what *topic* decides about: advice, a reason, a finding."""
    if topic.turns[0] - last.turns[-1] != 1 or not topic.quotes[0].by_user:
        return False
    ending = last.quotes[-1]
    if not ending.by_user and ending.best.advice:
        return True
    if not topic.quotes[0].change:
        return False
    reason = ending.by_user and ending.sense is Sense.REASON
    return reason or (not _settled(last) and _nearness(last, topic, vocabulary) >= _ALIKE)


def _corrects(topic: Topic, earlier: Topic, vocabulary: Vocabulary) -> bool:
    """Tell whether someone says otherwise in *topic* than what *earlier* holds."""
    alike = vocabulary.likeness(earlier.words, topic.words)
    for quote in filter(_may_correct, topic.quotes):
        for item in _settled(earlier) if quote.by_user else earlier.quotes:
            shared = len(quote.words & item.words)
            about = shared >= 2 or (shared and alike >= _ALIKE_CHANGE)
            again = {n for other in topic.quotes for n in _numbers(other) & _numbers(item)}
            number = any(len(n) > 1 or alike >= _ALIKE_CHANGE for n in again)
            if quote.change and (about or number):
                return True
            differs = _numbers(quote) and _numbers(item) - _numbers(quote)
            if differs and shared >= 2 and alike >= _ALIKE:
                return True
    return False


def _may_correct(quote: Quote) -> bool:
    """People take decisions back; agents say that they were wrong."""
    return quote.sense in _SETTLED if quote.by_user else quote.sense is Sense.CHANGE


def _numbers(quote: Quote) -> set[str]:
    return {word for word in quote.words if word.replace(".", "").isdigit()}


def _names(quote: Quote) -> set[str]:
    """Return the numbers and the Latin words of a quote that are no everyday words."""
    return _numbers(quote) | {word for word in quote.words if len(word) > 2 and word.isascii()}
