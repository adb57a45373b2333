"""The built-in extractor: a small program of ours that answers like an agent, without a model."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from vela_desktop.agents import failures, lines
from vela_desktop.agents.protocol import (
    Answer,
    Call,
    Command,
    Listing,
    Model,
    Question,
    Reading,
    Request,
)
from vela_desktop.domain.agents import Agent, AgentProblem
from vela_desktop.domain.errors import Reason
from vela_desktop.domain.jobs import Usage
from vela_desktop.process.internal import internal_command


class BuiltinAdapter:
    """Starts ``vela --internal builtin``. It knows neither models nor efforts."""

    agent: ClassVar[Agent] = Agent.BUILTIN
    executable: ClassVar[str | None] = None
    calls_itself: ClassVar[str] = "vela"
    introduction: ClassVar[tuple[str, ...]] = ()
    minimum_version: ClassVar[str | None] = None
    unknown_version: ClassVar[str | None] = None
    input_bytes: ClassVar[int | None] = None
    window_share: ClassVar[float] = 1.0
    places: ClassVar[tuple[str, ...]] = ()
    environment: ClassVar[Mapping[str, str]] = {}
    preparation: ClassVar[Question | None] = None
    listing: ClassVar[Listing | None] = None
    fallback_models: ClassVar[tuple[Model, ...]] = ()

    def objection(self, arguments: Sequence[str]) -> AgentProblem | None:
        """It takes no arguments."""
        return AgentProblem(Reason.NO_ARGUMENTS) if arguments else None

    def check(self, request: Request) -> None:
        """It has no limits of its own."""

    def command(self, call: Call) -> Command:
        """Return the call: the prompt on standard input. A program needs no system text."""
        prompt = call.request.prompt.encode("utf-8")
        return Command(argv=tuple(internal_command("builtin")), stdin=prompt)

    def reading(self, _call: Call) -> Reading:
        """Return a reader of the reply, which is all that it prints."""
        return BuiltinReading()


class BuiltinReading:
    """Takes the whole output as the answer."""

    def __init__(self) -> None:
        self._lines: list[bytes] = []

    @property
    def ended(self) -> bool:
        """It ends with its process and not before."""
        return False

    def feed(self, line: bytes) -> None:
        """Keep the line: the reply may be spread over several."""
        self._lines.append(line)

    def feed_error(self, line: bytes) -> None:
        """It has no tools to tell of."""

    def tidy(self) -> None:
        """It keeps nothing of a call elsewhere."""

    def finish(self, exit_code: int, stderr: str) -> Answer:
        """Return what was printed."""
        if exit_code != 0:
            raise failures.silent(Agent.BUILTIN, exit_code, stderr)
        printed = b"\n".join(self._lines)
        if not isinstance(lines.decode(printed), dict):
            raise failures.no_answer(Agent.BUILTIN, "the reply is not a JSON object")
        return Answer(text=printed.decode("utf-8", "replace"), usage=Usage(calls=1))
