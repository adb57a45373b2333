"""What the window and the command line do with entries: saving, drafts, rendering."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import contextmanager

import pytest

from support.rendering import body_html
from support.storage import S1, Store, new
from vela_desktop.config.paths import Paths
from vela_desktop.domain.entries import Draft, EntryChanges
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import EntrySaved, Via
from vela_desktop.services import entries as service
from vela_desktop.services.entries import EntryService
from vela_desktop.work.pool import Work


@pytest.fixture
async def entries(store: Store) -> AsyncIterator[EntryService]:
    work = Work()
    yield EntryService(store.database, work, Via.GUI)
    await work.close()


@pytest.fixture
async def key(store: Store) -> str:
    """An entry."""
    return (await store.curate(new("Rules", "One."), session=S1)).saved[0]


@contextmanager
def writing(store: Store) -> Iterator[None]:
    """Have another program in the middle of a write."""
    other = sqlite3.connect(Paths(store.folder).database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


def draft(key: str, body: str = "Mine.") -> Draft:
    return Draft(entry_id=key, base_version=1, body=body, saved_at=1)


async def test_a_save_is_told_with_the_token_of_its_editor(
    entries: EntryService, store: Store, key: str
) -> None:
    saved = await entries.save(key, 1, EntryChanges(body="Two."), "editor 1")
    assert (saved.version, saved.body, saved.author) == (2, "Two.", "manual")
    event = store.events[-1]
    assert isinstance(event, EntrySaved)
    assert (event.version, event.token) == (2, "editor 1")


async def test_a_save_over_another_version_changes_nothing(
    entries: EntryService, store: Store, key: str
) -> None:
    await entries.save(key, 1, EntryChanges(body="Two."))
    before = await store.dump()
    with pytest.raises(VelaError) as caught:
        await entries.save(key, 1, EntryChanges(body="Three."), "editor")
    assert caught.value.code is Code.CONFLICT
    assert await store.dump() == before


async def test_the_draft_goes_with_the_save_of_its_text(entries: EntryService, key: str) -> None:
    await entries.keep_draft(draft(key))
    await entries.save(key, 1, EntryChanges(body="Mine."), "editor")
    assert await entries.draft(key) is None


@pytest.mark.parametrize(
    ("changes", "token"),
    [(EntryChanges(title="Other"), "editor"), (EntryChanges(body="Theirs."), "")],
    ids=["the form's save", "another program's save"],
)
async def test_a_draft_outlives(
    entries: EntryService, key: str, changes: EntryChanges, token: str
) -> None:
    await entries.keep_draft(draft(key))
    await entries.save(key, 1, changes, token)
    assert await entries.draft(key) == draft(key)


async def test_a_draft_outlives_a_refused_save(entries: EntryService, key: str) -> None:
    await entries.keep_draft(draft(key))
    with pytest.raises(VelaError):
        await entries.save(key, 7, EntryChanges(body="Mine."), "editor")
    assert await entries.draft(key) == draft(key)


async def test_dropping_no_draft_writes_nothing(
    entries: EntryService, store: Store, key: str
) -> None:
    with writing(store):
        await asyncio.wait_for(entries.drop_draft(key), 60)


async def test_a_save_that_has_to_wait_says_so_once(
    entries: EntryService, store: Store, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "PATIENCE_SECONDS", 0.01)
    waited = asyncio.Event()
    with writing(store):
        saving = asyncio.create_task(
            entries.save(key, 1, EntryChanges(body="Two."), on_wait=waited.set)
        )
        await asyncio.wait_for(waited.wait(), 60)
        assert not saving.done()
    assert (await saving).version == 2


async def test_a_quick_save_says_nothing(
    entries: EntryService, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "PATIENCE_SECONDS", 60)
    said: list[str] = []
    await entries.save(key, 1, EntryChanges(body="Two."), on_wait=lambda: said.append("waiting"))
    with pytest.raises(VelaError):
        await entries.save(key, 1, EntryChanges(body="Two!"), on_wait=lambda: said.append("x"))
    assert said == []


async def test_a_body_is_rendered_in_pieces_by_a_worker(entries: EntryService) -> None:
    text = "# Head\n\nSome **words**.\n"
    pieces = await entries.pieces(text)
    assert [piece.line for piece in pieces] == [0, 2]
    assert "".join(piece.html for piece in pieces) == body_html(text)


async def test_a_link_by_title_leads_to_an_entry_or_nowhere(
    entries: EntryService, store: Store
) -> None:
    done = await store.curate(new("Rules", "See [[index]] and [[Gone]]."), new("Index"), session=S1)
    first, second = done.saved
    assert await entries.linked(first, "  INDEX ") == second
    assert await entries.linked(first, "Gone") is None


async def test_the_beginning_of_an_id_is_enough_where_it_is_the_only_one(
    entries: EntryService, key: str
) -> None:
    assert await entries.id_of(key[:8]) == key
    with pytest.raises(VelaError) as caught:
        await entries.id_of("nothing")
    assert caught.value.code is Code.NOT_FOUND


async def test_the_beginning_of_several_ids_is_refused_with_all_of_them(
    entries: EntryService, store: Store
) -> None:
    done = await store.curate(*(new(f"Entry {number}") for number in range(17)), session=S1)
    first = next(letter for letter in "0123456789abcdef" if _number(done.saved, letter) > 1)
    with pytest.raises(VelaError) as caught:
        await entries.id_of(first)
    assert (caught.value.code, caught.value.details["kind"]) == (Code.AMBIGUOUS, "entry")
    assert set(caught.value.details["ids"]) == {  # type: ignore[call-overload]
        key for key in done.saved if key.startswith(first)
    }


def _number(ids: Iterable[str], first: str) -> int:
    return sum(key.startswith(first) for key in ids)
