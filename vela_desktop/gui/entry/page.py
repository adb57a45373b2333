"""The page of an entry: bar, head, body, inspector; saving, drafts, and changes from elsewhere."""

import time
import uuid
from urllib.parse import unquote

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.domain.entries import Draft, Entry, EntryChanges
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import EntriesReplaced, EntrySaved
from vela_desktop.domain.routes import EntriesRoute, EntryFormRoute, EntryRoute, Route
from vela_desktop.gui import tasks
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.entry.body import Body
from vela_desktop.gui.entry.facts import Facts
from vela_desktop.gui.entry.form import EntryForm
from vela_desktop.gui.entry.header import EntryHeader
from vela_desktop.gui.entry.inspector import Inspector
from vela_desktop.gui.i18n import error_texts, translate
from vela_desktop.gui.kit import Button, Crumb, IconButton, Label, Notice, PageBar, Segmented
from vela_desktop.gui.kit.notice import Tone
from vela_desktop.gui.links import open_link
from vela_desktop.gui.pages import Go, Page
from vela_desktop.gui.subjects import EntrySubject, Subject
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.schemes import WIKI
from vela_desktop.services.entries import EntryService

DRAFT_MILLISECONDS = 1000
"""A pause in typing after which unsaved input is kept against a crash."""


class EntryPage(Page):
    """Reads and edits one entry."""

    def __init__(
        self,
        route: EntryRoute,
        entries: EntryService,
        bridge: Bridge,
        theme: Theme,
        go: Go,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, go, parent)
        self._entry_id, self._entries = route.entry_id, entries
        self._entry: Entry | None = None
        self._token = str(uuid.uuid4())
        self._notice: Notice | None = None
        self._facts = Facts(entries, go)
        self._where: tuple[Crumb, ...] = ()
        self._build()
        self._connect(bridge)
        self.retranslate()

    def _build(self) -> None:
        theme = self.theme
        self.bar = PageBar(theme)
        self.up = IconButton(theme, "arrow-up", shortcut="Alt+Up")
        self.bar.left.addWidget(self.up)
        self.unsaved_mark = Label("", "unsaved")
        self.unsaved_mark.hide()
        self.mode = Segmented(theme)
        self.mode.add("read", "")
        self.mode.add("source", "")
        self.save_button = Button(theme)
        self.save_button.setObjectName("entry_save")
        self.save_button.setEnabled(False)
        self.side_button = IconButton(theme, "sidebar-right")
        self.side_button.setCheckable(True)
        self.side_button.setChecked(True)
        for widget in (self.unsaved_mark, self.mode, self.save_button, self.side_button):
            self.bar.right.addWidget(widget)
        self.head, self.body, self.side = EntryHeader(theme), Body(theme), Inspector(theme)
        text = QVBoxLayout()
        text.setSpacing(0)
        self._notices = QVBoxLayout()
        self._notices.setContentsMargins(theme.space(4), 0, theme.space(4), 0)
        text.addLayout(self._notices)
        text.addWidget(self.head)
        text.addWidget(self.body, 1)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addLayout(text, 1)
        middle.addWidget(self.side)
        self.column.addWidget(self.bar)
        self.column.addLayout(middle, 1)

    def _connect(self, bridge: Bridge) -> None:
        self.up.clicked.connect(self._go_up)
        self.mode.picked.connect(self._switch)
        self.body.mode_changed.connect(self.mode.choose)
        self.body.changed.connect(self._edited)
        self.body.link_clicked.connect(self._clicked)
        self.save_button.clicked.connect(self._save_now)
        self.side_button.toggled.connect(self.side.setVisible)
        self.head.edit.clicked.connect(self.open_form)
        QShortcut(QKeySequence.StandardKey.Save, self).activated.connect(self._save_now)
        QShortcut(QKeySequence("Alt+Up"), self).activated.connect(self._go_up)
        self._draft_timer = QTimer(self, singleShot=True, interval=DRAFT_MILLISECONDS)
        self._draft_timer.timeout.connect(self._keep_draft)
        bridge.entries_touched.connect(self._touched)
        self.theme.changed.connect(self._render)

    def route(self) -> Route:
        """Return the entry's link."""
        return EntryRoute(entry_id=self._entry_id)

    def title(self) -> str:
        """Return the entry's title."""
        return self._entry.title if self._entry else translate("Entry", "Entry")

    def icon(self) -> QIcon:
        """Return the tab's icon."""
        return self.theme.icon("entry")

    def subject(self) -> Subject | None:
        """Return the entry, for menus and shortcuts."""
        entry = self._entry
        if entry is None:
            return None
        return EntrySubject(id=entry.id, title=entry.title, session_id=entry.session_id)

    @property
    def unsaved(self) -> bool:
        """Tell whether the source was changed and not saved."""
        return self._entry is not None and self.body.source() != self._entry.body

    def retranslate(self) -> None:
        """Speak the present language."""
        self.up.set_name(translate("Entry", "Up one level"))
        self.mode.set_text("read", translate("Entry", "Read"))
        self.mode.set_text("source", translate("Entry", "Source"))
        self.mode.setAccessibleName(translate("Entry", "View"))
        self.save_button.setText(translate("Entry", "Save"))
        self.unsaved_mark.setText(translate("Entry", "● Unsaved"))
        self.side_button.set_name(translate("Entry", "Show what belongs to the entry"))
        self.body.retranslate()
        self._show_crumbs()

    async def load(self) -> None:
        """Read the entry and any unsaved input an earlier window left."""
        await self._read()
        draft = await self._entries.draft(self._entry_id)
        entry = self._entry
        if draft is not None and entry is not None and draft.body != entry.body:
            self._restore(draft)

    async def show_route(self, route: Route) -> None:
        """The form's link opens the form, once the entry is there."""
        if isinstance(route, EntryFormRoute):
            if self._entry is None:
                await self._read()
            self.open_form()

    async def _read(self) -> None:
        self._entry = await self._entries.get(self._entry_id)
        self.body.set_source(self._entry.body)
        self._show()
        await self._facts.show(self._entry, self.side)
        self._where = await self._facts.crumbs(self._entry)
        self._show_crumbs()

    def _show(self) -> None:
        assert self._entry is not None
        self.head.show_entry(self._entry)
        self._render()
        self._edited()
        self.title_changed.emit(self.title())
        self.state_changed.emit()

    def _show_crumbs(self) -> None:
        if self._entry is not None:
            self.bar.crumbs.show_crumbs(*self._where, Crumb(self._entry.title))

    def _render(self) -> None:
        if self._entry is not None:
            tasks.start_latest("render", self._render_body(self.body.source()), self)

    async def _render_body(self, text: str) -> None:
        self.body.show_html(await self._entries.html(text))

    def _switch(self, mode: str) -> None:
        if mode == "read":
            self._render()
        self.body.show_mode(mode)

    def _edited(self) -> None:
        unsaved = self.unsaved
        self.save_button.setEnabled(unsaved)
        self.save_button.set_look("primary" if unsaved else "plain")
        self.unsaved_mark.setVisible(unsaved)
        if unsaved:
            self._draft_timer.start()
        self.state_changed.emit()

    def _save_now(self) -> None:
        if self.unsaved:
            tasks.start(self._save(), self, kind=tasks.TaskKind.COMMAND, on_error=self._refused)

    async def save(self) -> bool:
        """Save the body before the page closes."""
        try:
            await self._save()
        except VelaError as error:
            self._refused(error)
            return False
        return True

    async def _save(self, over: int | None = None) -> None:
        entry, source = self._entry, self.body.source()
        assert entry is not None
        self._draft_timer.stop()
        changes = EntryChanges(body=source)
        saved = await self._entries.save(entry.id, over or entry.version, changes, self._token)
        self._entry = saved
        self._clear_notice()
        self._show()
        await self._facts.show(saved, self.side)

    def _refused(self, error: VelaError) -> None:
        """Keep what was typed, and say what can be done."""
        self._keep_draft()
        notice = self._say("danger", *error_texts(error))
        if error.code is Code.CONFLICT:
            text = translate("Entry", "Save mine as the newest version")
            notice.add_button(text, self._save_over)
            text = translate("Entry", "Give up mine and reload")
            notice.add_button(text, self._give_up)

    def _save_over(self) -> None:
        tasks.start(self._save_newest(), self, kind=tasks.TaskKind.COMMAND, on_error=self._refused)

    async def _save_newest(self) -> None:
        present = await self._entries.get(self._entry_id)
        await self._save(over=present.version)

    def _give_up(self) -> None:
        self._clear_notice()
        tasks.start(self._discard(), self, kind=tasks.TaskKind.COMMAND)

    async def _discard(self) -> None:
        self._draft_timer.stop()
        await self._entries.drop_draft(self._entry_id)
        await self._read()

    def _restore(self, draft: Draft) -> None:
        self.body.set_source(draft.body)
        self.body.show_mode("source")
        self._edited()
        text = translate("Entry", "Unsaved changes from earlier were brought back.")
        self._say("info", text, "").add_button(
            translate("Entry", "Give up these changes"), self._give_up
        )

    def _keep_draft(self) -> None:
        if self.unsaved and self._entry is not None:
            draft = Draft(
                entry_id=self._entry_id,
                base_version=self._entry.version,
                body=self.body.source(),
                saved_at=int(time.time() * 1000),
            )
            command = tasks.TaskKind.COMMAND
            tasks.start(self._entries.keep_draft(draft), self, kind=command)

    def _touched(self, events: tuple[EntrySaved | EntriesReplaced, ...]) -> None:
        for event in events:
            if isinstance(event, EntrySaved):
                mine = event.token == self._token
                if event.entry_id == self._entry_id and not mine:
                    self._changed_elsewhere()
            elif self._entry_id in event.deleted:
                self._gone()
            elif self._entry_id in (*event.saved, *event.unlinked):
                self._changed_elsewhere()

    def _changed_elsewhere(self) -> None:
        if not self.unsaved:
            tasks.start_latest("read", self._read(), self)
            return
        text = translate("Entry", "This entry was changed elsewhere; your changes are kept here.")
        notice = self._say("warn", text, "")
        notice.add_button(translate("Entry", "Give up mine and reload"), self._give_up)

    def _gone(self) -> None:
        text = translate("Entry", "This entry was not produced again and has been removed.")
        self._say("warn", text, translate("Entry", "Its text is still shown here."))

    def _say(self, tone: Tone, text: str, detail: str) -> Notice:
        self._clear_notice()
        self._notice = Notice(self.theme, tone, text, detail)
        self._notice.add_close()
        self._notices.addWidget(self._notice)
        return self._notice

    def _clear_notice(self) -> None:
        if self._notice is not None:
            self._notice.hide()
            self._notice.deleteLater()
            self._notice = None

    def open_form(self) -> None:
        """Open the form for title, summary, tags and kind."""
        if self._entry is not None:
            form = EntryForm(self._entry, self._entries, self.theme, self)
            form.finished.connect(lambda _: form.deleteLater())
            form.open()

    def _clicked(self, target: str) -> None:
        if target.startswith(WIKI):
            title = unquote(target.removeprefix(WIKI))
            tasks.start(self._open_title(title), self)
        else:
            open_link(target, self.go)

    async def _open_title(self, title: str) -> None:
        found = await self._entries.linked(self._entry_id, title)
        if found is not None:
            self.go(EntryRoute(entry_id=found))
        else:
            said = translate("Entry", "No entry is called “{title}”.")
            self._say("info", said.format(title=title), "")

    def _go_up(self) -> None:
        if self._entry is not None:
            self.go(EntriesRoute(session_id=self._entry.session_id))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the inspector out where room is short."""
        super().resizeEvent(event)
        room = self.theme.size("pane.centre.min") + self.theme.size("inspector")
        self.side.setVisible(self.side_button.isChecked() and self.width() >= room)
