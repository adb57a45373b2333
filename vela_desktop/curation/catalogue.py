"""The topics of one job, collected from segment to segment or joined afterwards."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain

from vela_desktop.curation.replies import Evidence, TopicPart
from vela_desktop.domain.entries import Kind
from vela_desktop.domain.text import squeeze, title_key


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one segment, or one earlier merge, says about a topic."""

    kind: Kind
    content: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """One thing to keep knowledge about. ``id`` is T1, T2 … in the order of appearance."""

    id: str
    title: str
    kind: Kind
    parts: tuple[Part, ...]


def absorb(topics: tuple[Topic, ...], found: Iterable[TopicPart]) -> tuple[Topic, ...]:
    """Return *topics* with what one segment *found* added.

    A part goes to the topic it targets (which must exist), else to the one with its title, else to
    a new one. The same inputs in the same order give the same topics.
    """
    by_id = {topic.id: topic for topic in topics}
    by_title = {title_key(topic.title): topic.id for topic in topics}
    for row in found:
        part = Part(kind=row.kind, content=row.content, evidence=tuple(row.evidence))
        known = row.target or by_title.get(title_key(row.title))
        if known:
            by_id[known] = replace(by_id[known], parts=(*by_id[known].parts, part))
            continue
        new = f"T{len(by_id) + 1}"
        by_id[new] = Topic(id=new, title=squeeze(row.title), kind=row.kind, parts=(part,))
        by_title[title_key(row.title)] = new
    return tuple(by_id.values())


def joined(found: Iterable[Iterable[Topic]]) -> tuple[Topic, ...]:
    """Return as one catalogue what segments *found* that knew nothing of each other.

    Topics with one title are one. The catalogues come in the segments' order, which decides about
    order, ids, titles and kinds; so the same ones always give the same topics.
    """
    by_title: dict[str, Topic] = {}
    for topic in chain.from_iterable(found):
        key = title_key(topic.title)
        same = by_title.get(key) or replace(topic, id=f"T{len(by_title) + 1}", parts=())
        by_title[key] = replace(same, parts=(*same.parts, *topic.parts))
    return tuple(by_title.values())
