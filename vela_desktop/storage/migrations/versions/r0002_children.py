"""What jobs that survive need: several agent processes of one job as a list instead of one in two
columns, which job of a lineage has paid for a step, how long that took, and where ids of processes
mean the same."""

import sqlalchemy
from alembic import op

from vela_desktop.process import identity

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
    "ALTER TABLE memory_jobs ADD COLUMN lease_namespace TEXT",
    "ALTER TABLE memory_jobs ADD COLUMN attempt INTEGER DEFAULT '1' NOT NULL",
    """
    UPDATE memory_jobs SET attempt = (
        SELECT count(*) FROM memory_jobs AS other
        WHERE other.lineage = memory_jobs.lineage AND other.n <= memory_jobs.n
    )
    """,
    "ALTER TABLE memory_job_steps ADD COLUMN attempt INTEGER DEFAULT '1' NOT NULL",
    "ALTER TABLE memory_job_steps ADD COLUMN ms INTEGER DEFAULT '0' NOT NULL",
    """
    UPDATE memory_job_steps SET ms = max(0, ended_at - started_at), attempt = coalesce((
        SELECT max(attempt) FROM memory_jobs AS job
        WHERE job.lineage = memory_job_steps.lineage AND job.started_at < memory_job_steps.ended_at
    ), 1)
    """,
)
OWN_NAMESPACE = sqlalchemy.text(
    "UPDATE memory_jobs SET lease_namespace = "
    "CASE lease_host WHEN :host THEN :namespace ELSE '' END WHERE lease_pid IS NOT NULL"
)
"""The older program told by the host's name whose process ids it could look up."""


def upgrade() -> None:
    """Keep the processes that run: whoever finds their jobs ends them."""
    for statement in STATEMENTS:
        op.execute(statement)
    own = {"host": identity.host(), "namespace": identity.pid_namespace()}
    op.execute(OWN_NAMESPACE.bindparams(**own))
