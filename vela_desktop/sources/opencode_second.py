"""Gives messages of OpenCode 2 the shape of the first generation.

There a message is one row, whose type is its role and whose content holds what were parts.
"""

from typing import Any

from vela_desktop.sources import opencode_records as records
from vela_desktop.sources.jsonl import Record


def reshaped(kind: str, record: Record) -> tuple[Record, list[Record]]:
    """Return message and parts of a row of type *kind*; the message has no role where the row is
    no part of the conversation."""
    match kind:
        case "user":
            return {**record, "role": records.USER}, _prompt(record)
        case "assistant":
            return {**record, "role": records.ASSISTANT}, _answer(record)
        case "shell":
            return {**record, "role": records.SHELL}, [_command(record)]
        case "compaction":
            text = {"type": "text", "text": record.get("summary")}
            return {"role": records.COMPACTION, "time": record.get("time")}, [text]
    return {}, []


def _prompt(record: Record) -> list[Record]:
    parts: list[Record] = [{"type": "text", "text": record.get("text")}]
    given = record.get("files")
    for file in given if isinstance(given, list) else []:
        if isinstance(file, dict):
            name = records.string(file, "filename") or records.string(file, "name")
            mime = records.string(file, "mime") or records.string(file, "mediaType")
            parts.append({"type": "file", "filename": name, "mime": mime})
    return parts


def _answer(record: Record) -> list[Record]:
    content = record.get("content")
    items = content if isinstance(content, list) else []
    return [_part(item) for item in items if isinstance(item, dict)]


def _part(item: Record) -> Record:
    if item.get("type") != "tool":
        return item
    state = dict(records.record_in(item, "state"))
    if "output" not in state and (text := _text(state.get("content"))):
        state["output"] = text
    state.setdefault("time", item.get("time"))
    return {"type": "tool", "tool": item.get("name"), "callID": item.get("id"), "state": state}


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    items = content if isinstance(content, list) else []
    texts = [records.string(item, "text") for item in items if isinstance(item, dict)]
    return "\n".join(text for text in texts if text)


def _command(record: Record) -> Record:
    state = {
        "status": "completed",
        "input": {"command": record.get("command")},
        "output": _text(record.get("output")),
        "time": record.get("time"),
    }
    return {"type": "tool", "tool": "shell", "callID": record.get("callID"), "state": state}
