"""OpenCode: ``opencode run`` with an agent without tools, in folders of the call's own."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from vela_desktop.agents import arguments as extra
from vela_desktop.agents import failures, lines, opencode_home, opencode_models
from vela_desktop.agents.opencode_reading import OpenCodeReading
from vela_desktop.agents.protocol import Call, Command, Listing, Model, Question, Reading, Request
from vela_desktop.agents.schema_text import system_with_schema
from vela_desktop.domain import limits
from vela_desktop.domain.agents import Agent, AgentProblem

VARIABLE_BYTES = 131_071
"""Linux takes no longer string in an environment than this, its name included."""

ALLOWED = {"--thinking": False, "--print-logs": False}
"""What a person may add: whether a value follows each of them."""


def _servers(resolved: Mapping[str, Any], environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the names of the MCP servers, each of which has to be switched off by its name."""
    servers = resolved.get("mcp", {})
    if not resolved or not isinstance(servers, dict):
        raise failures.failed(Agent.OPENCODE, "its MCP servers cannot be listed", again=False)
    for name, server in servers.items():
        off = isinstance(server, dict) and server.get("enabled") is False
        if not off and opencode_home.is_managed(environment):
            reason = f"the MCP server {name!r} may be set by your organisation: it cannot be closed"
            raise failures.failed(Agent.OPENCODE, reason, again=False)
        yield name


def _check_model(request: Request, resolved: Mapping[str, Any]) -> None:
    """Refuse a call in which nobody names a model: OpenCode would look for one by itself, and take
    a free one in the cloud where it finds no other."""
    if not (request.model or lines.text(resolved, "model")):
        reason = "choose a model: its configuration names none, and it would take any that is free"
        raise failures.failed(Agent.OPENCODE, reason, again=False)


def _configuration(name: str, request: Request, servers: Sequence[str]) -> dict[str, Any]:
    """Return what is laid over the user's configuration."""
    agent = {
        "description": "Answers once, in JSON",
        "mode": "primary",
        "prompt": system_with_schema(request),
        "permission": {"*": "deny"},
    }
    return {
        "agent": {name: agent},
        "mcp": {server: {"enabled": False} for server in servers},
        "share": "disabled",
        "autoupdate": False,
        "snapshot": False,
    }


def _content(environment: Mapping[str, str], own: Mapping[str, Any]) -> str:
    """Return *own* as a variable's value; raise AgentError where none can hold it."""
    content = opencode_home.content(environment, own)
    size = len(f"{opencode_home.CONTENT}={content}".encode())
    if size > VARIABLE_BYTES:
        raise failures.too_many_bytes(Agent.OPENCODE, size, VARIABLE_BYTES)
    return content


class OpenCodeAdapter:
    """Calls OpenCode."""

    agent: ClassVar[Agent] = Agent.OPENCODE
    executable: ClassVar[str | None] = "opencode"
    calls_itself: ClassVar[str] = "opencode"
    introduction: ClassVar[tuple[str, ...]] = ()
    minimum_version: ClassVar[str | None] = "1.17.0"
    """1.15 prints no events, and older ones write the whole request into their log."""
    unknown_version: ClassVar[str | None] = "2.0"
    input_bytes: ClassVar[int | None] = limits.SMALL_INPUT_BYTES
    window_share: ClassVar[float] = 1.0
    places: ClassVar[tuple[str, ...]] = (".opencode/bin",)
    environment: ClassVar[Mapping[str, str]] = opencode_home.CLOSED
    preparation: ClassVar[Question | None] = Question(
        arguments=("--pure", "debug", "config"),
        surroundings=opencode_home.surroundings,
        by_file=True,
    )
    """Prints the whole configuration; it starts no server."""
    listing: ClassVar[Listing | None] = Listing(
        question=Question(
            arguments=("--pure", "models", "--verbose"),
            surroundings=opencode_home.surroundings,
            by_file=True,
        ),
        read=opencode_models.models,
    )
    fallback_models: ClassVar[tuple[Model, ...]] = ()

    def objection(self, arguments: Sequence[str]) -> AgentProblem | None:
        """Allow what shows more: model and effort are chosen for each job."""
        return extra.objection(arguments, ALLOWED)

    def check(self, request: Request) -> None:
        """What it refuses shows only once its configuration is known."""

    def command(self, call: Call) -> Command:
        """Return the call: the prompt on standard input, all else in one variable.

        Refuses where MCP servers cannot be switched off for certain and where no model is named.
        The agent's name is one that no configuration can have added permissions to.
        """
        request, work = call.request, call.folders.work
        resolved = lines.document(call.prepared)
        servers = list(_servers(resolved, call.environment))
        _check_model(request, resolved)
        name = f"vela-{work.parent.name}"
        content = _content(call.environment, _configuration(name, request, servers))
        return Command(
            argv=(
                call.program.path,
                "run",
                *call.program.arguments,
                *("--pure", "--format", "json", "--print-logs", "--log-level", "ERROR"),
                *("--agent", name, "--title", "vela-curation"),
                *extra.chosen("--model", request.model),
                *extra.chosen("--variant", request.effort),
                *("--dir", str(work)),
            ),
            stdin=request.prompt.encode("utf-8"),
            environment={
                **opencode_home.surroundings(work, call.environment),
                opencode_home.CONTENT: content,
            },
        )

    def reading(self, call: Call) -> Reading:
        """Return a reader of its stream of JSON events."""
        return OpenCodeReading(call.request, lines.text(lines.document(call.prepared), "model"))
