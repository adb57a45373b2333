"""Jobs, entries and snapshots as ``--json`` prints them: field names here are a promise too."""

import msgspec

from vela_desktop.cli.documents import iso
from vela_desktop.domain.entries import Entry, EntryRow, RevisionRow, Snapshot
from vela_desktop.domain.jobs import Job, JobRow
from vela_desktop.domain.routes import format_citation


class UsageDocument(msgspec.Struct, kw_only=True):
    """What a job's calls used."""

    calls: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    cost_usd: float | None
    model: str | None


class JobDocument(msgspec.Struct, kw_only=True):
    """A job."""

    id: str
    session_id: str
    source_id: str
    agent: str
    model: str | None
    effort: str | None
    status: str
    stage: str | None
    done: int
    total: int
    error: str | None
    notes: list[str]
    entries: int
    usage: UsageDocument
    created_at: str | None
    started_at: str | None
    ended_at: str | None


def job(value: Job) -> JobDocument:
    """Return the document of a job."""
    return JobDocument(
        id=value.id,
        session_id=value.session_id,
        source_id=value.source_id,
        agent=value.agent,
        model=value.model,
        effort=value.effort,
        status=value.status,
        stage=value.stage,
        done=value.done,
        total=value.total,
        error=value.error,
        notes=[str(note) for note in value.notes],
        entries=value.entries,
        usage=UsageDocument(
            calls=value.usage.calls,
            input_tokens=value.usage.input_tokens,
            cached_tokens=value.usage.cached_tokens,
            output_tokens=value.usage.output_tokens,
            cost_usd=value.usage.cost_usd,
            model=value.usage.model,
        ),
        created_at=iso(value.created_at),
        started_at=iso(value.started_at),
        ended_at=iso(value.ended_at),
    )


class ShownJobDocument(JobDocument, kw_only=True):
    """A job with what it reads."""

    origin: str
    chars: int
    segments: int


def shown_job(row: JobRow) -> ShownJobDocument:
    """Return the document of ``vela jobs show``."""
    return ShownJobDocument(
        **msgspec.structs.asdict(job(row.job)),
        origin=row.origin,
        chars=row.chars,
        segments=row.segments,
    )


class PausedDocument(msgspec.Struct, kw_only=True):
    """Whether waiting jobs start."""

    paused: bool


class ChecksDocument(msgspec.Struct, kw_only=True):
    """What was checked of an entry: ``not_found`` are texts that the source does not hold."""

    not_found: list[str]


class EntryRowDocument(msgspec.Struct, kw_only=True):
    """An entry in a list."""

    id: str
    session_id: str
    title: str
    summary: str
    tags: list[str]
    kind: str
    state: str
    origin: str
    version: int
    created_at: str | None
    updated_at: str | None


class EntryDocument(EntryRowDocument, kw_only=True):
    """An entry with its body."""

    body: str
    related: list[str]
    citations: list[str]
    checks: ChecksDocument


def entry_row(value: EntryRow | Entry) -> EntryRowDocument:
    """Return the document of an entry without its body."""
    return EntryRowDocument(
        id=value.id,
        session_id=value.session_id,
        title=value.title,
        summary=value.summary,
        tags=list(value.tags),
        kind=value.kind,
        state=value.state,
        origin=value.origin,
        version=value.version,
        created_at=iso(value.created_at),
        updated_at=iso(value.updated_at),
    )


def entry(value: Entry) -> EntryDocument:
    """Return the document of a whole entry."""
    return EntryDocument(
        **msgspec.structs.asdict(entry_row(value)),
        body=value.body,
        related=list(value.related),
        citations=[format_citation(citation) for citation in value.citations],
        checks=ChecksDocument(not_found=list(value.not_found)),
    )


class RevisionDocument(msgspec.Struct, kw_only=True):
    """A revision of an entry."""

    version: int
    title: str
    author: str
    created_at: str | None
    current: bool


def revision(value: RevisionRow) -> RevisionDocument:
    """Return the document of a revision."""
    return RevisionDocument(
        version=value.version,
        title=value.title,
        author=value.author,
        created_at=iso(value.created_at),
        current=value.current,
    )


class SourceDocument(msgspec.Struct, kw_only=True):
    """A source snapshot."""

    id: str
    session_id: str
    origin: str
    sha256: str
    chars: int
    masked: dict[str, int]
    text: str
    created_at: str | None


def source(value: Snapshot) -> SourceDocument:
    """Return the document of a snapshot."""
    return SourceDocument(
        id=value.id,
        session_id=value.session_id,
        origin=value.origin,
        sha256=value.sha256,
        chars=value.chars,
        masked=dict(value.masked),
        text=value.text,
        created_at=iso(value.created_at),
    )


class CuratedDocument(msgspec.Struct, kw_only=True):
    """What ``vela curate --wait`` did."""

    job: JobDocument
    entries: list[EntryDocument]
