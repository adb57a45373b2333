"""The real Grok Build."""

import json
from pathlib import Path

from support.mock_models import MockModels, Tool
from support.real.kind import Kind
from vela_desktop.domain.agents import Agent

_INSTRUCTIONS = {
    ".grok/AGENTS.md": "CANARY-OF-GROK-AGENTS-MD",
    ".grok/rules/own.md": "CANARY-OF-GROK-RULES",
    ".claude/CLAUDE.md": "CANARY-OF-CLAUDE-MD",
    ".codex/AGENTS.md": "CANARY-OF-CODEX-AGENTS-MD",
    ".agents/skills/own/SKILL.md": "---\nname: own\ndescription: CANARY-OF-SKILLS\n---\nx",
    "AGENTS.md": "CANARY-OF-HOME-AGENTS-MD",
}


def _configure(home: Path, models: MockModels, trap: str, key: str | None) -> dict[str, str]:
    for name, text in _INSTRUCTIONS.items():
        file = home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (home / ".git").mkdir()
    (home / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    lines = [
        "[models]",
        'default = "mock"',
        "[model.mock]",
        'model = "mock-model"',
        f'base_url = "{models.url}/v1"',
        'env_key = "MOCK_KEY"',
        'api_backend = "responses"',
        "context_window = 1000000",
        "supports_reasoning_effort = true",
        "[mcp_servers.trap]",
        f'command = "{trap}"',
    ]
    (home / ".grok" / "config.toml").write_text("\n".join(lines), encoding="utf-8")
    hook = [{"hooks": [{"type": "command", "command": trap}]}]
    hooks = {"hooks": dict.fromkeys(("SessionStart", "UserPromptSubmit", "Stop"), hook)}
    servers = {"mcpServers": {"trap": {"command": trap, "args": []}}}
    for name, document in (
        (".claude/settings.json", hooks),
        (".grok/hooks/own.json", hooks),
        (".claude.json", servers),
    ):
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_text(json.dumps(document), encoding="utf-8")
    return {"MOCK_KEY": key} if key else {}


GROK = Kind(
    agent=Agent.GROK,
    package="@xai-official/grok",
    model="mock",
    configure=_configure,
    history=(".grok/sessions",),
    plain=("-p", "hi", "--always-approve"),
    tools=(
        Tool(name="run_terminal_command", input={"command": "touch touched"}),
        Tool(name="search_replace", input={"file_path": "touched", "content": "x"}),
        Tool(name="read_file", input={"target_file": "/etc/hostname"}),
        Tool(name="todo_write", input={"todos": [{"id": "a", "content": "x"}]}),
        Tool(name="spawn_subagent", input={"prompt": "x", "description": "x"}),
        Tool(name="use_tool", input={"name": "trap__go", "arguments": {}}),
        Tool(name="web_search", input={"query": "x"}),
    ),
    tells_model=True,
)
