"""Finding ids by how they begin."""

from sqlalchemy import Column, Connection, select

_SEVERAL = 10
"""So many tell that it is not clear which one is meant, and name some."""


def beginning(connection: Connection, column: Column[str], prefix: str) -> tuple[str, ...]:
    """Return the ids in *column* that begin with *prefix*, a few of them where there are many."""
    beyond = prefix + "\N{REPLACEMENT CHARACTER}"  # sorts after every character of an id
    statement = select(column).where(column >= prefix, column < beyond)
    return tuple(connection.execute(statement.order_by(column).limit(_SEVERAL)).scalars())
