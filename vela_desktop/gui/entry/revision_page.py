"""The page of an older version of an entry, as it was: nothing here can be changed."""

from dataclasses import replace
from urllib.parse import unquote

from PySide6.QtGui import QIcon, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vela_desktop.domain.entries import Entry, Revision
from vela_desktop.domain.routes import EntriesRoute, EntryRoute, RevisionRoute, Route
from vela_desktop.gui import tasks
from vela_desktop.gui.entries.places import Place, place_of
from vela_desktop.gui.entry.header import EntryHead
from vela_desktop.gui.entry.reader import Reader
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import Button, Crumb, IconButton, Notice, PageBar
from vela_desktop.gui.kit.stages import Stages
from vela_desktop.gui.links import open_link
from vela_desktop.gui.pages import Go, StagedPage
from vela_desktop.gui.subjects import EntrySubject, Subject
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.schemes import WIKI
from vela_desktop.services.entries import EntryService


class RevisionPage(StagedPage):
    """Shows one version of an entry and leads back to the entry."""

    of_one = True

    def __init__(
        self,
        route: RevisionRoute,
        entries: EntryService,
        theme: Theme,
        go: Go,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, go, Stages(theme, "revision"), parent)
        self._route, self._entries = route, entries
        self._entry: Entry | None = None
        self._revision: Revision | None = None
        self._place: Place | None = None
        self._build()
        self._connect()
        self.retranslate()

    def _build(self) -> None:
        theme = self.theme
        self.bar = PageBar(theme)
        self.up = IconButton(theme, "arrow-up", shortcut="Alt+Up")
        self.back = Button(theme, icon="entry")
        self.bar.left.addWidget(self.up)
        self.bar.right.addWidget(self.back)
        self.notice = Notice(theme, "info")
        self.head = EntryHead(theme)
        self.head.edit.hide()
        self.body = Reader(theme, self.head)
        self.stages.column.addLayout(self._noticed())
        self.stages.column.addWidget(self.body, 1)
        self.column.addWidget(self.bar)
        self.column.addWidget(self.stages, 1)

    def _noticed(self) -> QHBoxLayout:
        theme = self.theme
        self.notice.setMaximumWidth(theme.size("measure.max"))
        row = QHBoxLayout()
        row.setContentsMargins(theme.space(4), theme.space(4), theme.space(4), 0)
        row.addStretch(1)
        row.addWidget(self.notice, theme.size("measure.max"))
        row.addStretch(1)
        return row

    def _connect(self) -> None:
        self.up.clicked.connect(self._go_back)
        self.back.clicked.connect(self._go_back)
        QShortcut(QKeySequence("Alt+Up"), self).activated.connect(self._go_back)
        self.body.link_opened.connect(self._clicked)
        self.theme.changed.connect(self.body.again)

    def route(self) -> Route:
        """Return the revision's link."""
        return self._route

    def title(self) -> str:
        """Return the title the entry had, with the version."""
        version = f"v{self._route.version}"
        return f"{self._revision.title} · {version}" if self._revision else version

    def icon(self) -> QIcon:
        """Return the tab's icon."""
        return self.theme.icon("revision")

    def subject(self) -> Subject | None:
        """Return the entry, for menus and shortcuts."""
        entry = self._entry
        if entry is None:
            return None
        return EntrySubject(id=entry.id, title=entry.title, session_id=entry.session_id)

    def retranslate(self) -> None:
        """Speak the present language."""
        self.up.set_name(translate("Revision", "Up to the entry"))
        self.back.setText(translate("Revision", "Open the present version"))
        self.stages.empty.say(
            translate("Revision", "There is no such version"),
            translate("Revision", "The entry may have been removed together with its versions."),
        )
        self.body.setAccessibleName(translate("Revision", "Body of this version"))
        self._show_crumbs()
        self._say()

    async def load(self) -> None:
        """Read the version, and what the entry is now."""
        route = self._route
        self._revision = await self._entries.revision(route.entry_id, route.version)
        self._entry = await self._entries.get(route.entry_id)
        filed = EntriesRoute(session_id=self._entry.session_id)
        self._place = await place_of(self._entries, filed)
        pieces = await self._entries.pieces(self._revision.body)
        self.head.show_entry(_as_it_was(self._entry, self._revision))
        self.stages.show_content()
        self.body.show_pieces(pieces)
        self.retranslate()
        self.title_changed.emit(self.title())
        self.state_changed.emit()

    def _show_crumbs(self) -> None:
        self.up.setEnabled(self._entry is not None)
        self.back.setEnabled(self._entry is not None)
        if self._entry is not None and self._place is not None:
            places = (*self._place.above, self._place)
            entry = Crumb(self._entry.title, self._go_back)
            here = Crumb(f"v{self._route.version}")
            self.bar.crumbs.show_crumbs(*map(self._crumb, places), entry, here)

    def _crumb(self, place: Place) -> Crumb:
        return Crumb(place.name, lambda: self.go(place.route))

    def _say(self) -> None:
        if self._entry is None:
            return
        version, present = self._route.version, self._entry.version
        if version == present:
            text = translate("Revision", "This is the present version, v{version}.")
        else:
            text = translate("Revision", "This is version v{version} of v{present}.")
        kept = translate("Revision", "Versions are kept as they were saved and cannot be changed.")
        self.notice.say(text.format(version=version, present=present), kept)

    def _go_back(self) -> None:
        self.go(EntryRoute(entry_id=self._route.entry_id))

    def _clicked(self, target: str, aside: bool) -> None:
        del aside
        tasks.start(self._follow(target), self)

    async def _follow(self, target: str) -> None:
        if not target.startswith(WIKI):
            open_link(target, self.go)
            return
        title = unquote(target.removeprefix(WIKI))
        found = await self._entries.linked(self._route.entry_id, title)
        if found is not None:
            self.go(EntryRoute(entry_id=found))
            return
        gone = translate("Revision", "The present version has no link to “{title}”.")
        why = translate("Revision", "Where links of older versions led is not kept.")
        self.problems.put(Notice(self.theme, "info", gone.format(title=title), why))


def _as_it_was(entry: Entry, revision: Revision) -> Entry:
    """Return *entry* with what the version had in place of what it has now."""
    return replace(
        entry,
        title=revision.title,
        summary=revision.summary,
        body=revision.body,
        tags=revision.tags,
        kind=revision.kind,
        version=revision.version,
        author=revision.author,
        updated_at=revision.created_at,
    )
