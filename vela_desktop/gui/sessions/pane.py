"""The left pane: a box that filters, facets, and the list."""

import time
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QStackedWidget, QVBoxLayout, QWidget

from vela_desktop.domain.events import SessionsFound
from vela_desktop.domain.sessions import SessionQuery, SessionRow
from vela_desktop.gui import tasks
from vela_desktop.gui.actions import BY_ID, Desk, of_subject, popup
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import EmptyState, IconButton, Label
from vela_desktop.gui.kit.spinner import TICK_MILLISECONDS
from vela_desktop.gui.sessions.arrange import Grouping, SessionLine, arrange, line_key
from vela_desktop.gui.sessions.facets import Facets
from vela_desktop.gui.sessions.model import SessionModel
from vela_desktop.gui.sessions.view import SessionView
from vela_desktop.gui.subjects import SessionSubject, Subject
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme
from vela_desktop.services.sessions import SessionService, matches

TYPING_MILLISECONDS = 120
"""A pause in typing after which the list is filtered."""


class SessionPane(Surface):
    """Lists sessions and keeps up with what is found, curated and edited."""

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
        self._rows: dict[str, SessionRow] = {}
        self._query = SessionQuery()
        self._grouping = Grouping.PROJECT
        self._closed: frozenset[str] = frozenset()
        self._touched: set[str] = set()
        self.model = SessionModel(self)
        self.view = SessionView(theme, self.model)
        self.box = QLineEdit(clearButtonEnabled=True)
        self.facets = Facets(theme)
        self.empty = EmptyState(theme, "session")
        self._build()
        self._connect(bridge)
        self.retranslate()

    def _build(self) -> None:
        theme = self._theme
        self.head = Label("", "pane")
        self.more = IconButton(theme, "more")
        self.more.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(QMenu(self.more))
        self.more.menu().aboutToShow.connect(self._fill_more)
        head = QHBoxLayout()
        head.setContentsMargins(theme.space(4), theme.space(2), theme.space(2), theme.space(1))
        head.addWidget(self.head, 1)
        head.addWidget(self.more)
        self.sign = QAction(self.box)
        theme.dress(self.sign, "filter")
        self.box.addAction(self.sign, QLineEdit.ActionPosition.LeadingPosition)
        self.box.installEventFilter(self)
        field = QHBoxLayout()
        field.setContentsMargins(theme.space(3), 0, theme.space(3), theme.space(1))
        field.addWidget(self.box)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.view)
        self.stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(field)
        column.addWidget(self.facets)
        column.addWidget(self.stack, 1)

    def _connect(self, bridge: Bridge) -> None:
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MILLISECONDS)
        self._typing.timeout.connect(self.reload)
        self.box.textChanged.connect(lambda: self._typing.start())
        self.facets.changed.connect(self.reload)
        self.view.opened.connect(self._open)
        self.view.menu_asked.connect(self._menu)
        self.view.folded.connect(self._fold)
        self._spin = QTimer(self, interval=TICK_MILLISECONDS)
        self._spin.timeout.connect(self.view.spin)
        self._minute = QTimer(self, interval=60_000)
        self._minute.timeout.connect(self.view.viewport().update)
        self._minute.start()
        bridge.sessions_changed.connect(self._found)
        bridge.entries_changed.connect(self._touch)
        bridge.jobs_changed.connect(lambda _: self.refresh_badges())

    def retranslate(self) -> None:
        """Speak the present language."""
        self.head.setText(translate("SessionList", "Sessions"))
        self.more.set_name(translate("SessionList", "More about the list"))
        self.box.setPlaceholderText(translate("SessionList", "Filter sessions…"))
        self.box.setAccessibleName(translate("SessionList", "Filter sessions by title, id, prompt"))
        self.view.setAccessibleName(translate("SessionList", "Sessions"))
        self._show_rows()

    def subject(self) -> Subject | None:
        """Return the session the keyboard is on."""
        line = self.view.selected_session()
        return None if line is None else _subject(line.row)

    def row(self, session_id: str) -> SessionRow | None:
        """Return a session of the list."""
        return self._rows.get(session_id)

    def reload(self) -> None:
        """Read the list anew under the present filters; the old one stays until then."""
        self._query = self.facets.query(self.box.text())
        tasks.start_latest("list", self._read(self._query), self)

    async def _read(self, query: SessionQuery) -> None:
        page = await self._sessions.list(query)
        self._rows = {row.id: row for row in page.items}
        self._show_rows()
        self.facets.offer_projects(await self._sessions.projects())

    def refresh_badges(self) -> None:
        """Read again the rows that are shown as being curated, and those that may be now."""
        tasks.start_latest("badges", self._read(self._query), self)

    def _found(self, found: SessionsFound) -> None:
        for gone in found.gone:
            self._rows.pop(gone, None)
        self._touch(frozenset(found.changed))

    def _touch(self, session_ids: frozenset[str]) -> None:
        self._touched |= session_ids
        tasks.start_latest("touched", self._read_touched(), self)

    async def _read_touched(self) -> None:
        rows = await self._sessions.rows(tuple(self._touched))
        self._touched.clear()
        for row in rows:
            self._rows.pop(row.id, None)
            if matches(row, self._query):
                self._rows[row.id] = row
        self._show_rows()

    def _show_rows(self) -> None:
        selected = self.view.selected_session()
        self.model.apply(
            arrange(self._rows.values(), self._grouping, self._closed, int(time.time() * 1000))
        )
        if selected is not None:
            self._select(line_key(selected))
        spinning = any(row.curating for row in self._rows.values())
        if spinning and not self._theme.reduced_motion:
            self._spin.start()
        else:
            self._spin.stop()
        self._show_emptiness()

    def _select(self, key: str) -> None:
        current = self.view.selected_session()
        row = self.model.row_of(key)
        if row is not None and (current is None or line_key(current) != key):
            self.view.setCurrentIndex(self.model.index(row))

    def _show_emptiness(self) -> None:
        self.stack.setCurrentWidget(self.view if self._rows else self.empty)
        if self._rows:
            return
        if self.facets.filters or self.box.text():
            self.empty.say(
                translate("SessionList", "No session matches"),
                translate("SessionList", "Other words or fewer filters show more."),
            )
            self.empty.set_button(translate("SessionList", "Clear filters"), self.clear_filters)
        else:
            self.empty.say(
                translate("SessionList", "No sessions yet"),
                translate(
                    "SessionList",
                    "Sessions with Claude Code and Codex appear here, grouped by project.",
                ),
            )
            self.empty.set_button(
                translate("SessionList", "Look again"), self._desk.refresh_sessions
            )

    def clear_filters(self) -> None:
        """Show every session."""
        self.box.clear()
        self.facets.clear()

    def select_session(self, session_id: str) -> None:
        """Bring a session of the list into view and select it."""
        row = self.model.row_of(f"s{session_id}")
        if row is not None:
            self.view.setCurrentIndex(self.model.index(row))

    def _open(self, session_id: str) -> None:
        row = self._rows.get(session_id)
        if row is not None:
            BY_ID["session.open"].handler(self._desk, _subject(row))

    def _menu(self, session_id: str, at: QPoint) -> None:
        row = self._rows.get(session_id)
        if row is not None:
            subject = _subject(row)
            popup(of_subject(subject), subject, self._desk, self._theme, self, at)

    def _fold(self, key: str) -> None:
        self._closed ^= {key}
        self._show_rows()

    def _fill_more(self) -> None:
        menu = self.more.menu()
        menu.clear()
        group = QActionGroup(menu)
        for grouping, text in (
            (Grouping.PROJECT, translate("SessionList", "Group by project")),
            (Grouping.DAY, translate("SessionList", "Group by day")),
        ):
            action = QAction(text, menu)
            action.setCheckable(True)
            action.setChecked(grouping is self._grouping)
            action.triggered.connect(partial(self.group_by, grouping))
            group.addAction(action)
            menu.addAction(action)
        menu.addSeparator()
        refresh = menu.addAction(BY_ID["sessions.refresh"].label())
        refresh.triggered.connect(self._desk.refresh_sessions)

    def group_by(self, grouping: Grouping) -> None:
        """Group the list by projects or by days."""
        self._grouping = grouping
        self._show_rows()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """From the box the arrow down leads into the list, and Esc clears the box."""
        if watched is self.box and isinstance(event, QKeyEvent):
            if event.type() is QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Down:
                self._enter_list()
                return True
            if event.type() is QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
                self.box.clear()
                return True
        return super().eventFilter(watched, event)

    def _enter_list(self) -> None:
        self.view.setFocus(Qt.FocusReason.TabFocusReason)
        if not self.view.currentIndex().isValid():
            lines = self.model.lines
            first = next((i for i, line in enumerate(lines) if isinstance(line, SessionLine)), -1)
            if first >= 0:
                self.view.setCurrentIndex(self.model.index(first))


def _subject(row: SessionRow) -> SessionSubject:
    return SessionSubject(id=row.id, native_id=row.native_id, title=row.title, path=row.path)
