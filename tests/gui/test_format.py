"""Times and numbers as people read them."""

from collections.abc import Callable
from datetime import datetime

import pytest

from vela_desktop.gui import format as formats
from vela_desktop.gui.i18n import Languages

NOW = datetime(2026, 12, 3, 14, 0)


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


@pytest.fixture(params=["en", "zh_CN"])
def say(request: pytest.FixtureRequest, languages: Languages) -> Callable[[str, str], str]:
    """Choose the language of the run, and pick the text that is right in it."""
    languages.choose(request.param)
    return lambda english, chinese: english if request.param == "en" else chinese


Say = Callable[[str, str], str]


@pytest.mark.parametrize(
    ("at", "english", "chinese"),
    [
        (datetime(2026, 12, 3, 13, 59, 30), "just now", "刚刚"),
        (datetime(2026, 12, 3, 13, 59), "1 minute ago", "1 分钟前"),
        (datetime(2026, 12, 3, 13, 48), "12 minutes ago", "12 分钟前"),
        (datetime(2026, 12, 3, 13, 0), "1 hour ago", "1 小时前"),
        (datetime(2026, 12, 3, 12, 0), "2 hours ago", "2 小时前"),
        (datetime(2026, 12, 2, 13, 0), "yesterday", "昨天"),
        (datetime(2026, 11, 30, 23, 0), "3 days ago", "3 天前"),
        (datetime(2026, 11, 25, 9, 0), "last week", "上周"),
        (datetime(2026, 11, 19, 9, 0), "2 weeks ago", "2 周前"),
        (datetime(2026, 5, 4, 9, 0), "May 4", "05-04"),
        (datetime(2025, 5, 4, 9, 0), "May 4, 2025", "2025-05-04"),
        (datetime(2026, 12, 3, 15, 0), "just now", "刚刚"),
    ],
)
def test_how_long_ago_something_was(at: datetime, english: str, chinese: str, say: Say) -> None:
    assert formats.relative(_ms(at), _ms(NOW)) == say(english, chinese)


@pytest.mark.parametrize(
    ("at", "english", "chinese"),
    [
        (datetime(2026, 12, 3, 10, 34), "today 10:34", "今天 10:34"),
        (datetime(2026, 12, 2, 18, 20), "yesterday 18:20", "昨天 18:20"),
        (datetime(2026, 11, 28, 16, 5), "Nov 28, 16:05", "11-28 16:05"),
        (datetime(2025, 11, 28, 16, 5), "Nov 28, 2025, 16:05", "2025-11-28 16:05"),
    ],
)
def test_when_something_was(at: datetime, english: str, chinese: str, say: Say) -> None:
    assert formats.moment(_ms(at), _ms(NOW)) == say(english, chinese)


@pytest.mark.parametrize(
    ("seconds", "english", "chinese"),
    [
        (0.14, "0.1 s", "0.1 秒"),
        (48, "48 s", "48 秒"),
        (72, "1 min 12 s", "1 分 12 秒"),
        (363, "6 min 03 s", "6 分 03 秒"),
        (7500, "2 h 05 min", "2 小时 05 分"),
    ],
)
def test_how_long_something_took(seconds: float, english: str, chinese: str, say: Say) -> None:
    assert formats.duration(seconds) == say(english, chinese)


def test_the_unknown_is_a_dash() -> None:
    assert formats.relative(None, 0) == formats.moment(None, 0) == "–"


def test_numbers() -> None:
    assert [formats.short(n) for n in (820, 21_400, 999_960)] == ["820", "21.4k", "1.0M"]
    assert formats.number(48_210) == "48,210"
    assert [formats.size(n) for n in (512, 48_000_000, 1_100_000_000)] == [
        "512 B",
        "48 MB",
        "1.1 GB",
    ]
    assert formats.exact(_ms(NOW)) == "2026-12-03 14:00:00"
