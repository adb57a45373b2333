"""Sessions in groups, the newest first."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import Relation, SessionRow
from vela_desktop.gui.sessions.arrange import Grouping, GroupLine, Line, Shelf, line_key

DAY = 24 * 60 * 60 * 1000
NOW = 1_780_000_000_000


def session(number: int, at: int, project: str = "shop") -> SessionRow:
    return SessionRow(
        id=f"id{number}", agent=Agent.CLAUDE, native_id=f"n{number}", title=f"Session {number}",
        project_id=project and f"p-{project}", project=project, cwd=None, branch=None,
        started_at=None, last_at=at, first_prompt=None, relation=Relation.NONE, path=None,
    )  # fmt: skip


def said(lines: list[Line]) -> list[str]:
    return [
        f"[{line.name} {line.count}]" if isinstance(line, GroupLine) else line.title
        for line in lines
    ]


def test_the_group_with_the_newest_session_is_first() -> None:
    rows = [session(1, 10), session(2, 30, "atlas"), session(3, 20)]
    shelf = Shelf(rows, Grouping.PROJECT, NOW)
    assert said(shelf.lines(())) == [
        "[atlas 1]", "Session 2", "[shop 2]", "Session 3", "Session 1",
    ]  # fmt: skip


def test_days_are_those_of_the_calendar() -> None:
    ages = {1: 0, 2: 1, 3: 5, 4: 20, 5: 400}
    rows = [session(number, NOW - days * DAY) for number, days in ages.items()]
    heads = [
        line.name
        for line in Shelf(rows, Grouping.DAY, NOW).lines(())
        if isinstance(line, GroupLine)
    ]
    assert heads == ["Today", "Yesterday", "Last 7 days", "Last 30 days", "Earlier"]


def test_a_closed_group_keeps_its_count() -> None:
    shelf = Shelf([session(1, 10), session(2, 20)], Grouping.PROJECT, NOW)
    (head, *_) = shelf.lines(())
    assert said(shelf.lines({line_key(head)})) == ["[shop 2]"]


def test_sessions_without_a_project_stand_in_a_group_with_a_name() -> None:
    assert said(Shelf([session(1, 1, "")], Grouping.PROJECT, NOW).lines(()))[0] == (
        "[Unknown project 1]"
    )


def test_what_is_equal_stays_the_same_object() -> None:
    before = [session(1, 10), session(2, 20)]
    shelf = Shelf(before, Grouping.PROJECT, NOW)
    again = shelf.reread(
        [replace(before[0]), replace(before[1], title="Other")], Grouping.PROJECT, NOW
    )
    assert again.get("id1") is before[0]
    assert again.get("id2") is not before[1]


changes = st.lists(
    st.tuples(st.integers(0, 8), st.integers(0, 5), st.sampled_from(["shop", "atlas", ""])),
    max_size=12,
)


@given(changes, changes, st.sets(st.integers(0, 8)))
def test_changed_rows_come_to_stand_where_a_new_list_has_them(
    first: list[tuple[int, int, str]], then: list[tuple[int, int, str]], gone: set[int]
) -> None:
    before = {number: session(number, at, project) for number, at, project in first}
    after = {number: session(number, at, project) for number, at, project in then}
    touched = {f"id{number}" for number in gone | set(after)}
    shelf = Shelf(before.values(), Grouping.PROJECT, NOW)
    other = shelf.replaced(touched, after.values())
    shelf.replace(touched, after.values())
    left = {number: row for number, row in before.items() if row.id not in touched} | after
    wanted = Shelf(left.values(), Grouping.PROJECT, NOW).lines(())
    assert shelf.lines(()) == wanted
    assert other.lines(()) == wanted
    assert len(shelf) == len(left)
