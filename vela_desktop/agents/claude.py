"""Claude Code: ``claude -p`` with its tools closed, its answer held to a schema."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from vela_desktop.agents import arguments as extra
from vela_desktop.agents import failures, lines
from vela_desktop.agents.claude_reading import ClaudeReading
from vela_desktop.agents.protocol import Call, Command, Listing, Model, Question, Reading, Request
from vela_desktop.domain.agents import Agent, AgentProblem

STDIN_BYTES = 10_000_000
"""More on standard input is refused by the program, after it has started."""

_CLOSED = (
    "--tools",
    "",
    "--no-session-persistence",
    "--safe-mode",
    "--setting-sources",
    "user",
    "--strict-mcp-config",
)
"""No tools, no session file, no hooks, plugins, CLAUDE.md or MCP servers; the sign-in, the model
access and the ``env`` of the user's own settings still hold."""

ALLOWED = {
    "--model": True,
    "--effort": True,
    "--fallback-model": True,
    "--betas": True,
    "--max-budget-usd": True,
    "--verbose": False,
    "--no-chrome": False,
    "--disable-slash-commands": False,
}
"""What a person may add: whether a value follows each of them."""

_EFFORTS = ("low", "medium", "high", "xhigh", "max")

_INITIALIZE = {
    "type": "control_request",
    "request_id": "models",
    "request": {"subtype": "initialize"},
}


def _model(row: Any) -> Model | None:
    if not isinstance(row, dict) or not isinstance(row.get("value"), str):
        return None
    efforts = lines.rows(row, "supportedEffortLevels") if row.get("supportsEffort") else []
    return Model(
        id=row["value"],
        label=lines.text(row, "displayName") or row["value"],
        efforts=tuple(effort for effort in efforts if isinstance(effort, str)),
    )


def _models(stdout: bytes) -> tuple[Model, ...]:
    """Return the models in the answer to the initialize request."""
    for event in lines.objects(stdout):
        if event.get("type") == "control_response":
            answer = lines.under(lines.under(event, "response"), "response")
            return tuple(filter(None, map(_model, lines.rows(answer, "models"))))
    return ()


def _schema(request: Request) -> str:
    return json.dumps(request.schema, ensure_ascii=False)


class ClaudeAdapter:
    """Calls Claude Code."""

    agent: ClassVar[Agent] = Agent.CLAUDE
    executable: ClassVar[str | None] = "claude"
    calls_itself: ClassVar[str] = "claude"
    introduction: ClassVar[tuple[str, ...]] = ()
    minimum_version: ClassVar[str | None] = "2.1.197"
    unknown_version: ClassVar[str | None] = None
    input_bytes: ClassVar[int | None] = None
    window_share: ClassVar[float] = 1.0
    places: ClassVar[tuple[str, ...]] = (".claude/local",)
    environment: ClassVar[Mapping[str, str]] = {
        "CLAUDE_CODE_MAX_RETRIES": "2",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
    }
    preparation: ClassVar[Question | None] = None
    listing: ClassVar[Listing | None] = Listing(
        question=Question(
            arguments=(
                "-p",
                *("--input-format", "stream-json", "--output-format", "stream-json", "--verbose"),
                *_CLOSED,
            ),
            stdin=json.dumps(_INITIALIZE).encode() + b"\n",
        ),
        read=_models,
    )
    fallback_models: ClassVar[tuple[Model, ...]] = tuple(
        Model(id=name, label=name.capitalize(), efforts=_EFFORTS)
        for name in ("default", "opus", "sonnet", "haiku")
    )

    def objection(self, arguments: Sequence[str]) -> AgentProblem | None:
        """Allow what chooses models, limits cost, or closes more."""
        return extra.objection(arguments, ALLOWED)

    def check(self, request: Request) -> None:
        """Refuse more standard input than the program takes, and a schema that is longer than an
        argument may be; there is no other way for it."""
        extra.check_length(self.agent, _schema(request))
        size = len(request.prompt.encode("utf-8"))
        if size > STDIN_BYTES:
            raise failures.too_many_bytes(self.agent, size, STDIN_BYTES)

    def command(self, call: Call) -> Command:
        """Return the call."""
        request = call.request
        return Command(
            argv=(
                call.program.path,
                *call.program.arguments,
                "-p",
                *("--output-format", "stream-json", "--verbose"),
                *_CLOSED,
                *("--system-prompt-file", str(call.folders.files / "system.txt")),
                *("--json-schema", _schema(request)),
                *extra.chosen("--model", request.model),
                *extra.chosen("--effort", request.effort),
            ),
            stdin=request.prompt.encode("utf-8"),
            files={"system.txt": request.system},
        )

    def reading(self, call: Call) -> Reading:
        """Return a reader of its stream of JSON events."""
        return ClaudeReading(call.request)
