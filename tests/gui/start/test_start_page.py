"""The first page: what it says of this computer, and the one thing it offers."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from support.entry_pages import Desk
from support.fake_agents import fake_claude
from support.gui import until
from support.index import NOON, Machine, native
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.config.paths import Paths
from vela_desktop.config.settings import SettingsStore
from vela_desktop.domain.agents import AGENTS, Agent
from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.events import AgentsChanged, ScanProgressed, SessionsFound
from vela_desktop.domain.ids import session_id
from vela_desktop.domain.routes import CurateRoute, StartRoute
from vela_desktop.domain.sessions import RootStatus
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.start.found import Found, FoundSection, short_path
from vela_desktop.gui.start.page import StartPage
from vela_desktop.gui.theme import Theme
from vela_desktop.index.store import Index
from vela_desktop.services.agents import AgentService
from vela_desktop.services.sessions import SessionService

Pages = Callable[[], Any]

ABSENT = [agent for agent in ADAPTERS if agent not in {Agent.CLAUDE, Agent.BUILTIN}]
"""Agents that are not on this computer."""
NO_FOLDERS = f"{', '.join(AGENTS[agent].label for agent in ABSENT)}: no folder of sessions"


@pytest.fixture(autouse=True)
def _no_agents_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vela_desktop.agents.programs.SYSTEM_PLACES", ())


@pytest.fixture
def machine(home: Path) -> Machine:
    """A computer with nothing on it yet."""
    return Machine(home)


@pytest.fixture
async def sessions(machine: Machine) -> AsyncIterator[SessionService]:
    """The session list of the computer."""
    index = await Index.open(machine.folder)
    yield SessionService(index)
    await index.close()


@pytest.fixture
def agents(home: Path, bus: EventBus) -> AgentService:
    """Agents of which Claude's program is there and Codex's is not."""
    fake = fake_claude(home / "programs")
    environment = {"PATH": str(fake.folder), "HOME": str(home)}
    return AgentService(SettingsStore(home / "settings.json"), Paths(home), environment, bus)


@pytest.fixture
def page(
    sessions: SessionService, agents: AgentService, bridge: Bridge, desk: Desk, theme: Theme,
    languages: Languages, opened: Callable[..., Any],
) -> Pages:  # fmt: skip
    """Open the first page."""

    async def show() -> StartPage:
        made = StartPage(StartRoute(), sessions, agents, bridge, desk, theme, desk.go)  # type: ignore[arg-type]
        shown: StartPage = await opened(made)
        return shown

    return show


def folders(page: StartPage) -> list[str]:
    return [row.accessibleName() for row in page.found.card.rows]


def curators(page: StartPage) -> list[str]:
    return [row.accessibleName() for row in page.curators.card.rows]


async def test_it_shows_what_was_found_of_each_agent(machine: Machine, page: Pages) -> None:
    machine.add(1)
    machine.add(2)
    machine.add_codex(3, "List the modules")
    machine.scan()
    shown = await page()
    assert folders(shown) == [
        "Claude, ~/claude/projects, 2 sessions",
        "Codex, ~/codex/sessions, 1 session",
    ]
    assert shown.found.total.text().startswith("3 sessions · 2 projects · ")
    assert "Claude" not in shown.found.absent.text()
    assert "Terminal" not in shown.found.absent.text()
    assert not shown.empty.isVisible()


async def test_an_agent_without_a_folder_stands_apart(machine: Machine, page: Pages) -> None:
    machine.add(1)
    machine.scan()
    shown = await page()
    assert len(folders(shown)) == 1
    assert shown.found.absent.text() == NO_FOLDERS


async def test_the_one_button_curates_the_newest_session(
    machine: Machine, page: Pages, desk: Desk
) -> None:
    machine.add(1, "The old one", at=NOON)
    machine.add_codex(2, "The new one", at=NOON + 60)
    machine.scan()
    shown = await page()
    assert shown.newest.text() == "The new one"
    assert shown.newest_facts.text().startswith("Codex · atlas · ")
    shown.curate.click()
    assert desk.went == [CurateRoute(session_id=session_id(Agent.CODEX, native(2)))]


async def test_without_sessions_it_teaches_and_has_no_button(
    machine: Machine, page: Pages, desk: Desk
) -> None:
    machine.scan()
    shown = await page()
    assert not shown.curate.isVisible()
    assert shown.empty.isVisible()
    assert shown.empty.accessibleName().startswith("No sessions yet Work with a coding agent")
    assert shown.found.total.text() == "0 sessions"
    shown.found.again.click()
    assert desk.refreshed == 1


async def test_before_the_first_look_it_says_that_it_is_looking(page: Pages) -> None:
    shown = await page()
    assert shown.found.total.text() == "Looking for sessions…"
    assert shown.found.ring.isVisible()
    assert not shown.found.again.isVisible()
    assert not shown.empty.isVisible()


async def test_it_follows_the_scan(machine: Machine, page: Pages, bus: EventBus) -> None:
    machine.scan()
    shown = await page()
    machine.add(1, "Just written")
    bus.publish(ScanProgressed(done=0, total=1, finished=False))
    await until(lambda: shown.found.ring.isVisible())
    machine.scan()
    bus.publish(SessionsFound(changed=(session_id(Agent.CLAUDE, native(1)),)))
    bus.publish(ScanProgressed(done=1, total=1, finished=True))
    await until(lambda: shown.newest.text() == "Just written")
    assert shown.curate.isVisible()
    assert not shown.found.ring.isVisible()


async def test_it_says_which_agents_can_curate(
    machine: Machine, page: Pages, bus: EventBus
) -> None:
    shown = await page()
    assert curators(shown)[-1] == "Built-in extractor, Always there: no model, sends nothing"
    await until(lambda: len(curators(shown)) == len(ADAPTERS))
    assert curators(shown) == [
        "Claude, 2.1.332",
        *(f"{AGENTS[agent].label}, Not installed or not configured" for agent in ABSENT),
        "Built-in extractor, Always there: no model, sends nothing",
    ]
    codex = shown.curators.card.rows[1]
    assert not codex.sign.isEnabled()
    assert "codex was not found" in codex.toolTip()
    bus.publish(AgentsChanged(agents=("claude",)))
    await until(lambda: shown.curators.card.rows[1] is not codex)


async def test_it_keeps_its_promise_in_sight(page: Pages) -> None:
    shown = await page()
    assert shown.private.text() == "Everything stays on this computer."
    assert "the built-in extractor sends nothing" in shown.private_text.text()


def test_an_unreadable_folder_is_said_in_words(theme: Theme, languages: Languages) -> None:
    section = FoundSection(theme)
    locked = RootStatus(
        agent=Agent.CLAUDE, path="/srv/claude", sessions=0, size=0, problem="source_unreadable"
    )
    section.show_found(Found(roots=(locked,)))
    (row,) = section.card.rows
    assert row.accessibleName() == (
        "Claude, /srv/claude, Cannot be read, "
        "Give Vela permission to read this folder, then look again."
    )
    assert not row.warning.isHidden()
    assert section.absent.text() == NO_FOLDERS


@pytest.mark.parametrize(
    ("path", "shown"), [("projects", "~/projects"), ("", "~"), ("/srv/x", "/srv/x")]
)
def test_paths_are_short(home: Path, path: str, shown: str) -> None:
    assert short_path(str(home / path)) == shown


async def test_it_speaks_the_other_language_at_once(
    machine: Machine, page: Pages, languages: Languages
) -> None:
    machine.add(1)
    machine.scan()
    shown = await page()
    await until(lambda: len(curators(shown)) == len(ADAPTERS))
    languages.choose("zh_CN")
    QApplication.sendPostedEvents()
    assert shown.title() == "开始"
    assert folders(shown) == ["Claude, ~/claude/projects, 1 个会话"]
    assert curators(shown)[1] == "Codex, 未安装或未配置"
    assert shown.curate.text() == "整理最新的会话…"
