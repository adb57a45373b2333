"""Titles and summaries: words of the quotes themselves, without Markdown, cut at a clause."""

import re
from collections.abc import Sequence

from vela_desktop.agents.builtin import conversation, cues
from vela_desktop.agents.builtin.conversation import Role
from vela_desktop.agents.builtin.words import columns, plain, width

LONGEST = 80
"""Columns of a title; a Chinese character takes two."""
_SHORTEST = 36
"""A title cut at a clause keeps at least this many columns."""
_SUMMARY = 400
_LITTLE = 4
"""A title with fewer words needs the question it answers beside it."""

_OPENERS = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|but|also|then|please|actually|btw|hm+|oh|ah|hey)\b[,.:!;–— ]+|"
    r"(?:k|yes|yep|yeah|no|well|right|done|good|great|perfect|bingo|got it|found it|confirmed|"
    r"sorry|understood|sure|agreed|sounds good|one thing to be aware of|nice|cool|next|"
    r"last thing|hi|sooo?|approved|good catch|noted|fine)[,.:!;–—]+ |"
    r"(?:好的?|行|可以|对了|对|嗯|哦|那就|那|所以|另外|同意|说得对|找到(?:了|啦)|定位到了|"
    r"查到了|确认了|有一点|是的|收到|明白|没问题|哦对|而且|不过|并且)[，,：:。！～ ]|"
    r"(?:那就|不过|并且|而且|那(?=[走用改选]))(?=\S)|[、，,;；:：.。*_\-—– ])+",
    re.I,
)
_WHY = re.compile(r"(?:because|since|due to|因为|由于)", re.I)
_SUBORDINATE = re.compile(
    r"(?:to|if|when|while|after|before|once|for|in order to|as|with) [^,]*,|(?:如果|为了|当|只要)",
    re.I,
)
_STOPS = " ，,；;：:、。.（("
_CLAUSE = re.compile(
    r"[，；。：、！？,;:!?](?=\s|[^\x00-\x7f]|$)|\.(?=\s)| [–—-] |（| (?=\()"
    r"| (?=(?:because|since|so|which|but|while|and then|otherwise|instead of)\b)"
)


def of_sentence(text: str, question: str = "") -> str:
    """Return a title made of the sentence *text*.

    Where that says too little alone, or only why, the *question* that it answers goes before it.
    """
    sentence = _opened(text)
    if question and (width(sentence) < _LITTLE or _WHY.match(sentence)):
        return cut(f"{_opened(question)} {sentence}")
    return cut(sentence)


def of_quote(text: str, role: Role) -> str:
    """Return a title made of the most telling sentence of a quote."""
    return of_sentence(_telling(text, role)[0])


def _opened(text: str) -> str:
    """Return a sentence without the words that only lead up to it."""
    words = plain(text)
    return _OPENERS.sub("", words).rstrip(" ，,。.；;：:、") or words


def cut(text: str) -> str:
    """Return *text* within the width of a title: whole clauses if possible, else whole words."""
    if columns(text) <= LONGEST:
        return text
    room = _fit(text, LONGEST)
    ends = [match.start() for match in _CLAUSE.finditer(text) if match.start() <= room]
    if ends and columns(text[: ends[-1]]) >= _SHORTEST and not _SUBORDINATE.match(text):
        return _balanced(text[: ends[-1]].rstrip(_STOPS))
    words = text[: _fit(text, LONGEST - 1)]
    if text[len(words)].isascii() and " " in words[_SHORTEST // 2 :]:
        words = words.rsplit(" ", 1)[0]
    return words.rstrip(_STOPS) + "…"


def _fit(text: str, room: int) -> int:
    """Return how many characters of *text* fit into *room* columns."""
    used = 0
    for index, char in enumerate(text):
        used += columns(char)
        if used > room:
            return index
    return len(text)


def _balanced(text: str) -> str:
    """Drop an opening bracket whose end was cut away."""
    for opening, closing in ("()", "（）", "[]", "「」", "“”"):
        if text.count(opening) > text.count(closing):
            head = text[: text.rfind(opening)].rstrip(_STOPS)
            text = head if len(head) >= _SHORTEST else text
    return text


def summary(texts: Sequence[tuple[str, Role]], *, chinese: bool) -> str:
    """Return the most telling sentences of the quotes, as far as they fit; at most two."""
    found: list[str] = []
    for text, role in texts:
        for sentence in _telling(text, role)[: 2 - len(found)]:
            words = plain(sentence)
            if words and words not in found and len(" ".join([*found, words])) <= _SUMMARY:
                found.append(words)
        if len(found) == 2:
            break
    return _listed(found, chinese) if found else cut(plain(texts[0][0]))


def _listed(sentences: Sequence[str], chinese: bool) -> str:
    """Return *sentences* one after another, parted where the first has no stop of its own."""
    text = sentences[0]
    for sentence in sentences[1:]:
        stopped = text.endswith(tuple(".!?。！？…"))
        text += ("" if chinese else " ") if stopped else "；" if chinese else "; "
        text += sentence
    return text


def _telling(text: str, role: Role) -> list[str]:
    """Return the sentences of a quote, the most telling first; a command follows its words."""
    message = conversation.read(text)[0]
    if message.fences:
        lead = [item.text for item in message.sentences if item.end <= message.fences[0].start]
        command = message.fences[0].code.split("\n")[0]
        return [" ".join([*lead[-1:], command])]
    sentences = [item.text for item in message.sentences]
    if len(sentences) > 1:
        order = {item.text: cues.strength(item, role) for item in message.sentences}
        sentences = sorted(order, key=lambda sentence: -order[sentence])
    return sentences or [text]
