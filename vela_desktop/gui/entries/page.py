"""The page of a list of entries: where it is, the list, and what stands where it is empty."""

from dataclasses import replace

from PySide6.QtCore import QPoint
from PySide6.QtGui import QIcon, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.entries import EntryQuery, EntryRow
from vela_desktop.domain.routes import CurateRoute, EntriesRoute, Route, SessionRoute
from vela_desktop.domain.values import Page as Paged
from vela_desktop.gui import tasks
from vela_desktop.gui.actions import BY_ID, Desk, of_subject, popup
from vela_desktop.gui.bridge import Bridge
from vela_desktop.gui.entries.foot import PageFoot, pages_of
from vela_desktop.gui.entries.head import ListHead
from vela_desktop.gui.entries.lines import EntryModel, Line
from vela_desktop.gui.entries.list import EntryList
from vela_desktop.gui.entries.places import EVERYTHING, Place, place_of
from vela_desktop.gui.i18n import translate
from vela_desktop.gui.kit import Crumb, IconButton, PageBar
from vela_desktop.gui.kit.stages import Stages
from vela_desktop.gui.pages import Go, StagedPage
from vela_desktop.gui.subjects import EntrySubject, Subject
from vela_desktop.gui.theme import Theme
from vela_desktop.services.entries import EntryService


