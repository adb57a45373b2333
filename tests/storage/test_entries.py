"""Saving, listing and linking entries."""

import pytest

from support.storage import PERSON, S1, S2, S3, Store, new
from vela_desktop.domain.entries import Citation, Entry, EntryChanges, EntryQuery, Kind
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import EntrySaved
from vela_desktop.storage import entries, groups, links, revisions
from vela_desktop.storage.unlink import delete_entries


async def one(store: Store, body: str = "Body.", **fields: object) -> str:
    """Return the id of a fresh entry titled A."""
    (key,) = (await store.curate(new("A", body, **fields))).saved
    store.events.clear()
    return key


async def save(store: Store, key: str, version: int, **changed: object) -> Entry:
    changes = EntryChanges(**changed)  # type: ignore[arg-type]
    saved: Entry = await store.write(entries.save, key, version, changes)
    return saved


async def test_a_save_makes_a_version_and_says_who_did_it(store: Store) -> None:
    key = await one(store)
    token = type(PERSON)(kind=PERSON.kind, via=PERSON.via, token="editor 7")
    after = await store.write(entries.save, key, 1, EntryChanges(body="Mine."), initiator=token)
    assert (after.body, after.version, after.author) == ("Mine.", 2, "manual")
    assert after.edited_by_hand
    assert after == await store.entry(key)
    assert store.events == [
        EntrySaved(entry_id=key, session_id=S1, project_id="p", version=2, token="editor 7")
    ]


async def test_every_field_can_be_changed_at_once(store: Store) -> None:
    key = await one(store, tags=("old",))
    after = await save(
        store, key, 1, title="  New  title ", summary="S", body="B", tags=("#x", "y", "x"),
        kind=Kind.LESSON,
    )  # fmt: skip
    assert (after.title, after.summary, after.body) == ("New title", "S", "B")
    assert (after.tags, after.kind) == (("x", "y"), Kind.LESSON)
    copy = await store.read(revisions.get, key, 2)
    assert copy is not None
    assert (copy.title, copy.tags, copy.kind) == ("New title", ("x", "y"), Kind.LESSON)


async def test_a_save_that_changes_nothing_makes_no_version(store: Store) -> None:
    key = await one(store, tags=("t",))
    before = await store.dump()
    after = await save(store, key, 1, title="A", body="Body.", tags=("t",))
    assert after.version == 1
    assert (await store.dump(), store.events) == (before, [])


async def test_what_cannot_be_stored_is_replaced_by_a_sign(store: Store) -> None:
    key = await one(store)
    after = await save(store, key, 1, title="x\udcff", body="a\0b\ud800", tags=("\udcff",))
    assert (after.title, after.body, after.tags) == ("x\ufffd", "a\ufffdb\ufffd", ("\ufffd",))


async def test_a_save_over_another_version_is_a_conflict(store: Store) -> None:
    key = await one(store)
    await save(store, key, 1, body="First.")
    with pytest.raises(VelaError) as caught:
        await save(store, key, 1, body="Second.")
    assert (caught.value.code, caught.value.details["version"]) == (Code.CONFLICT, 2)
    assert (await store.entry(key)).body == "First."


async def test_a_title_of_the_same_session_is_refused(store: Store) -> None:
    key, other = (await store.curate(new("A"), new("Lock Order"))).saved
    with pytest.raises(VelaError) as caught:
        await save(store, key, 1, title="lock   ＯＲＤＥＲ")
    assert (caught.value.code, caught.value.details["id"]) == (Code.DUPLICATE_TITLE, other)
    assert (await save(store, key, 1, title="a")).title == "a"


async def test_sessions_may_share_a_title(store: Store) -> None:
    key = await one(store)
    (other,) = (await store.curate(new("B"), session=S2)).saved
    assert (await save(store, other, 1, title="A")).title == (await store.entry(key)).title


@pytest.mark.parametrize(
    ("changed", "wire"),
    [
        ({"title": " "}, "memory_invalid:title"),
        ({"summary": "s" * 2001}, "memory_invalid:summary"),
        ({"body": "b" * 200_001}, "memory_invalid:body"),
        ({"tags": tuple(map(str, range(33)))}, "memory_invalid:tags"),
    ],
)
async def test_over_a_limit_is_an_error_and_never_a_cut(
    store: Store, changed: dict[str, object], wire: str
) -> None:
    key = await one(store)
    before = await store.dump()
    with pytest.raises(VelaError) as caught:
        await save(store, key, 1, **changed)
    assert caught.value.wire == wire
    assert await store.dump() == before


async def test_an_entry_that_is_not_there_is_not_found(store: Store) -> None:
    with pytest.raises(VelaError) as caught:
        await save(store, "nobody", 1, body="x")
    assert caught.value.code is Code.NOT_FOUND
    assert await store.read(entries.get, "nobody") is None


