"""A body of 200,000 characters: the window goes on answering."""

from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QTimer

from support.entry_page import made, write
from support.gui import until
from support.storage import Store
from vela_desktop.domain.events import Via
from vela_desktop.domain.limits import BODY_CHARS
from vela_desktop.gui.entry.page import EntryPage
from vela_desktop.gui.entry.reader import FRAME_CHARS
from vela_desktop.services.entries import EntryService
from vela_desktop.work.pool import Work


@pytest.fixture
async def entries(store: Store) -> AsyncIterator[EntryService]:
    """The service with a worker of its own, which renders."""
    work = Work()
    yield EntryService(store.database, work, Via.GUI)
    await work.close()


OpenEntry = Callable[[str], Awaitable[EntryPage]]
PART = "## Part {n}\n\nWords of **part** {n}.\n\n- one\n- two\n\n```\ncode {n}\n```\n\n"
LONG = "".join(PART.format(n=n) for n in range(4_000))[:BODY_CHARS]


async def test_a_long_body_is_put_in_a_little_at_a_time(page: OpenEntry, store: Store) -> None:
    sizes: list[int] = []
    shown = await page(await made(store, body=LONG[:60_000]))
    reader = shown.body.reader
    timer = QTimer(interval=0)
    timer.timeout.connect(lambda: sizes.append(reader.document().characterCount()))
    timer.start()
    assert reader.filling
    assert "Part 0" in reader.document().firstBlock().text()
    await until(lambda: not reader.filling, seconds=20)
    timer.stop()
    grown = [after - before for before, after in pairwise(sizes) if after > before]
    assert len(grown) > 10
    assert max(grown) < 2 * FRAME_CHARS
    assert "Part" in reader.toPlainText()[-2_000:]


async def test_a_long_body_is_written_and_saved_whole(page: OpenEntry, store: Store) -> None:
    key = await made(store, body=LONG[:-4])
    shown = await page(key)
    write(shown, "end.")
    assert shown.unsaved
    assert await shown.save()
    assert (await store.entry(key)).body == LONG[:-4] + "end."


async def test_one_line_without_an_end_is_written_like_any_other(
    page: OpenEntry, store: Store
) -> None:
    key = await made(store, body="x" * (BODY_CHARS - 2))
    shown = await page(key)
    write(shown, "y")
    assert await shown.save()
    assert (await store.entry(key)).body.endswith("xy")
