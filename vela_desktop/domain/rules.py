"""Checks on what a person or an agent wants saved. Over a limit is an error, never a cut."""

import re

from vela_desktop.domain import limits
from vela_desktop.domain.entries import EntryChanges
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.text import has_controls, safe, squeeze

_EFFORT = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")


def _length(what: str, text: str, low: int, high: int) -> None:
    if not low <= len(text) <= high:
        raise VelaError(Code.INVALID, what=what, size=len(text), limit=high)


def check_title(title: str) -> str:
    """Return *title* on one line, or raise ``memory_invalid:title``."""
    clean = squeeze(safe(title))
    _length("title", clean, 1, limits.TITLE_CHARS)
    return clean


def check_tags(tags: tuple[str, ...]) -> tuple[str, ...]:
    """Return *tags* without doubles and white space, or raise ``memory_invalid:tags``."""
    clean = tuple(dict.fromkeys(squeeze(safe(tag)).removeprefix("#") for tag in tags))
    if len(clean) > limits.TAGS or any(not 1 <= len(tag) <= limits.TAG_CHARS for tag in clean):
        raise VelaError(
            Code.INVALID,
            what="tags",
            size=len(clean),
            limit=limits.TAGS,
            chars=limits.TAG_CHARS,
        )
    return clean


def check_changes(changes: EntryChanges) -> EntryChanges:
    """Return *changes* as they will be saved, or raise ``memory_invalid:<field>``.

    What cannot be stored (lone surrogates of a mangled argument or paste, NUL) becomes U+FFFD.
    """
    if changes.summary is not None:
        _length("summary", changes.summary, 0, limits.SUMMARY_CHARS)
    if changes.body is not None:
        _length("body", changes.body, 0, limits.BODY_CHARS)
    return EntryChanges(
        title=None if changes.title is None else check_title(changes.title),
        summary=None if changes.summary is None else safe(changes.summary),
        body=None if changes.body is None else safe(changes.body),
        tags=None if changes.tags is None else check_tags(changes.tags),
        kind=changes.kind,
    )


def check_model(model: str | None) -> str | None:
    """Return the model name to pass on, None for the agent's default.

    Raises ``memory_invalid:model`` for control characters, a leading dash or an absurd length: the
    name becomes an argument of the agent's command line.
    """
    if model is None or not model.strip():
        return None
    clean = model.strip()
    if has_controls(clean) or len(clean) > limits.MODEL_NAME_CHARS or clean.startswith("-"):
        raise VelaError(Code.INVALID, what="model", size=len(clean), limit=limits.MODEL_NAME_CHARS)
    return clean


def check_effort(effort: str | None) -> str | None:
    """Return the effort level to pass on, None for the agent's default."""
    if effort is None or not effort.strip():
        return None
    clean = effort.strip()
    if len(clean) > limits.EFFORT_CHARS or not _EFFORT.fullmatch(clean):
        raise VelaError(Code.INVALID, what="effort", size=len(clean), limit=limits.EFFORT_CHARS)
    return clean
