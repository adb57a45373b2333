"""Shows, over the session pane, where dragged files would go, or why they go nowhere."""

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vela_desktop.domain.text import elide
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.kit import Notice
from vela_desktop.gui.recordings.files import Refusal
from vela_desktop.gui.subjects import SessionSubject
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

TITLE_CHARS = 60
_TINT = 0.12
"""How much of the colour of the ring lies over what it surrounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """What letting go would do: with how many files, to which session, in whose row."""

    files: int = 1
    to: SessionSubject | None = None
    row: QRect | None = None
    refusal: Refusal | None = None


class DropTarget(Surface):
    """Lies over the whole pane while files are over it; the mouse goes through it."""

    def __init__(self, theme: Theme, pane: QWidget) -> None:
        super().__init__(pane)
        self.setObjectName("plain")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._theme = theme
        self.aim: Aim | None = None
        self.said = Notice(theme, "info")
        self.said.setProperty("lifted", True)
        column = QVBoxLayout(self)
        margin = theme.space(3)
        column.setContentsMargins(margin, margin, margin, margin)
        column.addStretch(1)
        column.addWidget(self.said)
        theme.changed.connect(self.update)
        self.hide()

    def show_aim(self, aim: Aim) -> None:
        """Show *aim* over the pane as it is now."""
        parent = self.parentWidget()
        assert parent is not None
        self.setGeometry(parent.rect())
        if aim != self.aim:
            self.aim = aim
            self.retranslate()
            self.update()
        self.show()
        self.raise_()

    def leave(self) -> None:
        """Show nothing any more."""
        self.aim = None
        self.hide()

    def retranslate(self) -> None:
        """Speak the present language."""
        aim = self.aim
        if aim is None:
            return
        if aim.refusal is not None:
            self.said.say(*_refusal(aim.refusal), "danger")
        elif aim.to is not None:
            title = translate("Recordings", "Attach to “{title}”")
            hint = translate("Recordings", "To import it on its own, drop it above or below.")
            self.said.say(title.format(title=elide(aim.to.title, TITLE_CHARS)), hint, "info")
        else:
            title = translate("Recordings", "Drop to import")
            if aim.files > 1:
                title = plural("Recordings", "Drop to import %n files")(aim.files)
            hint = translate("Recordings", "To attach to a session, drop on its row.")
            self.said.say(title, hint, "info")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ring around what files would be dropped on."""
        del event
        aim = self.aim
        if aim is None or aim.refusal is not None:
            return
        theme, width = self._theme, self._theme.size("focus.width")
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        half = width / 2
        tint = theme.color("progress")
        tint.setAlphaF(_TINT)
        painter.setBrush(tint)
        painter.setPen(QPen(theme.color("progress"), width))
        side = theme.space(2)
        rect = QRectF(self.rect() if aim.row is None else aim.row.adjusted(side, 0, -side, 0))
        radius = theme.radius("card" if aim.row is None else "row")
        painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), radius, radius)


def _refusal(refusal: Refusal) -> tuple[str, str]:
    """Return what is said of what cannot be dropped, and the way out."""
    match refusal:
        case Refusal.FOLDER:
            return (
                translate("Recordings", "A folder cannot be imported"),
                translate("Recordings", "Drop the recordings that are in it."),
            )
        case Refusal.ELSEWHERE:
            return (
                translate("Recordings", "This is not on this computer"),
                translate("Recordings", "Save it as a file first, then drop that."),
            )
        case Refusal.NO_FILE:
            return (
                translate("Recordings", "Only files can be imported"),
                translate("Recordings", "Drop recordings of terminals: what “script” or "
                          "asciinema wrote."),
            )  # fmt: skip
