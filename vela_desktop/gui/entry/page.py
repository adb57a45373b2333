"""The page of an entry: it reads, edits and saves one, and goes on to others it links to."""

from urllib.parse import unquote

import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHideEvent, QIcon, QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import QWidget

from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.entries import Draft, Entry
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import EntriesReplaced, EntrySaved
from vela_desktop.domain.routes import (
    EntriesRoute,
    EntryFormRoute,
    EntryRoute,
    RevisionRoute,
    Route,
)
from vela_desktop.gui import format, tasks
from vela_desktop.gui.actions import Action, Desk, of_subject, popup
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.entry.authors import curator_of
from vela_desktop.gui.entry.bar import BACK, FORWARD, SIDE, UP, VIEW
from vela_desktop.gui.entry.body import READ, SOURCE
from vela_desktop.gui.entry.editing import Editing, Met, is_gone
from vela_desktop.gui.entry.facts import Surroundings, crumbs_of, lay_out, surroundings
from vela_desktop.gui.entry.form_door import FormDoor
from vela_desktop.gui.entry.sheet import Sheet
from vela_desktop.gui.entry.trail import Trail
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.links import open_link
from vela_desktop.gui.pages import Go, StagedPage
from vela_desktop.gui.subjects import EntrySubject, Subject
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.schemes import WIKI
from vela_desktop.services.entries import EntryService

_OWN_BUTTONS = ("entry.open", "entry.edit")
"""Actions that are not in the menu: the page is open, and the form has its button."""


