"""Builds what agents are sent: the instructions of a stage, then the data in marked blocks.

A block's tags stand alone on their lines and carry a boundary made from the SHA-256 of what they
enclose, so that no text can hold the end of its own block. The built-in extractor reads the same
prompts; the form of the first line and of the blocks is a contract with it.
"""

import hashlib
import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import msgspec

from vela_desktop import assets
from vela_desktop.curation import replies
from vela_desktop.curation.catalogue import Part, Topic
from vela_desktop.domain.jobs import Stage
from vela_desktop.domain.sizes import Size

VERSION = 1
"""The folder the texts are read from; part of every step's key."""

_REPLIES: dict[Stage, type[msgspec.Struct]] = {
    Stage.EXTRACT: replies.ExtractReply,
    Stage.MERGE: replies.MergeReply,
}
_LINE_ENDS = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """One question to an agent: the system text, the prompt, and the schema of its answer."""

    stage: Stage
    system: str
    text: str
    schema: dict[str, Any]
    count: int = 0
    """How many topics or parts it holds beside the source; for the log."""

    @property
    def size(self) -> Size:
        """The size of the model input."""
        return Size.of_input(self.system, self.text, self.schema)

    def again(self, reason: str) -> "Prompt":
        """Return the same question, with why the last answer was rejected as its last line."""
        text = f"{self.text}\n<rejected reason={_json(reason)}/>\n"
        return replace(self, text=text)


def extract(segment: str, number: int, segments: int, catalogue: str, known: int = 0) -> Prompt:
    """Return the question for the topics of *segment*, the *number*-th of *segments*.

    *catalogue* holds the *known* topics found so far in this job, one JSON object a line.
    """
    blocks = [
        _block("catalogue", catalogue),
        _block("source", segment, f' segment="{number}" segments="{segments}"'),
    ]
    return _prompt(Stage.EXTRACT, "extract.md", blocks, known)


def merge(title: str, parts: Collection[Part], titles: Iterable[str]) -> Prompt:
    """Return the question for the one entry that *parts* of the topic *title* make.

    *titles* are those of the job's other topics.
    """
    blocks = [
        _block("topic", "\n".join(map(part_line, parts)), f" title={_json(title)}"),
        _block("titles", "\n".join(map(_json, titles))),
    ]
    return _prompt(Stage.MERGE, "merge.md", blocks, len(parts))


def catalogue_lines(topics: Iterable[Topic]) -> str:
    """Return *topics* as a prompt's catalogue shows them."""
    return "\n".join(
        _json({"id": topic.id, "title": topic.title, "kind": topic.kind}) for topic in topics
    )


def part_line(part: Part) -> str:
    """Return *part* as a merge prompt shows it."""
    evidence = [{"turn": e.turn, "step": e.step, "quote": e.quote} for e in part.evidence]
    return _json({"kind": part.kind, "content": part.content, "evidence": evidence})


def _prompt(stage: Stage, file: str, blocks: list[str], count: int) -> Prompt:
    first = f"Vela curation, stage: {stage}, prompt version: {VERSION}"
    text = "\n\n".join([first, _text(file), *blocks]) + "\n"
    return Prompt(
        stage=stage, system=_text("system.md"), text=text, schema=_schema(stage), count=count
    )


def _block(name: str, data: str, more: str = "") -> str:
    boundary = hashlib.sha256(data.encode("utf-8")).hexdigest()[:12]
    inside = f"{data}\n" if data else ""
    return f'<{name} boundary="{boundary}"{more}>\n{inside}</{name} boundary="{boundary}">'


@cache
def _text(file: str) -> str:
    return assets.read_text(assets.resource("prompts", f"v{VERSION}", file)).strip()


@cache
def _schema(stage: Stage) -> dict[str, Any]:
    return replies.schema(_REPLIES[stage])


def _json(value: object) -> str:
    """Return *value* as JSON on one line, whatever a reader takes for the end of a line."""
    return json.dumps(value, ensure_ascii=False).translate(_LINE_ENDS)
