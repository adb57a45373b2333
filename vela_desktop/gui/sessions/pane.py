"""The left pane: a box that filters, facets, and the list."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from datetime import date

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.events import ScanProgressed, SessionsFound
from vela_desktop.domain.sessions import SessionQuery, SessionRow
from vela_desktop.gui import tasks
from vela_desktop.gui.actions import BY_ID, Desk, of_subject, popup
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.gathering import Gatherer
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit.spinner import TICK_MILLISECONDS
from vela_desktop.gui.recordings.dropping import Row
from vela_desktop.gui.recordings.intake import Intake
from vela_desktop.gui.sessions.arrange import Grouping, Shelf, line_key
from vela_desktop.gui.sessions.box import FilterBox
from vela_desktop.gui.sessions.emptiness import ListStack
from vela_desktop.gui.sessions.facets import Facets
from vela_desktop.gui.sessions.head import ListHead
from vela_desktop.gui.sessions.model import SessionModel
from vela_desktop.gui.sessions.problems import RootProblems
from vela_desktop.gui.sessions.view import SessionView
from vela_desktop.gui.subjects import Subject, subject_of
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme
from vela_desktop.services.sessions import SessionService, matches

UPDATE_SECONDS = 0.1
"""The least time between two updates: a scan finds sessions faster than anybody can read."""
AT_ONCE = 100
"""More rows than this are put in their places by a thread."""
_MINUTE_MILLISECONDS = 60_000


class SessionPane(Surface):
    """Lists sessions and keeps up with what is found, curated and edited.

    ``arranged``: it is grouped otherwise, or a group was opened or closed.
    """

    arranged = Signal()

    def __init__(
        self,
        sessions: SessionService,
        bridge: Bridge,
        desk: Desk,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._sessions, self._desk, self._theme = sessions, desk, theme
        self._query = SessionQuery()
        self._shelf = Shelf((), Grouping.PROJECT, now_ms())
        self._closed: dict[str, None] = {}
        self._wanted: str | None = None
        self._changes = Gatherer(self._follow, self)
        self._read_once = self._scanned = False
        self._turn = asyncio.Lock()
        self._hurry = asyncio.Event()
        self._today = date.today()
        self.head = ListHead(desk, theme)
        self.box = FilterBox(theme)
        self.facets = Facets(theme)
        self.problems = RootProblems(theme)
        self.model = SessionModel(self)
        self.view = SessionView(theme, self.model)
        self.intake = Intake(self, self._session_at, theme)
        self.stack = ListStack(theme, self.view, self.clear_filters, desk.refresh_sessions)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.head, self.box, self.facets, self.problems):
            column.addWidget(widget)
        column.addWidget(self.stack, 1)
        column.addWidget(self.intake.place)
        self.setFocusProxy(self.view)
        self._connect(bridge)
        self.retranslate()

    def _connect(self, bridge: Bridge) -> None:
        self.head.grouping_chosen.connect(self.group_by)
        self.box.typed.connect(self.reload)
        self.box.entered.connect(self._open_first)
        self.box.left_down.connect(self._enter_list)
        self.facets.changed.connect(self.reload)
        self.view.opened.connect(self._open)
        self.view.menu_asked.connect(self._menu)
        self.view.folded.connect(self._fold)
        self.intake.queue.taken.connect(self._show_taken)
        self._spin = QTimer(self, interval=TICK_MILLISECONDS)
        self._spin.timeout.connect(self.view.spin)
        self._minute = QTimer(self, interval=_MINUTE_MILLISECONDS)
        self._minute.timeout.connect(self._tick)
        self._minute.start()
        bridge.sessions_changed.connect(self._found)
        bridge.entries_changed.connect(self._changes.add)
        bridge.curating_changed.connect(self._changes.add)
        bridge.scan_progressed.connect(self._scanning)

    def retranslate(self) -> None:
        """Speak the present language."""
        self.view.name(translate("SessionList", "Sessions"))
        self._show_lines()

    def subject(self) -> Subject | None:
        """Return the session the keyboard is on."""
        row = self.view.selected_session()
        return None if row is None else subject_of(row)

    def row(self, session_id: str) -> SessionRow | None:
        """Return a session of the list."""
        return self._shelf.get(session_id)

    def arrangement(self) -> tuple[str, tuple[str, ...]]:
        """Return what the list is grouped by, and the keys of its closed groups, for
        ``restore``."""
        return self.head.grouping, tuple(self._closed)

    def restore(self, grouping: str, closed: Iterable[str]) -> None:
        """Arrange the list as it was, before it is read; a grouping that is not known is left."""
        if grouping in tuple(Grouping):
            self.head.grouping = Grouping(grouping)
        self._closed = dict.fromkeys(closed)

    def reload(self) -> None:
        """Read the list anew under the present filters; the old one stays until then."""
        tasks.start_latest("list", self._read(), self)

    async def _read(self) -> None:
        query = self.facets.query(self.box.text())
        async with self._turn:
            page = await self._sessions.list(query)
            grouping = self.head.grouping
            shelf = await asyncio.to_thread(self._shelf.reread, page.items, grouping, now_ms())
            other = query != self._query
            self._query, self._shelf, self._read_once = query, shelf, True
            self._show_lines(start_anew=other)
        self.facets.offer_projects(await self._sessions.projects())
        self.problems.show_problems(await self._sessions.problems())

    def _open_first(self) -> None:
        async def read_and_open() -> None:
            await self._read()
            first = self.model.first_session()
            if first is not None:
                self.view.set_current(first)
                self.view.opened.emit(line_key(self.model.line(first)))

        tasks.start_latest("list", read_and_open(), self)

    def _found(self, found: SessionsFound) -> None:
        self._changes.add((*found.changed, *found.gone))

    def _scanning(self, progress: ScanProgressed) -> None:
        if progress.finished:
            self._scanned = True
            self._hurry.set()
            self._show_state()
            tasks.start_latest("after a scan", self._after_a_scan(), self)

    async def _after_a_scan(self) -> None:
        self.facets.offer_projects(await self._sessions.projects())
        self.problems.show_problems(await self._sessions.problems())

    async def _follow(self, touched: frozenset[str]) -> None:
        async with self._turn:
            await self._take(touched)
        await self._pause()

    async def _pause(self) -> None:
        """Wait for more, though not past the end of a scan."""
        self._hurry.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(UPDATE_SECONDS):
                await self._hurry.wait()

    async def _take(self, touched: frozenset[str]) -> None:
        rows = await self._sessions.rows(touched)
        wanted = [row for row in rows if matches(row, self._query)]
        if len(touched) > AT_ONCE:
            self._shelf = await asyncio.to_thread(self._shelf.replaced, touched, wanted)
        else:
            self._shelf.replace(touched, wanted)
        self._show_lines()

    def _show_lines(self, *, start_anew: bool = False) -> None:
        """Show the shelf. Other filters *start anew* at the top; else the list stands still."""
        place, row = self.view.place(), self.view.currentIndex().row()
        current = self.view.current_line()
        if current is not None:
            self._wanted = line_key(current)
        self.view.setAutoScroll(False)
        self.model.apply(self._shelf.lines(self._closed))
        self.view.setAutoScroll(True)
        self._keep_current(row, leave=start_anew)
        self.view.return_to(place)
        if start_anew:
            self.view.scrollTo(self.view.currentIndex())
        self._turn_rings()
        self._show_state()

    def _keep_current(self, row: int, *, leave: bool) -> None:
        """Put the keyboard back on the line it was on; where that is gone, on its neighbour, or
        with *leave* on none, until the line is back."""
        at = self.model.row_of(self._wanted) if self._wanted is not None else None
        if at is not None:
            if at != self.view.currentIndex().row():
                self.view.set_current(at, scroll=False)
        elif row >= 0 and leave:
            self.view.clearSelection()
            self.view.set_current(-1, scroll=False)
        elif row >= 0:
            self.view.set_current(min(row, self.model.rowCount() - 1), scroll=False)

    def _turn_rings(self) -> None:
        turning = bool(self._shelf.curating) and not self._theme.reduced_motion
        if turning != self._spin.isActive():
            self._spin.start() if turning else self._spin.stop()

    def _show_state(self) -> None:
        if self._read_once:
            filters = bool(self.facets.number or self.box.text())
            self.stack.show_state(
                rows=len(self._shelf) > 0, filters=filters, looking=not self._scanned
            )

    def clear_filters(self) -> None:
        """Show every session."""
        self.facets.clear()
        self.box.clear()

    def select_session(self, session_id: str) -> None:
        """Bring a session of the list into view and select it, opening its group."""
        key = self._shelf.group_key(session_id)
        if key in self._closed:
            self._fold(key)
        row = self.model.row_of(session_id)
        if row is not None:
            self.view.set_current(row)

    def _session_at(self, point: QPoint) -> Row | None:
        """Return the session at *point* of the pane, where recordings can be attached to it."""
        view, port = self.view, self.view.viewport()
        at = port.mapFrom(self, point)
        if not (view.isVisible() and port.rect().contains(at)):
            return None
        index = view.indexAt(at)
        line = self.model.line(index.row()) if index.isValid() else None
        if not isinstance(line, SessionRow) or not subject_of(line).takes_recordings:
            return None
        rect = view.visualRect(index).intersected(port.rect())
        return Row(subject_of(line), rect.translated(port.mapTo(self, QPoint())))

    def _show_taken(self, session_id: str) -> None:
        tasks.start_latest("taken", self._select_taken(session_id), self)

    async def _select_taken(self, session_id: str) -> None:
        """Select the session of a recording; filters that hide it are cleared."""
        rows = await self._sessions.rows((session_id,))
        if not all(matches(row, self._query) for row in rows):
            self.clear_filters()
            await self._read()
        async with self._turn:
            await self._take(frozenset({session_id}))
        self.select_session(session_id)

    def _open(self, session_id: str) -> None:
        row = self.row(session_id)
        if row is not None:
            BY_ID["session.open"].handler(self._desk, subject_of(row))

    def _menu(self, session_id: str, at: QPoint) -> None:
        row = self.row(session_id)
        if row is not None:
            subject = subject_of(row)
            popup(of_subject(subject), subject, self._desk, self._theme, self, at)

    def _fold(self, key: str) -> None:
        """Close or open a group; the keyboard stays on the group where its line goes."""
        selected = self.view.selected_session()
        if selected is not None and self._shelf.group_key(selected.id) == key:
            head = self.model.row_of(key)
            if head is not None:
                self.view.set_current(head)
        if key in self._closed:
            del self._closed[key]
        else:
            self._closed[key] = None
        self._show_lines()
        self.arranged.emit()

    def group_by(self, grouping: Grouping) -> None:
        """Group the list by projects or by days."""
        self.head.grouping = grouping
        tasks.start_latest("group", self._regroup(), self)
        self.arranged.emit()

    async def _regroup(self) -> None:
        async with self._turn:
            grouping = self.head.grouping
            self._shelf = await asyncio.to_thread(self._shelf.regrouped, grouping, now_ms())
            self._show_lines(start_anew=True)

    def _tick(self) -> None:
        """Tell times anew, and on a new day group anew."""
        self.view.viewport().update()
        if self._today != date.today():
            self._today = date.today()
            self.group_by(self.head.grouping)

    def _enter_list(self) -> None:
        stood = self.view.currentIndex().isValid()
        self.view.setFocus(Qt.FocusReason.TabFocusReason)
        first = self.model.first_session()
        if not stood and first is not None:
            self.view.set_current(first)
