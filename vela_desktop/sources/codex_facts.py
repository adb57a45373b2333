"""What a Codex rollout says about its session."""

from pathlib import Path

from vela_desktop.domain.sessions import Relation, SessionFacts
from vela_desktop.domain.text import elide, safe
from vela_desktop.sources.codex_branch import first_text
from vela_desktop.sources.codex_names import home_of, id_of
from vela_desktop.sources.codex_pass import CodexPass
from vela_desktop.sources.codex_titles import title_of
from vela_desktop.sources.heads import PROMPT_CHARS, TITLE_CHARS, hashed_id


def facts_of(path: Path, taken: CodexPass, beginning: bytes) -> SessionFacts:
    """Return the facts of the rollout at *path*, which starts with *beginning*."""
    native_id = taken.native_id or id_of(path) or hashed_id(beginning)
    first = first_text(taken)
    home = home_of(path)
    title = (title_of(home, native_id) if home else None) or first or taken.agent_name
    cwd = taken.cwd or taken.turn_cwd or taken.noted_cwd
    return SessionFacts(
        native_id=safe(native_id),
        title=safe(elide(title, TITLE_CHARS)) if title else None,
        first_prompt=first[:PROMPT_CHARS] or None,
        cwd=safe(cwd) if cwd else None,
        branch=safe(taken.branch) if taken.branch else None,
        model=safe(taken.model) if taken.model else None,
        started_at=taken.started,
        last_at=taken.last,
        parent_native_id=safe(taken.parent) if taken.parent else None,
        relation=_relation(taken),
    )


def _relation(taken: CodexPass) -> Relation:
    if taken.is_subagent:
        return Relation.SUBAGENT
    return Relation.FORK if taken.parent else Relation.NONE
