"""What a call changed in a file, as a difference: out of a patch, or of an old and a new text."""

import difflib
import re
from dataclasses import dataclass

from vela_desktop.domain.sessions import Block

COMPARED_LINES = 2_000
"""Longer texts are counted whole: comparing them is not worth a wait."""

_REPLACED = re.compile(
    r"(?:^|\n)old(?:_string|String|Text):(?: |\n)(?P<old>.*?)"
    r"\nnew(?:_string|String|Text):(?: |\n)(?P<new>.*?)"
    r"(?:\n(?:replace_?[aA]ll|file_?[pP]ath|path|instructions|i): [^\n]*)*$",
    re.DOTALL,
)
_WRITTEN = re.compile(r"(?:^|\n)content:(?: |\n)(?P<new>.*)$", re.DOTALL)
_PATCH = re.compile(r"^(?:\*\*\* (?:Begin Patch|Update File|Add File)|@@|--- )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Change:
    """A difference in the unified form, with how many lines came and went."""

    text: str
    added: int
    removed: int


def change(call: Block) -> Change | None:
    """Return what *call* changes, None where its input does not say so."""
    if _PATCH.search(call.text):
        return _counted(call.text.strip("\n"))
    if match := _REPLACED.search(call.text):
        return _compared(match["old"].splitlines(), match["new"].splitlines())
    if match := _WRITTEN.search(call.text):
        return _compared([], match["new"].splitlines())
    return None


def _counted(patch: str) -> Change:
    lines = patch.splitlines()
    added = sum(line.startswith("+") and not line.startswith("+++") for line in lines)
    removed = sum(line.startswith("-") and not line.startswith("---") for line in lines)
    return Change(patch, added, removed)


def _compared(old: list[str], new: list[str]) -> Change:
    if max(len(old), len(new)) > COMPARED_LINES or not old or not new:
        lines = [f"-{line}" for line in old] + [f"+{line}" for line in new]
    else:
        lines = list(difflib.unified_diff(old, new, n=2, lineterm=""))[2:]
    return _counted("\n".join(lines))
