"""Reads the prompts of a curation: the same text that a model would get."""

import json
import re
from dataclasses import dataclass
from typing import Any

_FIRST = re.compile(r"stage:\s*(extract|merge)\b")


class PromptError(Exception):
    """The text is no prompt that the extractor understands; holds one line saying why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A topic of the catalogue: one that an earlier segment of the same job found."""

    id: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractPrompt:
    """A segment of the source, and the topics known so far."""

    source: str
    catalogue: tuple[Known, ...]
    left: int
    """Segments of the job that are not done yet, this one included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one segment said about a topic."""

    kind: str
    content: str
    evidence: tuple[tuple[int, int | None, str], ...]
    """Turn, step (None for the whole turn) and the words quoted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePrompt:
    """A topic's parts in order, and the titles of the job's other topics."""

    title: str
    parts: tuple[Part, ...]
    titles: tuple[str, ...]


def read(text: str) -> ExtractPrompt | MergePrompt:
    """Return the request in *text*; raises PromptError where it holds none."""
    text = text.removeprefix("\ufeff")
    stage = _FIRST.search(text.split("\n", 1)[0])
    if stage is None:
        raise PromptError("the first line names no stage")
    if stage[1] == "extract":
        catalogue = _enclosed(text, "catalogue")
        source = _enclosed(text, "source")
        if source is None:
            raise PromptError("there is no source to extract from")
        known = tuple(map(_known, _records(catalogue[1]))) if catalogue else ()
        return ExtractPrompt(source=source[1], catalogue=known, left=_left(source[0]))
    return _merge(text)


def _merge(text: str) -> MergePrompt:
    topic = _enclosed(text, "topic")
    if topic is None:
        raise PromptError("there is no topic to merge")
    titles = _enclosed(text, "titles")
    return MergePrompt(
        title=_title(topic[0]),
        parts=tuple(map(_part, _records(topic[1]))),
        titles=tuple(filter(None, map(_text, _values(titles[1] if titles else "")))),
    )


def _enclosed(text: str, name: str) -> tuple[str, str] | None:
    """Return the attributes of the first *name* tag and what stands up to its own end tag.

    The boundary is a digest of the data, so nothing inside can look like the end.
    """
    opening = re.search(rf'^<{name} boundary="([^"\s]+)"(.*)>[ \t]*\r?$', text, re.MULTILINE)
    if opening is None:
        return None
    ending = re.compile(
        rf'^</{name} boundary="{re.escape(opening[1])}">[ \t]*\r?$', re.MULTILINE
    ).search(text, opening.end())
    if ending is None:
        raise PromptError(f"the {name} has no end")
    return opening[2], text[opening.end() + 1 : ending.start()]


def _left(attributes: str) -> int:
    """Return how many segments there are from ``segment=`` to ``segments=``; 1 if not told."""
    place = re.search(r'\bsegment="(\d+)" segments="(\d+)"', attributes)
    return max(1, int(place[2]) - int(place[1]) + 1) if place else 1


def _title(attributes: str) -> str:
    """Return the value of ``title=``, a JSON string."""
    start = attributes.find('title="')
    if start < 0:
        return ""
    try:
        value, _ = json.JSONDecoder().raw_decode(attributes, start + len("title="))
    except ValueError as error:
        raise PromptError("the topic's title is no JSON string") from error
    return str(value)


def _values(lines: str) -> list[Any]:
    try:
        return [json.loads(line) for line in lines.split("\n") if line.strip()]
    except ValueError as error:
        raise PromptError("a line of data is no JSON") from error


def _records(lines: str) -> list[dict[str, Any]]:
    values = _values(lines)
    if not all(isinstance(value, dict) for value in values):
        raise PromptError("a line of data is no JSON object")
    return values


def _known(record: dict[str, Any]) -> Known:
    return Known(id=_text(record.get("id")), title=_text(record.get("title")))


def _part(record: dict[str, Any]) -> Part:
    evidence = record.get("evidence")
    return Part(
        kind=_text(record.get("kind")),
        content=_text(record.get("content")),
        evidence=tuple(
            (item["turn"], _step(item.get("step")), item["quote"])
            for item in (evidence if isinstance(evidence, list) else ())
            if isinstance(item, dict)
            and isinstance(item.get("turn"), int)
            and isinstance(item.get("quote"), str)
        ),
    )


def _step(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
