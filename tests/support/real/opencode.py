"""The real OpenCode."""

import json
from pathlib import Path

from support.mock_models import MockModels, Tool
from support.real.kind import Kind
from vela_desktop.domain.agents import Agent

_RUN = """\
import {{ execFileSync }} from "node:child_process";
execFileSync("{trap}", [import.meta.url]);
"""
_PLUGIN = _RUN + "export const Own = async () => ({{}});\n"
_TOOL = _RUN + 'export default {{description: "x", args: {{}}, async execute() {{}}}};\n'
_OPEN = {"*": "allow"}
_INSTRUCTIONS = {
    ".config/opencode/AGENTS.md": "CANARY-OF-OPENCODE-AGENTS-MD",
    ".config/opencode/agent/vela.md": "---\nmode: primary\n---\nCANARY-OF-OPENCODE-AGENT",
    ".claude/CLAUDE.md": "CANARY-OF-CLAUDE-MD",
    ".claude/skills/own/SKILL.md": "---\nname: own\ndescription: CANARY-OF-SKILL\n---\nx",
    "rules.md": "CANARY-OF-HOME-RULES",
    "more.md": "CANARY-OF-NAMED-RULES",
}


def _configure(home: Path, models: MockModels, trap: str, key: str | None) -> dict[str, str]:
    access = {"baseURL": f"{models.url}/v1"} | ({"apiKey": key} if key else {})
    server = {"type": "local", "command": [trap]}
    configuration = {
        "$schema": "https://opencode.ai/config.json",
        "model": "openai/gpt-5",
        "provider": {"openai": {"options": access}},
        "mcp": {"trap": server, 'a "name".{env:HOME}': server},
        "permission": _OPEN,
        "agent": {"vela": {"permission": _OPEN}},
        "plugin": [f"file://{home}/plugin.js"],
        "instructions": ["~/rules.md", str(home / "more.md")],
        "share": "auto",
    }
    files = _INSTRUCTIONS | {
        ".config/opencode/opencode.json": json.dumps(configuration),
        ".config/opencode/plugin/own.js": _PLUGIN.format(trap=trap),
        ".opencode/plugin/own.js": _PLUGIN.format(trap=trap),
        ".opencode/tool/own.js": _TOOL.format(trap=trap),
        ".opencode/opencode.json": json.dumps({"mcp": {"other": server}}),
        "plugin.js": _PLUGIN.format(trap=trap),
    }
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    return {}


_DATA = ".local/share/opencode"

OPENCODE = Kind(
    agent=Agent.OPENCODE,
    package="opencode-ai",
    model="openai/gpt-5",
    configure=_configure,
    history=tuple(
        f"{_DATA}/{name}"
        for name in ("opencode.db", "opencode.db-wal", "storage", "snapshot", "tool-output")
    ),
    plain=("run", "--format", "json"),
    tools=(
        Tool(name="bash", input={"command": "touch touched", "description": "x"}),
        Tool(name="write", input={"filePath": "touched", "content": "x"}),
        Tool(name="edit", input={"filePath": "touched", "oldString": "", "newString": "x"}),
        Tool(name="read", input={"filePath": "/etc/hostname"}),
        Tool(name="task", input={"description": "x", "prompt": "x", "subagent_type": "general"}),
        Tool(name="own"),
        Tool(name="trap_go"),
    ),
    kept_instructions=frozenset({"CANARY-OF-NAMED-RULES"}),
    tells_model=True,
    tells_cost=True,
    always_tells_status=False,
    seconds=210.0,
)
"""It tries again for more than a minute before it gives up, and older versions for ever."""
