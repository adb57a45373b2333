"""What the settings window shows of jobs: how many run at once, and how many calls of one."""

from collections.abc import Callable

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout

from vela_desktop.config.settings import SettingsStore
from vela_desktop.domain import limits
from vela_desktop.domain.errors import VelaError
from vela_desktop.gui.i18n import error_texts, plural, translate
from vela_desktop.gui.keeping import keep
from vela_desktop.gui.kit import Label, Notice, NoticePlace, WrappedLabel
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

MOST_JOBS = 8
"""More at once than an account or a computer is likely to bear; the file may say more."""


class NumberChoice(Surface):
    """A name, a list of numbers, and what they mean. Connect to ``box.activated``."""

    def __init__(self, theme: Theme, name: str, most: int) -> None:
        super().__init__()
        self.setObjectName("plain")
        self._most, self._now = most, 1
        self._said: Callable[[int], str] = str
        self.label, self.note = Label("", "strong"), WrappedLabel("", "caption")
        self.box = QComboBox()
        self.box.setObjectName(name)
        self.label.setBuddy(self.box)
        row = QHBoxLayout()
        row.addWidget(self.box)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        column.addWidget(self.label)
        column.addLayout(row)
        column.addWidget(self.note)

    def say(self, label: str, note: str, said: Callable[[int], str]) -> None:
        """Name the choice, explain it, and *said* how a number is offered."""
        self.label.setText(label)
        self.note.setText(note)
        self.box.setAccessibleName(label)
        self._said = said
        self.show_number(self._now)

    def show_number(self, number: int) -> None:
        """Show that *number* is set."""
        self._now = number
        self.box.clear()
        for offered in sorted({*range(1, self._most + 1), number}):
            self.box.addItem(self._said(offered), offered)
        self.box.setCurrentIndex(self.box.findData(number))


class JobsSettings(Surface):
    """Each choice is stored at once. One that is stored already goes for jobs that start later."""

    def __init__(self, theme: Theme, settings: SettingsStore) -> None:
        super().__init__()
        self.setObjectName("plain")
        self._theme, self._settings = theme, settings
        self.heading = Label("", "h2")
        self.problems = NoticePlace(theme)
        self.jobs = NumberChoice(theme, "parallel_jobs", MOST_JOBS)
        self.calls = NumberChoice(theme, "parallel_calls", limits.PARALLEL_CALLS)
        column, margin = QVBoxLayout(self), theme.space(6)
        column.setContentsMargins(margin, theme.space(5), margin, margin)
        column.setSpacing(theme.space(5))
        for widget in (self.problems, self.heading, self.jobs, self.calls):
            column.addWidget(widget)
        column.addStretch(1)
        self.jobs.box.activated.connect(
            lambda: keep(settings, self, parallel_jobs=self.jobs.box.currentData())
        )
        self.calls.box.activated.connect(
            lambda: keep(settings, self, parallel_calls=self.calls.box.currentData())
        )
        self.retranslate()
        self.show_stored()

    def show_stored(self) -> None:
        """Show what is stored."""
        self.jobs.show_number(self._settings.now.parallel_jobs)
        self.calls.show_number(self._settings.now.parallel_calls)

    def show_error(self, error: VelaError) -> None:
        """Say why nothing was stored, and show again what is."""
        self.problems.put(Notice(self._theme, "danger", *error_texts(error)))
        self.show_stored()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.heading.setText(translate("Settings", "Jobs"))
        self.jobs.say(
            translate("Settings", "Jobs in parallel"),
            translate(
                "Settings",
                "Jobs of different sessions that run at once, in all windows and commands "
                "together. Others wait.",
            ),
            plural("Settings", "%n jobs at once"),
        )
        self.calls.say(
            translate("Settings", "Parallel extraction"),
            translate(
                "Settings",
                "With more than one call at once a long session is done sooner. One after the "
                "other, each segment knows the topics of those before it and repeats fewer.",
            ),
            _calls,
        )


def _calls(number: int) -> str:
    if number == 1:
        return translate("Settings", "Off: one after the other")
    return plural("Settings", "%n calls at once")(number)
