"""Which messages are in the document, where a link leads, and what the scroll bar stands for."""

import subprocess
import sys

import pytest

from vela_desktop.domain.routes import SessionRoute
from vela_desktop.domain.sessions import MapEntry, Role
from vela_desktop.gui.conversation.hits import Hits
from vela_desktop.gui.conversation.scale import Scale
from vela_desktop.gui.conversation.window import (
    BEFORE,
    CHUNK,
    Extent,
    around,
    earlier,
    later,
    message_at,
)
from vela_desktop.rendering.pieces import Hit


def entry(index: int, role: Role, turn: int, step: int, chars: int = 40) -> MapEntry:
    """Return a message of a map."""
    return MapEntry(
        index=index, role=role, turn=turn, step=step, uid=str(index), at=None,
        spans=((index * 100, 100),), chars=chars,
    )  # fmt: skip


ENTRIES = (
    entry(0, Role.NOTICE, 0, 0),
    entry(1, Role.USER, 1, 0),
    entry(2, Role.ASSISTANT, 1, 1, 440),
    entry(3, Role.TOOL, 1, 1, 0),
    entry(4, Role.ASSISTANT, 1, 2),
    entry(5, Role.USER, 3, 0),
    entry(6, Role.ASSISTANT, 3, 1),
)


@pytest.mark.parametrize(
    ("turn", "step", "index"),
    [
        (None, None, 0), (0, None, 0), (1, None, 1), (1, 1, 2), (1, 2, 4), (1, 9, 4),
        (2, None, 5), (3, 1, 6), (9, None, 6),
    ],
)  # fmt: skip
def test_a_route_leads_to_a_message(turn: int | None, step: int | None, index: int) -> None:
    assert message_at(ENTRIES, SessionRoute(session_id="s", turn=turn, step=step)) == index


def test_a_window_opens_around_a_message_and_grows_to_the_ends() -> None:
    assert around(0, 1000) == Extent(0, CHUNK)
    assert around(500, 1000) == Extent(500 - BEFORE, 500 - BEFORE + CHUNK)
    assert around(999, 1000) == Extent(1000 - CHUNK, 1000)
    assert around(3, 5) == Extent(0, 5)
    assert later(Extent(0, 990), 1000) == Extent(990, 1000)
    assert later(Extent(0, 1000), 1000) is None
    assert earlier(Extent(10, 50)) == Extent(0, 10)
    assert earlier(Extent(0, 50)) is None


def test_a_scale_goes_from_messages_to_positions_and_back() -> None:
    scale = Scale(ENTRIES, 26)
    assert scale.position(0, 0.0) == 0
    assert scale.position(2, 0.5) - scale.position(2, 0.0) == 11 * 26 / 2
    for index in (0, 1, 2, 4, 6):
        assert scale.message(scale.position(index, 0.0)) == (index, 0.0)
    assert scale.message(scale.total) == (6, 1.0)
    assert Scale((), 26).message(0) == (0, 1.0)


def test_hits_begin_at_what_is_on_screen_and_go_around_the_end() -> None:
    hits = Hits()
    hits.add([Hit(2, ("", "2.1")), Hit(9, ("",))])
    hits.start_from(5)
    assert (hits.at, hits.total) == (3, 3)
    hits.step(1)
    spot = hits.spot()
    assert spot is not None
    assert (spot.index, spot.nth, spot.fold) == (2, 0, "")
    hits.step(1)
    spot = hits.spot()
    assert spot is not None
    assert spot.fold == "2.1"
    hits.step(-2)
    assert hits.at == 3
    hits.start_from(100)
    assert hits.at == 1


def test_the_window_imports_no_parser() -> None:
    """Whatever the window imports, Markdown and code are parsed by workers."""
    script = """
import importlib, pkgutil, sys
import vela_desktop.gui as gui, vela_desktop.wiring.services
for module in pkgutil.walk_packages(gui.__path__, "vela_desktop.gui."):
    importlib.import_module(module.name)
print([name for name in ("markdown_it", "mdit_py_plugins", "pygments") if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
