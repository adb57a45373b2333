"""The facts of a snapshot: where its text is from, how long it is, what was masked, its digest."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.entries import Snapshot
from vela_desktop.gui import format, secrets, words
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.kit import IconButton, IconLabel, Label, Separator, WrappedLabel
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme

COPIED_MILLISECONDS = 1500
"""How long the button says that it copied."""

_DIGITS = 8
"""Digits shown at either end of a digest."""


def masked(snapshot: Snapshot) -> str:
    """Return how many secrets of what kinds were masked."""
    if not snapshot.masked:
        return translate("Snapshot", "No secrets were masked.")
    kinds = secrets.kinds(snapshot.masked)
    count = plural("Snapshot", "%n secrets were masked before saving")(
        sum(snapshot.masked.values())
    )
    return translate("Snapshot", "{count}: {kinds}").format(
        count=count, kinds=translate("Snapshot", ", ").join(kinds)
    )


class SnapshotFacts(Surface):
    """Shows the facts in a column as wide as the text below."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self._snapshot: Snapshot | None = None
        self._theme = theme
        self.heading, self.what = Label("", "page"), WrappedLabel("", "secondary")
        self.masked, self.caution = WrappedLabel("", "secondary"), WrappedLabel("", "secondary")
        self.digest = Label("", "mono")
        self.copy = IconButton(theme, "copy")
        self.copy.setObjectName("copy_digest")
        self.kept = WrappedLabel("", "secondary")
        self._copied = QTimer(self, singleShot=True, interval=COPIED_MILLISECONDS)
        self._copied.timeout.connect(self._offer_copy)
        self.copy.clicked.connect(self._copy)
        self._build()
        self.retranslate()

    def _build(self) -> None:
        theme = self._theme
        digest = QHBoxLayout()
        digest.setSpacing(theme.space(1))
        digest.addWidget(self.digest)
        digest.addWidget(self.copy)
        digest.addStretch(1)
        inner = QWidget()
        inner.setMaximumWidth(theme.size("measure.max"))
        column = QVBoxLayout(inner)
        column.setContentsMargins(theme.space(2), theme.space(5), theme.space(2), 0)
        column.setSpacing(theme.space(1))
        column.addWidget(self.heading)
        column.addWidget(self.what)
        column.addWidget(self._cautioned())
        column.addLayout(self._signed("shield", self.masked))
        column.addLayout(self._signed("lock", self.kept))
        column.addLayout(digest)
        column.addWidget(Separator(theme))
        middle = QHBoxLayout(self)
        middle.setContentsMargins(theme.space(4), 0, theme.space(4), 0)
        middle.addStretch(1)
        middle.addWidget(inner, theme.size("measure.max"))
        middle.addStretch(1)

    def _cautioned(self) -> QWidget:
        """Return the line that is there where the text is a recording's."""
        self._caution_line = QWidget()
        row = self._signed("terminal", self.caution)
        row.setContentsMargins(0, 0, 0, 0)
        self._caution_line.setLayout(row)
        self._caution_line.hide()
        return self._caution_line

    def _signed(self, icon: str, label: WrappedLabel) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(2))
        sign = IconLabel(self._theme, icon)
        sign.setFixedHeight(self._theme.tokens.style("ui").line)
        row.addWidget(sign, alignment=Qt.AlignmentFlag.AlignTop)
        row.addWidget(label, 1)
        return row

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show the facts of *snapshot*."""
        self._snapshot = snapshot
        self.retranslate()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.heading.setText(translate("Snapshot", "Source snapshot"))
        self.kept.setText(
            translate(
                "Snapshot",
                "Kept as it was read. It cannot be changed, and it stays when the conversation "
                "goes on, is edited or is gone.",
            )
        )
        self.caution.setText(
            translate(
                "Snapshot",
                "Text that was visible on a terminal's screen. It may repeat and is not verified.",
            )
        )
        self._offer_copy()
        if self._snapshot is not None:
            self._say(self._snapshot)

    def _say(self, snapshot: Snapshot) -> None:
        chars = translate("Snapshot", "{chars} characters")
        chars = chars.format(chars=format.number(snapshot.chars))
        when = format.moment(snapshot.created_at, now_ms())
        read = translate("Snapshot", "read {when}").format(when=when)
        self.what.setText(" · ".join([words.origin(snapshot.origin), chars, read]))
        self.what.setToolTip(format.exact(snapshot.created_at))
        self._caution_line.setVisible(snapshot.origin == "recording")
        self.masked.setText(masked(snapshot))
        digest = snapshot.sha256
        self.digest.setText(f"SHA-256  {digest[:_DIGITS]}…{digest[-_DIGITS:]}")
        self.digest.setAccessibleName(f"SHA-256 {digest}")
        self.digest.setToolTip(digest)

    def _copy(self) -> None:
        if self._snapshot is not None:
            QApplication.clipboard().setText(self._snapshot.sha256)
            self.copy.set_icon("check")
            self.copy.set_name(translate("Snapshot", "SHA-256 copied"))
            self._copied.start()

    def _offer_copy(self) -> None:
        self.copy.set_icon("copy")
        self.copy.set_name(translate("Snapshot", "Copy SHA-256"))
