"""A terminal in which an agent deployed a service, and files dragged over the session list."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent
from PySide6.QtWidgets import QApplication

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.routes import SessionRoute
from vela_desktop.domain.sessions import SessionQuery
from vela_desktop.wiring.services import Services

if TYPE_CHECKING:
    from studio import Studio

_WIDTH = 76
_SHOWN = (
    (0.4, "\x1b[1;32mdev@laptop\x1b[0m:\x1b[1;34m~/infra\x1b[0m$ agent\n"),
    (2.0, "╭{0}╮\n│ ✻ \x1b[1mWelcome\x1b[0m{1}│\n│   ~/infra · staging{2}│\n╰{0}╯\n\n".format(
        "─" * _WIDTH, " " * (_WIDTH - 10), " " * (_WIDTH - 20))),
    (9.0, "> The staging deploy hangs at 3 of 4 pods. Find out why.\n\n"),
    (26.0, "● \x1b[1mBash\x1b[0m(kubectl -n staging describe pod api-7d9f-x2kql)\n"
           "  ⎿  Warning  Unhealthy  42s (x9)  kubelet  Readiness probe failed:\n"
           "     Get \"http://10.1.4.17:8080/ready\": context deadline exceeded\n\n"),
    (61.0, "● The probe asks for /ready before the migration has ended. Two ways out:\n"
           "  1. raise initialDelaySeconds from 5 to 40\n"
           "  2. run the migration in an init container\n\n"
           "  \x1b[33mI would take 2: the delay differs from cluster to cluster.\x1b[0m\n\n"),
    (95.0, "> Take 2. 探针的超时也改成 3 秒。\n\n"),
    (131.0, "● \x1b[1mUpdate\x1b[0m(deploy/api.yaml)\n"
            "  ⎿  \x1b[32m+ initContainers:\n"
            "     +   - name: migrate\n"
            "     +     command: [\"./manage\", \"migrate\"]\x1b[0m\n"
            "     \x1b[31m-         timeoutSeconds: 1\x1b[0m\n"
            "     \x1b[32m+         timeoutSeconds: 3\x1b[0m\n\n"),
    (188.0, "● \x1b[1mBash\x1b[0m(kubectl -n staging rollout status deployment/api)\n"
            "  ⎿  deployment \"api\" successfully rolled out\n\n"
            "● 4 of 4 pods are ready. The migration took 31 s; the probe was never the cause.\n\n"),
    (192.0, "\x1b[1;32mdev@laptop\x1b[0m:\x1b[1;34m~/infra\x1b[0m$ exit\n"),
)  # fmt: skip


async def add_recordings(services: Services, folder: Path, attached: str) -> None:
    """Import a recording, and attach another one to the session *attached*."""
    alone = _write(folder / "deploy-staging.cast", "Staging deploy hangs at 3 of 4", 50)
    await services.recordings.add(alone)
    await services.recordings.add(_write(folder / "work.cast", "Work", 4), attached)


def _write(path: Path, title: str, hours: int) -> Path:
    started = datetime.now(UTC) - timedelta(hours=hours)
    header: dict[str, Any] = {
        "version": 2, "width": 90, "height": 30, "title": title,
        "timestamp": int(started.timestamp()), "env": {"TERM": "xterm-256color"},
    }  # fmt: skip
    events = [[at, "o", text.replace("\n", "\r\n")] for at, text in _SHOWN]
    lines = (json.dumps(one, ensure_ascii=False) for one in (header, *events))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


async def show_recording(studio: "Studio") -> None:
    """Show what a recorded terminal showed."""
    await studio.close_dialogs()
    query = SessionQuery(agent=Agent.TERMINAL)
    row = (await studio.services.reading.sessions.list(query)).items[0]
    studio.window.go(SessionRoute(session_id=row.id))
    studio.sessions.select_session(row.id)
    await studio.settle(1.2)


async def drag_over_pane(studio: "Studio") -> None:
    """Drag two files over the pane."""
    await _drag(studio, QPoint(studio.sessions.width() // 2, 1), "deploy.cast", "monday.log")


async def drag_over_session(studio: "Studio") -> None:
    """Drag a file over the row of a session."""
    view, model = studio.sessions.view, studio.sessions.model
    at = view.visualRect(model.index(2)).center()
    await _drag(studio, view.viewport().mapTo(studio.sessions, at), "deploy.cast")


async def drag_folder(studio: "Studio") -> None:
    """Drag a folder over the pane, after a file was refused."""
    notes = Path.home() / "notes.txt"
    notes.write_text("Milk, bread\n", encoding="utf-8")
    QApplication.sendEvent(studio.sessions, QDragLeaveEvent())
    studio.sessions.intake.queue.ask([notes])
    await studio.settle(1.0)
    await _drag(studio, QPoint(1, 1), "")


async def show_import(studio: "Studio") -> None:
    """Show what is left of that: the refused file, and an import that is under way."""
    queue = studio.sessions.intake.queue
    QApplication.sendEvent(studio.sessions, QDragLeaveEvent())
    long = _write(Path.home() / "all-day-2026-12-01.cast", "All day", 9)
    with long.open("a", encoding="utf-8") as file:
        for at in range(60_000):
            text = f"\x1b[32mcompiling a file of the project, number {at}\x1b[0m\r\n"
            file.write(json.dumps([300 + at / 10, "o", text]) + "\n")
    queue.ask([long, Path.home() / "deploy.cast"])
    while queue.part is None or queue.part < 0.4:
        await studio.settle(0.05)


async def _drag(studio: "Studio", at: QPoint, *names: str) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(Path.home() / name)) for name in names])
    event = QDragEnterEvent(
        at, Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(studio.sessions, event)
    await studio.settle()
