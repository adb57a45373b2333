"""What is stored with a job that failed: short facts, masked."""

from vela_desktop.curation.masking import mask
from vela_desktop.domain.errors import VelaError

STDERR_CHARS = 2_000
_DETAIL_CHARS = 500
_INTERNAL = frozenset({"again", "id"})
"""Details that only programs need."""


def stored_details(error: VelaError) -> dict[str, str | int]:
    """Return the details of *error* as a job keeps them: for its message, and the end of what the
    agent's program wrote to its error stream."""
    return {
        name: _detail(name, value)
        for name, value in error.details.items()
        if name not in _INTERNAL and value not in (None, "", ())
    }


def _detail(name: str, value: object) -> str | int:
    if isinstance(value, int):
        return int(value)
    if isinstance(value, tuple):
        value = ", ".join(map(str, value))
    text, _ = mask(str(value))
    return _tail(text) if name == "stderr_tail" else text[:_DETAIL_CHARS]


def _tail(text: str) -> str:
    """Return the end of *text*, from a whole line on: half a secret would not have been masked."""
    if len(text) < STDERR_CHARS:
        return text
    end = text[-STDERR_CHARS:]
    return end.partition("\n")[2] or end
