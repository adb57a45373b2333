"""Conversations in pages of their own, over real services and transcripts written for the test."""

import json
import os
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from support import gui
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.events import SessionsFound, Via
from vela_desktop.domain.routes import Route, SessionRoute
from vela_desktop.domain.sessions import Location
from vela_desktop.gui.actions import Desk
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.conversation.flow import Placed
from vela_desktop.gui.conversation.page import ConversationPage
from vela_desktop.gui.theme import Theme
from vela_desktop.index import scan
from vela_desktop.rendering.pieces import PartKind
from vela_desktop.wiring import build
from vela_desktop.wiring.services import Services

START = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)


class Talk:
    """A Claude Code transcript that is written message by message, seven seconds apart."""

    def __init__(self, folder: Path, title: str = "Invite expiry", cwd: str = "/home/dev/shop"):
        self.session, self.cwd, self.title = str(uuid.uuid4()), cwd, title
        self.path = folder / f"{self.session}.jsonl"
        self._records: list[dict[str, Any]] = [
            {"type": "custom-title", "customTitle": title, "sessionId": self.session}
        ]
        self._last: str | None = None
        self._count = 0

    def ask(self, text: str) -> "Talk":
        """Have the person type *text*: a new turn."""
        return self._add("user", text)

    def say(self, text: str) -> "Talk":
        """Have the agent answer."""
        return self._add("assistant", [{"type": "text", "text": text}])

    def think(self, text: str) -> "Talk":
        """Have the agent think."""
        return self._add("assistant", [{"type": "thinking", "thinking": text}])

    def call(
        self, name: str, given: dict[str, Any], result: str | None = "ok", *, failed: bool = False
    ) -> "Talk":
        """Have the agent call a tool; with no result the call is still open."""
        key = f"toolu_{self._count}"
        self._add("assistant", [{"type": "tool_use", "id": key, "name": name, "input": given}])
        if result is None:
            return self
        back = {"type": "tool_result", "tool_use_id": key, "content": result, "is_error": failed}
        return self._add("user", [back])

    def write(self) -> "Talk":
        """Put everything so far into the file."""
        lines = (json.dumps(record, ensure_ascii=False) for record in self._records)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        later = self.path.stat().st_mtime + self._count
        os.utime(self.path, (later, later))
        return self

    def _add(self, role: str, content: Any) -> "Talk":
        key, at = str(uuid.uuid4()), START + timedelta(seconds=7 * self._count)
        message: dict[str, Any] = {"role": role, "content": content}
        if role == "assistant":
            message |= {"id": f"msg_{key[:8]}", "model": "claude-sonnet-5-5", "type": "message"}
        self._records.append(
            {
                "type": role,
                "uuid": key,
                "parentUuid": self._last,
                "sessionId": self.session,
                "timestamp": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
                "cwd": self.cwd,
                "gitBranch": "main",
                "version": "2.1.332",
                "isSidechain": False,
                "userType": "external",
                "message": message,
            }
        )
        self._last, self._count = key, self._count + 1
        return self


def long_talk(folder: Path, turns: int, *, needle: dict[int, str] | None = None) -> Talk:
    """Return a conversation of *turns* turns of two messages; *needle* adds words to answers."""
    talk = Talk(folder)
    for turn in range(1, turns + 1):
        talk.ask(f"Question {turn}?")
        talk.say(f"Answer {turn}. " + "It takes a few lines. " * 12 + (needle or {}).get(turn, ""))
    return talk.write()


@dataclass
class FakeDesk:
    """What a page does to the window around it."""

    copied: list[str] = field(default_factory=list)
    went: list[Route] = field(default_factory=list)

    def copy(self, text: str, said: str) -> None:
        """Remember what was copied."""
        assert said
        self.copied.append(text)

    def go(self, route: Route) -> None:
        """Remember where the page led."""
        self.went.append(route)


