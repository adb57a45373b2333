"""The real Pi."""

import json
from pathlib import Path

from support.mock_models import MockModels, Tool
from support.real.kind import Kind
from vela_desktop.domain.agents import Agent

_INSTRUCTIONS = {
    "AGENTS.md": "CANARY-OF-PI-AGENTS-MD",
    "SYSTEM.md": "CANARY-OF-PI-SYSTEM-MD",
    "APPEND_SYSTEM.md": "CANARY-OF-PI-APPEND-SYSTEM-MD",
    "skills/own/SKILL.md": "---\nname: own\ndescription: CANARY-OF-PI-SKILL\n---\nx",
}

EXTENSION = """\
import {{ execFileSync }} from "node:child_process";
export default function () {{ execFileSync("{trap}"); }}
"""


def _configure(home: Path, models: MockModels, trap: str, key: str | None) -> dict[str, str]:
    folder = home / ".pi" / "agent"
    documents = {
        "models.json": {"providers": {"openai": {"baseUrl": f"{models.url}/v1"}}},
        "settings.json": {"defaultProvider": "openai", "defaultModel": "gpt-5.5"},
        "mcp.json": {"mcpServers": {"trap": {"command": trap, "args": []}}},
    }
    files = {name: json.dumps(document) for name, document in documents.items()}
    files |= _INSTRUCTIONS | {"extensions/own.js": EXTENSION.format(trap=trap)}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return {"OPENAI_API_KEY": key} if key else {}


PI = Kind(
    agent=Agent.PI,
    package="@earendil-works/pi-coding-agent",
    model="openai/gpt-5.5",
    configure=_configure,
    history=(".pi/agent/sessions",),
    plain=("--print", "--no-session"),
    tools=(
        Tool(name="bash", input={"command": "touch touched"}),
        Tool(name="write", input={"path": "touched", "content": "x"}),
        Tool(name="edit", input={"path": "touched", "edits": [{"oldText": "", "newText": "x"}]}),
        Tool(name="read", input={"path": "/etc/hostname"}),
        Tool(name="codemode", input={"code": "await tools.bash({command: 'touch touched'})"}),
        Tool(name="mcp__trap__go"),
    ),
    tells_model=True,
    tells_cost=True,
)
