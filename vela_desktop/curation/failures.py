"""What is stored with a job that failed: short facts, masked."""

from collections.abc import Mapping
from typing import Any

from vela_desktop.agents.failures import TAIL_CHARS
from vela_desktop.domain.errors import VelaError
from vela_desktop.domain.masking import mask, masked_end

_DETAIL_CHARS = 500
_INTERNAL = frozenset({"again", "id"})
"""Details that only programs need."""


def stored_details(error: VelaError) -> dict[str, Any]:
    """Return the details of *error* as a job keeps them: for its message, and the end of what the
    agent's program wrote to its error stream."""
    return {
        name: _detail(name, value)
        for name, value in error.details.items()
        if name not in _INTERNAL and value not in (None, "", ())
    }


def _detail(name: str, value: object) -> Any:
    if isinstance(value, int) or value is None:
        return value
    if isinstance(value, Mapping):
        return {key: _detail(key, inner) for key, inner in value.items()}
    if isinstance(value, tuple) and all(isinstance(inner, Mapping) for inner in value):
        return [_detail(name, inner) for inner in value]
    text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    if name == "stderr_tail":
        return masked_end(text, TAIL_CHARS)
    masked, _ = mask(text)
    return masked[:_DETAIL_CHARS]
