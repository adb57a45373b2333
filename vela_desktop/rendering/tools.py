"""A tool call in one line: what was done to what, and how it ended."""

from dataclasses import dataclass

from vela_desktop.domain.sessions import Block

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
    "write": WRITE,
    "write_file": WRITE,
    "bash": RUN,
    "shell": RUN,
    "shell_command": RUN,
    "local_shell": RUN,
    "exec_command": RUN,
    "exec": RUN,
    "grep": SEARCH,
    "glob": SEARCH,
    "ls": SEARCH,
    "search": SEARCH,
    "todowrite": PLAN,
    "update_plan": PLAN,
    "task": AGENT,
    "agent": AGENT,
    "spawn_agent": AGENT,
    "webfetch": WEB,
    "websearch": WEB,
    "web_search": WEB,
}
"""Tools by the verb they are shown with; an unknown tool is shown by its own name."""


@dataclass(frozen=True, slots=True)
class ToolLine:
    """The parts of a folded call. ``verb`` is a key of ``VERBS``'s values; ``lines`` counts the
    result's lines, None where there is no result."""

    verb: str
    name: str
    target: str
    failed: bool
    exit_code: int | None
    lines: int | None


def tool_line(call: Block, result: Block | None) -> ToolLine:
    """Return how *call* is shown while it is folded."""
    return ToolLine(
        verb=VERBS.get(call.name.lower(), OTHER),
        name=call.name,
        target=call.target,
        failed=call.failed or (result is not None and result.failed),
        exit_code=result.exit_code if result is not None else None,
        lines=result.text.count("\n") + 1 if result is not None and result.text else None,
    )
