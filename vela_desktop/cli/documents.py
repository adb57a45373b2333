"""What ``--json`` prints, as types: lists, sessions and agents. Jobs and entries are in
``cli.records``. Field names here are a promise to other programs.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import msgspec

from vela_desktop.domain.agents import AgentStatus
from vela_desktop.domain.sessions import Message, SessionRow, TranscriptMap
from vela_desktop.domain.values import Page


def iso(milliseconds: int | None) -> str | None:
    """Return a time as ISO 8601 UTC with milliseconds."""
    if milliseconds is None:
        return None
    time = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def minute(milliseconds: int | None) -> str:
    """Return a time as people read it in a list: UTC, to the minute; empty where unknown."""
    return (iso(milliseconds) or "")[:16].replace("T", " ")


class Listing(msgspec.Struct, kw_only=True):
    """Every list: one page of it."""

    total: int
    page: int
    items: list[Any]


def listing(page: Page[Any], items: Iterable[Any]) -> Listing:
    """Return *items* as a page like *page*."""
    return Listing(total=page.total, page=page.page, items=list(items))


def whole(items: Iterable[Any]) -> Listing:
    """Return a list that has one page only."""
    known = list(items)
    return Listing(total=len(known), page=1, items=known)


class SessionDocument(msgspec.Struct, kw_only=True):
    """A session."""

    id: str
    agent: str
    native_id: str
    title: str
    project: str
    cwd: str | None
    started_at: str | None
    last_at: str | None
    archived: bool
    entries: int
    relation: str
    path: str | None
    scan_error: str | None = None


def session(row: SessionRow) -> SessionDocument:
    """Return the document of a session."""
    return SessionDocument(
        id=row.id,
        agent=row.agent,
        native_id=row.native_id,
        title=row.title,
        project=row.project,
        cwd=row.cwd,
        started_at=iso(row.started_at),
        last_at=iso(row.last_at),
        archived=row.archived,
        entries=row.entries,
        relation=row.relation,
        path=row.path,
        scan_error=row.scan_error,
    )


class CountsDocument(msgspec.Struct, kw_only=True):
    """What a conversation consists of."""

    user_messages: int
    assistant_messages: int
    tool_calls: int
    turns: int
    bad_lines: int


class BlockDocument(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A piece of a message."""

    kind: str
    text: str = ""
    name: str = ""
    target: str = ""
    failed: bool = False


class MessageDocument(msgspec.Struct, kw_only=True):
    """A message of a turn."""

    role: str
    step: int
    at: str | None
    blocks: list[BlockDocument]


class TurnDocument(msgspec.Struct, kw_only=True):
    """A turn with its messages."""

    turn: int
    messages: list[MessageDocument]


class ShownDocument(SessionDocument, kw_only=True):
    """A session with what its transcript holds."""

    counts: CountsDocument
    first_user_text: str
    resume: str
    turns: list[TurnDocument] | None = None


def shown(
    row: SessionRow, found: TranscriptMap, resume: str, messages: list[Message] | None
) -> ShownDocument:
    """Return the document of ``vela show``."""
    counts = found.counts
    return ShownDocument(
        **msgspec.structs.asdict(session(row)),
        counts=CountsDocument(
            user_messages=counts.user_messages,
            assistant_messages=counts.assistant_messages,
            tool_calls=counts.tool_calls,
            turns=counts.turns,
            bad_lines=counts.bad_lines,
        ),
        first_user_text=found.first_user_text,
        resume=resume,
        turns=None if messages is None else turns(messages),
    )


def turns(messages: list[Message]) -> list[TurnDocument]:
    """Return *messages* grouped by turn."""
    grouped: dict[int, list[MessageDocument]] = {}
    for message in messages:
        grouped.setdefault(message.turn, []).append(_message(message))
    return [TurnDocument(turn=turn, messages=items) for turn, items in grouped.items()]


def _message(message: Message) -> MessageDocument:
    return MessageDocument(
        role=message.role,
        step=message.step,
        at=iso(message.at),
        blocks=[
            BlockDocument(
                kind=block.kind,
                text=block.text,
                name=block.name,
                target=block.target,
                failed=block.failed,
            )
            for block in message.blocks
        ],
    )


class ModelDocument(msgspec.Struct, kw_only=True):
    """A model an agent offers."""

    id: str
    label: str
    efforts: list[str]


class AgentDocument(msgspec.Struct, kw_only=True):
    """An agent, usable or not."""

    agent: str
    label: str
    available: bool
    version: str | None
    executable: str | None
    problem: str | None
    models: list[ModelDocument] | None = None


def agent(value: AgentStatus) -> AgentDocument:
    """Return the document of an agent."""
    return AgentDocument(
        agent=value.agent,
        label=value.label,
        available=value.available,
        version=value.version,
        executable=value.executable,
        problem=str(value.problem) if value.problem else None,
    )


class CheckDocument(msgspec.Struct, kw_only=True):
    """One thing ``vela doctor`` looked at."""

    name: str
    ok: bool
    text: str
