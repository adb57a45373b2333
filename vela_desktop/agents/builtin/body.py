"""The Markdown of an entry: quotes under headings, each with the label of where it stands.

Parts of topics are written in the same form, so that merging can take them apart again.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Section(StrEnum):
    """What the quotes under a heading are."""

    CORRECTED = "corrected"
    EARLIER = "earlier"
    DECISION = "decision"
    AGREED = "agreed"
    """A proposal that was agreed to."""
    CONSTRAINT = "constraint"
    PREFERENCE = "preference"
    REASON = "reason"
    CAUSE = "cause"
    FIX = "fix"
    COMMAND = "command"
    FACT = "fact"


_ENGLISH = {
    Section.CORRECTED: "Corrected later",
    Section.EARLIER: "Said earlier",
    Section.DECISION: "Decision",
    Section.AGREED: "Proposal, agreed to",
    Section.CONSTRAINT: "Constraint",
    Section.PREFERENCE: "Preference",
    Section.REASON: "Reason",
    Section.CAUSE: "Cause",
    Section.FIX: "Fix",
    Section.COMMAND: "Command",
    Section.FACT: "Fact",
}
_CHINESE = {
    Section.CORRECTED: "后来更正",
    Section.EARLIER: "先前的说法",
    Section.DECISION: "决定",
    Section.AGREED: "已同意的建议",
    Section.CONSTRAINT: "约束",
    Section.PREFERENCE: "偏好",
    Section.REASON: "理由",
    Section.CAUSE: "原因",
    Section.FIX: "修复",
    Section.COMMAND: "命令",
    Section.FACT: "事实",
}
_BY_HEADING = {
    heading: section for table in (_ENGLISH, _CHINESE) for section, heading in table.items()
}
_LABEL = re.compile(r"\[(\d+)(?:\.(\d+))?\]\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A quote with its place. ``text`` keeps its line ends, without carriage returns."""

    section: Section
    turn: int
    step: int | None
    text: str
    labelled: bool = True
    """False where the source has no headings to refer to."""


def write(items: Iterable[Item], *, chinese: bool) -> str:
    """Return *items* as Markdown, with a heading wherever the section changes."""
    headings = _CHINESE if chinese else _ENGLISH
    blocks: list[str] = []
    section: Section | None = None
    for item in items:
        if item.section is not section:
            section = item.section
            blocks.append(f"## {headings[section]}")
        blocks.append("\n".join(f"> {line}".rstrip() for line in item.text.split("\n")))
        if item.labelled:
            blocks.append(label(item.turn, item.step))
    return "\n\n".join(blocks)


def label(turn: int, step: int | None) -> str:
    """Return how a body refers to a turn or to a step in it."""
    return f"[{turn}]" if step is None else f"[{turn}.{step}]"


def read(text: str) -> list[Item]:
    """Return the quotes of a body that `write` wrote; anything else in it is left out."""
    items: list[Item] = []
    section = Section.FACT
    quoted: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.startswith(">"):
            quoted.append(line[2:])
            continue
        place = _LABEL.fullmatch(line)
        if quoted and (place or line.startswith("## ")):
            items.append(_item(section, quoted, place))
            quoted = []
        if line.startswith("## "):
            section = _BY_HEADING.get(line[3:].strip(), Section.FACT)
        elif quoted and line.strip():
            quoted = []
    if quoted:
        items.append(_item(section, quoted, None))
    return items


def _item(section: Section, quoted: Sequence[str], place: re.Match[str] | None) -> Item:
    return Item(
        section=section,
        turn=int(place[1]) if place else 0,
        step=int(place[2]) if place and place[2] is not None else None,
        text="\n".join(quoted),
        labelled=place is not None,
    )


def is_chinese_body(text: str) -> bool | None:
    """Tell the language of a body by its headings; None where it has none of ours."""
    found = [line[3:].strip() for line in text.split("\n") if line.startswith("## ")]
    chinese = sum(heading in _CHINESE.values() for heading in found)
    english = sum(heading in _ENGLISH.values() for heading in found)
    return None if chinese == english == 0 else chinese >= english
