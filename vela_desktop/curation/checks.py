"""Checks what agents answer. Every rule that a program can check is checked here, after the schema.

An answer that breaks one is ``Rejected`` with the reason, which the agent is told when it is asked
again. Nothing is repaired or cut.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

import msgspec

from vela_desktop.curation import replies
from vela_desktop.curation.catalogue import Topic, absorb
from vela_desktop.curation.citations import CitedBody, cite
from vela_desktop.curation.headings import Label
from vela_desktop.curation.markdown import quoted_lines
from vela_desktop.curation.prompts import catalogue_lines
from vela_desktop.curation.replies import Evidence, ExtractReply, MergedEntry, MergeReply
from vela_desktop.curation.snapshot import SnapshotText
from vela_desktop.domain import limits, rules
from vela_desktop.domain.entries import Kind
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.masking import masked_line
from vela_desktop.domain.text import has_controls, squeeze, title_key

_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
_FENCED = re.compile(r"\s*```(?:json)?[ \t]*\n(?P<inside>.*)\n```\s*", re.DOTALL)
_TRAILING_LABELS = re.compile(r"[\s(（—–-]*(?:\[\d{1,9}(?:\.\d{1,9})?\][\s)）]*)+$")
_REASON_CHARS = 300


class Rejected(Exception):  # noqa: N818 - an answer is, nothing broke
    """An answer breaks a rule. ``error`` ends the job if no further try does better; None means
    ``memory_invalid_output`` with the reason."""

    def __init__(self, reason: str, error: VelaError | None = None) -> None:
        super().__init__(reason)
        self.reason = masked_line(reason, _REASON_CHARS)
        self.error = error


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """One entry that passed: its text cited, its related titles those of topics of this job."""

    title: str
    summary: str
    raw_body: str
    """The body as the agent wrote it, with labels: what a further merge is given."""
    cited: CitedBody
    kind: Kind
    tags: tuple[str, ...]
    related: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    not_found: tuple[str, ...]


def check_topics(text: str, known: tuple[Topic, ...], snapshot: SnapshotText) -> tuple[Topic, ...]:
    """Return the topics *known* so far with those in the answer *text* added, or raise Rejected."""
    found = _decoded(text, ExtractReply).topics
    if len(found) > limits.TOPICS_PER_SEGMENT:
        raise Rejected(f"{len(found)} topics; at most {limits.TOPICS_PER_SEGMENT} are possible")
    ids = {topic.id for topic in known}
    for row in found:
        if row.target and row.target not in ids:
            raise Rejected(f"target {_shown(row.target)} is not in the catalogue")
        _check_title(row.title)
        _check_size("content", len(row.content.strip()), 1, limits.BODY_CHARS)
        _check_evidence(row.evidence, snapshot)
    topics = absorb(known, found)
    if len(topics) > limits.TOPICS_PER_JOB:
        over = f"the session then has {len(topics)} topics; at most {limits.TOPICS_PER_JOB}"
        raise Rejected(f"{over} are possible: add to the topics of the catalogue")
    _check_catalogue(topics)
    return topics


def check_joined(topics: tuple[Topic, ...]) -> tuple[Topic, ...]:
    """Return *topics*, joined of segments that were read side by side, where they are not too many.

    Nobody can be asked again for fewer: raises ``memory_output_too_large``.
    """
    size, limit = len(topics), limits.TOPICS_PER_JOB
    if size > limit:
        raise VelaError(Code.OUTPUT_TOO_LARGE, field="topics", size=size, limit=limit)
    return topics


def check_entry(
    text: str, titles: Collection[str], snapshot: SnapshotText, session_id: str
) -> Merged:
    """Return the one entry of the answer *text*, or raise Rejected.

    *titles* are those of the job's topics, which alone may be related.
    """
    found = _decoded(text, MergeReply).entries
    if len(found) != 1:
        raise Rejected(f"{len(found)} entries; exactly one is wanted")
    entry = found[0]
    _check_title(entry.title)
    _check_size("summary", len(entry.summary), 0, limits.SUMMARY_CHARS)
    _check_size("body", len(entry.body.strip()), 1, limits.BODY_CHARS)
    _check_evidence(entry.evidence, snapshot)
    places, not_found = _looked_up(entry, snapshot)
    cited = cite(entry.body, places, snapshot, session_id)
    _check_size("body with its citations", len(cited.body), 1, limits.BODY_CHARS)
    return Merged(
        title=squeeze(entry.title),
        summary=entry.summary.strip(),
        raw_body=entry.body,
        cited=cited,
        kind=entry.kind,
        tags=_tags(entry.tags),
        related=_related(entry, titles),
        evidence=tuple(entry.evidence),
        not_found=not_found,
    )


def _decoded(text: str, reply: type[replies.R]) -> replies.R:
    if _NUL.search(text) or "\0" in text:
        raise Rejected("a text holds the character U+0000")
    fenced = _FENCED.fullmatch(text)
    try:
        return replies.decode(fenced["inside"] if fenced else text, reply)
    except msgspec.ValidationError as error:
        raise Rejected(f"not the required structure: {error}") from error
    except msgspec.DecodeError as error:
        raise Rejected(f"not one JSON object: {error}") from error


def _check_size(field: str, size: int, low: int, high: int) -> None:
    if size < low:
        raise Rejected(f"{field} is empty")
    if size > high:
        error = VelaError(Code.OUTPUT_TOO_LARGE, field=field, size=size, limit=high)
        raise Rejected(f"{field} has {size} characters; at most {high} are possible", error)


def _check_count(field: str, size: int, limit: int) -> None:
    if size > limit:
        error = VelaError(Code.OUTPUT_TOO_LARGE, field=field, size=size, limit=limit)
        raise Rejected(f"{size} {field}; at most {limit} are possible", error)


def _check_title(title: str) -> None:
    _check_size("title", len(squeeze(title)), 1, limits.TITLE_CHARS)
    if has_controls(squeeze(title)):
        raise Rejected("a title holds a control character")


def _check_evidence(evidence: list[Evidence], snapshot: SnapshotText) -> None:
    for row in evidence:
        if Label(row.turn) not in snapshot:
            raise Rejected(f"evidence names turn {row.turn}, which the source does not have")
        _check_size("quote", len(row.quote), 0, limits.SEGMENT_CHARS)


def _check_catalogue(topics: tuple[Topic, ...]) -> None:
    size = len(catalogue_lines(topics))
    if size > limits.CATALOGUE_CHARS:
        limit = limits.CATALOGUE_CHARS
        error = VelaError(Code.CONTEXT_TOO_LARGE, size=size, limit=limit)
        reason = f"the catalogue then has {size} characters; at most {limit} are possible"
        raise Rejected(f"{reason}: add to its topics, or give shorter titles", error)


def _tags(tags: list[str]) -> tuple[str, ...]:
    given = tuple(tag for tag in tags if squeeze(tag).removeprefix("#"))
    _check_count("tags", len(given), limits.TAGS)
    for tag in given:
        _check_size("tag", len(squeeze(tag).removeprefix("#")), 0, limits.TAG_CHARS)
    return rules.check_tags(given)


def _related(entry: MergedEntry, titles: Collection[str]) -> tuple[str, ...]:
    _check_count("related", len(entry.related), limits.RELATED)
    keys = {title_key(title) for title in titles}
    for title in entry.related:
        if title_key(title) not in keys:
            raise Rejected(f"related names {_shown(title)}, which is no topic of this session")
    return tuple(dict.fromkeys(map(title_key, entry.related)))


def _looked_up(entry: MergedEntry, snapshot: SnapshotText) -> tuple[list[Label], tuple[str, ...]]:
    """Return where the evidence stands, and the quotes that the snapshot does not hold."""
    places: list[Label] = []
    not_found: list[str] = []
    for row in entry.evidence:
        label = Label(row.turn, row.step)
        label = label if label in snapshot else Label(row.turn)
        place = snapshot.find(row.quote, label) if row.quote.strip() else label
        if place is None:
            not_found.append(row.quote.strip())
        else:
            places.append(place)
    for line in quoted_lines(entry.body):
        if not snapshot.holds(line) and not snapshot.holds(_TRAILING_LABELS.sub("", line)):
            not_found.append(line)
    return places, tuple(dict.fromkeys(not_found))


def _shown(text: str) -> str:
    return f"“{masked_line(text, 80)}”"
