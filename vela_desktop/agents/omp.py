"""OMP (oh-my-pi): ``omp -p --mode json`` with its tools and all discovery closed."""

import json
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from vela_desktop.agents import arguments as extra
from vela_desktop.agents import lines, omp_dumps
from vela_desktop.agents.pi_reading import PiReading
from vela_desktop.agents.protocol import Call, Command, Listing, Model, Question, Reading, Request
from vela_desktop.agents.schema_text import system_with_schema
from vela_desktop.domain import limits
from vela_desktop.domain.agents import Agent, AgentProblem

_CLOSED = (
    "--no-session",
    "--no-tools",
    "--no-extensions",
    "--no-skills",
    "--no-rules",
    "--no-lsp",
    "--no-title",
)

_DISCOVERY = (
    "native",
    "omp-plugins",
    "claude",
    "claude-md",
    "claude-plugins",
    "agent-plugins",
    "agents",
    "agents-md",
    "codex",
    "cursor",
    "gemini",
    "opencode",
    "windsurf",
    "cline",
    "github",
    "vscode",
    "mcp-json",
    "ssh-json",
)
"""Where OMP finds instructions, hooks and MCP servers, its own and those of other agents: no flag
closes servers. Models come by another way, except that ``cursor`` is also a model provider's name:
those models cannot be used."""

_OVERLAY = {
    "disabledProviders": list(_DISCOVERY),
    "enabledProviders": [],
    "memory": {"backend": "off"},
    "memories": {"enabled": False},
    "autolearn": {"enabled": False},
    "advisor": {"enabled": False},
    "prewalk": {"enabled": False},
    "plan": {"defaultOnStartup": False},
    "magicKeywords": {"enabled": False},
    "compaction": {"enabled": False, "midTurnEnabled": False},
    "contextPromotion": {"enabled": False},
    "features": {"unexpectedStopDetection": "none"},
    "retry": {"enabled": False, "modelFallback": False, "usageAwareFallback": False},
    "startup": {"checkUpdate": False},
    "marketplace": {"autoUpdate": "off"},
    "dev": {"autoqa": False},
    "completion": {"notify": "off"},
}
"""Settings that a user may have and that would keep the text, show it to another model, change what
is asked (words like “workflow” in a prompt are orders to OMP; a long one is summarised), act, or go
on trying for minutes. Without them each request is still tried six times."""

ALLOWED = {"--provider": True, "--model": True, "--thinking": True, "--service-tier": True}
"""What a person may add: whether a value follows each of them."""


def _model(row: Any) -> Model | None:
    if not isinstance(row, dict) or not lines.text(row, "selector"):
        return None
    name = row["selector"]
    return Model(
        id=name,
        label=f"{lines.text(row, 'name') or name} ({name.partition('/')[0]})",
        efforts=tuple(map(str, lines.rows(row, "thinking"))),
        context_tokens=lines.number(row, "contextWindow") or None,
    )


def _models(stdout: bytes) -> tuple[Model, ...]:
    """Return the models of the providers that the user has access to."""
    return tuple(filter(None, map(_model, lines.rows(lines.document(stdout), "models"))))


class OmpAdapter:
    """Calls OMP."""

    agent: ClassVar[Agent] = Agent.OMP
    executable: ClassVar[str | None] = "omp"
    calls_itself: ClassVar[str] = r"^omp/\d"
    introduction: ClassVar[tuple[str, ...]] = ()
    minimum_version: ClassVar[str | None] = "17.2.15"
    """Version 14 does not heed the overlay: it starts the user's MCP servers and tools."""
    unknown_version: ClassVar[str | None] = "19"
    """A new one may discover things in a place that the overlay does not name."""
    input_bytes: ClassVar[int | None] = limits.SMALL_INPUT_BYTES
    window_share: ClassVar[float] = 1.0
    places: ClassVar[tuple[str, ...]] = (".bun/bin",)
    environment: ClassVar[Mapping[str, str]] = {"PI_NO_TITLE": "1"}
    preparation: ClassVar[Question | None] = None
    listing: ClassVar[Listing | None] = Listing(
        question=Question(arguments=("models", "--json", "--no-extensions")), read=_models
    )
    fallback_models: ClassVar[tuple[Model, ...]] = ()

    def objection(self, arguments: Sequence[str]) -> AgentProblem | None:
        """Allow what chooses a model."""
        return extra.objection(arguments, ALLOWED)

    def check(self, request: Request) -> None:
        """It has no limits of its own: prompt and system text do not go as arguments."""

    def command(self, call: Call) -> Command:
        """Return the call. The prompt is a file: whether standard input is read depends on the
        version of OMP and of Bun. The flag for the system text takes a file's path too."""
        request, files = call.request, call.folders.files
        return Command(
            argv=(
                call.program.path,
                *call.program.arguments,
                *("-p", "--mode", "json"),
                *_CLOSED,
                *("--config", str(files / "overlay.yml")),
                *("--system-prompt", str(files / "system.txt")),
                *("--append-system-prompt", ""),
                *extra.chosen("--model", request.model),
                *extra.chosen("--thinking", request.effort),
                f"@{files / 'prompt.txt'}",
            ),
            files={
                "overlay.yml": json.dumps(_OVERLAY),
                "system.txt": system_with_schema(request),
                "prompt.txt": request.prompt,
            },
            environment={"PWD": str(call.folders.work)},
        )

    def reading(self, call: Call) -> Reading:
        """Return a reader of its stream of JSON events."""
        forget = partial(omp_dumps.remove, since=time.time())
        return PiReading(self.agent, call.request, forget=forget)
