"""Snapshots, names, drafts, steps, revisions, compressed columns, and the shape of queries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection

from support.storage import S1, S2, Store, new
from vela_desktop.domain import bodies
from vela_desktop.domain.entries import Draft, EntryQuery
from vela_desktop.domain.jobs import Stage, Step, Usage
from vela_desktop.storage import drafts, entries, groups, names, revisions, snapshots, steps
from vela_desktop.storage.types import COMPRESSED_ABOVE, pack, unpack


@given(st.binary())
def test_any_bytes_come_back_from_a_compressed_column(data: bytes) -> None:
    assert unpack(pack(data)) == data


def test_only_long_text_is_compressed() -> None:
    short, long = b"a" * COMPRESSED_ABOVE, "知识 ".encode() * 10_000
    assert pack(short) == b"\0" + short
    assert len(pack(long)) < 1000
    assert unpack(pack(long)) == long


async def test_the_same_text_of_a_session_is_one_snapshot(store: Store) -> None:
    first = await store.write(snapshots.keep, S1, "transcript", "text", {"token": 2})
    again = await store.write(snapshots.keep, S1, "archive", "text", {})
    other = await store.write(snapshots.keep, S2, "transcript", "text", {})
    assert first == again
    assert first.id != other.id
    assert (first.chars, first.masked, first.origin) == (4, {"token": 2}, "transcript")
    assert await store.read(snapshots.get, first.id) == first
    assert await store.read(snapshots.get, "nobody") is None


async def test_names_are_frozen_when_they_first_come(store: Store) -> None:
    named = {"agent": "claude", "native_id": "n", "project_id": "p"}

    def freeze(unit: object, session: str, project: str) -> None:
        names.freeze(
            unit, session_id=S1, session_name=session, project_name=project, **named  # type: ignore[arg-type]
        )  # fmt: skip

    await store.write(freeze, "First", "Project")
    await store.write(freeze, "Renamed", "Elsewhere")
    found = await store.read(names.of_sessions, [S1, S2])
    assert found == {
        S1: names.FrozenName(
            session_id=S1, agent="claude", native_id="n", name="First", project_id="p",
            project="Project",
        )
    }  # fmt: skip


async def test_a_draft_is_replaced_kept_and_dropped(store: Store) -> None:
    for body in ("one", "two " * 5000):
        draft = Draft(entry_id="e", base_version=3, body=body, saved_at=9)
        await store.write(drafts.keep, draft)
        assert await store.read(drafts.get, "e") == draft
    await store.write(drafts.drop, "e")
    assert await store.read(drafts.get, "e") is None


async def test_a_draft_outlives_its_entry(store: Store) -> None:
    (key,) = (await store.curate(new("A"))).saved
    draft = Draft(entry_id=key, base_version=1, body="mine", saved_at=9)
    await store.write(drafts.keep, draft)
    await store.curate()
    assert await store.read(drafts.get, key) == draft


async def test_steps_are_found_again_by_lineage_and_key(store: Store) -> None:
    usage = Usage(calls=2, output_tokens=7, cost_usd=0.25, model="m")
    first = Step(
        key="a", stage=Stage.EXTRACT, output="x" * 9000, usage=usage, ended_at=2, ms=5, attempt=3
    )
    second = Step(key="b", stage=Stage.MERGE, output="y")
    for step in (first, second, first):
        await store.write(steps.keep, "line", step)
    assert await store.read(steps.get, "line", "a") == first
    assert await store.read(steps.of, "line") == (first, second)
    assert await store.read(steps.get, "other", "a") is None


async def test_a_revision_that_is_not_there_is_none(store: Store) -> None:
    assert await store.read(revisions.get, "nobody", 1) is None
    assert await store.read(revisions.history, "nobody") == ()


@pytest.mark.parametrize(
    ("body", "titles"),
    [
        ("See [[A]], [[ B  c ]] and [[A]].", ("A", "B c")),
        ("[[]] [[ ]] [[a\nb]] [[x", ()),
        ("`[[A]]` ``a ` [[B]]`` [[C]]", ("C",)),
        ("~~~\n[[A]]\n```\n[[B]]\n~~~\n[[C]]", ("C",)),
        ("```python\n[[A]]\n````\n[[B]]", ("B",)),
        ("[[知识，条目]]", ("知识，条目",)),
        ("a ` lone tick [[A]]\n\nand ` [[B]]", ("A", "B")),
        ("`a\n[[A]]` [[B]] ``[[C]]`", ("B", "C")),
    ],
)
def test_titles_named_in_a_body(body: str, titles: tuple[str, ...]) -> None:
    assert bodies.mentions(body).titles == titles


@pytest.mark.parametrize(
    "query",
    [
        EntryQuery(),
        EntryQuery(sort="title"),
        EntryQuery(session_id=S1),
        EntryQuery(session_id=S1, sort="title"),
        EntryQuery(project_id="p"),
        EntryQuery(tag="t", project_id="p", sort="title"),
    ],
)
async def test_lists_are_read_along_indexes(store: Store, query: EntryQuery) -> None:
    def plans(connection: Connection) -> list[str]:
        statements: list[str] = []
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.set_trace_callback(statements.append)
        entries.rows(connection, query)
        groups.projects(connection)
        groups.sessions(connection, "p")
        groups.counts(connection)
        entries.replaceable(connection, S1)
        driver.set_trace_callback(None)
        return [
            row[3]
            for sql in statements
            if sql.startswith("SELECT")
            for row in driver.execute(f"EXPLAIN QUERY PLAN {sql}")
        ]

    await store.curate(new("A"))
    lines = await store.read(plans)
    assert len(lines) > 8
    assert [x for x in lines if x.startswith("SCAN memory_") and "USING" not in x] == []