class EntriesPage(StagedPage):
    """Lists the entries of everything, a project, or a session, forty a page."""

    def __init__(
        self,
        route: EntriesRoute,
        entries: EntryService,
        bridge: Bridge,
        desk: Desk,
        theme: Theme,
        go: Go,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, go, Stages(theme, "entry"), parent)
        self._route, self._entries, self._desk = route, entries, desk
        self._place: Place | None = None
        self._total = 0
        self._build()
        self._connect(bridge)
        self.retranslate()

    def _build(self) -> None:
        theme = self.theme
        self.bar = PageBar(theme)
        self.up = IconButton(theme, "arrow-up", shortcut="Alt+Up")
        self.bar.left.addWidget(self.up)
        self.head, self.foot = ListHead(theme), PageFoot(theme)
        self.model = EntryModel(self)
        self.list = EntryList(theme, self.model)
        self.stages.column.addWidget(self.list)
        self.empty_button = self.stages.empty.set_button("", self._fill)
        self.column.addWidget(self.bar)
        self.column.addWidget(self.head)
        self.column.addWidget(self.stages, 1)
        self.column.addWidget(self.foot)
        self.head.hide()
        self.foot.hide()

    def _connect(self, bridge: Bridge) -> None:
        self.up.clicked.connect(self._go_up)
        QShortcut(QKeySequence("Alt+Up"), self).activated.connect(self._go_up)
        self.head.conversation.clicked.connect(self._open_conversation)
        self.head.refresh.clicked.connect(self.reload)
        self.head.tag_chosen.connect(self._choose_tag)
        self.head.sort_chosen.connect(self._choose_sort)
        self.foot.turned.connect(self._turn)
        self.list.opened.connect(self._open)
        self.list.menu_asked.connect(self._menu)
        bridge.entries_changed.connect(self._changed)

    def route(self) -> Route:
        """Return the link with place, tag, sort and page."""
        return self._route

    def title(self) -> str:
        """Return what the list is of."""
        return self._place.name if self._place else translate("Entries", "Entries")

    def icon(self) -> QIcon:
        """Return the sign of what the list is of."""
        return self.theme.icon(self._place.icon if self._place else EVERYTHING.icon)

    def subject(self) -> Subject | None:
        """Return the session whose entries these are, for the tab's menu."""
        return self._place.session if self._place else None

    def retranslate(self) -> None:
        """Speak the present language."""
        self.up.set_name(translate("Entries", "Up one level"))
        self.list.setAccessibleName(translate("Entries", "Entries"))
        self.model.retell()
        self._show_crumbs()
        self._say_empty()
        self.title_changed.emit(self.title())

    async def load(self) -> None:
        """Read the list."""
        await self._read()

    async def show_route(self, route: Route) -> None:
        """Go to another filter, order, page or place."""
        assert isinstance(route, EntriesRoute)
        turned = route != self._route
        self._route = route
        await self._read()
        if turned:
            self.list.scrollToTop()

    def reload(self) -> None:
        """Read the list again as it is filtered now."""
        tasks.start_latest("read", self._read(), self)

    async def _read(self) -> None:
        page = await self._entries.rows(_query(self._route))
        if self._route.page > pages_of(page.total):
            self._route = replace(self._route, page=pages_of(page.total))
            page = await self._entries.rows(_query(self._route))
        place = await place_of(self._entries, self._route)
        tags = await self._entries.tags(_query(self._route))
        lines = await self._lines(page)
        self.clear_error()
        self._place, self._total = place, page.total
        self.model.apply(lines, now_ms())
        self.head.show_list(place, self._route, page.total, tags)
        self.foot.show_page(self._route.page, page.total)
        self._show()

    async def _lines(self, page: Paged[EntryRow]) -> list[Line]:
        """Add to each row where it is filed, as far as the list does not say it itself."""
        if self._route.session_id is not None:
            return [Line(row) for row in page.items]
        names = await self._entries.names({row.session_id for row in page.items})
        whole = self._route.project_id is None
        lines = []
        for row in page.items:
            name = names.get(row.session_id)
            project = name.project if name is not None and whole else ""
            session = name.name if name is not None else ""
            lines.append(Line(row, " › ".join(part for part in (project, session) if part)))
        return lines

    def _show(self) -> None:
        self.head.show()
        self.foot.setVisible(pages_of(self._total) > 1 or self._total > 0)
        self.stages.show_content() if self._total else self.stages.show_empty()
        self.up.setEnabled(self._place is not None and bool(self._place.above))
        self._show_crumbs()
        self._say_empty()
        self.title_changed.emit(self.title())
        self.state_changed.emit()

    def _show_crumbs(self) -> None:
        if self._place is not None:
            above = [self._crumb(place) for place in self._place.above]
            self.bar.crumbs.show_crumbs(*above, Crumb(self._place.name))

    def _crumb(self, place: Place) -> Crumb:
        return Crumb(place.name, lambda: self.go(place.route))

    def _say_empty(self) -> None:
        empty = self.stages.empty
        self.empty_button.setVisible(self._route.tag is not None or self.subject() is not None)
        if self._route.tag is not None:
            text = translate("Entries", "No entry here has the tag #{tag}")
            empty.say(text.format(tag=self._route.tag), "")
            self.empty_button.setText(translate("Entries", "Clear the filter"))
        elif self.subject() is not None:
            empty.say(
                translate("Entries", "This session has no entries"),
                translate("Entries", "Curate it to keep what was worth knowing in it."),
            )
            self.empty_button.setText(translate("Entries", "Curate this session…"))
        elif self._place is EVERYTHING:
            teaching = translate(
                "Entries",
                "Right-click a session and choose “Curate to knowledge base…”. "
                "What was worth keeping appears here.",
            )
            empty.say(translate("Entries", "Nothing curated yet"), teaching)
        else:
            empty.say(translate("Entries", "There are no entries here"), "")

    def _fill(self) -> None:
        """Do what the empty list offers."""
        if self._route.tag is not None:
            self._choose_tag(None)
        elif self._route.session_id is not None:
            self.go(CurateRoute(session_id=self._route.session_id))

    def _changed(self, session_ids: frozenset[str]) -> None:
        shown = self._route.session_id
        if self._place is not None and (shown is None or shown in session_ids):
            self.reload()

    def _choose_tag(self, tag: str | None) -> None:
        self._go_to(replace(self._route, tag=tag, page=1))

    def _choose_sort(self, sort: str) -> None:
        self._go_to(replace(self._route, sort=sort, page=1))

    def _turn(self, page: int) -> None:
        self._go_to(replace(self._route, page=page))

    def _go_to(self, route: EntriesRoute) -> None:
        tasks.start_latest("read", self.show_route(route), self)

    def _go_up(self) -> None:
        if self._place is not None and self._place.above:
            self.go(self._place.above[-1].route)

    def _open(self, subject: EntrySubject) -> None:
        BY_ID["entry.open"].handler(self._desk, subject)

    def _open_conversation(self) -> None:
        if self._route.session_id is not None:
            self.go(SessionRoute(session_id=self._route.session_id))

    def _menu(self, subject: EntrySubject, at: QPoint) -> None:
        popup(of_subject(subject), subject, self._desk, self.theme, self.list, at)


def _query(route: EntriesRoute) -> EntryQuery:
    return EntryQuery(
        project_id=route.project_id,
        session_id=route.session_id,
        tag=route.tag,
        sort=route.sort,
        page=route.page,
    )
