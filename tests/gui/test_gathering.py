"""What changes faster than it can be read is read once at a time, and its last state always."""

import asyncio

from PySide6.QtWidgets import QWidget

from support.gui import destroy, until
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.gui.gathering import Gatherer


class Reader(QWidget):
    """Notes what it is to read, and reads for as long as it is held."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[frozenset[str]] = []
        self.errors: list[VelaError] = []
        self.free = asyncio.Event()
        self.changes = Gatherer(self.read, self)

    async def read(self, ids: frozenset[str]) -> None:
        self.taken.append(ids)
        await self.free.wait()
        if "broken" in ids:
            raise VelaError(Code.DATA_BUSY, path="x")

    def show_error(self, error: VelaError) -> None:
        self.errors.append(error)


async def test_what_changes_while_it_reads_is_read_together_afterwards() -> None:
    reader = Reader()
    reader.changes.add({"a"})
    await until(lambda: reader.taken)
    reader.changes.add({"b"})
    reader.changes.add({"a", "c"})
    reader.free.set()
    await until(lambda: len(reader.taken) == 2)
    assert reader.taken == [{"a"}, {"a", "b", "c"}]


async def test_it_reads_on_after_a_failure_that_was_said() -> None:
    reader = Reader()
    reader.free.set()
    reader.changes.add({"broken"})
    await until(lambda: reader.errors)
    reader.changes.add({"b"})
    await until(lambda: len(reader.taken) == 2)
    assert [error.code for error in reader.errors] == [Code.DATA_BUSY]


async def test_it_ends_with_its_owner() -> None:
    reader = Reader()
    reader.changes.add({"a"})
    await until(lambda: reader.taken)
    task = reader.changes._reader._task
    destroy(reader)
    assert task is not None
    await until(task.done)
    assert task.cancelled()
