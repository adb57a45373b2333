"""What the files of a Grok Build session say about it, most of it in a summary."""

import re
from pathlib import Path

from vela_desktop.domain.errors import VelaError
from vela_desktop.domain.sessions import Relation, SessionFacts
from vela_desktop.domain.text import elide, safe
from vela_desktop.sources import files, places
from vela_desktop.sources import grok_records as records
from vela_desktop.sources.grok_chat import ChatPass
from vela_desktop.sources.grok_log import LogPass
from vela_desktop.sources.grok_names import SUBAGENTS, SUMMARY, Place, cwd_of, id_of
from vela_desktop.sources.heads import PROMPT_CHARS, TITLE_CHARS, hashed_id
from vela_desktop.sources.jsonl import Record, parse
from vela_desktop.sources.lines_reader import beginning
from vela_desktop.sources.times import milliseconds

_SUMMARY_BYTES = 1 << 20
_META = "meta.json"
_FRACTION = re.compile(r"(\.\d{3})\d+")


def summary_of(place: Place) -> Record:
    """Return the session's summary, empty where there is none that can be read."""
    try:
        with files.opened(place.folder / SUMMARY) as stream:
            return parse(stream.read(_SUMMARY_BYTES)) or {}
    except VelaError:
        return {}


def is_timed(summary: Record) -> bool:
    """Tell whether a summary says when the session began and was last used."""
    return _started(summary) is not None and _last(summary) is not None


def _started(summary: Record) -> int | None:
    return _moment(summary, "created_at")


def _last(summary: Record) -> int | None:
    active = _moment(summary, "last_active_at")
    return _moment(summary, "updated_at") if active is None else active


def _moment(summary: Record, key: str) -> int | None:
    """Return a time that is written down to the nanosecond."""
    return milliseconds(_FRACTION.sub(r"\1", records.string(summary, key)))


def facts_of(
    place: Place, summary: Record, chat: ChatPass, log: LogPass, first: str | None
) -> SessionFacts:
    """Return the facts of the session at *place*; *first* is the first prompt of it."""
    about = summary.get("info")
    info = about if isinstance(about, dict) else {}
    native_id = _id(place, info, log)
    words = safe(first.strip()) if first else ""
    title = (
        records.string(summary, "generated_title").strip()
        or records.string(summary, "session_summary").strip()
        or words
    )
    cwd = records.string(info, "cwd") or cwd_of(place) or chat.noted_cwd
    started, last = _started(summary), _last(summary)
    relation, parent = _relation(place, summary, native_id)
    return SessionFacts(
        native_id=safe(native_id),
        title=safe(elide(title, TITLE_CHARS)) or None,
        first_prompt=words[:PROMPT_CHARS] or None,
        cwd=safe(cwd) if cwd else None,
        branch=safe(records.string(summary, "head_branch")) or None,
        model=safe(_model(summary, chat, log)) or None,
        started_at=log.started if started is None else started,
        last_at=log.last if last is None else last,
        parent_native_id=safe(parent) if parent else None,
        relation=relation,
    )


def _model(summary: Record, chat: ChatPass, log: LogPass) -> str:
    return records.string(summary, "current_model_id") or chat.model or log.model or ""


def _id(place: Place, info: Record, log: LogPass) -> str:
    if known := records.string(info, "id") or id_of(place) or log.native_id:
        return known
    return hashed_id(beginning(place.main))


def is_subagent(summary: Record) -> bool:
    """Tell whether a summary is of a session that Grok hides, as it hides its sub-agents'."""
    kind = records.string(summary, "session_kind")
    return kind.startswith("subagent") or summary.get("hidden") is True


def _relation(place: Place, summary: Record, native_id: str) -> tuple[Relation, str | None]:
    parent = records.string(summary, "parent_session_id") or None
    if is_subagent(summary):
        return Relation.SUBAGENT, parent or _parent(place.path, native_id)
    return (Relation.FORK if parent else Relation.NONE), parent


def _parent(folder: Path, native_id: str) -> str | None:
    """Return which session of the same group, else of any, notes that one as its sub-agent."""
    group = folder.parent
    if folder.name != native_id:
        return None
    try:
        others = [entry for entry in group.parent.iterdir() if entry != group]
    except OSError:
        others = []
    for near in (group, *others):
        for entry in _listed(near):
            if places.is_file(entry / SUBAGENTS / native_id / _META):
                return entry.name
    return None


def _listed(folder: Path) -> list[Path]:
    try:
        return [Path(entry.path) for entry in files.listed(folder) if files.is_folder(entry)]
    except VelaError:
        return []
