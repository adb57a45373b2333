"""The real Claude Code."""

import json
from pathlib import Path

from support.mock_models import MockModels, Tool
from support.real.kind import Kind
from vela_desktop.domain.agents import Agent


def _configure(home: Path, models: MockModels, trap: str, key: str | None) -> dict[str, str]:
    folder = home / ".claude"
    folder.mkdir()
    hook = [{"hooks": [{"type": "command", "command": trap}]}]
    access = {"ANTHROPIC_BASE_URL": models.url} | ({"ANTHROPIC_API_KEY": key} if key else {})
    hooks = dict.fromkeys(("SessionStart", "UserPromptSubmit", "Stop"), hook)
    settings = json.dumps({"env": access, "hooks": hooks})
    (folder / "settings.json").write_text(settings, encoding="utf-8")
    (folder / "CLAUDE.md").write_text("CANARY-OF-CLAUDE-MD", encoding="utf-8")
    servers = {"mcpServers": {"trap": {"command": trap, "args": []}}}
    (folder.parent / ".claude.json").write_text(json.dumps(servers), encoding="utf-8")
    return {}


CLAUDE = Kind(
    agent=Agent.CLAUDE,
    package="@anthropic-ai/claude-code",
    model="sonnet",
    configure=_configure,
    history=(".claude/projects", ".claude/history.jsonl"),
    plain=("-p", "--no-session-persistence"),
    tools=(
        Tool(name="Bash", input={"command": "touch touched"}),
        Tool(name="Write", input={"file_path": "/tmp/vela-touched", "content": "x"}),
        Tool(name="Task", input={"prompt": "x", "description": "x"}),
        Tool(name="mcp__trap__go"),
    ),
    offered=frozenset({"StructuredOutput", "DeferredToolPlaceholder"}),
    checks_schema=True,
    tells_model=True,
    tells_cost=True,
)
