"""What an adapter offers. Another agent needs one class with these methods and a registry row."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Protocol

from vela_desktop.domain.agents import Agent, AgentProblem
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import Usage

Surroundings = Callable[[Path, Mapping[str, str]], Mapping[str, str]]
"""Lays out beside the private working folder what a program is to find instead of the user's own,
and returns the variables that lead there; it is given the folder and the environment. Runs in a
worker thread; raises OSError or ValueError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """An agent's executable as found: its path, how it was found, and its version."""

    agent: Agent
    path: str
    found_by: str
    """``environment``, ``settings``, ``path``, ``login shell``, ``known place`` or ``built in``;
    empty where nothing was found."""
    version: str | None = None
    problem: AgentProblem | None = None
    """Why it cannot be used, or None where it can."""
    arguments: tuple[str, ...] = ()
    """Extra arguments from the settings."""
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Extra environment variables from the settings."""
    input_bytes: int | None = None
    """What the settings say instead of the adapter's ``input_bytes``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One call: a system text, a prompt, and the JSON schema its answer must have."""

    system: str
    prompt: str
    schema: dict[str, Any]
    model: str | None
    effort: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders:
    """A call's private folders, removed after it."""

    work: Path
    """Empty: the program's working folder."""
    files: Path
    """Beside it: what the command line refers to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What an adapter makes a command line of."""

    program: Program
    request: Request
    folders: Folders
    prepared: bytes = b""
    """What the program printed to the adapter's preparation."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """What the program is started in, before the command's own additions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A program start: argument vector and standard input. ``files`` (name to text) are written
    into ``Folders.files`` first; ``environment`` is added to that of every start."""

    argv: tuple[str, ...]
    stdin: bytes = b""
    files: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A short question to a program that calls no model."""

    arguments: tuple[str, ...]
    stdin: bytes = b""
    enough: Callable[[bytes], bool] | None = None
    """For programs that stop at the end of their input: it is kept open until a line of the answer
    satisfies this, and the program is then ended."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Added to that of every start."""
    surroundings: Surroundings | None = None
    by_file: bool = False
    """For programs that end before a pipe has taken all that they printed: they print into a file
    beside the private working folder. Not on Windows."""
    configured: bool = False
    """Whether ``-c`` arguments of the settings change the answer and go before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the agent said: the text of its final answer (meant to be JSON) and what it used."""

    text: str
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A model as an agent's catalogue offers it; ``efforts`` is empty where it has no levels."""

    id: str
    label: str
    efforts: tuple[str, ...] = ()
    context_tokens: int | None = None
    """The size of its window, where the agent says it."""


class AgentError(VelaError):
    """Trouble with one call. ``usage`` is what it used all the same, as far as the agent said.

    Details beside those of the message: ``again`` (may another try help at once?), ``status`` (the
    model service's HTTP status, where known), ``tool`` (what the agent tried to use) and
    ``stderr_tail`` (for the window only, never for a log). What an agent or a service said is
    masked.
    """

    def __init__(self, code: Code, *, usage: Usage | None = None, **details: object) -> None:
        super().__init__(code, **details)
        self.usage = usage or Usage(calls=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """How a program lists its models: what to ask, and how to read the answer.

    ``read`` returns no models where there is no sense in the answer.
    """

    question: Question
    read: Callable[[bytes], tuple[Model, ...]]


class Reading(Protocol):
    """Reads one call's output as it comes."""

    @property
    def ended(self) -> bool:
        """Whether the agent has said that it is done, well or not."""

    def feed(self, line: bytes) -> None:
        """Take one line of standard output (without its LF).

        Raises AgentError ``memory_process_failed`` with ``reason="tool"`` as soon as the agent
        tries a tool; the caller then ends the process group at once.
        """

    def feed_error(self, line: bytes) -> None:
        """Take one line of the error stream, where an agent may tell of tools too; raises alike."""

    def tidy(self) -> None:
        """Remove what the program kept of the call outside its folders, however the call ended;
        in a worker thread."""

    def finish(self, exit_code: int, stderr: str) -> Answer:
        """Return the answer, judging by what was said and not by the exit code alone.

        Raises AgentError ``memory_process_failed`` (with a one-line ``reason``),
        ``memory_invalid_output`` (an answer that is no answer in this schema),
        ``memory_context_too_large`` or ``memory_output_too_large``.
        """


class Adapter(Protocol):
    """How one agent's program is found, asked and called."""

    agent: ClassVar[Agent]
    executable: ClassVar[str | None]
    """The program's name without a suffix, or None where it is one of our own helpers."""
    calls_itself: ClassVar[str]
    """A word in what ``--version`` prints, in lower case; or, where other programs have the same
    name, a pattern in that, and then a bare version number is not enough."""
    introduction: ClassVar[tuple[str, ...]]
    """Arguments that make it say who it is, where ``--version`` prints a bare number and other
    programs have the same name; ``calls_itself`` is looked for in that as well."""
    minimum_version: ClassVar[str | None]
    """Older ones lack a flag that closes tools, and are refused."""
    unknown_version: ClassVar[str | None]
    """From this one on the command line is another one: refused until it is known."""
    input_bytes: ClassVar[int | None]
    """The most bytes of UTF-8 that one call sends by default; None for no limit but the model's."""
    window_share: ClassVar[float]
    """How much of a model's window one input may take: some agents rewrite what is longer."""
    places: ClassVar[tuple[str, ...]]
    """Folders below the home folder, beside the usual ones, that no PATH may name."""
    environment: ClassVar[Mapping[str, str]]
    """What every start of the program gets; it overrides the settings."""
    preparation: ClassVar[Question | None]
    """What has to be asked before each call."""
    listing: ClassVar[Listing | None]
    """How to get its models; None where it has none."""
    fallback_models: ClassVar[tuple[Model, ...]]
    """What to offer while the program's own list is not known."""

    def objection(self, arguments: Sequence[str], /) -> AgentProblem | None:
        """Return why the extra *arguments* of the settings are not accepted."""

    def check(self, request: Request, /) -> None:
        """Raise AgentError for a request that the program is known to refuse, before it starts."""

    def command(self, call: Call, /) -> Command:
        """Return the command line of *call*, in a worker thread; raise AgentError where there is no
        safe one, OSError or ValueError where the user's configuration cannot be used."""

    def reading(self, call: Call, /) -> Reading:
        """Return a fresh reader of the call's output."""
