"""A tool call in one line: what was done to what, and how it ended."""

from dataclasses import dataclass

from vela_desktop.domain.sessions import Block
from vela_desktop.rendering.edits import change
from vela_desktop.rendering.pieces import Ending

READ, EDIT, WRITE, RUN, SEARCH, PLAN, AGENT, WEB, OTHER = (
    "read", "edit", "write", "run", "search", "plan", "agent", "web", "other",
)  # fmt: skip

VERBS: dict[str, str] = {
    "read": READ,
    "read_file": READ,
    "view": READ,
    "notebookread": READ,
    "edit": EDIT,
    "multiedit": EDIT,
    "notebookedit": EDIT,
    "apply_patch": EDIT,
    "str_replace": EDIT,
    "search_replace": EDIT,
    "write": WRITE,
    "write_file": WRITE,
    "bash": RUN,
    "shell": RUN,
    "shell_command": RUN,
    "local_shell": RUN,
    "exec_command": RUN,
    "run_terminal_cmd": RUN,
    "run_terminal_command": RUN,
    "exec": RUN,
    "grep": SEARCH,
    "glob": SEARCH,
    "ls": SEARCH,
    "find": SEARCH,
    "list_dir": SEARCH,
    "list_files": SEARCH,
    "search": SEARCH,
    "todowrite": PLAN,
    "todo_write": PLAN,
    "update_plan": PLAN,
    "task": AGENT,
    "agent": AGENT,
    "spawn_agent": AGENT,
    "spawn_subagent": AGENT,
    "subagent": AGENT,
    "webfetch": WEB,
    "websearch": WEB,
    "web_search": WEB,
}
"""Tools by the verb they are shown with; an unknown tool is shown by its own name."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a call gave back, and when (UTC milliseconds)."""

    block: Block
    at: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolLine:
    """The parts of a folded call. ``verb`` is a key of ``VERBS``'s values."""

    verb: str
    name: str
    target: str
    ending: Ending


def verb(call: Block) -> str:
    """Return what *call* does, as a value of ``VERBS``."""
    return VERBS.get(call.name.lower(), OTHER)


def tool_line(call: Block, result: Result | None, at: int | None, folder: str) -> ToolLine:
    """Return how *call*, made at *at*, is shown while folded; paths begin at *folder*."""
    target = call.target.removeprefix(folder.rstrip("/") + "/") if folder else call.target
    ending = _ending(call, result, at)
    return ToolLine(verb=verb(call), name=call.name, target=target, ending=ending)


def _ending(call: Block, result: Result | None, at: int | None) -> Ending:
    if result is None:
        return Ending(failed=call.failed, missing=True)
    block = result.block
    changed = change(call) if verb(call) in {EDIT, WRITE} and not block.failed else None
    return Ending(
        failed=call.failed or block.failed or block.exit_code not in (None, 0),
        exit_code=block.exit_code,
        lines=block.text.rstrip("\n").count("\n") + 1 if block.text.strip() else None,
        added=changed.added if changed else None,
        removed=changed.removed if changed else None,
        seconds=_seconds(at, result.at),
    )


def _seconds(start: int | None, end: int | None) -> float | None:
    if start is None or end is None or end < start:
        return None
    return (end - start) / 1000
