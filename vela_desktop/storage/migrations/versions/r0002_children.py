"""A job may have several agent processes at once: a list instead of one in two columns."""

from alembic import op

revision = "0002"
down_revision = "0001"


STATEMENTS = (
    "ALTER TABLE memory_jobs ADD COLUMN children TEXT DEFAULT '[]' NOT NULL",
    """
    UPDATE memory_jobs SET children = json_array(json_object(
        'pgid', child_pgid,
        'start_ticks', child_start_ticks,
        'started_at', coalesce(started_at, created_at)
    )) WHERE child_pgid IS NOT NULL
    """,
    "ALTER TABLE memory_jobs DROP COLUMN child_pgid",
    "ALTER TABLE memory_jobs DROP COLUMN child_start_ticks",
)


def upgrade() -> None:
    """Keep the processes that run: whoever finds their jobs ends them."""
    for statement in STATEMENTS:
        op.execute(statement)
