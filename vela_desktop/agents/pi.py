"""Pi: ``pi --print --mode json`` with its tools, extensions and context files closed."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from vela_desktop.agents import arguments as extra
from vela_desktop.agents import lines
from vela_desktop.agents.pi_reading import PiReading
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
from vela_desktop.agents.schema_text import system_with_schema
from vela_desktop.agents.versions import numbers
from vela_desktop.domain import limits
from vela_desktop.domain.agents import Agent, AgentProblem

_CLOSED = (
    "--no-session",
    "--no-tools",
    "--no-extensions",
    "--no-skills",
    "--no-prompt-templates",
    "--no-themes",
    "--no-context-files",
    "--no-approve",
    "--offline",
)
"""No session file, no tools, nothing of the user's own that could act or speak. Extensions also run
when only the models or the help text are asked for."""

_MCP_SWITCH = (1, 0, 4)
"""From here on MCP has a flag of its own. Since it came, in 0.99, it is an extension, which
``--no-extensions`` closes; an older version takes the flag for an error."""

ALLOWED = {"--provider": True, "--model": True, "--thinking": True, "--verbose": False}
"""What a person may add: whether a value follows each of them."""

_LEVELS = ("off", "minimal", "low", "medium", "high")
_MORE_LEVELS = ("xhigh", "max")

_MODELS = {"id": "1", "type": "get_available_models"}


def _servers_off(program: Program) -> tuple[str, ...]:
    return ("--no-mcp",) if numbers(program.version or "") >= _MCP_SWITCH else ()


def _rows(line: bytes) -> list[Any] | None:
    """Return the models in the answer to our question, None for another line."""
    event = lines.decode(line)
    if not isinstance(event, dict) or event.get("id") != _MODELS["id"]:
        return None
    return lines.rows(lines.under(event, "data"), "models")


def _is_answer(line: bytes) -> bool:
    return _rows(line) is not None


def _efforts(row: Mapping[str, Any]) -> tuple[str, ...]:
    """A level that the model does not have is named with null, one above the usual with a value."""
    if row.get("reasoning") is not True:
        return ()
    named = lines.under(row, "thinkingLevelMap")
    usual = [level for level in _LEVELS if named.get(level, level) is not None]
    return (*usual, *(level for level in _MORE_LEVELS if named.get(level) is not None))


def _model(row: Any) -> Model | None:
    if not isinstance(row, dict):
        return None
    name, provider = lines.text(row, "id"), lines.text(row, "provider")
    if not name or not provider:
        return None
    return Model(
        id=f"{provider}/{name}",
        label=f"{lines.text(row, 'name') or name} ({provider})",
        efforts=_efforts(row),
        context_tokens=lines.number(row, "contextWindow") or None,
    )


def _models(stdout: bytes) -> tuple[Model, ...]:
    """Return the models of the providers that the user has access to."""
    for line in stdout.split(b"\n"):
        if (rows := _rows(line)) is not None:
            return tuple(filter(None, map(_model, rows)))
    return ()


class PiAdapter:
    """Calls Pi."""

    agent: ClassVar[Agent] = Agent.PI
    executable: ClassVar[str | None] = "pi"
    calls_itself: ClassVar[str] = r"\bpi - ai coding (?:assistant|agent)\b"
    introduction: ClassVar[tuple[str, ...]] = ("--no-extensions", "--offline", "--help")
    minimum_version: ClassVar[str | None] = "0.84.0"
    """Older ones print the whole answer so far again with every piece of it."""
    unknown_version: ClassVar[str | None] = "2"
    input_bytes: ClassVar[int | None] = limits.SMALL_INPUT_BYTES
    window_share: ClassVar[float] = 1.0
    places: ClassVar[tuple[str, ...]] = ()
    environment: ClassVar[Mapping[str, str]] = {}
    preparation: ClassVar[Question | None] = None
    listing: ClassVar[Listing | None] = Listing(
        question=Question(
            arguments=("--mode", "rpc", *_CLOSED),
            stdin=json.dumps(_MODELS).encode() + b"\n",
            enough=_is_answer,
        ),
        read=_models,
    )
    fallback_models: ClassVar[tuple[Model, ...]] = ()

    def objection(self, arguments: Sequence[str]) -> AgentProblem | None:
        """Allow what chooses a model."""
        return extra.objection(arguments, ALLOWED)

    def check(self, request: Request) -> None:
        """It has no limits of its own: prompt and system text do not go as arguments."""

    def command(self, call: Call) -> Command:
        """Return the call. The flag for the system text takes a file's path too."""
        request, folders = call.request, call.folders
        return Command(
            argv=(
                call.program.path,
                *call.program.arguments,
                *("--print", "--mode", "json"),
                *_CLOSED,
                *_servers_off(call.program),
                *("--system-prompt", str(folders.files / "system.txt")),
                *("--append-system-prompt", ""),
                *extra.chosen("--model", request.model),
                *extra.chosen("--thinking", request.effort),
            ),
            stdin=request.prompt.encode("utf-8"),
            files={"system.txt": system_with_schema(request)},
            environment={"PWD": str(folders.work)},
        )

    def reading(self, call: Call) -> Reading:
        """Return a reader of its stream of JSON events."""
        return PiReading(self.agent, call.request)
