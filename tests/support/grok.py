"""Writes sessions of Grok Build for tests: the program's own records, with invented words."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

from support.sources import Record, line, write

SESSION = "01a22fd7-9ecc-7693-b938-aec98bdd7bdc"
CHILD = "01a22fd7-bc2a-7553-bcac-898593759653"
START = 1_796_098_990_000
"""2026-12-01T04:23:10Z."""
CONTINUED = (
    "This session is being continued from a previous conversation that ran out of context. "
    "The summary below covers the earlier portion of the conversation.\n\nSummary:\n"
)


class Grok:
    """A session, in its conversation and in its log; a second passes with each event."""

    def __init__(self, session: str = SESSION, *, cwd: str = "/home/dev/shop", **summary: Any):
        self.session, self.cwd = session, cwd
        self.chat: list[Record | bytes] = [
            {"type": "system", "content": "You are Grok."},
            {"type": "user", "content": [_text("<user_info>\nWorkspace Path: /x\n</user_info>")]},
        ]
        self.log: list[Record | bytes] = []
        self.summary: Record = {
            "info": {"id": session, "cwd": cwd},
            "session_summary": "Summed up",
            "created_at": "2026-12-01T04:23:09.781727684Z",
            "updated_at": "2026-12-01T04:24:00.000000001Z",
            "current_model_id": "grok-4.6",
            "head_branch": "main",
            **summary,
        }
        self.prompts = 0
        self.now = START
        self.stream = 0

    def update(
        self, kind: str, *, method: str = "session/update", event: str = "", **fields: Any
    ) -> None:
        """Log an update; *event* is the session that it happened in."""
        self.now += 1000
        stream = {"streamStartMs": self.stream} if kind.startswith(("agent_", "tool_")) else {}
        about = {"eventId": f"{event or self.session}-1", "agentTimestampMs": self.now, **stream}
        self.log.append(
            {
                "timestamp": self.now // 1000,
                "method": method,
                "params": {
                    "sessionId": self.session,
                    "update": {"sessionUpdate": kind, **fields},
                    "_meta": about,
                },
            }
        )

    def say(self, kind: str, text: str, **fields: Any) -> None:
        """Log a chunk of words."""
        self.update(f"{kind}_chunk", content=_text(text), **fields)

    def prompt(self, text: str, **fields: Any) -> None:
        """Add what a person typed."""
        asked = [_text(f"<user_query>\n{text}\n</user_query>")]
        number = self.prompts
        self.prompts += 1
        self.chat.append({"type": "user", "content": asked, "prompt_index": number, **fields})
        self.say("user_message", text, _meta={"modelId": "grok-4.6", "promptIndex": number})

    def note(self, text: str, reason: str | None = "system_reminder") -> None:
        """Add what the program put into the conversation."""
        why = {"synthetic_reason": reason} if reason else {}
        self.chat.append({"type": "user", "content": [_text(text)], **why})

    def answer(self, text: str = "", *calls: Record, thought: str = "") -> None:
        """Add an answer of the model."""
        self.stream = self.now + 500
        if thought:
            part = {"type": "summary_text", "text": thought}
            self.chat.append({"type": "reasoning", "id": f"rs_{self.now}", "summary": [part]})
            self.say("agent_thought", thought)
        if text:
            self.say("agent_message", text)
        made = [one | {"arguments": json.dumps(one["arguments"])} for one in calls]
        called = {"tool_calls": made} if made else {}
        self.chat.append({"type": "assistant", "content": text, **called, "model_id": "grok-4.6"})
        for one in calls:
            tool = {"x.ai/tool": {"name": one["name"]}}
            given = {"toolCallId": one["id"], "rawInput": one["arguments"], "_meta": tool}
            self.update("tool_call", title=one["name"], **given)
            self.update("tool_call_update", title="Doing", **given)

    def result(self, call: str, text: str, *, code: int | None = None) -> None:
        """Add the result of a call."""
        shown = text if code is None else f"exit: {code}\n{text}"
        self.chat.append({"type": "tool_result", "tool_call_id": call, "content": shown})
        content = [{"type": "content", "content": _text(text)}]
        raw = {"type": "Bash", "output": list(text.encode()), "exit_code": code}
        fields: Record = {"status": "completed", "content": content, "rawOutput": raw}
        self.update("tool_call_update", toolCallId=call, **fields)

    def command(self, text: str) -> None:
        """Log a command for the program itself."""
        self.say("user_message", text, _meta={"hostTurn": True})

    def compact(self, folder: Path, summary: str, *, name: str, kept: str = "") -> None:
        """Replace the conversation by *summary*, as ``/compact`` does, and keep what it was."""
        asked = {"type": "user", "content": [_text("Your task is to produce a summary.")]}
        self.update("compaction_checkpoint", method="_x.ai/session/update")
        request = {
            "schema_version": 2,
            "request_id": name,
            "created_at": f"2026-12-01T04:{len(self.log) % 60:02}:00.000000001+00:00",
            "user_context": "合",
            "chat_history": [*self.chat, asked],
            "tools": [{"name": "run"}],
            "summary": f"<summary>\n{summary}\n</summary>" if summary else None,
        }
        place = folder / "compaction_requests" / f"{name}.json"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(request, ensure_ascii=False, indent=2), encoding="utf-8")
        if not summary:
            return
        del self.chat[1:]
        self.note("<user_info>\nWorkspace Path: /x\n</user_info>", "compaction_meta")
        if kept:
            self.note(f"<user_query>\n{kept}\n</user_query>", None)
        self.note(CONTINUED + summary, "compaction_meta")

    def folder(self, home: Path) -> Path:
        """Return the session's folder below *home*."""
        return home / ".grok" / "sessions" / quote(self.cwd, safe="") / self.session

    def write(self, home: Path) -> Path:
        """Write the session below *home* and return its folder."""
        folder = self.folder(home)
        write(folder / "chat_history.jsonl", self.chat)
        write(folder / "updates.jsonl", self.log)
        write(folder / "summary.json", [self.summary])
        return folder


def call(name: str, call_id: str, **given: Any) -> Record:
    """Return a call of a tool."""
    return {"id": call_id, "name": name, "arguments": given}


def grew(path: Path, *records: Record) -> None:
    """Append *records* to the file at *path*."""
    with path.open("ab") as file:
        file.writelines(map(line, records))


def _text(text: str) -> Record:
    return {"type": "text", "text": text}
