"""The lines as Qt sees them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import Relation, SessionRow
from vela_desktop.gui.sessions.arrange import GroupLine, Line
from vela_desktop.gui.sessions.model import LONGEST, SessionModel

STRICT = QAbstractItemModelTester.FailureReportingMode.Fatal


def session(number: int, **more: Any) -> SessionRow:
    return SessionRow(
        id=f"id{number}", agent=Agent.CODEX, native_id="n", title=f"Session {number}",
        project_id="p", project="p", cwd=None, branch=None, started_at=None, last_at=0,
        first_prompt=None, relation=Relation.NONE, path=None, **more,
    )  # fmt: skip


def test_a_line_that_stays_keeps_its_index() -> None:
    model = SessionModel()
    QAbstractItemModelTester(model, STRICT)
    model.apply([session(1), session(2), session(3)])
    third = QPersistentModelIndex(model.index(2))
    model.apply([session(4), session(3), session(5)])
    assert third.row() == 1
    assert model.row_of("id3") == 1
    assert model.row_of("id1") is None


def test_changes_in_a_row_are_told_at_once() -> None:
    model = SessionModel()
    model.apply([session(number) for number in range(6)])
    told: list[tuple[int, int]] = []
    model.dataChanged.connect(lambda first, last: told.append((first.row(), last.row())))
    changed = {1, 2, 3, 5}
    model.apply([session(n, entries=2 if n in changed else 0) for n in range(6)])
    assert told == [(1, 3), (5, 5)]


def test_a_filter_that_leaves_much_out_takes_few_steps() -> None:
    model = SessionModel()
    lines: list[Line] = [session(number) for number in range(LONGEST * 2)]
    model.apply(lines)
    steps: list[object] = []
    model.rowsRemoved.connect(lambda *_: steps.append("removed"))
    model.rowsInserted.connect(lambda *_: steps.append("inserted"))
    model.modelReset.connect(lambda: steps.append("reset"))
    model.apply(lines[::2])
    assert steps == ["removed", "inserted"]
    assert model.lines == lines[::2]


def test_a_screen_reader_hears_everything_about_a_line() -> None:
    model = SessionModel()
    model.apply([GroupLine("g", "shop", 3, False), session(1, entries=4, edited=True)])
    spoken = [model.data(model.index(row), Qt.ItemDataRole.AccessibleTextRole) for row in range(2)]
    assert spoken[0].startswith("shop, 3")
    for part in ("Session 1", "Codex", "edited"):
        assert part in spoken[1]


@pytest.mark.parametrize("kind", ["row", "head"])
def test_an_empty_list_has_no_lines(kind: str) -> None:
    model = SessionModel()
    assert model.rowCount() == 0
    assert model.row_of(kind) is None
    assert model.first_session() is None


numbers = st.lists(st.integers(0, 12), unique=True)


@given(numbers, numbers)
def test_any_list_becomes_any_other_by_steps(first: list[int], then: list[int]) -> None:
    model = SessionModel()
    QAbstractItemModelTester(model, STRICT)
    model.apply([session(number) for number in first])
    model.apply([session(number, entries=number) for number in then])
    assert model.lines == [session(number, entries=number) for number in then]
