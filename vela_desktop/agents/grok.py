"""Grok Build: ``grok --prompt-file`` in a home folder of the call's own, with no tool on offer."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from vela_desktop.agents import arguments as extra
from vela_desktop.agents import failures, grok_home, lines
from vela_desktop.agents.grok_reading import GrokReading
from vela_desktop.agents.protocol import Call, Command, Listing, Model, Question, Reading, Request
from vela_desktop.domain.agents import Agent, AgentProblem

_OTHERS = {
    f"GROK_{vendor}_{surface}_ENABLED": "0"
    for vendor in ("CLAUDE", "CURSOR", "CODEX")
    for surface in ("HOOKS", "MCPS", "RULES", "AGENTS", "SKILLS", "SESSIONS")
}
"""By default Grok also runs the hooks and servers of other agents and reads their instructions."""

_CLOSED = (
    *("--tools", "todo_write", "--disallowed-tools", "todo_write,search_tool,use_tool"),
    *("--max-turns", "1"),
    *("--no-subagents", "--no-plan", "--disable-web-search", "--no-auto-update"),
)
"""No tool is on offer: an empty list would be taken for no list, so one that is harmless is named,
and taken away again with the two that lead to servers. After a try of any other the turn is over,
so that a model cannot go on trying at a cost."""

ALLOWED = {"--reasoning-effort": True, "--effort": True}
"""What a person may add: whether a value follows each of them."""

_EFFORTS = ("xhigh", "high", "medium", "low")
"""What a model of the user's own takes when it has efforts and does not say which."""

_INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": 1, "clientCapabilities": {}},
}


def _state(line: bytes) -> dict[str, Any] | None:
    """Return what the answer to the initialize request says of models; None for another line."""
    event = lines.decode(line)
    if not isinstance(event, dict) or event.get("id") != _INITIALIZE["id"]:
        return None
    return lines.under(lines.under(lines.under(event, "result"), "_meta"), "modelState")


def _is_answer(line: bytes) -> bool:
    return _state(line) is not None


def _model(row: Any) -> Model | None:
    if not isinstance(row, dict) or not lines.text(row, "modelId"):
        return None
    about = lines.under(row, "_meta")
    named = [
        lines.text(level, "id")
        for level in lines.rows(about, "reasoningEfforts")
        if isinstance(level, dict)
    ]
    efforts = tuple(filter(None, named)) or _EFFORTS
    return Model(
        id=row["modelId"],
        label=lines.text(row, "name") or row["modelId"],
        efforts=efforts if about.get("supportsReasoningEffort") is True else (),
        context_tokens=lines.number(about, "totalContextTokens") or None,
    )


def _models(stdout: bytes) -> tuple[Model, ...]:
    for line in stdout.split(b"\n"):
        if (state := _state(line)) is not None:
            return tuple(filter(None, map(_model, lines.rows(state, "availableModels"))))
    return ()


def _schema(request: Request) -> str:
    return json.dumps(request.schema, ensure_ascii=False, separators=(",", ":"))


class GrokAdapter:
    """Calls Grok Build."""

    agent: ClassVar[Agent] = Agent.GROK
    executable: ClassVar[str | None] = "grok"
    calls_itself: ClassVar[str] = r"^grok \S+ \([0-9a-f]{6,}"
    """With the commit it was built from: other tools called ``grok`` print a number."""
    introduction: ClassVar[tuple[str, ...]] = ()
    minimum_version: ClassVar[str | None] = "1.0.5"
    unknown_version: ClassVar[str | None] = None
    input_bytes: ClassVar[int | None] = None
    window_share: ClassVar[float] = 0.8
    places: ClassVar[tuple[str, ...]] = (".grok/bin",)
    environment: ClassVar[Mapping[str, str]] = {
        **_OTHERS,
        "GROK_TURN_SUMMARY": "0",
        "GROK_TITLE_REFRESH": "0",
        "GROK_MEMORY": "0",
        "GROK_WORKFLOWS": "0",
        "GROK_SUBAGENTS": "0",
        "GROK_SESSION_SEARCH": "0",
        "GROK_DISABLE_AUTOUPDATER": "1",
        "GROK_TELEMETRY_ENABLED": "0",
        "GROK_TELEMETRY_TRACE_UPLOAD": "0",
        "GROK_FEEDBACK_ENABLED": "0",
        "GROK_ERROR_REPORTING": "0",
        "GROK_MAX_RETRIES": "2",
        "GROK_TURN_TRANSIENT_RETRY": "0",
        "GROK_AUTO_COMPACT_THRESHOLD_PERCENT": "100",
    }
    """Its own retries would go on for minutes. It summarises a prompt that is estimated at more
    than this part of the model's window."""
    preparation: ClassVar[Question | None] = Question(arguments=("models",))
    """Tells whether the user is signed in. The call itself cannot: there one model has a key."""
    listing: ClassVar[Listing | None] = Listing(
        question=Question(
            arguments=("agent", "--no-leader", "stdio"),
            stdin=json.dumps(_INITIALIZE).encode() + b"\n",
            enough=_is_answer,
        ),
        read=_models,
    )
    fallback_models: ClassVar[tuple[Model, ...]] = (
        Model(id="grok-4.6", label="Grok 4.6", efforts=_EFFORTS, context_tokens=500_000),
        Model(id="grok-4.5", label="Grok 4.5", efforts=_EFFORTS[1:], context_tokens=500_000),
    )

    def objection(self, arguments: Sequence[str]) -> AgentProblem | None:
        """Allow the effort: each other flag may be given only once, and is one of ours."""
        return extra.objection(arguments, ALLOWED)

    def check(self, request: Request) -> None:
        """Refuse a schema that is longer than an argument may be; there is no other way for it."""
        extra.check_length(self.agent, _schema(request))

    def command(self, call: Call) -> Command:
        """Return the call. Refuses where the program said that nobody is signed in."""
        if grok_home.is_signed_in(call.prepared) is False:
            raise failures.failed(self.agent, "not signed in: run “grok login”", again=False)
        request, folders = call.request, call.folders
        return Command(
            argv=(
                grok_home.program(call.program.path, call.environment),
                *call.program.arguments,
                *("--prompt-file", str(folders.files / "prompt.txt"), "--verbatim"),
                *("--agent", str(folders.files / grok_home.AGENT_FILE)),
                *("--cwd", str(folders.work)),
                *("--output-format", "streaming-json", "--json-schema", _schema(request)),
                *_CLOSED,
                *extra.chosen("-m", request.model),
                *extra.chosen("--reasoning-effort", request.effort),
            ),
            files={
                "prompt.txt": request.prompt,
                grok_home.AGENT_FILE: grok_home.agent_file(request.system),
                grok_home.CONFIG_FILE: grok_home.configuration(call.environment),
            },
            environment={
                "GROK_HOME": str((folders.files / grok_home.CONFIG_FILE).parent),
                "GROK_AUTH_PATH": str(grok_home.sign_in(call.environment)),
                "GROK_SESSION_SUMMARY_MODEL": grok_home.NO_TITLES,
            },
        )

    def reading(self, call: Call) -> Reading:
        """Return a reader of its stream of JSON events."""
        return GrokReading(call.request)