async def test_wiki_links_mean_the_same_session_first_then_the_project_then_the_latest(
    store: Store,
) -> None:
    key = await one(store)
    (elsewhere,) = (await store.curate(new("T"), session=S2, project="q")).saved
    (sibling,) = (await store.curate(new("T"), session=S3)).saved
    await save(store, elsewhere, 1, body="Newest.")
    assert await target(store, key, 1, "[[T]] first") == sibling
    await store.write(delete_entries, [sibling])
    assert await target(store, key, 2, "[[T]] second") == elsewhere
    own = (await store.curate(new("A", "again"), new("T"))).saved[1]
    assert await target(store, key, 4, "[[T]] third") == own


async def target(store: Store, key: str, version: int, body: str) -> str | None:
    await save(store, key, version, body=body)
    found = await store.read(links.wiki_targets, key)
    return found["t"].entry_id if "t" in found else None


async def test_a_wiki_link_never_moves_to_another_entry_by_itself(store: Store) -> None:
    key, old = (await store.curate(new("A", "See [[T]]."), new("T"))).saved
    await save(store, old, 1, title="Renamed")
    assert await store.read(links.wiki_targets, key) == {"t": links.WikiTarget(old, "Renamed")}
    (young,) = (await store.curate(new("T"), session=S2)).saved
    assert await target(store, key, 1, "Still [[T]], and [[missing]].") == old
    assert [row.id for row in await store.read(entries.backlinks, old)] == [key]
    assert await store.read(entries.backlinks, young) == ()


async def test_links_in_code_mean_nothing(store: Store) -> None:
    key = await one(store)
    body = f"`[[A]]` and\n```\n[[A]] [x]({S1}@1)\n```\n"
    assert (await save(store, key, 1, body=body)).citations == ()
    assert await store.read(links.wiki_targets, key) == {}


async def test_citations_are_what_the_body_says(store: Store) -> None:
    key = await one(store, f"[Turn 1]({S1}@1)")
    after = await save(store, key, 1, body=f"[a]({S1}@1) [b]({S2}@4:step2) [c](https://x)")
    assert after.citations == (
        Citation(session_id=S1, turn=1),
        Citation(session_id=S2, turn=4, step_from=2),
    )
    assert [row[-1] is not None for row in (await store.dump())["memory_citations"]] == [
        True,  # this one was found in the job's snapshot, and still is
        False,
    ]


async def test_lists_are_filtered_sorted_and_paged(store: Store) -> None:
    found = [new(f"T{n:02}", tags=("even",) if n % 2 == 0 else ()) for n in range(45)]
    keys = (await store.curate(*found)).saved
    await store.curate(new("Z"), session=S2, project="q")
    await save(store, keys[3], 1, summary="Latest")

    async def titles(**query: object) -> tuple[int, list[str]]:
        page = await store.read(entries.rows, EntryQuery(**query))  # type: ignore[arg-type]
        return page.total, [row.title for row in page.items]

    total, listed = await titles(sort="title", page=2)
    assert (total, listed) == (46, ["T40", "T41", "T42", "T43", "T44", "Z"])
    assert (await titles())[1][0] == "T03"
    assert (await titles(project_id="q")) == (1, ["Z"])
    assert (await titles(session_id=S1, sort="title"))[1][:2] == ["T00", "T01"]
    assert (await titles(tag="even"))[0] == 23
    assert (await titles(tag="even", project_id="q")) == (0, [])
    assert (await titles(tag="even", session_id=S1, sort="title"))[1][:2] == ["T00", "T02"]
    assert (await titles(page=3)) == (46, [])


async def test_related_entries_come_in_their_order(store: Store) -> None:
    first, *others = (
        await store.curate(new("A", related=("C", "B", "A", "nobody")), new("B"), new("C"))
    ).saved
    rows = await store.read(entries.related, first)
    assert [row.title for row in rows] == ["C", "B"]
    assert [row.id for row in await store.read(entries.backlinks, others[0])] == [first]


async def test_an_id_can_be_cut_short(store: Store) -> None:
    first, second = (await store.curate(new("A"), new("B"))).saved
    assert await store.read(entries.by_prefix, first[:8]) == (first,)
    assert await store.read(entries.by_prefix, second) == (second,)
    assert await store.read(entries.by_prefix, "") == tuple(sorted((first, second)))
    assert await store.read(entries.by_prefix, "%") == ()


async def test_counts_tell_of_edits(store: Store) -> None:
    key = await one(store)
    await store.curate(new("B"), new("C"), session=S2)
    assert await store.read(groups.counts) == {S1: (1, False), S2: (2, False)}
    await save(store, key, 1, body="x")
    assert (await store.read(groups.counts))[S1] == (1, True)
    (row,) = await store.read(entries.replaceable, S1)
    assert (row.id, row.edited_by_hand) == (key, True)


async def test_a_related_link_that_goes_leaves_the_rest_of_the_entry_alone(store: Store) -> None:
    first, second = (await store.curate(new("A", related=("B",)), new("B"))).saved
    before = await store.entry(first)
    assert await store.write(delete_entries, [second]) == (first,)
    after = await store.entry(first)
    assert (after.related, after.version, after.author) == ((), 2, "unlink")
    assert (after.updated_at, after.body) == (before.updated_at, before.body)
    assert after.edited_by_hand is False
