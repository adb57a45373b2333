"""What a job would send, in figures, and what it would replace."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.jobs import EditedEntry, Preview
from vela_desktop.gui import format, words
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.kit import Button, IconLabel, Label, Notice, Spinner, WrappedLabel
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

EDITED_SHOWN = 5


class Figure(QWidget):
    """A number over its unit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number = Label("–", "h3")
        self.unit = Label("", "caption")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.number)
        column.addWidget(self.unit)

    def say(self, number: str, unit: str) -> None:
        """Show a number and its unit."""
        self.number.setText(number)
        self.unit.setText(unit)
        self.setAccessibleName(f"{number} {unit}")


class Sent(Surface):
    """Characters, segments, calls, masked secrets; ``text_asked`` asks to see the text itself."""

    text_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("soft")
        self._preview: Preview | None = None
        self._agent: Agent | None = None
        self.chars, self.segments, self.calls, self.masked = (Figure() for _ in range(4))
        self.ring = Spinner(theme)
        self.note = WrappedLabel("", "caption")
        self.show_text = Button(theme, look="flat")
        self.show_text.clicked.connect(lambda: self.text_asked.emit())
        figures = QHBoxLayout()
        figures.setSpacing(theme.space(4))
        for figure in (self.chars, self.segments, self.calls, self.masked):
            figures.addWidget(figure, 1)
        figures.addWidget(self.ring)
        below = QHBoxLayout()
        below.setSpacing(theme.space(2))
        below.addWidget(IconLabel(theme, "upload", size=theme.size("icon.caption")))
        below.addWidget(self.note, 1)
        below.addWidget(self.show_text)
        column = QVBoxLayout(self)
        margin = theme.space(4)
        column.setContentsMargins(margin, theme.space(3), margin, theme.space(2))
        column.setSpacing(theme.space(2))
        column.addLayout(figures)
        column.addLayout(below)
        self.retranslate()

    def show_preview(self, preview: Preview | None) -> None:
        """Show figures; None while they are being read."""
        self._preview = preview
        self.ring.setVisible(preview is None)
        self.show_text.setEnabled(preview is not None)
        self.retranslate()

    def show_agent(self, agent: Agent) -> None:
        """Say to whom the text goes."""
        self._agent = agent
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.show_text.setText(translate("Curate", "Preview text"))
        self._say_figures()
        if self._agent is Agent.BUILTIN:
            self.note.setText(
                translate("Curate", "The text stays on this computer; no model reads it.")
            )
        elif self._agent is not None:
            said = translate(
                "Curate", "This text is sent to {agent}, which handles it by its own configuration."
            )
            self.note.setText(said.format(agent=words.agent(self._agent)))

    def _say_figures(self) -> None:
        seen = self._preview
        chars = format.number(seen.chars) if seen else "–"
        self.chars.say(chars, translate("Curate", "characters"))
        segments = format.number(seen.segments) if seen else "–"
        self.segments.say(segments, translate("Curate", "segments"))
        self.calls.say(_calls(seen), translate("Curate", "calls of the agent"))
        masked = format.number(sum(seen.masked.values())) if seen else "–"
        self.masked.say(masked, translate("Curate", "secrets masked"))
        kinds = seen.masked if seen else {}
        self.masked.setToolTip("\n".join(f"{kind}: {count}" for kind, count in kinds.items()))


def _calls(preview: Preview | None) -> str:
    if preview is None:
        return "–"
    low, high = preview.calls_low, preview.calls_high
    return format.number(low) if low == high else f"{format.number(low)}–{format.number(high)}"


def replaced_notice(
    theme: Theme, preview: Preview, now: int, open_entry: Callable[[EditedEntry], None]
) -> Notice:
    """Return the box that names what the job would replace."""
    notice = Notice(theme, "warn", _replaced(preview))
    for entry in preview.edited[:EDITED_SHOWN]:
        when = format.moment(entry.updated_at, now)
        row = QHBoxLayout()
        row.setSpacing(theme.space(2))
        button = Button(theme, entry.title, look="flat")
        button.clicked.connect(lambda _=False, entry=entry: open_entry(entry))
        row.addWidget(button)
        edited = translate("Curate", "v{version} · edited by hand, {when}")
        row.addWidget(Label(edited.format(version=entry.version, when=when), "caption"))
        row.addStretch(1)
        notice.column.addLayout(row)
    left = len(preview.edited) - EDITED_SHOWN
    if left > 0:
        notice.column.addWidget(Label(plural("Curate", "and %n more")(left), "caption"))
    notice.column.addWidget(
        WrappedLabel(
            translate(
                "Curate",
                "An entry with the same title gains a revision and its older text can be restored; "
                "entries that are not produced again go, with their history.",
            ),
            "secondary",
        )
    )
    notice.column.addWidget(
        WrappedLabel(
            translate(
                "Curate",
                "Entries made by hand, imported, or moved here from elsewhere are not touched.",
            ),
            "secondary",
        )
    )
    return notice


def _replaced(preview: Preview) -> str:
    text = plural("Curate", "%n entries curated from this session will be replaced")(
        preview.replaced
    )
    if not preview.edited:
        return text
    edited = plural("Curate", "%n of them edited by you")(len(preview.edited))
    return translate("Curate", "{replaced}, {edited}").format(replaced=text, edited=edited)
