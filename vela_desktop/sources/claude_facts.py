"""What a Claude Code transcript says about its session."""

from pathlib import Path

import orjson

from vela_desktop.domain.sessions import Relation, SessionFacts
from vela_desktop.domain.text import elide, safe, squeeze
from vela_desktop.sources.claude_branch import side_of
from vela_desktop.sources.claude_names import id_of, is_subagent, parent_of
from vela_desktop.sources.claude_pass import ClaudePass
from vela_desktop.sources.heads import PROMPT_CHARS, TITLE_CHARS, hashed_id
from vela_desktop.sources.uuids import is_uuid

_GARBAGE = (
    "invalid api key",
    "api error",
    "credit balance",
    "claude ai usage limit",
    "claude usage limit",
    "please run /login",
    "caveat:",
    "[request interrupted",
    "<",
)
"""How summaries begin that were made of nothing but trouble."""


def facts_of(path: Path, taken: ClaudePass, beginning: bytes) -> SessionFacts:
    """Return the facts of the transcript at *path*, which starts with *beginning*."""
    side = side_of(taken)
    said = taken.sides[side]
    native_id = id_of(path) or hashed_id(beginning)
    started, last = taken.times()
    relation, parent = _relation(path, taken, side, native_id)
    return SessionFacts(
        native_id=safe(native_id),
        title=_title(path, taken, side, relation),
        first_prompt=safe(said.first_text[:PROMPT_CHARS]) if said.first_text else None,
        cwd=safe(taken.cwd) if taken.cwd else None,
        branch=safe(taken.branch) if taken.branch else None,
        model=safe(said.model) if said.model else None,
        started_at=started,
        last_at=last,
        parent_native_id=safe(parent) if parent else None,
        relation=relation,
    )


def _relation(
    path: Path, taken: ClaudePass, side: int, native_id: str
) -> tuple[Relation, str | None]:
    if side or is_subagent(path):
        named = next((name for name in taken.sessions if is_uuid(name) and name != native_id), None)
        return Relation.SUBAGENT, parent_of(path) or named
    if taken.origin:
        parent, relation, _ = taken.origin
        return Relation(relation), parent
    return Relation.NONE, None


def _title(path: Path, taken: ClaudePass, side: int, relation: Relation) -> str | None:
    said = taken.sides[side]
    title = taken.custom_title or taken.ai_title or _summary(taken)
    if not title and relation is Relation.SUBAGENT:
        title = _described(path)
    title = title or said.first_text or said.first_command
    return safe(elide(title, TITLE_CHARS)) if title else None


def _summary(taken: ClaudePass) -> str | None:
    """Return the summary of this conversation.

    Summaries stand in later files of the project too: one whose last message is not here is
    believed only where it is the only one.
    """
    good = {
        leaf: text
        for leaf, text in taken.summaries.items()
        if not text.lower().startswith(_GARBAGE)
    }
    for leaf, text in reversed(good.items()):
        if taken.row_of(leaf) is not None:
            return text
    return next(iter(good.values())) if len(taken.summaries) == 1 and good else None


def _described(path: Path) -> str | None:
    """Return how the parent described a sub-agent's task, from the file beside its transcript."""
    try:
        about = orjson.loads(path.with_suffix(".meta.json").read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(about, dict):
        return None
    names = (about.get("description"), about.get("agentType"))
    return next((squeeze(name) for name in names if isinstance(name, str) and name.strip()), None)
