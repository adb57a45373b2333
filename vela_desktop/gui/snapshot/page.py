"""The page of a source snapshot: bar, facts, find bar, and the text itself."""

import asyncio
from bisect import bisect_left

from PySide6.QtGui import QIcon, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from vela_desktop.domain.entries import Snapshot
from vela_desktop.domain.finding import Needle
from vela_desktop.domain.routes import EntriesRoute, Route, SessionRoute, SnapshotRoute
from vela_desktop.gui import tasks
from vela_desktop.gui.conversation.findbar import FindBar
from vela_desktop.gui.entries.places import Place, place_of
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import Button, Crumb, IconButton, PageBar
from vela_desktop.gui.kit.stages import Stages
from vela_desktop.gui.pages import Go, StagedPage
from vela_desktop.gui.snapshot.facts import SnapshotFacts
from vela_desktop.gui.snapshot.finding import Span, hits
from vela_desktop.gui.snapshot.text import SnapshotText
from vela_desktop.gui.subjects import Subject
from vela_desktop.gui.theme import Theme
from vela_desktop.services.entries import EntryService


class SnapshotFindBar(FindBar):
    """Looks in a snapshot."""

    def retranslate(self) -> None:
        """Speak the present language."""
        super().retranslate()
        self.box.setPlaceholderText(translate("Snapshot", "Find in this snapshot"))
        self.box.setAccessibleName(translate("Snapshot", "Find in this snapshot"))


class SnapshotPage(StagedPage):
    """Shows what was read at curation time; nothing here can be changed."""

    of_one = True

    def __init__(
        self,
        route: SnapshotRoute,
        entries: EntryService,
        theme: Theme,
        go: Go,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, go, Stages(theme, "snapshot"), parent)
        self._route, self._entries = route, entries
        self._snapshot: Snapshot | None = None
        self._place: Place | None = None
        self._hits: list[Span] = []
        self._at = 0
        self._build()
        self._connect()
        self.retranslate()

    def _build(self) -> None:
        theme = self.theme
        self.bar = PageBar(theme)
        self.up = IconButton(theme, "arrow-up", shortcut="Alt+Up")
        self.conversation = Button(theme, icon="session")
        self.find_button = IconButton(theme, "search", shortcut="Ctrl+F")
        self.bar.left.addWidget(self.up)
        self.bar.right.addWidget(self.conversation)
        self.bar.right.addWidget(self.find_button)
        self.facts, self.text = SnapshotFacts(theme), SnapshotText(theme)
        self.stages.column.addWidget(self.facts)
        self.stages.column.addWidget(self.text, 1)
        self.find_bar = SnapshotFindBar(theme, self.stages.content)
        self.column.addWidget(self.bar)
        self.column.addWidget(self.stages, 1)

    def _connect(self) -> None:
        self.up.clicked.connect(self._go_up)
        self.conversation.clicked.connect(self._open_conversation)
        self.find_button.clicked.connect(self._open_find)
        keys = QKeySequence.StandardKey
        for key, slot in (
            (QKeySequence("Alt+Up"), self._go_up),
            (keys.Find, self._open_find),
            (keys.FindNext, self._next),
            (keys.FindPrevious, self._previous),
        ):
            QShortcut(key, self).activated.connect(slot)
        self.find_bar.asked.connect(self._look_for)
        self.find_bar.stepped.connect(self._step)
        self.find_bar.closed.connect(self._close_find)

    def route(self) -> Route:
        """Return the snapshot's link."""
        return self._route

    def title(self) -> str:
        """Return what the tab says: a snapshot, and of which session."""
        name = translate("Snapshot", "Source snapshot")
        return f"{name} · {self._place.name}" if self._place else name

    def icon(self) -> QIcon:
        """Return the tab's icon."""
        return self.theme.icon("snapshot")

    def subject(self) -> Subject | None:
        """Return the session the text was read from, for the tab's menu."""
        return self._place.session if self._place else None

    def retranslate(self) -> None:
        """Speak the present language."""
        self.up.set_name(translate("Snapshot", "Up one level"))
        self.conversation.setText(translate("Snapshot", "Open conversation"))
        self.find_button.set_name(translate("Snapshot", "Find in this snapshot"))
        self.stages.empty.say(
            translate("Snapshot", "There is no such snapshot"),
            translate("Snapshot", "The link may be from another computer’s knowledge base."),
        )
        self.text.setAccessibleName(translate("Snapshot", "Text of the snapshot"))
        self._show_crumbs()
        self.title_changed.emit(self.title())

    async def load(self) -> None:
        """Read the snapshot and show its beginning; the rest follows by itself."""
        snapshot = await self._entries.snapshot(self._route.source_id)
        route = EntriesRoute(session_id=snapshot.session_id)
        self._place = await place_of(self._entries, route)
        self._snapshot = snapshot
        self.facts.show_snapshot(snapshot)
        self.text.show_text(snapshot.text)
        self.stages.show_content()
        self.retranslate()
        self.state_changed.emit()

    def _show_crumbs(self) -> None:
        loaded = self._place is not None
        for widget in (self.up, self.conversation, self.find_button):
            widget.setEnabled(loaded)
        if self._place is not None:
            places = (*self._place.above, self._place)
            here = Crumb(translate("Snapshot", "Source snapshot"))
            self.bar.crumbs.show_crumbs(*map(self._crumb, places), here)

    def _crumb(self, place: Place) -> Crumb:
        return Crumb(place.name, lambda: self.go(place.route))

    def _go_up(self) -> None:
        if self._place is not None:
            self.go(self._place.route)

    def _open_conversation(self) -> None:
        if self._snapshot is not None:
            self.go(SessionRoute(session_id=self._snapshot.session_id))

    def _open_find(self) -> None:
        chosen = self.text.textCursor().selectedText()
        self.find_bar.open(chosen if "\N{PARAGRAPH SEPARATOR}" not in chosen else "")

    def _look_for(self, needle: Needle) -> None:
        self._hits, self._at = [], 0
        self._show_hits(searching=bool(needle))
        tasks.start_latest("find", self._find(needle), self)

    async def _find(self, needle: Needle) -> None:
        if self._snapshot is None or not needle:
            return
        first = (self.text.top(), 0)
        for found in hits(self._snapshot.text, needle):
            self._hits += found
            if not self._at and self._hits and self._hits[-1] >= first:
                self._at = bisect_left(self._hits, first) + 1
                self._show_hit(searching=True)
            self.find_bar.say(self._at, len(self._hits), searching=True)
            await asyncio.sleep(0)
        if self._at:
            self._show_hits()
        else:
            self._at = min(1, len(self._hits))
            self._show_hit()

    def _next(self) -> None:
        self._step(1)

    def _previous(self) -> None:
        self._step(-1)

    def _step(self, by: int) -> None:
        if not self.find_bar.isVisible():
            self._open_find()
        if self._hits:
            self._at = (self._at - 1 + by) % len(self._hits) + 1
            self._show_hit()

    def _show_hit(self, *, searching: bool = False) -> None:
        self._show_hits(searching=searching)
        self.text.go_to_hit()

    def _show_hits(self, *, searching: bool = False) -> None:
        self.text.show_hits(self._hits, self._at - 1)
        self.find_bar.say(self._at, len(self._hits), searching=searching)

    def _close_find(self) -> None:
        self.find_bar.hide()
        self._look_for(Needle(""))
        self.text.setFocus()
