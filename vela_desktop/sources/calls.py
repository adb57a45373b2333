"""Tool calls and their results, said shortly: what a call works on, and how it ended."""

import re
import shlex
from typing import Any

import orjson

from vela_desktop.domain.text import elide

TARGET_CHARS = 200

_KEYS = (
    "file_path",
    "filePath",
    "notebook_path",
    "command",
    "cmd",
    "pattern",
    "query",
    "q",
    "url",
    "path",
    "target_file",
    "script",
    "description",
    "task_name",
    "subject",
    "skill",
    "name",
    "message",
    "prompt",
    "question",
)
_PATCHED = re.compile(r"\*\*\* (?:Update|Add|Delete) File: ([^\n\\]+)")
_SCRIPTED = re.compile(r"""\b(?:cmd|command)["']?\s*:\s*("(?:[^"\\\n]|\\.)*")""")
"""A command inside the script of a call that is JavaScript."""
_SHELLS = re.compile(r"(?:^|/)(?:ba|z|da|fi)?sh(?:\.exe)?$|(?:^|[\\/])(?:powershell|pwsh|cmd)")
_HEADER = re.compile(
    r"(?:(?:Chunk ID|Wall time|Process exited with code|Process running with session ID|"
    r"Original token count|Exit code|Total output lines|Script completed|Script failed)\b[^\n]*\n)+"
    r"(?:Output:\n*)?"
)
_EXIT = re.compile(r"(?:Process exited with code|Exit code:?) (-?\d+)")
_FAILED = (
    "aborted by user",
    "unsupported ",
    "script failed",
    "failed to parse",
    "execution error",
    "exec_command failed",
    "apply_patch verification failed",
)
"""How the output of a call without an exit code begins when the call failed."""


def target(arguments: object) -> str:
    """Return what a call works on, on one line: a file, command, pattern, address or subject."""
    if isinstance(arguments, str):
        files = ", ".join(dict.fromkeys(_PATCHED.findall(arguments)))
        return elide(files or _scripted(arguments) or _first_line(arguments), TARGET_CHARS)
    if not isinstance(arguments, dict):
        return ""
    for key in ("input", "patch", "patchText"):
        if isinstance(arguments.get(key), str) and _PATCHED.search(arguments[key]):
            return target(arguments[key])
    for key in _KEYS:
        if value := _line(arguments.get(key)):
            return elide(value, TARGET_CHARS)
    return ""


def _scripted(script: str) -> str:
    match = _SCRIPTED.search(script)
    command = decoded(match[1]) if match else None
    return _line(command)


def _line(value: object) -> str:
    """Return *value* (a text, or a command as a list of words) as one line, else nothing."""
    if isinstance(value, str):
        return _first_line(value)
    if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
        if len(value) > 2 and _SHELLS.search(value[0]):
            return _first_line(value[-1])
        return shlex.join(value)
    return ""


def _first_line(text: str) -> str:
    lines = [line.strip() for line in text[: 20 * TARGET_CHARS].splitlines() if line.strip()]
    return lines[0] + (" …" if len(lines) > 1 else "") if lines else ""


def readable(arguments: object) -> str:
    """Return the arguments of a call for reading: a line each, longer texts below their name."""
    if isinstance(arguments, str):
        return arguments
    if not isinstance(arguments, dict):
        return "" if arguments is None else _json(arguments)
    if len(arguments) == 1 and isinstance(only := next(iter(arguments.values())), str):
        return only
    return "\n".join(_argument(str(name), value) for name, value in arguments.items())


def _argument(name: str, value: object) -> str:
    text = value if isinstance(value, str) else _json(value)
    return f"{name}:\n{text}" if "\n" in text else f"{name}: {text}"


def _json(value: object) -> str:
    try:
        return orjson.dumps(value).decode()
    except TypeError:
        return repr(value)


def decoded(arguments: object) -> Any:
    """Return arguments that were written as JSON text decoded, others as they are."""
    if isinstance(arguments, str) and arguments.lstrip()[:1] in {"{", "[", '"'}:
        try:
            return orjson.loads(arguments)
        except ValueError:
            return arguments
    return arguments


def claude_exit_code(text: str) -> int | None:
    """Return the exit code at the beginning of a failed command's result, if it is there."""
    match = _EXIT.match(text.removeprefix("Error: "))
    return int(match[1]) if match else None


def codex_result(output: object) -> tuple[str, int | None, bool]:
    """Return text, exit code and failure of a Codex call's output, in any of its shapes."""
    value = decoded(output)
    fields = value if isinstance(value, dict) else {}
    text = _text(fields.get("output", fields.get("content", output)))
    metadata = fields.get("metadata")
    if isinstance(metadata, dict) and isinstance(status := metadata.get("exit_code"), int):
        return text, status, status != 0
    header = _HEADER.match(text)
    found = _EXIT.search(header[0]) if header else None
    code = int(found[1]) if found else None
    body = text[header.end() :] if header else text
    failed = code != 0 if code is not None else text.lower().startswith(_FAILED)
    return body, code, failed or fields.get("success") is False


def _text(output: object) -> str:
    if isinstance(output, str):
        return output
    if isinstance(output, list):
        parts = [part.get("text") for part in output if isinstance(part, dict)]
        return "\n".join(part for part in parts if isinstance(part, str))
    return "" if output is None else _json(output)
