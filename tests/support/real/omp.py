"""The real OMP."""

import json
from pathlib import Path

from support.mock_models import MockModels, Tool
from support.real.kind import Kind
from support.real.pi import EXTENSION
from vela_desktop.domain.agents import Agent

_INSTRUCTIONS = {
    ".omp/agent/AGENTS.md": "CANARY-OF-OMP-AGENTS-MD",
    ".omp/agent/SYSTEM.md": "CANARY-OF-OMP-SYSTEM-MD",
    ".omp/agent/APPEND_SYSTEM.md": "CANARY-OF-OMP-APPEND-SYSTEM-MD",
    ".omp/agent/rules/own.md": "---\nalwaysApply: true\n---\nCANARY-OF-OMP-RULE",
    ".omp/agent/skills/own/SKILL.md": "---\nname: own\ndescription: CANARY-OF-OMP-SKILL\n---\nx",
    ".claude/CLAUDE.md": "CANARY-OF-CLAUDE-MD",
    ".codex/AGENTS.md": "CANARY-OF-CODEX-AGENTS-MD",
    ".gemini/GEMINI.md": "CANARY-OF-GEMINI-MD",
}
_SERVERS = (".omp/agent/mcp.json", ".cursor/mcp.json", ".claude.json", ".gemini/settings.json")
_MODULES = ("extensions/own.ts", "hooks/pre/own.ts", "hooks/post/own.ts", "tools/own.ts")


def _configure(home: Path, models: MockModels, trap: str, key: str | None) -> dict[str, str]:
    documents = {
        ".omp/agent/models.yml": {"providers": {"openai": {"baseUrl": f"{models.url}/v1"}}},
        ".omp/agent/config.yml": {
            "modelRoles": {"default": "openai/gpt-5.5"},
            "enabledProviders": ["*"],
            "memory": {"backend": "local"},
        },
    }
    servers = {"mcpServers": {"trap": {"command": trap, "args": []}}}
    files = {name: json.dumps(document) for name, document in documents.items()}
    files |= _INSTRUCTIONS | dict.fromkeys(_SERVERS, json.dumps(servers))
    files |= {f".omp/agent/{name}": EXTENSION.format(trap=trap) for name in _MODULES}
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    return {"OPENAI_API_KEY": key} if key else {}


OMP = Kind(
    agent=Agent.OMP,
    package="@oh-my-pi/pi-coding-agent",
    newest="18.2.3",
    beside=("bun",),
    model="openai/gpt-5.5",
    configure=_configure,
    history=(".omp/agent/sessions", ".omp/agent/history.db", ".omp/agent/memories"),
    plain=("-p", "--no-session"),
    tools=(
        Tool(name="bash", input={"command": "touch touched"}),
        Tool(name="write", input={"path": "touched", "content": "x"}),
        Tool(name="edit", input={"path": "touched", "edits": [{"oldText": "", "newText": "x"}]}),
        Tool(name="read", input={"path": "/etc/hostname"}),
        Tool(name="eval", input={"language": "python", "code": "open('touched', 'w')"}),
        Tool(name="task", input={"agent": "task", "tasks": [{"id": "A", "assignment": "x"}]}),
        Tool(name="mcp__trap_go"),
    ),
    tells_model=True,
    tells_cost=True,
)
