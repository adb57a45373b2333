"""Where the links of rendered text lead."""

from collections.abc import Callable

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from vela_desktop.domain.routes import SCHEME, Route, SessionRoute, parse_citation, parse_route
from vela_desktop.rendering.schemes import CITE

OUTSIDE = ("http", "https", "mailto")
"""What is handed to the system. Text is not trusted: no link of it opens a file or a program."""


def open_link(target: str, go: Callable[[Route], None]) -> None:
    """Go where *target* leads: a cited turn, a page of Vela, or a page of the web.

    Raises VelaError ``memory_invalid:route`` for a ``vela://`` link that names no page.
    """
    if target.startswith(CITE):
        citation = parse_citation(target.removeprefix(CITE))
        if citation is not None:
            step = citation.step_from
            go(SessionRoute(session_id=citation.session_id, turn=citation.turn, step=step))
    elif target.startswith(f"{SCHEME}://"):
        go(parse_route(target))
    elif (address := QUrl(target)).scheme() in OUTSIDE:
        QDesktopServices.openUrl(address)
