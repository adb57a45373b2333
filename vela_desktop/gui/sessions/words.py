"""What the session list says of a line, painted or spoken."""

from dataclasses import dataclass

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.sessions import SessionRow
from vela_desktop.gui import words
from vela_desktop.gui.format import relative
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.gui.sessions.arrange import GroupLine, Line


@dataclass(frozen=True, slots=True)
class Badge:
    """Something said of a session: an icon, its colour's role, and words."""

    icon: str
    role: str
    text: str


def badges(session: SessionRow) -> list[Badge]:
    """Return the badge of a session, the longest form first; the first that fits is painted."""
    if session.curating:
        return _with_short("job-running", "accent", translate("SessionList", "Curating"))
    if session.scan_error:
        return _with_short("warning", "warn", translate("SessionList", "Unreadable"))
    if not session.entries:
        return []
    count = plural("SessionList", "%n entries")(session.entries)
    icon = "entry-edited" if session.edited else "entry"
    short = [Badge(icon, "text.secondary", count)]
    if session.edited:
        longer = translate("SessionList", "{count} · edited").format(count=count)
        short.insert(0, Badge("entry", "text.secondary", longer))
    return [*short, Badge(icon, "text.secondary", str(session.entries))]


def _with_short(icon: str, role: str, text: str) -> list[Badge]:
    return [Badge(icon, role, text), Badge(icon, role, "")]


def signs(session: SessionRow) -> list[Badge]:
    """Return the signs beside the title of a session: its transcript is gone, it has recordings.
    They are painted without their words."""
    found = []
    if session.path is None:
        gone = translate("SessionList", "The transcript is no longer there")
        found.append(Badge("session-missing", "text.secondary", gone))
    if session.recordings and session.agent is not Agent.TERMINAL:
        count = plural("SessionList", "%n recordings")(session.recordings)
        found.append(Badge("terminal", "text.secondary", count))
    return found


def hint(session: SessionRow) -> str:
    """Return the tooltip of a session: its whole title, and what its signs mean."""
    return "\n".join([session.title, *(sign.text for sign in signs(session))])


def second_line(session: SessionRow) -> str:
    """Return whose session it is and how long ago it was used last."""
    return f"{words.agent(session.agent)} · {relative(session.last_at, now_ms())}"


def spoken(line: Line) -> str:
    """Return what a screen reader says of a line."""
    if isinstance(line, GroupLine):
        count = plural("SessionList", "%n sessions")(line.count)
        state = (
            translate("SessionList", "folded")
            if line.closed
            else translate("SessionList", "unfolded")
        )
        return f"{line.name}, {count}, {state}"
    said = [line.title, words.agent(line.agent), relative(line.last_at, now_ms())]
    said += [badge.text for badge in (*badges(line)[:1], *signs(line))]
    return ", ".join(part for part in said if part)
