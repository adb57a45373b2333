"""One transaction that writes: what it changed, what undoes it, and what is told afterwards."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert

from vela_desktop.domain import ids
from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.events import Event, Initiator, to_feed
from vela_desktop.storage.tables import memory_change_items, memory_changes, memory_feed


@dataclass(frozen=True, slots=True)
class Item:
    """One object that a change touched. ``before`` is what undoes it, None for a new object."""

    kind: str
    id: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None


class UnitOfWork:
    """Passed to every function that writes; all of it is committed together or not at all.

    ``now`` is the time of the whole change, in UTC milliseconds; ``change_id`` names it.
    """

    def __init__(
        self, connection: Connection, *, initiator: Initiator, operation: str, writer: str
    ) -> None:
        self.connection = connection
        self.initiator = initiator
        self.now = now_ms()
        self.change_id = ids.new_id()
        self.job_id: str | None = None
        """Set by the functions that act for a job."""
        self._operation = operation
        self._writer = writer
        self._items: list[Item] = []
        self._events: list[Event] = []

    @property
    def events(self) -> tuple[Event, ...]:
        """What to publish once the transaction is committed."""
        return tuple(self._events)

    def record(
        self, kind: str, key: str, before: dict[str, Any] | None, after: dict[str, Any] | None
    ) -> None:
        """Keep what undoes the change of object *key*: JSON values, None where it was not there.

        *after* needs only what tells later whether the object has changed again.
        """
        self._items.append(Item(kind, key, before, after))

    def emit(self, event: Event) -> None:
        """Tell *event* after the commit, here and in the other processes."""
        self._events.append(event)

    def flush(self) -> None:
        """Write the change and the feed; the last statements before the commit."""
        if self._items:
            self._write_change()
        rows = [
            {"kind": told[0], "ids": told[1], "writer": self._writer, "at": self.now}
            for told in map(to_feed, self._events)
            if told is not None
        ]
        if rows:
            self.connection.execute(insert(memory_feed), rows)

    def _write_change(self) -> None:
        change = {
            "id": self.change_id,
            "at": self.now,
            "actor_kind": self.initiator.kind,
            "actor": self.initiator.name,
            "via": self.initiator.via,
            "job_id": self.job_id,
            "operation": self._operation,
        }
        items = [
            {
                "change_id": self.change_id,
                "object_kind": item.kind,
                "object_id": item.id,
                "before": item.before,
                "after": item.after,
            }
            for item in self._items
        ]
        self.connection.execute(insert(memory_changes), change)
        self.connection.execute(insert(memory_change_items), items)
