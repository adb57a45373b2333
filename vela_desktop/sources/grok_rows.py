"""What is kept of one line of a Grok Build session, whichever file it is in."""

from hashlib import blake2b
from typing import NamedTuple


class Row(NamedTuple):
    """One line, or a run of lines that follow each other in a log and say one thing."""

    kind: int
    offset: int
    """With the number of its file; see ``grok_names``."""
    length: int
    at: int | None = None
    uid: str = ""
    calls: tuple[str, ...] = ()
    """Ids of the calls that it makes or answers."""
    chars: int = 0
    preview: str = ""
    key: str = ""
    """What tells the same words at another place; of a summary its beginning."""
    number: int | None = None
    """Which prompt of the session it is, where Grok says so."""
    group: int = 0
    """In a log: which answer of the model it is a part of."""
    inherited: bool = False
    has_blocks: bool = True
    """False where there is nothing to show."""


def digest(text: str) -> str:
    """Return a short name for *text*, the same wherever it stands."""
    words = " ".join(text.split())
    return blake2b(words.encode("utf-8", "replace"), digest_size=8).hexdigest()
