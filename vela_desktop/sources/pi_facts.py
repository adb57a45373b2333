"""What a Pi or OMP transcript says about its session."""

from pathlib import Path

from vela_desktop.domain.sessions import Relation, SessionFacts
from vela_desktop.domain.text import elide, safe
from vela_desktop.sources.heads import PROMPT_CHARS, TITLE_CHARS, hashed_id
from vela_desktop.sources.pi_branch import first_text
from vela_desktop.sources.pi_names import id_of, named_id, parent_of
from vela_desktop.sources.pi_pass import PiPass


def facts_of(path: Path, taken: PiPass, beginning: bytes) -> SessionFacts:
    """Return the facts of the transcript at *path*, which starts with *beginning*."""
    native_id = taken.native_id or id_of(path) or hashed_id(beginning)
    first = first_text(taken)
    title = taken.name or taken.slot_title or taken.header_title or taken.changed_title or first
    model = taken.model or taken.chosen_model
    relation, parent = _relation(path, taken)
    return SessionFacts(
        native_id=safe(native_id),
        title=safe(elide(title, TITLE_CHARS)) if title else None,
        first_prompt=first[:PROMPT_CHARS] or None,
        cwd=safe(taken.cwd) if taken.cwd else None,
        model=safe(model) if model else None,
        started_at=taken.started,
        last_at=taken.last,
        parent_native_id=safe(parent) if parent else None,
        relation=relation,
    )


def is_known(path: Path, taken: PiPass) -> bool:
    """Tell whether the session has an id without a look at its bytes."""
    return bool(taken.native_id or id_of(path))


def _relation(path: Path, taken: PiPass) -> tuple[Relation, str | None]:
    named = named_id(taken.forked_from) if taken.forked_from else None
    holder = parent_of(path)
    if taken.is_subagent or holder:
        return Relation.SUBAGENT, holder or named
    return (Relation.FORK, named) if named else (Relation.NONE, None)
