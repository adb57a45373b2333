"""Short excerpts of command results, for the option that wants them in the source."""

import re
from collections import Counter

from vela_desktop.domain.masking import mask
from vela_desktop.domain.sessions import Block
from vela_desktop.domain.text import elide

COMMAND_TOOLS = frozenset(
    {"bash", "bashoutput", "shell", "shell_command", "local_shell", "local_shell_call", "exec"}
    | {"exec_command", "container.exec", "write_stdin", "powershell", "run_shell_command"}
    | {"run_terminal_cmd", "run_terminal_command"}
)
"""The tools, in lower case, whose results are commands' output."""

_FIRST_LINES, _LAST_LINES, _LINE_CHARS, _COMMAND_CHARS = 4, 8, 200, 120
_WINDOW_CHARS = 20_000
_MARKER = re.compile(r"\[masked: ([a-z-]+)\]")


def excerpt(command: str, result: Block, mask_secrets: bool) -> tuple[str, Counter[str]]:
    """Return the first and last lines of *result* as quoted lines under a line that says what they
    are, and what was masked in them; nothing for an empty result.

    Masked before it is cut, because a secret that is cut in two is not recognised.
    """
    text = result.text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    if not text.strip():
        return "", Counter()
    total = text.count("\n") + 1
    first, last = text[:_WINDOW_CHARS], text[-_WINDOW_CHARS:]
    counts: Counter[str] = Counter()
    if mask_secrets:
        (command, asked), (first, found), (last, more) = mask(command), mask(first), mask(last)
        counts = Counter(asked) + Counter(found) + Counter(more)
    kept = _kept(first.split("\n"), last.split("\n"), total)
    facts = ", ".join([*_exit(result), f"{len(kept)} of {total} lines"])
    named = f": `{elide(command, _COMMAND_CHARS)}`" if command.strip() else ""
    lines = [f"[command result{named}, {facts}]", *kept]
    shown = "\n".join(f"> {_cut(line)}" for line in lines)
    return shown, counts & Counter(_MARKER.findall(shown))


def _kept(first: list[str], last: list[str], total: int) -> list[str]:
    if total <= _FIRST_LINES + _LAST_LINES:
        return first if len(first) >= total else last
    return [*first[:_FIRST_LINES], *last[-_LAST_LINES:]]


def _exit(result: Block) -> list[str]:
    if result.exit_code is not None:
        return [f"exit {result.exit_code}"]
    return ["failed"] if result.failed else []


def _cut(line: str) -> str:
    return line if len(line) <= _LINE_CHARS else f"{line[:_LINE_CHARS]}…"
