"""What the tests of a job's commit share."""

import pytest
from sqlalchemy import update

from support.storage import OWNER, Store
from vela_desktop.domain.entries import NewEntry
from vela_desktop.domain.errors import VelaError
from vela_desktop.storage import links, replace
from vela_desktop.storage.tables import memory_entries
from vela_desktop.storage.work_unit import UnitOfWork


async def relate(store: Store, source: str, *targets: str) -> None:
    await store.write(links.write_related, {source: targets})


async def refused(store: Store, job_id: str, *found: NewEntry) -> VelaError:
    """Return why a commit is refused, and prove that it changed nothing."""
    before = await store.dump()
    with pytest.raises(VelaError) as caught:
        await store.write(replace.replace_generated, job_id, OWNER, found)
    assert await store.dump() == before
    return caught.value


def file_as(unit: UnitOfWork, key: str, values: dict[str, object]) -> None:
    """File an entry elsewhere, or protect it, as a person does; a function for a write."""
    unit.connection.execute(update(memory_entries).where(memory_entries.c.id == key).values(values))
