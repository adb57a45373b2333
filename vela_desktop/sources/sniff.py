"""Tells whose a transcript is by what its first lines hold."""

import re
from io import BytesIO
from pathlib import Path

from vela_desktop.domain.agents import Agent
from vela_desktop.sources import claude_names, codex_names, grok_names, grok_records, pi_names
from vela_desktop.sources.files import opened
from vela_desktop.sources.heads import LARGE
from vela_desktop.sources.jsonl import DICTS, Record, Scan
from vela_desktop.sources.uuids import is_uuid

_CODEX_LINE = re.compile(rb'\s*\{\s*"timestamp"\s*:[^{}]{0,200}"payload"\s*:\s*\{')
_CLAUDE_LINE = re.compile(rb'"(?:parentUuid|isSidechain|sessionId)"\s*:')
_GROK_LINE = re.compile(
    rb'\s*\{\s*"type"\s*:\s*"(?:system|user)"\s*,\s*"content"\s*:|'
    rb'[^\n]{0,300}"sessionUpdate"\s*:\s*"'
)
_CODEX_CALLS = ("function_call", "function_call_output", "local_shell_call")
_CLAUDE_TYPES = ("file-history-snapshot", "file-history-delta", "queue-operation")


def agent_of(path: Path) -> Agent | None:
    """Return whose transcript the file at *path* is, None for none that is known.

    Content decides; the name does where there is none yet.
    """
    with opened(path) as stream:
        head = stream.read(LARGE)
    scan = Scan(BytesIO(head), DICTS)
    placed = [*scan.records(), *scan.last()]
    for _, _, record in placed:
        if _is_tree(record):
            return pi_names.owner(path, head)
        if path.name == grok_names.CHAT and grok_records.is_chat(grok_records.message_of(record)):
            return Agent.GROK
        if agent := _whose(record):
            return agent
    if placed:
        return None
    return _by_beginning(head) if head.strip() else _by_name(path)


def _whose(record: Record) -> Agent | None:
    if _is_codex(record):
        return Agent.CODEX
    if _is_claude(record):
        return Agent.CLAUDE
    return Agent.GROK if grok_records.is_grok(record) else None


def _is_codex(record: Record) -> bool:
    type_ = record.get("type")
    if isinstance(type_, str) and isinstance(record.get("payload"), dict):
        return "timestamp" in record
    if "record_type" in record or {"id", "timestamp", "instructions"} <= record.keys():
        return True
    if type_ in _CODEX_CALLS:
        return "call_id" in record
    bare = type_ in (None, "message")
    return bare and record.get("role") in ("user", "assistant") and "content" in record


def _is_claude(record: Record) -> bool:
    type_ = record.get("type")
    if "parentUuid" in record or type_ in _CLAUDE_TYPES:
        return True
    if type_ in ("user", "assistant"):
        return isinstance(record.get("message"), dict)
    if type_ == "summary":
        return isinstance(record.get("summary"), str)
    return isinstance(type_, str) and isinstance(record.get("sessionId"), str)


def _is_tree(record: Record) -> bool:
    """Tell whether *record* is of Pi's format, which OMP writes too."""
    type_ = record.get("type")
    if type_ == "session":
        return isinstance(record.get("id"), str) and ("cwd" in record or "version" in record)
    if type_ == "title":
        return "v" in record and "title" in record
    return type_ == "message" and isinstance(record.get("message"), dict)


def _by_beginning(head: bytes) -> Agent | None:
    """Judge a first line that is longer than what was read, or nothing but damage."""
    if _CODEX_LINE.match(head):
        return Agent.CODEX
    if _GROK_LINE.match(head):
        return Agent.GROK
    return Agent.CLAUDE if _CLAUDE_LINE.search(head[:4096]) else None


def _by_name(path: Path) -> Agent | None:
    if codex_names.is_rollout(path):
        return Agent.CODEX
    if pi_names.id_of(path):
        return pi_names.owner(path, b"")
    if grok_names.is_talk(path) and is_uuid(path.parent.name):
        return Agent.GROK
    named = path.suffix == claude_names.SUFFIX and claude_names.id_of(path)
    return Agent.CLAUDE if named else None
