"""Tells commands from other code."""

import re

_SHELLS = frozenset(
    {"sh", "bash", "zsh", "fish", "shell", "console", "shellsession", "terminal", "powershell",
     "ps1", "pwsh", "cmd", "bat", "batch"}
)  # fmt: skip
_NAMES = """
    act ansible ansible-playbook apt apt-get aws az bash brew bun bundle cargo cd chmod cmake
    composer conda cp curl deno docker docker-compose dotnet export find flutter gcloud gh git go
    gradle grep helm java journalctl just kill kubectl ln ls lsof make meson mkdir mkfs mvn mysql
    nginx ninja node npm npx nvm openocd openssl php pip pip3 pipx pnpm podman poetry psql pulumi
    py pytest python python3 rails rake redis-cli rm rsync ruby ruff rustup scp sed sh source
    sqlite3 ssh sudo svn swift systemctl tar terraform time tox tsc uv uvicorn uvx vite
    vitest wget xcodebuild yarn zig
"""
_PROGRAMS = frozenset(_NAMES.split())
_FLAGGED = re.compile(r"(?:\$ )?[a-z][\w.-]*(?: [\w./:=-]+)* --?[a-z][\w-]*(?:[ =]|$)")
_LINES = 12


def is_command(language: str, code: str) -> bool:
    """Tell whether *code*, fenced as *language*, is something to type into a shell."""
    lines = [line for line in code.split("\n") if line.strip()]
    if not 0 < len(lines) <= _LINES:
        return False
    if language in _SHELLS:
        return True
    if language not in {"", "text", "txt"}:
        return False
    return starts_program(lines[0]) or (len(lines) == 1 and bool(_FLAGGED.match(lines[0])))


def starts_program(line: str) -> bool:
    """Tell whether *line* begins like a command line."""
    line = re.sub(r"^(?:[$>#%] ?|PS [^>]*> )", "", line.strip())
    line = re.sub(r"^(?:[A-Z_][A-Z0-9_]*=\S* )+", "", line)
    word = line.split(" ")[0]
    return word.lower() in _PROGRAMS or bool(re.match(r"\.{0,2}/[\w./-]+$", word))


def code_spans(text: str) -> list[str]:
    """Return what stands between single backticks in *text*."""
    return re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text)
