"""What an action applies to: a session or an entry, wherever on screen it stands."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSubject:
    """A session: its id here, the agent's own id, and where its transcript is."""

    id: str
    native_id: str
    title: str
    path: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrySubject:
    """An entry."""

    id: str
    title: str
    session_id: str = ""


Subject = SessionSubject | EntrySubject


@runtime_checkable
class HasSubject(Protocol):
    """A widget that stands for, or has selected, something actions apply to."""

    def subject(self) -> Subject | None:
        """Return it, or None where nothing is selected."""
