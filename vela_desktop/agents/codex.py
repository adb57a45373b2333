"""Codex CLI: ``codex exec`` with its tools closed, its answer asked for in a schema."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from vela_desktop.agents import arguments as extra
from vela_desktop.agents import failures, lines
from vela_desktop.agents.codex_reading import TOOL_LOG, CodexReading
from vela_desktop.agents.protocol import (
    Call,
    Command,
    Listing,
    Model,
    Program,
    Question,
    Reading,
    Request,
)
from vela_desktop.agents.versions import numbers
from vela_desktop.domain.agents import Agent, AgentProblem

INPUT_CHARS = 1_048_576
"""More in one prompt is refused by the program, after it has started."""

_FEATURES = (
    "shell_tool",
    "unified_exec",
    "shell_snapshot",
    "view_image",
    "image_generation",
    "goals",
    "apps",
    "multi_agent",
    "plugins",
    "hooks",
    "memories",
    "skill_search",
    "tool_suggest",
    "code_mode_host",
    "sleep_tool",
    "browser_use",
    "computer_use",
    "default_mode_request_user_input",
)
"""Switched off by ``-c``: a feature that a version does not know is only a warning there."""

_SETTINGS = (
    'web_search="disabled"',
    "notify=[]",
    "skills.include_instructions=false",
    "include_environment_context=false",
    "include_permissions_instructions=false",
    "project_doc_max_bytes=0",
)

_AGENTS_SWITCH = (0, 145)
"""From here on ``agents.enabled`` closes the tools that start other agents; before it the name is
taken for an agent's role, which is an error, and ``multi_agent`` is enough."""

ALLOWED = {"-c": True, "--config": True, "--oss": False, "--local-provider": True}
"""What a person may add: whether a value follows each of them."""
KEYS = (
    "model",
    "model_provider",
    "model_providers.",
    "model_context_window",
    "model_max_output_tokens",
    "model_reasoning_effort",
    "model_reasoning_summary",
    "model_verbosity",
    "service_tier",
    "openai_base_url",
    "chatgpt_base_url",
    "oss_provider",
    "forced_login_method",
    "preferred_auth_method",
    "cli_auth_credentials_store",
)
"""What ``-c`` may set; all below one that ends with a dot."""

_SERVER_NAME = re.compile(r"[A-Za-z0-9_-]+")
DELEGATING = "ultra"
"""An effort that hands work to other agents; with those closed it is sent as a lower one."""


def _has_agents_switch(program: Program) -> bool:
    return numbers(program.version or "") >= _AGENTS_SWITCH


def _servers(listed: bytes) -> Iterator[str]:
    rows = lines.decode(listed[max(listed.find(b"["), 0) :])
    if not isinstance(rows, list):
        raise failures.failed(Agent.CODEX, "its MCP servers cannot be listed", again=False)
    for row in rows:
        name = lines.text(row, "name") if isinstance(row, dict) else ""
        if not _SERVER_NAME.fullmatch(name):
            reason = f"the MCP server {name!r} cannot be switched off by name"
            raise failures.failed(Agent.CODEX, reason, again=False)
        yield name


def _toml(path: Path) -> str:
    return json.dumps(str(path), ensure_ascii=False)


def _model(row: Mapping[str, Any]) -> Model:
    efforts = [
        lines.text(level, "effort")
        for level in lines.rows(row, "supported_reasoning_levels")
        if isinstance(level, dict)
    ]
    return Model(
        id=lines.text(row, "slug"),
        label=lines.text(row, "display_name") or lines.text(row, "slug"),
        efforts=tuple(effort for effort in efforts if effort and effort != DELEGATING),
    )


def _models(stdout: bytes) -> tuple[Model, ...]:
    """Return the models that are meant to be shown, in the program's own order."""
    shown = [
        row
        for row in lines.rows(lines.document(stdout), "models")
        if isinstance(row, dict) and row.get("visibility") == "list" and lines.text(row, "slug")
    ]
    return tuple(map(_model, sorted(shown, key=lambda row: lines.number(row, "priority"))))


class CodexAdapter:
    """Calls Codex CLI."""

    agent: ClassVar[Agent] = Agent.CODEX
    executable: ClassVar[str | None] = "codex"
    calls_itself: ClassVar[str] = "codex"
    introduction: ClassVar[tuple[str, ...]] = ()
    minimum_version: ClassVar[str | None] = "0.130.0"
    unknown_version: ClassVar[str | None] = None
    input_bytes: ClassVar[int | None] = None
    window_share: ClassVar[float] = 1.0
    places: ClassVar[tuple[str, ...]] = ()
    environment: ClassVar[Mapping[str, str]] = {"RUST_LOG": f"error,{TOOL_LOG}"}
    preparation: ClassVar[Question | None] = Question(
        arguments=("mcp", "list", "--json"), configured=True
    )
    listing: ClassVar[Listing | None] = Listing(
        question=Question(arguments=("debug", "models"), configured=True), read=_models
    )
    fallback_models: ClassVar[tuple[Model, ...]] = ()

    def objection(self, arguments: Sequence[str]) -> AgentProblem | None:
        """Allow what leads to a model: providers, their addresses, sign-in."""
        return extra.objection(arguments, ALLOWED, KEYS)

    def check(self, request: Request) -> None:
        """Refuse a longer prompt than the program takes."""
        if len(request.prompt) > INPUT_CHARS:
            raise failures.input_too_large(self.agent, request, limit=INPUT_CHARS)

    def command(self, call: Call) -> Command:
        """Return the call. Refuses where the user's MCP servers cannot be named for certain: each
        has to be switched off by its name."""
        request, files = call.request, call.folders.files
        settings = [
            *(f"features.{name}=false" for name in _FEATURES),
            *_SETTINGS,
            *(["agents.enabled=false"] if _has_agents_switch(call.program) else []),
            *(f"mcp_servers.{name}.enabled=false" for name in _servers(call.prepared)),
            f"model_instructions_file={_toml(files / 'system.txt')}",
            *([f'model_reasoning_effort="{request.effort}"'] if request.effort else []),
        ]
        return Command(
            argv=(
                call.program.path,
                "exec",
                *call.program.arguments,
                *("--json", "--ephemeral", "--skip-git-repo-check", "--ignore-rules"),
                *("-s", "read-only", "-C", str(call.folders.work)),
                *("--output-schema", str(files / "schema.json")),
                *("-o", str(files / "answer.txt")),
                *extra.chosen("-m", request.model),
                *(part for setting in settings for part in ("-c", setting)),
                "-",
            ),
            stdin=request.prompt.encode("utf-8"),
            files={
                "system.txt": request.system,
                "schema.json": json.dumps(request.schema, ensure_ascii=False),
            },
        )

    def reading(self, call: Call) -> Reading:
        """Return a reader of its stream of JSON events."""
        return CodexReading(call.request, call.folders.files / "answer.txt")
