"""How recorded calls of Pi and OMP end: they print the same events and complain alike."""

from support.outcomes.expected import INVALID, TOO_LONG, Answers, Fails, Outcomes, failed, tool
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import Usage

OK = Answers(
    Usage(
        calls=1,
        input_tokens=1536,
        cached_tokens=1024,
        output_tokens=88,
        cost_usd=0.000774,
        model="openai/gpt-5.5",
    )
)
NO_ANSWER = Fails(Code.INVALID_OUTPUT, "no answer", {"again": True})

SHARED: Outcomes = {
    "ok": (0, OK),
    "ok-in-a-fence": (0, OK),
    "retry-500-then-ok": (0, OK),
    "schema-ignored": (0, INVALID),
    "no-text": (0, NO_ANSWER),
    "length-cut": (0, Fails(Code.OUTPUT_TOO_LARGE, details={"field": "answer", "again": False})),
    "err-401": (0, failed("refused (401): invalid key", status=401)),
    "err-404": (0, failed("(404): The model `no-such-model` does not exist", status=404)),
    "rate-limit-429": (0, failed("too many requests (429): slow", status=429, again=True)),
    "server-error-500": (1, failed("failed (500): boom", status=500, again=True)),
    "connection": (0, failed("Connection error", again=True)),
    "err-context-overflow": (0, TOO_LONG),
    "err-no-key": (1, failed("not signed in: ")),
    "no-models": (1, failed("not signed in: ")),
    "err-bad-model": (1, failed('Model "no-such-model" not found')),
    "empty-prompt": (0, failed("no answer (exit code 0)")),
    "cut-off": (-15, failed("no answer (ended by signal 15)")),
    "tool-call": (0, tool("bash")),
    "tool-execution": (0, tool("read")),
}

OUTCOMES: Outcomes = SHARED | {
    "anthropic-401": (0, failed("refused (401): invalid x-api-key", status=401)),
    "unknown-flag": (1, failed("Unknown option: --no-mcp")),
}
