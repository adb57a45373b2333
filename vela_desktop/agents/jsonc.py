"""JSON as people write it into configurations: with comments, and a comma after the last."""

import json
import re
from typing import Any

_STRING = r'"(?:\\.|[^"\\])*"'
_COMMENT = re.compile(rf"({_STRING})|//[^\n]*|/\*.*?\*/", re.DOTALL)
_LAST_COMMA = re.compile(rf"({_STRING})|,(?=\s*[}}\]])", re.DOTALL)


def document(text: str) -> dict[str, Any]:
    """Return the object that *text* holds. Raises ValueError where it holds none."""
    plain = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    for dropped in (_COMMENT, _LAST_COMMA):
        plain = dropped.sub(lambda found: found[1] or " ", plain)
    try:
        value = json.loads(plain)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value
