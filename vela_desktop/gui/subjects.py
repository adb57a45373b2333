"""What an action applies to: a session or an entry, wherever on screen it stands."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import SessionRow


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSubject:
    """A session: its id here, the agent's own id, where its transcript is, and whose it is."""

    id: str
    native_id: str
    title: str
    path: str | None = None
    agent: Agent | None = None
    """None where nobody asked."""

    @property
    def takes_recordings(self) -> bool:
        """Tell whether recordings can be attached: a recording that stands alone has none."""
        return self.agent is not None and self.agent is not Agent.TERMINAL


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrySubject:
    """An entry."""

    id: str
    title: str
    session_id: str = ""


Subject = SessionSubject | EntrySubject


def subject_of(row: SessionRow) -> SessionSubject:
    """Return the session of a row of the list."""
    return SessionSubject(
        id=row.id, native_id=row.native_id, title=row.title, path=row.path, agent=row.agent
    )


@runtime_checkable
class HasSubject(Protocol):
    """A widget that stands for, or has selected, something actions apply to."""

    def subject(self) -> Subject | None:
        """Return it, or None where nothing is selected."""
