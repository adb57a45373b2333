"""Session ids that are UUIDs, and the time that some of them hold."""

import re

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_DATED = "7"


def is_uuid(text: str) -> bool:
    """Tell whether *text* is a UUID."""
    return _UUID.fullmatch(text) is not None


def born(text: object) -> int | None:
    """Return the milliseconds in a UUID of version 7, None for anything else."""
    if not isinstance(text, str) or not is_uuid(text) or text[14] != _DATED:
        return None
    return int(text[:8] + text[9:13], 16)
