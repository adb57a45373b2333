"""Over the list: what it lists, how many there are, and by what it is filtered and sorted."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.domain.routes import EntriesRoute
from vela_desktop.gui.entries.places import EVERYTHING, Place
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.kit import Button, ElidedLabel, IconButton, IconLabel, Monogram
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

_TAG_LETTERS = 12
"""Letters of a tag that the closed box has room for; the open one shows it whole."""


class ListHead(Surface):
    """``tag_chosen`` carries a tag or None; ``sort_chosen`` ``updated`` or ``title``."""

    tag_chosen = Signal(object)
    sort_chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self._theme = theme
        self._place, self._route, self._total = EVERYTHING, EntriesRoute(), 0
        self._tags: Sequence[str] = ()
        self._sign: QWidget = IconLabel(theme, EVERYTHING.icon, size=theme.size("icon.large"))
        self.heading, self.facts = ElidedLabel("", "page"), ElidedLabel("", "secondary")
        self.conversation = Button(theme, icon="session")
        self.tag, self.sort = QComboBox(), QComboBox()
        self.refresh = IconButton(theme, "refresh")
        self.tag.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.tag.setMinimumContentsLength(_TAG_LETTERS)
        self.tag.activated.connect(lambda: self.tag_chosen.emit(self.tag.currentData()))
        self.sort.activated.connect(lambda: self.sort_chosen.emit(self.sort.currentData()))
        self._build()
        self.retranslate()

    def _build(self) -> None:
        theme, gap = self._theme, self._theme.space(2)
        self._upper, lower = QHBoxLayout(), QHBoxLayout()
        for row in (self._upper, lower):
            row.setSpacing(gap)
        self._upper.addWidget(self._sign)
        self._upper.addWidget(self.heading, 1)
        self._upper.addWidget(self.conversation)
        lower.addWidget(self.facts, 1)
        for widget in (self.tag, self.sort, self.refresh):
            lower.addWidget(widget)
        inner = QWidget()
        inner.setMaximumWidth(theme.size("list.width"))
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, theme.space(5), 0, theme.space(3))
        column.setSpacing(gap)
        column.addLayout(self._upper)
        column.addLayout(lower)
        middle = QHBoxLayout(self)
        middle.setContentsMargins(theme.space(8), 0, theme.space(8), 0)
        middle.addStretch(1)
        middle.addWidget(inner, theme.size("list.width"))
        middle.addStretch(1)

    def show_list(self, place: Place, route: EntriesRoute, total: int, tags: Sequence[str]) -> None:
        """Show what is listed: *total* entries of *place* as *route* filters them."""
        if place.content != self._place.content or place.agent != self._place.agent:
            self._show_sign(place)
        self._place, self._route, self._total = place, route, total
        chosen = () if route.tag is None or route.tag in tags else (route.tag,)
        self._tags = (*chosen, *tags)
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.heading.setText(self._place.name)
        self.facts.setText(self._facts())
        self.conversation.setText(translate("Entries", "Open conversation"))
        self.conversation.setVisible(self._place.session is not None)
        self.refresh.set_name(translate("Entries", "Refresh"))
        self.tag.setAccessibleName(translate("Entries", "Filter by tag"))
        self.sort.setAccessibleName(translate("Entries", "Sort"))
        self._fill_tags()
        self._fill_sort()

    def _facts(self) -> str:
        """Return the number first: it is what must never be cut."""
        count = plural("Entries", "%n entries")(self._total)
        if self._route.tag is not None:
            said = translate("Entries", "{count} tagged #{tag}")
            count = said.format(count=count, tag=self._route.tag)
        names = [place.name for place in self._place.above if place is not EVERYTHING]
        return " · ".join([count, *names])

    def _fill_tags(self) -> None:
        self.tag.clear()
        self.tag.addItem(translate("Entries", "All tags"), None)
        for tag in self._tags:
            self.tag.addItem(f"#{tag}", tag)
        self.tag.setCurrentIndex(max(0, self.tag.findData(self._route.tag)))
        self.tag.setEnabled(bool(self._tags))

    def _fill_sort(self) -> None:
        self.sort.clear()
        self.sort.addItem(translate("Entries", "Last updated"), "updated")
        self.sort.addItem(translate("Entries", "By title"), "title")
        self.sort.setCurrentIndex(max(0, self.sort.findData(self._route.sort)))

    def _show_sign(self, place: Place) -> None:
        theme = self._theme
        self._upper.removeWidget(self._sign)
        self._sign.deleteLater()
        if place.agent is None:
            self._sign = IconLabel(theme, place.icon, size=theme.size("icon.large"))
        else:
            self._sign = Monogram(theme, place.agent)
        self._upper.insertWidget(0, self._sign)
