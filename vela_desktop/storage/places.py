"""Where entries are filed: an entry in a session, a session in a project."""

from sqlalchemy import func

from vela_desktop.storage.tables import memory_entries, memory_sessions

ENTRIES_IN_PLACES = memory_entries.outerjoin(
    memory_sessions, memory_sessions.c.id == memory_entries.c.session_id
)
"""Entries with the frozen names of their sessions."""

PROJECT_ID = func.coalesce(memory_sessions.c.project_id, memory_entries.c.project_id).label(
    "in_project"
)
"""The project an entry is in: its session's. Moving a session changes one row."""
