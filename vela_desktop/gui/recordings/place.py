"""Says in the session pane how far an import is, how the last one ended, and what was refused."""

from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from vela_desktop.domain.text import safe
from vela_desktop.gui.i18n import error_texts, plural, translate
from vela_desktop.gui.kit import Button, ElidedLabel, IconLabel, Label, Notice, NoticePlace, Spinner
from vela_desktop.gui.kit.notice import take_any_width
from vela_desktop.gui.recordings.queue import Failure, Imports, Wanted
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

TOLD_MILLISECONDS = 6_000
"""How long the pane says that a recording is in."""
NAMED = 3
"""Files that are named where several were refused."""
_WHOLE = 100


def name_of(path: Path) -> str:
    """Return how the file at *path* is called, fit to be shown."""
    return safe(path.name)


class ImportPlace(Surface):
    """Takes no room while nothing is imported and nothing was refused."""

    def __init__(self, imports: Imports, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        take_any_width(self)
        self._imports, self._theme = imports, theme
        self.progress = Progress(imports, theme)
        self.refused = NoticePlace(theme)
        self._told: tuple[Failure, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.refused)
        column.addWidget(self.progress)
        imports.changed.connect(self._show)
        self._show()

    def retranslate(self) -> None:
        """Speak the present language."""
        self._told = ()
        self._show()

    def _show(self) -> None:
        failures = tuple(self._imports.failures)
        if failures != self._told:
            self._say(failures)
        self.setVisible(bool(failures) or self.progress.wanted)

    def _say(self, failures: tuple[Failure, ...]) -> None:
        self._told = failures
        if not failures:
            self.refused.clear()
            return
        notice = Notice(self._theme, "danger", *_words(failures))
        self.refused.put(notice)
        notice.closed.connect(self._imports.forget_failures)


def _words(failures: tuple[Failure, ...]) -> tuple[str, str]:
    """Return what is said of the files that were refused: of one all, of several the newest."""
    if len(failures) == 1:
        (failure,) = failures
        title = translate("Recordings", "“{name}” was not imported")
        return title.format(name=name_of(failure.path)), "\n".join(error_texts(failure.error))
    title = plural("Recordings", "%n files were not imported")(len(failures))
    lines = [error_texts(one.error)[0] for one in failures[-NAMED:]]
    if len(failures) > NAMED:
        lines.append(plural("Recordings", "and %n more")(len(failures) - NAMED))
    return title, "\n".join(lines)


class Progress(Surface):
    """The present file: its name, how much of it is rendered, and the way out."""

    def __init__(self, imports: Imports, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("importing")
        self._imports = imports
        self._ended: Wanted | None = None
        side = theme.size("icon.caption")
        self.ring, self.sign = Spinner(theme, size=side), IconLabel(theme, "check", "success", side)
        self.what = ElidedLabel("", "strong", mode=Qt.TextElideMode.ElideMiddle)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setRange(0, _WHOLE)
        self.bar.setMinimumWidth(theme.space(6))  # its pane may be narrow
        self.figure, self.more = Label("", "caption"), Label("", "caption")
        self.cancel = Button(theme, size="status")
        self.cancel.setObjectName("import_cancel")
        self.cancel.clicked.connect(imports.cancel)
        self._forgets = QTimer(self, singleShot=True, interval=TOLD_MILLISECONDS)
        self._forgets.timeout.connect(self._forget)
        self._build(theme)
        imports.changed.connect(self._show)
        self._show()

    def _build(self, theme: Theme) -> None:
        first, second = QHBoxLayout(), QHBoxLayout()
        for row in (first, second):
            row.setSpacing(theme.space(2))
        for widget in (self.ring, self.sign):
            first.addWidget(widget)
        first.addWidget(self.what, 1)
        first.addWidget(self.more)
        second.addWidget(self.bar, 1)
        for part in (self.figure, self.cancel):
            second.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.space(4), theme.space(2), theme.space(4), theme.space(2))
        column.setSpacing(theme.space(1))
        column.addLayout(first)
        column.addLayout(second)

    @property
    def wanted(self) -> bool:
        """Tell whether there is something to show."""
        return self._imports.running is not None or self._ended is not None

    def retranslate(self) -> None:
        """Speak the present language."""
        self._show()

    def _show(self) -> None:
        running, last = self._imports.running, self._imports.last
        if running is not None:
            self._ended = None
        elif last is not None and last is not self._ended:
            self._ended = last
            self._forgets.start()
        self.setVisible(self.wanted)
        for widget in (self.ring, self.bar, self.figure, self.cancel):
            widget.setVisible(running is not None)
        self.sign.setVisible(running is None)
        self._say(running or self._ended)

    def _say(self, file: Wanted | None) -> None:
        imports = self._imports
        if file is not None:
            self.what.setText(_what(file, imports).format(name=name_of(file.path)))
            self.setAccessibleName(self.what.text())
        part = int((imports.part or 0.0) * _WHOLE)
        self.ring.set_role("warn" if imports.stopping else "accent")
        self.bar.setValue(part)
        self.bar.setAccessibleName(self.what.text())
        figure = translate("Recordings", "{number} %").format(number=part)
        self.figure.setText(figure if imports.part is not None else "")
        waiting = len(imports.waiting)
        self.more.setVisible(waiting > 0)
        self.more.setText(plural("Recordings", "%n more")(waiting))
        self.cancel.setText(
            translate("Recordings", "Cancel all") if waiting else translate("Recordings", "Cancel")
        )
        self.cancel.setEnabled(imports.stoppable)

    def _forget(self) -> None:
        self._imports.last = self._ended = None
        self._imports.changed.emit()


def _what(file: Wanted, imports: Imports) -> str:
    """Return what happens with *file*, with a place for its name."""
    if imports.running is None and file.to is not None:
        return translate("Recordings", "“{name}” is attached")
    if imports.running is None:
        return translate("Recordings", "“{name}” is imported")
    if imports.stopping:
        return translate("Recordings", "Cancelling “{name}”")
    if file.to is not None:
        return translate("Recordings", "Attaching “{name}”")
    return translate("Recordings", "Importing “{name}”")
