"""The look of the running window: one scheme at a time, read from the tokens."""

from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, QTemporaryDir, Signal
from PySide6.QtGui import QAction, QColor, QFont, QIcon, QPaintDevice, QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication, QStyle

from vela_desktop.domain.agents import Agent
from vela_desktop.gui.theme import fonts, icons, monogram, sheet
from vela_desktop.gui.theme.palette import palette
from vela_desktop.gui.theme.tokens import Scheme, Tokens, load_tokens

CHOICES = ("system", "light", "dark")


class Theme(QObject):
    """Colours, measures, fonts and icons of the present scheme; ``changed`` when it is another.

    Follows the system with the choice ``system``; ``light`` and ``dark`` are fixed.
    """

    changed = Signal()

    def __init__(self, app: QApplication, choice: str = "system") -> None:
        super().__init__(app)
        self.tokens: Tokens = load_tokens()
        self._app = app
        self._choice = choice
        self._scheme: Scheme = "light"
        self._applied = False
        self._icons: dict[tuple[str, str, int], QIcon] = {}
        self._families = {
            name: fonts.families(self.tokens, name) for name in ("ui", "mono", "editor")
        }
        self._images = QTemporaryDir()
        app.setStyle("Fusion")
        app.setFont(self.font("ui"))
        app.styleHints().colorSchemeChanged.connect(self._follow)
        self.choose(choice)

    @property
    def scheme(self) -> Scheme:
        """``light`` or ``dark``: what is on screen."""
        return self._scheme

    @property
    def choice(self) -> str:
        """``system``, ``light`` or ``dark``: what was asked for."""
        return self._choice

    def choose(self, choice: str) -> None:
        """Follow the system, or fix the scheme."""
        self._choice = choice if choice in CHOICES else "system"
        hints = self._app.styleHints()
        if self._choice == "system":
            hints.unsetColorScheme()
        else:
            dark = self._choice == "dark"
            hints.setColorScheme(Qt.ColorScheme.Dark if dark else Qt.ColorScheme.Light)
        self._apply(self._wanted())

    def color(self, role: str) -> QColor:
        """Return the colour of *role*. Raises KeyError for a role that is not there."""
        return QColor(self.tokens.hex(self._scheme, role))

    def size(self, name: str) -> int:
        """Return a measure in pixels at 100 %."""
        return self.tokens.size(name)

    def space(self, step: int | str) -> int:
        """Return a distance: step 1 is 4 pixels, 2 is 8, 4 is 16; also ``half`` and ``none``."""
        return self.tokens.space(step)

    def radius(self, name: str) -> int:
        """Return a corner radius in pixels."""
        return self.tokens.radius(name)

    def font(self, style: str, family: str = "ui") -> QFont:
        """Return the font of a text style; *family* is ``ui``, ``mono`` or ``editor``."""
        return fonts.font(self.tokens, style, family)

    def families(self, name: str) -> tuple[str, ...]:
        """Return the installed families of ``ui``, ``mono`` or ``editor``, best first."""
        return self._families[name]

    def icon(self, name: str, role: str = "text.secondary", size: int | None = None) -> QIcon:
        """Return icon *name* in the colour of *role*, *size* pixels square (16 unless told)."""
        side = self.size("icon") if size is None else size
        key = (name, role, side)
        if key not in self._icons:
            disabled = self.color("icon.disabled")
            self._icons[key] = icons.build(name, self.color(role), disabled, side)
        return self._icons[key]

    def pixmap(self, name: str, role: str, size: int, device: QPaintDevice) -> QPixmap:
        """Return icon *name* as a picture that is sharp on *device*."""
        ratio = device.devicePixelRatio()
        return self.icon(name, role, size).pixmap(QSize(size, size), ratio)

    def monogram(self, agent: Agent, size: int | None = None, *, enabled: bool = True) -> QIcon:
        """Return the sign of *agent* as an icon, for tabs and menus."""
        side = self.size("monogram.small") if size is None else size
        key = (f"agent:{agent}", str(enabled), side)
        if key not in self._icons:
            self._icons[key] = monogram.monogram_icon(agent, self, side, enabled=enabled)
        return self._icons[key]

    @property
    def reduced_motion(self) -> bool:
        """Tell whether the system asks for no animation."""
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        return self._app.style().styleHint(hint) == 0

    def milliseconds(self, name: str) -> int:
        """Return how long motion *name* takes: nothing where the system asks for no animation."""
        return self.tokens.milliseconds("reduced" if self.reduced_motion else name)

    def dress(
        self,
        target: QAbstractButton | QAction,
        name: str,
        role: str = "text.secondary",
        size: int | None = None,
    ) -> None:
        """Give *target* icon *name*, now and after every change of the theme."""
        for old in target.findChildren(_Dresser):
            old.setParent(None)
            old.deleteLater()
        _Dresser(self, target, name, role, size).dress()

    def _wanted(self) -> Scheme:
        if self._choice != "system":
            return "dark" if self._choice == "dark" else "light"
        dark = self._app.styleHints().colorScheme() is Qt.ColorScheme.Dark
        return "dark" if dark else "light"

    def _follow(self) -> None:
        self._apply(self._wanted())

    def _apply(self, scheme: Scheme) -> None:
        if self._applied and scheme == self._scheme:
            return
        self._scheme, self._applied = scheme, True
        self._icons.clear()
        self._app.setPalette(palette(self.tokens, scheme))
        filled = sheet.fill(sheet.template(), self.tokens, scheme, self.families, self._image)
        self._app.setStyleSheet(filled)
        self.changed.emit()

    def _image(self, name: str, role: str) -> str:
        """Return a file with icon *name*: a style sheet can show nothing but files."""
        target = Path(self._images.path()) / f"{name}-{role}-{self._scheme}.svg"
        if not target.exists():
            colour = self.tokens.hex(self._scheme, role)
            target.write_text(icons.svg(name, colour), encoding="utf-8")
        return target.as_posix()


class _Dresser(QObject):
    """Re-sets an icon when the theme changes; ends with its target."""

    def __init__(
        self,
        theme: Theme,
        target: QAbstractButton | QAction,
        name: str,
        role: str,
        size: int | None,
    ) -> None:
        super().__init__(target)
        self._theme, self._target = theme, target
        self._key = (name, role, size)
        theme.changed.connect(self.dress)

    def dress(self) -> None:
        """Set the icon of the present theme."""
        self._target.setIcon(self._theme.icon(*self._key))
