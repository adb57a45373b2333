"""The real Codex CLI."""

from pathlib import Path

from support.mock_models import MockModels, Tool
from support.real.kind import Kind
from vela_desktop.domain.agents import Agent


def _configure(home: Path, models: MockModels, trap: str, key: str | None) -> dict[str, str]:
    folder = home / ".codex"
    folder.mkdir()
    (folder / "AGENTS.md").write_text("CANARY-OF-CODEX-AGENTS-MD", encoding="utf-8")
    lines = [
        'model_provider = "mock"',
        f'notify = ["{trap}"]',
        "[model_providers.mock]",
        'name = "mock"',
        f'base_url = "{models.url}/v1"',
        'env_key = "MOCK_KEY"',
        'wire_api = "responses"',
        "request_max_retries = 1",
        "stream_max_retries = 1",
        "[mcp_servers.trap]",
        f'command = "{trap}"',
    ]
    (folder / "config.toml").write_text("\n".join(lines), encoding="utf-8")
    return {"MOCK_KEY": key} if key else {}


_PATCH = "*** Begin Patch\n*** Add File: touched\n+x\n*** End Patch\n"

CODEX = Kind(
    agent=Agent.CODEX,
    package="@openai/codex",
    model="gpt-5.5",
    configure=_configure,
    history=(
        ".codex/sessions",
        ".codex/archived_sessions",
        ".codex/history.jsonl",
        ".codex/session_index.jsonl",
    ),
    plain=("exec", "--ephemeral", "--skip-git-repo-check", "-"),
    tools=(
        Tool(name="exec_command", input={"cmd": "touch touched"}),
        Tool(name="shell", input={"command": ["touch", "touched"]}),
        Tool(name="apply_patch", input=_PATCH, custom=True),
        Tool(name="exec", input="text('x')", custom=True),
        Tool(name="update_plan", input={"plan": [{"step": "a", "status": "pending"}]}),
        Tool(
            name="spawn_agent", input={"message": "x", "task_name": "a"}, namespace="collaboration"
        ),
        Tool(name="view_image", input={"path": "/etc/hostname"}),
    ),
    offered=frozenset({"request_user_input", "apply_patch", "update_plan", "view_image"}),
    offered_by_default=frozenset(
        {"exec", "wait", "request_user_input_async", "send_message_to_user_async"}
    ),
    kept_instructions=frozenset({"CANARY-OF-CODEX-AGENTS-MD"}),
)
