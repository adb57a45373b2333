"""The tables of ``vela.db``. Migrations create them; a test holds the two together.

Times are UTC milliseconds, enumerations text, ids UUID text. The ``memory_*`` tables are the
knowledge base: no statement joins them with ``project`` and ``session``, so that the knowledge base
can live elsewhere one day. Long columns come last in their table: SQLite then reads the others
without walking through the pages of the long ones.
"""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    column,
    literal_column,
    text,
)

from vela_desktop.storage.types import CompressedJson, CompressedText, Json

metadata = MetaData()

ACTIVE_ENTRY = column("state") == literal_column("'active'")
"""Spelt out, not bound: SQLite matches a partial index with literals only."""

project = Table(
    "project",
    metadata,
    Column("id", Text, primary_key=True),
    Column("root_path", Text),
    Column("name", Text),
    Column("created_at", Integer, nullable=False),
)

session = Table(
    "session",
    metadata,
    Column("id", Text, primary_key=True),
    Column("agent", Text, nullable=False),
    Column("native_id", Text, nullable=False),
    Column("project_id", Text),
    Column("title", Text),
    Column("archived_at", Integer),
    Column("archive_copy", Text),
    Column("recordings", Json, nullable=False, server_default="[]"),
    Column("deleted_at", Integer),
    Column("size", Integer),
    Column("mtime_ns", Integer),
    Column("created_at", Integer, nullable=False),
    UniqueConstraint("agent", "native_id", name="uq_session_native"),
)

