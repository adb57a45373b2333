"""Identifiers that stay the same after a rebuild or on another database."""

import uuid

NAMESPACE = uuid.UUID("6f0d5a0e-6c1b-5f0e-9a4e-76656c610001")
"""The one namespace of every derived id. Changing it would orphan every entry."""

MANUAL_GROUP = ""
"""Session id of entries made by hand (手动创建)."""

LEGACY_GROUP = "__legacy__"
"""Session id of entries merged from several sessions by an older program (历史合并条目)."""

UNKNOWN_PROJECT = ""
"""Project id of sessions whose project cannot be told (来源项目未知)."""


def session_id(agent: str, native_id: str) -> str:
    """Return the id of the session that *agent* calls *native_id*."""
    return str(uuid.uuid5(NAMESPACE, f"session\0{agent}\0{native_id}"))


def project_id(root_path: str) -> str:
    """Return the id of the project rooted at *root_path*."""
    return str(uuid.uuid5(NAMESPACE, f"project\0{root_path}"))


def new_id() -> str:
    """Return a fresh random id."""
    return str(uuid.uuid4())
