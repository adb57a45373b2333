"""What the window says of a database of sessions that cannot be read just now."""

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, Reason, VelaError
from vela_desktop.domain.sessions import RootStatus
from vela_desktop.gui.conversation.trouble import trouble
from vela_desktop.gui.i18n import Languages, own_advice
from vela_desktop.gui.start.found import Found, FoundSection
from vela_desktop.gui.theme import Theme

ADVICE = "Wait until that program has finished, or close it, then refresh."


def test_a_conversation_says_who_is_in_the_way(languages: Languages) -> None:
    error = VelaError(Code.SOURCE_UNREADABLE, path="/x.db", reason=Reason.DATABASE_LOCKED)
    _, title, text = trouble(error, None, 0)
    assert title == "The transcript cannot be read."
    assert text.splitlines()[1:] == ["another program has locked it", ADVICE]


def test_a_folder_says_so_too(theme: Theme, languages: Languages) -> None:
    advice = own_advice("source_unreadable", "database_locked")
    assert advice == f"Another program has locked it. {ADVICE}"
    assert own_advice("source_unreadable", "Permission denied") == ""
    root = RootStatus(
        agent=Agent.OPENCODE,
        path="/o",
        sessions=0,
        size=0,
        problem="source_unreadable",
        reason="database_locked",
    )
    section = FoundSection(theme)
    section.show_found(Found(roots=(root,)))
    (row,) = section.card.rows
    assert row.accessibleName() == f"OpenCode, /o, Cannot be read, {advice}"
