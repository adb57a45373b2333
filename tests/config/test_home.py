"""Where the user's home folder is."""

from pathlib import Path

import pytest

from vela_desktop.agents import grok_home, opencode_home
from vela_desktop.config.home import home
from vela_desktop.sources import places

PROFILE, SHELL = r"C:\Users\王 小明", "/c/Users/wang"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"HOME": "/h"}, "/h"),
        ({"HOME": "/h", "USERPROFILE": PROFILE}, "/h"),
        ({"HOME": "/主 目录"}, "/主 目录"),
        ({"USERPROFILE": PROFILE}, None),
        ({"HOME": ""}, None),
        ({}, None),
    ],
)
def test_elsewhere_than_on_windows_home_names_it(
    environment: dict[str, str], expected: str | None
) -> None:
    assert home(environment, windows=False) == (Path(expected) if expected else Path.home())


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"USERPROFILE": PROFILE}, PROFILE),
        ({"HOME": SHELL, "USERPROFILE": PROFILE}, PROFILE),
        ({"USERPROFILE": PROFILE, "HOMEDRIVE": "H:", "HOMEPATH": "\\me"}, PROFILE),
        ({"HOMEDRIVE": "H:", "HOMEPATH": "\\me"}, "H:\\me"),
        ({"HOMEPATH": "\\me"}, "\\me"),
        ({"HOMEDRIVE": "H:"}, None),
        ({"HOME": SHELL}, None),
        ({"USERPROFILE": "", "HOME": SHELL}, None),
        ({}, None),
    ],
)
def test_on_windows_the_profile_names_it_and_a_shells_home_does_not(
    environment: dict[str, str], expected: str | None
) -> None:
    assert home(environment, windows=True) == (Path(expected) if expected else Path.home())


def test_agents_and_readers_look_in_the_same_one() -> None:
    assert {module.home for module in (grok_home, opencode_home, places)} == {home}
