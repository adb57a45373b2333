"""What a job would send, in figures, and to whom."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.jobs import Preview
from vela_desktop.gui import format, secrets, words
from vela_desktop.gui.i18n import QT_TRANSLATE_NOOP, translate
from vela_desktop.gui.kit import Button, IconLabel, Label, Spinner, WrappedLabel
from vela_desktop.gui.kit.spinner import WAIT_MILLISECONDS
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

UNKNOWN = "–"
_ALWAYS = {
    Agent.CODEX: QT_TRANSLATE_NOOP(
        "Curate",
        "Codex always adds your own ~/.codex/AGENTS.md to what it reads; that cannot be "
        "switched off.",
    ),
    Agent.OPENCODE: QT_TRANSLATE_NOOP(
        "Curate",
        "OpenCode always adds the name of the model, the path of an empty folder, the operating "
        "system, the date, and the instruction files that your opencode.json names with a full "
        "path or an address; that cannot be switched off.",
    ),
    Agent.OMP: QT_TRANSLATE_NOOP(
        "Curate",
        "OMP always adds facts about this computer (operating system, kernel, processor, "
        "terminal), the date and its own working rules to what it reads; that cannot be "
        "switched off.",
    ),
}
"""What an agent does beside the job and no flag of it stops."""


class Figure(QWidget):
    """A number over its unit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number, self.unit = Label(UNKNOWN, "h2"), Label("", "caption")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.number)
        column.addWidget(self.unit)

    def say(self, number: str, unit: str, hint: str = "") -> None:
        """Show a number and its unit; *hint* tells more."""
        self.number.setText(number)
        self.unit.setText(unit)
        self.setAccessibleName(f"{number} {unit}")
        self.setAccessibleDescription(hint)
        self.setToolTip(hint)


class Sent(Surface):
    """Characters, segments, calls, masked secrets; ``text_asked`` asks to see the text itself."""

    text_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("soft")
        self._theme = theme
        self._preview: Preview | None = None
        self._masks = True
        self._agent: Agent | None = None
        self.chars, self.segments, self.calls, self.masked = (Figure() for _ in range(4))
        self.ring = Spinner(theme)
        self.ring.hide()
        self._patience = QTimer(self, singleShot=True, interval=WAIT_MILLISECONDS)
        self._patience.timeout.connect(self.ring.show)
        self.note, self.always = WrappedLabel("", "caption"), WrappedLabel("", "caption")
        self.origin = WrappedLabel("", "caption")
        self.origin_sign = IconLabel(theme, "terminal", size=theme.size("icon.caption"))
        self.show_text = Button(theme, look="flat")
        self.show_text.setObjectName("preview_text")
        self.show_text.clicked.connect(lambda: self.text_asked.emit())
        column = QVBoxLayout(self)
        margin = theme.space(4)
        column.setContentsMargins(margin, theme.space(3), theme.space(2), theme.space(2))
        column.setSpacing(theme.space(2))
        column.addLayout(self._figures())
        column.addLayout(self._below())
        self.retranslate()

    def _figures(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, self._theme.space(2), 0)
        row.setSpacing(self._theme.space(4))
        for at, figure in enumerate((self.chars, self.segments, self.calls, self.masked)):
            if at:
                row.addStretch(1)
            row.addWidget(figure)
        return row

    def _below(self) -> QGridLayout:
        theme = self._theme
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.space(2))
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        grid.addWidget(IconLabel(theme, "upload", size=theme.size("icon.caption")), 0, 0)
        grid.addWidget(self.note, 0, 1)
        grid.addWidget(self.ring, 0, 2)
        grid.addWidget(self.show_text, 0, 3)
        grid.addWidget(self.always, 1, 1, 1, 3)
        grid.addWidget(self.origin_sign, 2, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.origin, 2, 1, 1, 3)
        return grid

    def show_preview(self, preview: Preview | None, *, masks: bool) -> None:
        """Show figures; None while they are being read. *masks*: secrets are to be masked."""
        self._preview, self._masks = preview, masks
        self.show_text.setEnabled(preview is not None)
        if preview is None:
            self.wait()
        else:
            self.stop()
        self.retranslate()

    def wait(self) -> None:
        """Show, after a moment, that the text is being read."""
        self._patience.start()

    def stop(self) -> None:
        """Wait no longer."""
        self._patience.stop()
        self.ring.hide()

    def show_agent(self, agent: Agent) -> None:
        """Say to whom the text goes."""
        self._agent = agent
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.show_text.setText(translate("Curate", "Preview &text"))
        self._say_figures()
        self.note.setText(self._note())
        always = _ALWAYS.get(self._agent) if self._agent else None
        self.always.setText(translate("Curate", always) if always else "")
        self.always.setVisible(always is not None)
        self._say_origin()

    def _say_origin(self) -> None:
        recording = self._preview is not None and self._preview.origin == "recording"
        said = translate(
            "Curate",
            "Source: terminal recording. Text that was visible on a terminal's screen; it may "
            "repeat and is not verified. The agent is told so.",
        )
        self.origin.setText(said if recording else "")
        for widget in (self.origin, self.origin_sign):
            widget.setVisible(recording)

    def _note(self) -> str:
        if self._agent is None:
            return ""
        if self._agent is Agent.BUILTIN:
            return translate("Curate", "The text stays on this computer; no model reads it.")
        said = translate(
            "Curate", "This text is sent to {agent}, which handles it by its own configuration."
        )
        return said.format(agent=words.agent(self._agent))

    def _say_figures(self) -> None:
        seen = self._preview
        chars, segments = (seen.chars, seen.segments) if seen else (None, None)
        self.chars.say(_number(chars), translate("Curate", "characters"))
        one = translate("Curate", "segment")
        self.segments.say(
            _number(segments), one if segments == 1 else translate("Curate", "segments")
        )
        self._say_calls(seen)
        masked = sum(seen.masked.values()) if seen else None
        if self._masks:
            hint = "\n".join(secrets.kinds(seen.masked)) if seen else ""
            self.masked.say(_number(masked), translate("Curate", "secrets masked"), hint)
        else:
            self.masked.say(UNKNOWN, translate("Curate", "secrets are not masked"))

    def _say_calls(self, seen: Preview | None) -> None:
        if seen is None:
            self.calls.say(UNKNOWN, translate("Curate", "calls"))
            return
        merges = _span(seen.merges_low, seen.merges_high)
        unit = translate("Curate", "calls: {extract} to extract, {merge} to merge")
        hint = translate(
            "Curate",
            "One call a segment, then one a topic. A first segment usually gives 1 to 24 topics, "
            "each later one 1 to 6 new ones. Calls that must be repeated come on top.",
        )
        self.calls.say(
            f"≈ {_span(seen.calls_low, seen.calls_high)}",
            unit.format(extract=format.number(seen.segments), merge=merges),
            hint,
        )


def _number(value: int | None) -> str:
    return UNKNOWN if value is None else format.number(value)


def _span(low: int, high: int) -> str:
    return format.number(low) if low == high else f"{format.number(low)}–{format.number(high)}"