memory_meta = Table(
    "memory_meta",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

memory_projects = Table(
    "memory_projects",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", Integer, nullable=False),
)

memory_sessions = Table(
    "memory_sessions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("agent", Text, nullable=False),
    Column("native_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("project_id", Text, nullable=False, server_default=""),
    Column("created_at", Integer, nullable=False),
    Index("ix_memory_sessions_project", "project_id"),
)

memory_sources = Table(
    "memory_sources",
    metadata,
    Column("id", Text, primary_key=True),
    Column("session_id", Text, nullable=False),
    Column("purpose", Text, nullable=False),
    Column("origin", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("chars", Integer, nullable=False),
    Column("masked", Json, nullable=False, server_default="{}"),
    Column("created_at", Integer, nullable=False),
    Column("text", CompressedText, nullable=False),
    UniqueConstraint("session_id", "purpose", "sha256", name="uq_memory_sources_text"),
)

memory_entries = Table(
    "memory_entries",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("session_id", Text, nullable=False),
    Column("project_id", Text, nullable=False, server_default=""),
    Column("title", Text, nullable=False),
    Column("title_key", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("state_reason", Text, nullable=False, server_default=""),
    Column("origin", Text, nullable=False),
    Column("curated_session_id", Text),
    Column("protected", Boolean, nullable=False, server_default="0"),
    Column("edited_by_hand", Boolean, nullable=False, server_default="0"),
    Column("confidence", Float),
    Column("pinned", Boolean, nullable=False, server_default="0"),
    Column("checks", Json, nullable=False, server_default="{}"),
    Column("source_event_id", Text),
    Column("target_id", Text),
    Column("version", Integer, nullable=False),
    Column("created_at", Integer, nullable=False),
    Column("updated_at", Integer, nullable=False),
    Column("summary", Text, nullable=False, server_default=""),
    Column("body", Text, nullable=False, server_default=""),
    UniqueConstraint("session_id", "source_event_id", name="uq_memory_entries_event"),
)
Index(
    "uq_memory_entries_title",
    memory_entries.c.project_id,
    memory_entries.c.session_id,
    memory_entries.c.title_key,
    unique=True,
    sqlite_where=ACTIVE_ENTRY,
)
for _name, _sorted_by in (
    ("session_edited", ("session_id", "edited_by_hand")),
    ("session_updated", ("session_id", "updated_at")),
    ("session_title", ("session_id", "title_key")),
    ("updated", ("updated_at",)),
    ("title", ("title_key",)),
):  # not partial: an index that lacks the state would not cover the queries that ask for it
    Index(
        f"ix_memory_entries_{_name}",
        memory_entries.c.state,
        *(memory_entries.c[_column] for _column in _sorted_by),
    )
Index("ix_memory_entries_curated", memory_entries.c.curated_session_id)

ENTRY_SEARCH = (
    "CREATE VIRTUAL TABLE memory_entry_fts USING "
    "fts5(title, summary, body, tags, content='', tokenize='unicode61')"
)
"""The full text of entries, by ``memory_entries.n``: contentless, so SQLAlchemy cannot describe it.
"""


def _entry_id() -> Column[str]:
    return Column(
        "entry_id", Text, ForeignKey("memory_entries.id", ondelete="CASCADE"), nullable=False
    )


memory_tags = Table(
    "memory_tags",
    metadata,
    Column("n", Integer, primary_key=True),
    _entry_id(),
    Column("tag", Text, nullable=False),
    UniqueConstraint("entry_id", "tag", name="uq_memory_tags"),
    Index("ix_memory_tags_tag", "tag", "entry_id"),
)

memory_links = Table(
    "memory_links",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("from_id", Text, ForeignKey("memory_entries.id", ondelete="CASCADE"), nullable=False),
    Column("to_id", Text, ForeignKey("memory_entries.id", ondelete="CASCADE"), nullable=False),
    Column("relation", Text, nullable=False),
    Column("title_key", Text, nullable=False, server_default=""),
    UniqueConstraint("from_id", "relation", "to_id", "title_key", name="uq_memory_links"),
    Index("ix_memory_links_to", "to_id", "relation"),
)

memory_citations = Table(
    "memory_citations",
    metadata,
    Column("n", Integer, primary_key=True),
    _entry_id(),
    Column("session_id", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("step_from", Integer),
    Column("step_to", Integer),
    Column("anchor", Text),
    Column("turn_hash", Text),
    Column("source_id", Text, ForeignKey("memory_sources.id")),
    Index("ix_memory_citations_entry", "entry_id"),
    Index("ix_memory_citations_turn", "session_id", "turn"),
    Index("ix_memory_citations_source", "source_id"),
)

memory_entry_sources = Table(
    "memory_entry_sources",
    metadata,
    Column("n", Integer, primary_key=True),
    _entry_id(),
    Column("source_id", Text, ForeignKey("memory_sources.id"), nullable=False),
    UniqueConstraint("entry_id", "source_id", name="uq_memory_entry_sources"),
    Index("ix_memory_entry_sources_source", "source_id"),
)

memory_revisions = Table(
    "memory_revisions",
    metadata,
    Column("n", Integer, primary_key=True),
    _entry_id(),
    Column("version", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("change_id", Text),
    Column("created_at", Integer, nullable=False),
    Column("copy", CompressedJson, nullable=False),
    UniqueConstraint("entry_id", "version", name="uq_memory_revisions"),
)

memory_changes = Table(
    "memory_changes",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("at", Integer, nullable=False),
    Column("actor_kind", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("via", Text, nullable=False),
    Column("job_id", Text),
    Column("operation", Text, nullable=False),
    Column("reason", Text, nullable=False, server_default=""),
    Column("undone_by", Text),
    Column("purged", Boolean, nullable=False, server_default="0"),
    Index("ix_memory_changes_kept", "at", sqlite_where=text("purged = 0")),
    Index("ix_memory_changes_job", "job_id"),
)

memory_change_items = Table(
    "memory_change_items",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("change_id", Text, ForeignKey("memory_changes.id", ondelete="CASCADE"), nullable=False),
    Column("object_kind", Text, nullable=False),
    Column("object_id", Text, nullable=False),
    Column("before", CompressedJson),
    Column("after", CompressedJson),
    Index("ix_memory_change_items_change", "change_id"),
    Index("ix_memory_change_items_object", "object_kind", "object_id"),
)

memory_feed = Table(
    "memory_feed",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("ids", Json, nullable=False),
    Column("writer", Text, nullable=False),
    Column("at", Integer, nullable=False),
    sqlite_autoincrement=True,
)

memory_drafts = Table(
    "memory_drafts",
    metadata,
    Column("entry_id", Text, primary_key=True),
    Column("base_version", Integer, nullable=False),
    Column("saved_at", Integer, nullable=False),
    Column("fields", CompressedJson, nullable=False),
)

memory_jobs = Table(
    "memory_jobs",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("type", Text, nullable=False),
    Column("session_id", Text),
    Column("project_id", Text),
    Column("source_id", Text, ForeignKey("memory_sources.id")),
    Column("agent", Text, nullable=False),
    Column("model", Text),
    Column("effort", Text),
    Column("options", Json, nullable=False),
    Column("status", Text, nullable=False),
    Column("stage", Text),
    Column("done", Integer, nullable=False, server_default="0"),
    Column("total", Integer, nullable=False, server_default="0"),
    Column("segments", Integer, nullable=False, server_default="0"),
    Column("error", Text),
    Column("details", Json, nullable=False, server_default="{}"),
    Column("notes", Json, nullable=False, server_default="[]"),
    Column("entries", Integer, nullable=False, server_default="0"),
    Column("usage", Json, nullable=False, server_default="{}"),
    Column("review", Text),
    Column("baseline", Json, nullable=False, server_default="{}"),
    Column("lease_host", Text),
    Column("lease_boot_id", Text),
    Column("lease_pid", Integer),
    Column("lease_start_ticks", Integer),
    Column("beat", Integer, nullable=False, server_default="0"),
    Column("lineage", Text, nullable=False),
    Column("created_at", Integer, nullable=False),
    Column("started_at", Integer),
    Column("ended_at", Integer),
    Column("updated_at", Integer, nullable=False),
    Column("children", Json, nullable=False, server_default="[]"),
    Column("lease_namespace", Text),
    Column("attempt", Integer, nullable=False, server_default="1"),
    Index("ix_memory_jobs_status", "status"),
    Index("ix_memory_jobs_session", "session_id"),
    Index("ix_memory_jobs_lineage", "lineage"),
)
Index(
    "uq_memory_jobs_active",
    memory_jobs.c.session_id,
    memory_jobs.c.type,
    unique=True,
    sqlite_where=text("status IN ('running', 'cancelling')"),
)
Index(
    "uq_memory_jobs_queued",
    memory_jobs.c.session_id,
    memory_jobs.c.type,
    unique=True,
    sqlite_where=text("status = 'queued'"),
)

memory_job_steps = Table(
    "memory_job_steps",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("lineage", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("stage", Text, nullable=False),
    Column("usage", Json, nullable=False, server_default="{}"),
    Column("tries", Integer, nullable=False, server_default="1"),
    Column("started_at", Integer, nullable=False),
    Column("ended_at", Integer, nullable=False),
    Column("output", CompressedText),
    Column("attempt", Integer, nullable=False, server_default="1"),
    Column("ms", Integer, nullable=False, server_default="0"),
    UniqueConstraint("lineage", "key", name="uq_memory_job_steps"),
)

memory_job_results = Table(
    "memory_job_results",
    metadata,
    Column("job_id", Text, primary_key=True),
    Column("created_at", Integer, nullable=False),
    Column("result", CompressedJson, nullable=False),
)

memory_dropped_titles = Table(
    "memory_dropped_titles",
    metadata,
    Column("session_id", Text, primary_key=True),
    Column("title_key", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("dropped_at", Integer, nullable=False),
)
