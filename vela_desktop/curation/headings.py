"""The headings of a snapshot: ``## [TURN.STEP] ROLE TIME``, one over each message's prose.

A label such as ``[3.1]`` names step 1 of turn 3; ``[3]`` the whole turn. Agents mark their claims
with labels, and the app turns those into citations.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

HEADING = re.compile(
    r"^## \[(?P<turn>\d{1,9})\.(?P<step>\d{1,9})\] (?P<role>user|assistant|screen)"
    r"(?: (?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ))?$",
    re.MULTILINE,
)
_LOOKS_LIKE_ONE = re.compile(r"^## \[\d{1,9}\.\d{1,9}\]", re.MULTILINE)
_EPOCH = datetime(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class Label:
    """A place of a conversation: a turn, and a step of it or (None) the whole turn."""

    turn: int
    step: int | None = None

    def __str__(self) -> str:
        return f"{self.turn}" if self.step is None else f"{self.turn}.{self.step}"


def heading(turn: int, step: int, role: str, at: int | None) -> str:
    """Return the heading of a message, without an LF; *at* is UTC milliseconds or unknown."""
    time = moment(at)
    return f"## [{turn}.{step}] {role}" + (f" {time}" if time else "")


def escape(prose: str) -> str:
    """Return *prose* with every line that looks like a heading indented by one blank."""
    return _LOOKS_LIKE_ONE.sub(r" \g<0>", prose)


def moment(at: int | None) -> str | None:
    """Return UTC milliseconds as ISO 8601 to the second, None where unknown or out of range."""
    if at is None:
        return None
    try:
        return f"{(_EPOCH + timedelta(seconds=at // 1000)).isoformat()}Z"
    except OverflowError:
        return None
