"""What was found on this computer: the agents' folders with the sessions in them."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vela_desktop.domain.agents import AGENTS, Agent
from vela_desktop.domain.sessions import RootStatus, SessionRow
from vela_desktop.gui import format, words
from vela_desktop.gui.i18n import own_advice, plural, translate
from vela_desktop.gui.kit import Button, ElidedLabel, Label, Monogram, Spinner
from vela_desktop.gui.start.card import AgentCard, AgentRow
from vela_desktop.gui.surface import Surface
from vela_desktop.gui.theme import Theme


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The agents' folders, and in how many projects their sessions ran."""

    roots: tuple[RootStatus, ...] = ()
    projects: int = 0

    @property
    def unreadable(self) -> bool:
        """Tell whether there is a folder that could not be read."""
        return any(root.problem for root in self.roots)

    @property
    def absent(self) -> tuple[Agent, ...]:
        """The agents none of whose folders is there."""
        present = {root.agent for root in self.roots if root.exists or root.problem}
        return tuple(
            info.agent
            for info in AGENTS.values()
            if info.has_sessions and info.curates and info.agent not in present
        )


def short_path(path: str) -> str:
    """Return *path* with the home folder as ``~``."""
    try:
        return str(Path("~") / Path(path).relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return path


class FoundSection(Surface):
    """``again`` is the button that looks again."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self._theme = theme
        self._found = Found()
        self._known = self._scanning = False
        self.heading, self.total = Label("", "strong"), Label("", "secondary")
        self.ring = Spinner(theme, size=theme.size("icon.caption"))
        self.card = AgentCard(theme)
        self._signs = QHBoxLayout()
        self.absent = ElidedLabel("", "secondary")
        self.again = Button(theme, look="flat")
        self._build()
        self.retranslate()

    def _build(self) -> None:
        theme = self._theme
        head, foot = QHBoxLayout(), QHBoxLayout()
        for row in (head, foot, self._signs):
            row.setSpacing(theme.space(2))
        head.addWidget(self.heading)
        head.addStretch(1)
        head.addWidget(self.ring)
        head.addWidget(self.total)
        foot.setContentsMargins(theme.space(4), 0, 0, 0)
        foot.addLayout(self._signs)
        foot.addWidget(self.absent, 1)
        foot.addWidget(self.again)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(2))
        column.addLayout(head)
        column.addWidget(self.card)
        column.addLayout(foot)

    def show_found(self, found: Found) -> None:
        """Show what was found."""
        self._found, self._known = found, self._known or bool(found.roots)
        self.retranslate()

    def show_scanning(self, *, scanning: bool) -> None:
        """Show whether it is still being looked."""
        self._scanning = scanning
        self._known = self._known or not scanning
        self._say()

    def retranslate(self) -> None:
        """Speak the present language."""
        self.heading.setText(translate("Start", "Found on this computer"))
        self.again.setText(translate("Start", "Look again"))
        shown = [root for root in self._found.roots if root.exists or root.problem]
        self.card.show_rows([self._row(root) for root in shown])
        self._show_absent()
        self._say()

    def _row(self, root: RootStatus) -> AgentRow:
        row = AgentRow(self._theme, root.agent, short_path(root.path))
        if root.problem is not None:
            reason = translate(
                "Start", "Give Vela permission to read this folder, then look again."
            )
            own = own_advice(root.problem, root.reason)
            row.warn(translate("Start", "Cannot be read"), own or reason)
        elif root.sessions:
            row.say(plural("Start", "%n sessions")(root.sessions))
        else:
            row.say(translate("Start", "No sessions yet"))
        return row

    def _show_absent(self) -> None:
        while (item := self._signs.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        absent = self._found.absent if self._known else ()
        for agent in absent:
            sign = Monogram(self._theme, agent, self._theme.size("monogram.small"))
            sign.setEnabled(False)
            self._signs.addWidget(sign)
        names = translate("Start", ", ").join(words.agent(agent) for agent in absent)
        said = translate("Start", "{agents}: no folder of sessions")
        self.absent.setText(said.format(agents=names) if names else "")

    def _say(self) -> None:
        self.ring.setVisible(self._scanning or not self._known)
        self.again.setVisible(self._known)
        if not self._known:
            self.total.setText(translate("Start", "Looking for sessions…"))
            return
        roots = self._found.roots
        parts = [plural("Start", "%n sessions")(sum(root.sessions for root in roots))]
        if self._found.projects:
            parts.append(plural("Start", "%n projects")(self._found.projects))
        size = sum(root.size for root in roots)
        if size:
            parts.append(format.size(size))
        self.total.setText(" · ".join(parts))


def newest_line(row: SessionRow, now: int) -> str:
    """Return the line under the newest session's title."""
    parts = (words.agent(row.agent), row.project, format.relative(row.last_at, now))
    return " · ".join(part for part in parts if part)
