"""Tells which proposals of an agent the next prompt takes up."""

import re

from vela_desktop.agents.builtin.conversation import Message
from vela_desktop.agents.builtin.cues import Reading
from vela_desktop.agents.builtin.scene import RULES, Place, Spoken
from vela_desktop.agents.builtin.senses import Mark, Sense

_NTH = ("zeroth", "first", "second", "third", "fourth", "fifth")
_HAN = "零一二三四五六七八"
_ALTERNATIVE = re.compile(r"\bor\b|或者|要么|也可以|的话")
_FEW = 4
"""An agreement of so few words says nothing else."""


def proposes(reading: Reading) -> bool:
    """Tell whether a sentence puts something forward, by itself or by the heading over it."""
    proposals = {Mark.ADVICE, Mark.OPTION}
    return bool(reading.marks & proposals) or reading.lead in proposals


def accepted(place: Place) -> bool:
    """Tell whether the next prompt agrees to the proposal in this sentence.

    Where the prompt says what is to be done in its own words, only advice with its reason is
    wanted beside it.
    """
    reply, reading = place.scene.reply, place.reading
    if not place.spoken.final or reply is None or reading.width < _FEW:
        return False
    opening = [item for item in reply.readings[:2] if Mark.QUESTION not in item.marks]
    if not opening:
        return False
    if _picked(place.sentence.item, reply.message):
        return True
    advised = _advises(reading)
    if not advised and any(map(_advises, place.spoken.readings)):
        return False
    if not _is_bare(opening) and not (advised and reading.senses & {Sense.REASON, Sense.CAUSE}):
        return False
    if any(Mark.AGREES in item.marks for item in opening):
        plain = not _has_alternatives(place.spoken) and not _says_more(reply)
        if advised or plain:
            return True
    return _named(reading, opening)


def put_forward(place: Place) -> bool:
    """Tell whether the sentence stands before "is that all right?", and it was."""
    reply = place.scene.reply
    if reply is None or not place.spoken.final or not reply.opens_with(Mark.AGREES):
        return False
    following = place.spoken.readings[place.position + 1 : place.position + 3]
    asked = any(Mark.SEEKS_OK in item.marks for item in following)
    return asked and place.reading.width > _FEW + 1


def _advises(reading: Reading) -> bool:
    return Mark.ADVICE in reading.marks or reading.lead is Mark.ADVICE


def _is_bare(opening: list[Reading]) -> bool:
    """Tell whether a prompt agrees without deciding anything in its own words."""
    if Mark.AGREES in opening[0].marks and opening[0].width <= _FEW:
        return True
    return not any(item.sense in RULES and item.width > _FEW for item in opening)


def _says_more(reply: Spoken) -> bool:
    """Tell whether a prompt holds more than agreement."""
    return any(item.width > _FEW and item.sense is not None for item in reply.readings)


def _named(reading: Reading, opening: list[Reading]) -> bool:
    """Tell whether a prompt takes a proposal up by its words."""
    said = frozenset[str]().union(*(item.words for item in opening))
    shared = len(said & reading.words)
    takes_up = shared >= 2 or shared * 3 >= len(reading.words)
    decides = any(item.sense in RULES for item in opening)
    return bool(shared) and takes_up and (decides or sum(item.width for item in opening) <= 6)


def _picked(mark: str, reply: Message) -> bool:
    """Tell whether a person named a list item by its number or letter."""
    if not mark.isalnum() or not reply.sentences:
        return False
    text = reply.sentences[0].text
    if mark.isalpha():
        return re.search(rf"(?<![A-Za-z]){mark}(?![A-Za-z])(?! ?不)", text) is not None
    number = int(mark)
    han = _HAN[number] if number < len(_HAN) else mark
    nth = _NTH[number] if number < len(_NTH) else mark
    named = (
        rf"(?:option|number|no\.|#|方案|选|走|第) ?(?:{mark}|{han})(?!\d)|^{mark}\W*$"
        rf"|\bthe {nth}\b|\b{nth} (?:one|option)\b"
    )
    return re.search(named, text, re.I) is not None


def _has_alternatives(spoken: Spoken) -> bool:
    options = [
        sentence
        for sentence, reading in zip(spoken.message.sentences, spoken.readings, strict=True)
        if Mark.OPTION in reading.marks
    ]
    return len(options) > 1 or any(_ALTERNATIVE.search(item.masked) for item in options)
