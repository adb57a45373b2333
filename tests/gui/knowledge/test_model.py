"""The tree as Qt sees it."""

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from vela_desktop.domain.entries import EntryRow, Group, GroupKind, Kind, Origin, State
from vela_desktop.gui.knowledge.model import KnowledgeModel, entry_contents
from vela_desktop.gui.knowledge.nodes import More

STRICT = QAbstractItemModelTester.FailureReportingMode.Fatal


def project(number: int, count: int = 3) -> Group:
    key = f"p{number}"
    return Group(
        kind=GroupKind.PROJECT, id=key, project_id=key, name=f"Project {number}", count=count
    )


def session(number: int) -> Group:
    return Group(
        kind=GroupKind.SESSION, id=f"s{number}", project_id="p1", name=f"Session {number}", count=1
    )


def entry(number: int, **more: object) -> EntryRow:
    return EntryRow(
        id=f"e{number}", session_id="s1", project_id="p1", title=f"Entry {number}", summary="",
        tags=(), kind=Kind.FACT, state=State.ACTIVE, origin=Origin.CURATED, version=1,
        created_at=0, updated_at=0, edited_by_hand=bool(more.get("edited")),
    )  # fmt: skip


def strict_model() -> KnowledgeModel:
    model = KnowledgeModel()
    QAbstractItemModelTester(model, STRICT, model)
    return model


def test_levels_are_known_once_they_were_read() -> None:
    model = strict_model()
    model.set_count(3)
    model.set_children(model.root, [project(1), project(2)])
    root = model.index(0, 0)
    assert model.rowCount(root) == 2
    first = model.index(0, 0, root)
    assert model.hasChildren(first)
    assert model.rowCount(first) == 0


def test_a_row_that_moves_keeps_what_is_below_it() -> None:
    model = strict_model()
    model.set_children(model.root, [project(1), project(2), project(3)])
    third = model.find("project:p3:p3")
    assert third is not None
    model.set_children(third, [session(1)])
    model.set_children(model.root, [project(3), project(1, count=9), project(2)])
    assert model.find("project:p3:p3", "session:p1:s1") is not None
    assert model.find("project:p3:p3") is third


def test_a_row_that_stays_keeps_its_index() -> None:
    model = strict_model()
    model.set_children(model.root, [project(1), project(2)])
    second = QPersistentModelIndex(model.index(1, 0, model.index(0, 0)))
    model.set_children(model.root, [project(2)])
    assert second.row() == 0


def test_more_entries_than_were_read_end_in_a_row_that_says_so() -> None:
    contents = entry_contents([entry(1)], 3)
    assert contents[-1] == More(2)
    model = strict_model()
    model.set_children(model.root, [session(1)])
    (node,) = model.root.children or ()
    model.set_children(node, contents)
    assert (node.more, node.loaded) == (2, 1)
    model.set_children(node, entry_contents([entry(1), entry(2), entry(3)], 3))
    assert (node.more, node.loaded) == (0, 3)


def test_a_screen_reader_hears_counts_and_edits() -> None:
    model = strict_model()
    model.set_children(model.root, [project(1, count=3), entry(1, edited=True)])
    root = model.index(0, 0)
    said = [
        model.data(model.index(row, 0, root), Qt.ItemDataRole.AccessibleTextRole) for row in (0, 1)
    ]
    assert said[0].startswith("Project 1, 3")
    assert said[1] == "Entry 1, edited by hand"


numbers = st.lists(st.integers(0, 9), unique=True)


@given(numbers, numbers)
def test_any_level_becomes_any_other(first: list[int], then: list[int]) -> None:
    model = strict_model()
    model.set_children(model.root, [project(number) for number in first])
    model.set_children(model.root, [project(number) for number in then])
    names = [child.content for child in model.root.children or ()]
    assert names == [project(number) for number in then]
    assert [child.row for child in model.root.children or ()] == list(range(len(then)))
