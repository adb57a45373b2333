"""The theme: schemes, icons, fonts."""

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QImage, QPalette
from PySide6.QtWidgets import QApplication, QPushButton

from vela_desktop import assets
from vela_desktop.domain.agents import Agent
from vela_desktop.gui.theme import Theme, fonts, load_tokens
from vela_desktop.gui.theme.icons import svg


def _colours(image: QImage) -> set[str]:
    """Return the colours of the fully opaque pixels."""
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    pixels = (image.pixelColor(x, y) for x, y in points)
    return {pixel.name() for pixel in pixels if pixel.alpha() == 255}


def test_a_fixed_choice_is_what_is_shown(qapp: QApplication) -> None:
    assert Theme(qapp, "dark").scheme == "dark"
    assert Theme(qapp, "light").scheme == "light"


def test_the_system_choice_follows_the_system(qapp: QApplication) -> None:
    theme = Theme(qapp, "system")
    dark = qapp.styleHints().colorScheme() is Qt.ColorScheme.Dark
    assert theme.scheme == ("dark" if dark else "light")


def test_an_unknown_choice_follows_the_system(qapp: QApplication) -> None:
    assert Theme(qapp, "purple").choice == "system"


def test_changing_the_scheme_tells_and_repaints(theme: Theme, qapp: QApplication) -> None:
    told: list[str] = []
    theme.changed.connect(lambda: told.append(theme.scheme))
    theme.choose("dark")
    assert told == ["dark"]
    assert qapp.palette().color(QPalette.ColorRole.Window) == theme.color("bg.content")


def test_an_icon_has_the_colour_of_its_role(theme: Theme) -> None:
    image = theme.icon("stop", "danger").pixmap(QSize(16, 16), 3.0).toImage()
    assert theme.color("danger").name() in _colours(image)


def test_an_icon_is_sharp_at_every_scale(theme: Theme) -> None:
    icon = theme.icon("check")
    for ratio in (1.0, 2.0, 3.0):
        assert icon.pixmap(QSize(16, 16), ratio).size() == QSize(16, 16) * ratio


def test_a_disabled_icon_is_grey(theme: Theme) -> None:
    icon = theme.icon("stop", "danger")
    image = icon.pixmap(QSize(16, 16), 3.0, QIcon.Mode.Disabled).toImage()
    assert theme.color("icon.disabled").name() in _colours(image)


def test_icons_are_kept_until_the_scheme_changes(theme: Theme) -> None:
    first = theme.icon("check")
    assert theme.icon("check") is first
    theme.choose("dark")
    assert theme.icon("check") is not first


def test_a_dressed_button_follows_the_theme(theme: Theme) -> None:
    button = QPushButton()
    theme.dress(button, "stop", "text")
    light = _colours(button.icon().pixmap(QSize(16, 16), 3.0).toImage())
    theme.choose("dark")
    dark = _colours(button.icon().pixmap(QSize(16, 16), 3.0).toImage())
    assert light != dark
    assert theme.color("text").name() in dark


def test_every_icon_can_be_drawn(theme: Theme) -> None:
    for path in assets.resource("icons").glob("*.svg"):
        assert not theme.icon(path.stem).isNull()
        assert "currentColor" not in svg(path.stem, theme.color("text").name())


@pytest.mark.parametrize("agent", Agent)
def test_every_agent_has_a_sign(theme: Theme, agent: Agent) -> None:
    sign = theme.monogram(agent, 24).pixmap(QSize(24, 24), 2.0).toImage()
    grey = theme.monogram(agent, 24, enabled=False).pixmap(QSize(24, 24), 2.0).toImage()
    assert not sign.isNull()
    assert sign != grey


def test_families_that_are_not_installed_fall_back_to_the_platform(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "_installed", lambda name: name == "PingFang SC")
    found = fonts.families(load_tokens(), "ui")
    assert found[-1] == "PingFang SC"
    assert len(found) == 2


def test_text_styles_have_the_sizes_of_the_tokens(theme: Theme) -> None:
    assert theme.font("title").pixelSize() == load_tokens().style("title").size
    assert theme.font("code", "mono").families() == list(theme.families("mono"))