@dataclass
class Room:
    """Services on a data folder of their own, and the pages a test opened."""

    folder: Path
    services: Services
    bridge: Bridge
    theme: Theme
    desk: FakeDesk = field(default_factory=FakeDesk)
    pages: list[ConversationPage] = field(default_factory=list)

    def register(self, path: Path, agent: Agent = Agent.CLAUDE) -> str:
        """Have the index know the transcript at *path*; returns its session's id."""
        location = Location(agent, str(path))
        return scan.register(self.services.reading.index.path, location).id

    async def page(
        self, session_id: str, turn: int | None = None, step: int | None = None
    ) -> ConversationPage:
        """Return a visible page of a session, not yet loaded."""
        reading, desk = self.services.reading, cast("Desk", self.desk)
        page = ConversationPage(
            SessionRoute(session_id=session_id, turn=turn, step=step),
            reading.sessions,
            self.services.conversations,
            self.services.entries,
            self.bridge,
            desk,
            self.theme,
            self.desk.go,
        )
        self.pages.append(page)
        page.resize(1000, 700)
        page.show()
        return page

    async def open(
        self, talk: Talk, turn: int | None = None, step: int | None = None
    ) -> ConversationPage:
        """Open a conversation and wait until it stands still."""
        page = await self.page(self.register(talk.path), turn, step)
        await page.load()
        await settled(page)
        return page

    def tell_changed(self, talk: Talk) -> None:
        """Say that a scan found *talk* changed."""
        session = self.register(talk.path)
        self.services.reading.bus.publish(SessionsFound(changed=(session,)))

    def tell_gone(self, session_id: str) -> None:
        """Say that a scan did not find a session any more."""
        self.services.reading.bus.publish(SessionsFound(changed=(), gone=(session_id,)))


@asynccontextmanager
async def open_room(folder: Path, theme: Theme) -> AsyncIterator[Room]:
    """Give a room for as long as the block lasts."""
    environment = {"HOME": str(folder), "PATH": os.defpath}
    async with build(folder / "data", Via.GUI, environment) as services:
        room = Room(folder, services, Bridge(services.reading.bus), theme)
        yield room
        for page in room.pages:
            gui.destroy(page)
        room.bridge.deleteLater()


async def until(true: Callable[[], object]) -> None:
    """Wait until *true* says so: longer than elsewhere, since workers and timers take part."""
    await gui.until(true, 20)


async def settled(page: ConversationPage) -> None:
    """Wait until no message is on its way into the document."""
    await until(lambda: page.stage.shows_content and not page.view.busy and not page.feed._asked)
    QApplication.processEvents()


def parts(page: ConversationPage, kind: PartKind) -> list[Placed]:
    """Return the parts of one kind that are in the document."""
    return [placed for placed in page.view.flow.placed if placed.part.kind is kind]


def text_of(placed: Placed) -> str:
    """Return what a part says."""
    cursor = placed.frame.firstCursorPosition()
    cursor.setPosition(placed.frame.lastPosition(), cursor.MoveMode.KeepAnchor)
    return cursor.selectedText().replace("\N{PARAGRAPH SEPARATOR}", "\n")


def shown(page: ConversationPage) -> str:
    """Return everything that is in the document."""
    return page.view.toPlainText()


def y_on_screen(page: ConversationPage, placed: Placed) -> float:
    """Return how far below the top of the screen a part begins."""
    return page.view.flow.rect(placed).top() - page.view.verticalScrollBar().value()


def click(page: ConversationPage, x: float, y: float) -> None:
    """Click at a place of the document."""
    port = page.view.viewport()
    at = QPoint(round(x), round(y) - page.view.verticalScrollBar().value())
    for kind in (QMouseEvent.Type.MouseButtonPress, QMouseEvent.Type.MouseButtonRelease):
        left = Qt.MouseButton.LeftButton
        where = QPointF(port.mapToGlobal(at))
        event = QMouseEvent(kind, QPointF(at), where, left, left, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(port, event)
