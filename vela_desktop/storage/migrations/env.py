"""Runs migrations inside the transaction of the connection that ``storage.schema`` hands over."""

from alembic import context

from vela_desktop.storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
