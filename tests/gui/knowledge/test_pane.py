"""The knowledge tree as a person uses it."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from support.gui import until
from support.index import Machine
from support.panes import tree_of
from support.storage import Store, new, session_id
from vela_desktop.domain.entries import EntryChanges, EntryQuery
from vela_desktop.domain.routes import EntriesRoute, EntryRoute
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.knowledge.nodes import Node
from vela_desktop.gui.knowledge.pane import KnowledgePane
from vela_desktop.gui.theme import Theme
from vela_desktop.wiring.services import Services

Key = Qt.Key


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


async def curate(services: Services, session: str, titles: list[str]) -> str:
    """Have a job of a session end with entries of these titles; return the session's id."""
    store = Store(Path(), services.database, [])
    await store.curate(*map(new, titles), session=session_id(session))
    return session_id(session)


def titles(node: Node) -> list[str]:
    return [getattr(child.content, "title", child.key) for child in node.children or ()]


async def first_session(pane: KnowledgePane) -> Node:
    """Open the tree down to the entries of its first session."""
    await until(lambda: pane.model.root.children)
    (project, *_) = pane.model.root.children or ()
    await pane.open_node(project)
    (session, *_) = project.children or ()
    await pane.open_node(session)
    return session


async def test_an_empty_tree_teaches_how_it_fills(
    tmp_path: Path, machine: Machine, theme: Theme, languages: Languages
) -> None:
    async with tree_of(tmp_path / "data", machine, theme, languages) as (pane, services):
        assert pane.stack.currentWidget() is pane.empty
        await curate(services, "Callback", ["Use one index"])
        await until(lambda: pane.stack.currentWidget() is pane.tree)


async def test_entries_come_and_go_around_what_is_open_and_selected(
    tmp_path: Path, machine: Machine, theme: Theme, languages: Languages
) -> None:
    async with tree_of(tmp_path / "data", machine, theme, languages) as (pane, services):
        await curate(services, "Callback", ["Use one index", "Retry twice"])
        session = await first_session(pane)
        await until(lambda: titles(session) == ["Retry twice", "Use one index"])
        await services.entries.rows(EntryQuery())
        last = (session.children or [])[1]
        pane.tree.setCurrentIndex(pane.model.index_of(last))
        await curate(services, "Invited", ["Judge at read time"])
        await until(lambda: pane.model.root.content.count == 3)  # type: ignore[union-attr]
        assert pane.tree.isExpanded(pane.model.index_of(session))
        assert pane.tree.current_node() is last
        page = await services.entries.rows(EntryQuery(session_id=session.content.id))  # type: ignore[union-attr]
        entry = next(row for row in page.items if row.title == "Use one index")
        await services.entries.save(entry.id, entry.version, EntryChanges(title="An index"))
        await until(lambda: titles(session) == ["An index", "Retry twice"])
        current = pane.tree.current_node()
        assert current is not None
        assert current.key == f"entry:{entry.id}"


async def test_a_level_is_read_before_it_opens_by_key_and_by_chevron(
    tmp_path: Path, machine: Machine, theme: Theme, languages: Languages
) -> None:
    async with tree_of(tmp_path / "data", machine, theme, languages) as (pane, services):
        opened: list[object] = []
        pane._desk.router.opener(EntryRoute, opened.append)  # type: ignore[attr-defined]
        pane._desk.router.opener(EntriesRoute, opened.append)  # type: ignore[attr-defined]
        await curate(services, "Callback", ["Use one index"])
        await until(lambda: pane.model.root.children)
        (project,) = pane.model.root.children or ()
        tree = pane.tree
        tree.setCurrentIndex(pane.model.index_of(project))
        QTest.keyClick(tree, Key.Key_Right)
        await until(lambda: tree.isExpanded(pane.model.index_of(project)))
        (session,) = project.children or ()
        rect = tree.visualRect(pane.model.index_of(session))
        chevron = QPoint(tree._painter.chevron_right(session) - 2, rect.center().y())
        QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=chevron)
        await until(lambda: tree.isExpanded(pane.model.index_of(session)))
        assert opened == []
        QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
        (entry,) = session.children or ()
        tree.setCurrentIndex(pane.model.index_of(entry))
        QTest.keyClick(tree, Key.Key_Return)
        assert [type(route) for route in opened] == [EntriesRoute, EntryRoute]
        QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=chevron)
        assert not tree.isExpanded(pane.model.index_of(session))


async def test_pages_are_read_as_they_are_wanted(
    tmp_path: Path, machine: Machine, theme: Theme, languages: Languages
) -> None:
    """By the row for more, and by revealing an entry that no page read so far holds."""
    async with tree_of(tmp_path / "data", machine, theme, languages) as (pane, services):
        names = [f"Rule {number:02}" for number in range(42)]
        session = await curate(services, "Callback", names)
        query = EntryQuery(session_id=session, sort="title", page=2)
        last = (await services.entries.rows(query)).items[-1]
        node = await first_session(pane)
        assert (node.loaded, node.more) == (40, 2)
        pane.tree.setCurrentIndex(pane.model.index_of((node.children or [])[-1]))
        QTest.keyClick(pane.tree, Key.Key_Return)
        await until(lambda: node.loaded == 42)
        await until(lambda: pane.tree.current_node() is (node.children or [])[40])
    async with tree_of(tmp_path / "data", machine, theme, languages) as (pane, _):
        await pane.reveal(last)
        current = pane.tree.current_node()
        assert current is not None
        assert current.key == f"entry:{last.id}"