class EntryPage(StagedPage):
    """Shows one entry at a time, and what a person does with it."""

    def __init__(
        self,
        route: EntryRoute,
        entries: EntryService,
        bridge: Bridge,
        theme: Theme,
        go: Go,
        parent: QWidget | None = None,
        *,
        desk: Desk | None = None,
    ) -> None:
        sheet = Sheet(theme, entries.pieces)
        super().__init__(theme, go, sheet.stages, parent)
        self._entries, self._desk, self.sheet = entries, desk, sheet
        self._around: Surroundings | None = None
        self.bar, self.body, self.side = self.sheet.bar, self.sheet.body, self.sheet.side
        self.notices = self.sheet.notices
        self.column.addWidget(self.sheet)
        self.trail = Trail(route, self)
        self.editing = Editing(entries, self.body.editor, self)
        self.form_door = FormDoor(entries, self.editing.token, self)
        self._connect(bridge)
        self._show_buttons()

    def _connect(self, bridge: Bridge) -> None:
        bar = self.bar
        bar.back.clicked.connect(self.trail.back)
        bar.forward.clicked.connect(self.trail.forward)
        bar.up.clicked.connect(self._go_up)
        bar.save.clicked.connect(self._save_now)
        bar.more.clicked.connect(self._open_menu)
        self.trail.arrived.connect(self._arrive)
        self.body.link_opened.connect(self._clicked)
        for head in (self.body.head, self.body.compact):
            head.edit.clicked.connect(self.open_form)
        self.form_door.saved.connect(self._form_saved)
        self.editing.unsaved_changed.connect(bar.show_unsaved)
        self.editing.unsaved_changed.connect(self.state_changed)
        self.editing.waiting.connect(bar.show_waiting)
        bridge.entries_touched.connect(self._touched)
        keys = (
            (QKeySequence.StandardKey.Save, self._save_now),
            (BACK, bar.back.click),
            (FORWARD, bar.forward.click),
            (UP, self._go_up),
            (VIEW, self._turn),
            (SIDE, bar.side.click),
        )
        for key, deed in keys:
            QShortcut(QKeySequence(key), self).activated.connect(deed)

    # What the window asks.

    def route(self) -> Route:
        """Return the entry's link."""
        return self.trail.history.now

    def title(self) -> str:
        """Return the entry's title."""
        entry = self.editing.entry
        return entry.title if entry else translate("Entry", "Entry")

    def icon(self) -> QIcon:
        """Return the tab's icon."""
        return self.theme.icon("entry")

    def subject(self) -> Subject | None:
        """Return the entry, for menus and shortcuts."""
        entry = self.editing.entry
        if entry is None:
            return None
        return EntrySubject(id=entry.id, title=entry.title, session_id=entry.session_id)

    @property
    def unsaved(self) -> bool:
        """Tell whether the source was changed and not saved."""
        return self.editing.unsaved

    def retranslate(self) -> None:
        """Speak the present language."""
        if self._around is not None:
            self._show(self._around)

    async def load(self) -> None:
        """Read the entry, and any unsaved text that an earlier window left."""
        await self._open()

    async def show_route(self, route: Route) -> None:
        """Open the form where *route* is the form's, once the entry is there."""
        if isinstance(route, EntryFormRoute):
            if self.editing.entry is None:
                await self._open()
            self.open_form()

    async def save(self) -> bool:
        """Save the body before the page closes."""
        try:
            await self._save()
        except VelaError as error:
            self._refused(error)
            return False
        return True

    async def discard(self) -> None:
        """Forget what is unsaved: a person leaves it behind."""
        await self.editing.discard()

    def show_error(self, error: VelaError) -> None:
        """Show *error* over the text, or over the page while there is none."""
        if self.editing.entry is None:
            super().show_error(error)
        else:
            self.notices.wrong(error)

    def open_form(self) -> None:
        """Open the form for title, summary, tags and kind."""
        if self.editing.entry is not None:
            self.form_door.open(self.editing.entry)

    # Reading.

    async def _open(self) -> None:
        key = self.trail.entry_id
        draft = await self._entries.draft(key)
        try:
            entry = await self._entries.get(key)
        except VelaError as error:
            if not is_gone(error):
                raise
            self._miss(draft)
            return
        base_body = await self._base_body(draft, entry)
        around = await surroundings(self._entries, entry)
        pieces = await self._entries.pieces(entry.body)
        if key == self.trail.entry_id:
            self.notices.clear()
            self.editing.take(entry)
            self.sheet.begin_anew(pieces)
            self._show(around)
            if draft is not None:
                self._restore(draft, base_body)

    async def _base_body(self, draft: Draft | None, entry: Entry) -> str | None:
        """Return the body that *draft* was written on, where that is an older one."""
        if draft is None or draft.base_version == entry.version:
            return None
        for row in await self._entries.history(entry.id):
            if row.version == draft.base_version:
                return (await self._entries.revision(entry.id, row.version)).body
        return None

    def _miss(self, draft: Draft | None) -> None:
        """Show that there is no such entry, and what is unsaved of it."""
        self.editing.put_down()
        self.notices.clear()
        self.sheet.show_missing(None if draft is None else draft.body)
        self._show_buttons()
        self.title_changed.emit(self.title())
        self.state_changed.emit()

    def _restore(self, draft: Draft, base_body: str | None) -> None:
        met = self.editing.restore(draft, base_body)
        if not self.unsaved:
            self.editing.keep()
            return
        self.body.show_mode(SOURCE, focus=False)
        when = format.moment(draft.saved_at, now_ms())
        if met is Met.APART:
            self._say_apart(when)
        else:
            self.notices.restored(when, self._give_up)

    def _show(self, around: Surroundings) -> None:
        entry, self._around = self.editing.entry, around
        assert entry is not None
        self.body.show_entry(entry, curator_of(around.history))
        lay_out(around, self.side, self.go, self.trail.open)
        self.bar.show_way(crumbs_of(around.place, self.go), entry.title)
        self.sheet.show_content()
        self._show_buttons()
        self.title_changed.emit(self.title())
        self.state_changed.emit()

    def _show_buttons(self) -> None:
        self.bar.back.setEnabled(self.trail.history.can_back)
        self.bar.forward.setEnabled(self.trail.history.can_forward)
        self.bar.more.setVisible(bool(self._menu_rows()))

    # Saving.

    def _save_now(self) -> None:
        if self.unsaved:
            self._command(self._save())

    async def _save(self, *, over: bool = False) -> None:
        saved = await self.editing.save(over=over)
        around = await surroundings(self._entries, saved)
        if shiboken6.isValid(self) and saved.id == self.trail.entry_id:
            self.notices.clear()
            self._show(around)

    def _give_up(self) -> None:
        self._command(self._given_up())

    async def _given_up(self) -> None:
        await self.editing.give_up()
        if shiboken6.isValid(self):
            self.notices.clear()
            self.body.refresh()

    def _command(self, coro: tasks.Work) -> None:
        tasks.start(coro, self, kind=tasks.TaskKind.COMMAND, on_error=self._refused)

    def _refused(self, error: VelaError) -> None:
        """Say what can be done; what was typed is still there."""
        if not shiboken6.isValid(self):
            return
        if error.code is Code.CONFLICT:
            self._say_apart("")
        elif is_gone(error):
            self._say_gone()
        else:
            self.notices.wrong(error)

    def _say_apart(self, since: str) -> None:
        entry = self.editing.entry
        assert entry is not None
        theirs = RevisionRoute(entry_id=entry.id, version=entry.version)
        self.notices.apart(
            entry.version,
            since,
            save_over=lambda: self._command(self._save(over=True)),
            look=lambda: self.go(theirs),
            give_up=self._give_up,
        )

    def _say_gone(self) -> None:
        self.editing.keep()
        self.notices.gone(unsaved=self.unsaved, copy=lambda: self.sheet.copy(self.editing.text))

    # What others do.

    def _touched(self, events: tuple[EntrySaved | EntriesReplaced, ...]) -> None:
        if self.editing.entry is None:
            return
        token, key = self.editing.token, self.trail.entry_id
        if any(isinstance(event, EntriesReplaced) and key in event.deleted for event in events):
            self._say_gone()
        elif not all(isinstance(event, EntrySaved) and event.token == token for event in events):
            self._refresh()

    def _refresh(self) -> None:
        tasks.start_latest("refresh", self._refreshed(), self, on_error=self._refused)

    async def _refreshed(self) -> None:
        entry = await self._entries.get(self.trail.entry_id)
        around = await surroundings(self._entries, entry)
        known = self.editing.entry
        if known is not None and known.id == entry.id:
            if entry.version > known.version:
                self._meet(entry)
            self._show(around)

    def _meet(self, entry: Entry) -> None:
        met = self.editing.meet(entry)
        if met is Met.RELOADED:
            self.notices.clear()
            self.body.refresh()
        elif met is Met.APART:
            self._say_apart("")

    def _form_saved(self, entry: Entry) -> None:
        self._meet(entry)
        self._refresh()

    # Going on.

    def _arrive(self) -> None:
        self.state_changed.emit()
        tasks.start_latest("open", self._open(), self)

    def _go_up(self) -> None:
        entry = self.editing.entry
        if entry is not None:
            self.go(EntriesRoute(session_id=entry.session_id))

    def _clicked(self, target: str, aside: bool) -> None:
        tasks.start(self._follow(target, aside), self)

    async def _follow(self, target: str, aside: bool) -> None:
        if not target.startswith(WIKI):
            open_link(target, lambda route: self._go(route, aside))
            return
        title = unquote(target.removeprefix(WIKI))
        found = await self._entries.linked(self.trail.entry_id, title)
        if found is None:
            self.notices.no_such_title(title)
        else:
            self.trail.open(found, aside)

    def _go(self, route: Route, aside: bool) -> None:
        if isinstance(route, EntryRoute):
            self.trail.open(route.entry_id, aside)
        else:
            self.go(route)

    def _turn(self) -> None:
        self.body.show_mode(SOURCE if self.body.mode == READ else READ)

    def _menu_rows(self) -> tuple[Action, ...]:
        rows = of_subject(self.subject()) if self._desk is not None else ()
        return tuple(row for row in rows if row.id not in _OWN_BUTTONS)

    def _open_menu(self) -> None:
        assert self._desk is not None
        at = self.bar.more.mapToGlobal(QPoint(0, self.bar.more.height()))
        popup(self._menu_rows(), self.subject(), self._desk, self.theme, self, at)

    # What Qt tells.

    def hideEvent(self, event: QHideEvent) -> None:
        """Keep what was typed just now: the window may be closing."""
        super().hideEvent(event)
        self.editing.keep_now()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go back and forward with the mouse's own buttons."""
        if event.button() is Qt.MouseButton.BackButton:
            self.trail.back()
        elif event.button() is Qt.MouseButton.ForwardButton:
            self.trail.forward()
        else:
            super().mousePressEvent(event)
