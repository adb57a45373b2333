"""Which recordings of terminals belong to which session."""

from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Row, select
from sqlalchemy.dialects.sqlite import insert

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.recordings import RecordedSession, Recording
from vela_desktop.storage.tables import session
from vela_desktop.storage.work_unit import UnitOfWork


def attached(connection: Connection) -> tuple[RecordedSession, ...]:
    """Return every session that has recordings."""
    statement = select(session).where(session.c.recordings != [])
    return tuple(_session(row) for row in connection.execute(statement))


def attach(unit: UnitOfWork, known: RecordedSession) -> None:
    """Store *known* with all its recordings, also where the session has a row already."""
    about = asdict(known)
    listed = about.pop("recordings")
    row = {
        "id": about.pop("id"),
        "agent": about.pop("agent"),
        "native_id": about.pop("native_id"),
        "recordings": [{**recording, "session": about} for recording in listed],
    }
    statement = insert(session).values(**row, created_at=unit.now)
    unit.connection.execute(
        statement.on_conflict_do_update(
            index_elements=["id"], set_={"recordings": statement.excluded.recordings}
        )
    )


def _session(row: Row[Any]) -> RecordedSession:
    about = row.recordings[-1]["session"]
    return RecordedSession(
        id=row.id,
        agent=Agent(row.agent),
        native_id=row.native_id,
        recordings=tuple(
            Recording(sha256=one["sha256"], name=one["name"], added_at=one["added_at"])
            for one in row.recordings
        ),
        **about,
    )
