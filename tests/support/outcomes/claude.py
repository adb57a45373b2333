"""How recorded calls of Claude Code end."""

from support.outcomes.expected import INVALID, TOO_LONG, Answers, Fails, Outcomes, failed, tool
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import Usage

OK = Answers(
    Usage(
        calls=1,
        input_tokens=7200,
        cached_tokens=3000,
        output_tokens=180,
        cost_usd=0.0105,
        model="claude-sonnet-5-5",
    )
)
SECOND_TRY = Answers(
    Usage(
        calls=1,
        input_tokens=14500,
        cached_tokens=6000,
        output_tokens=190,
        cost_usd=0.02,
        model="claude-sonnet-5-5",
    )
)

OUTCOMES: Outcomes = {
    "ok": (0, OK),
    "ok-stream-json": (0, OK),
    "ok-exit-1": (1, OK),
    "second-try": (0, SECOND_TRY),
    "schema-ignored": (0, INVALID),
    "schema-retries-exhausted": (1, Fails(Code.INVALID_OUTPUT, "must have", {"again": True})),
    "not-logged-in": (1, failed("not signed in: Not logged in")),
    "bad-key-401": (1, failed("the key or sign-in was refused (401)", status=401)),
    "bad-model-404": (1, failed("no-such-model", status=404)),
    "rate-limit-429": (1, failed("too many requests (429)", status=429, again=True)),
    "overloaded-529": (1, failed("overloaded (529)", status=529, again=True)),
    "connection": (1, failed("Connection error", again=True)),
    "prompt-too-long": (1, TOO_LONG),
    "stdin-over-10mb": (1, TOO_LONG),
    "max-output-tokens": (1, Fails(Code.OUTPUT_TOO_LARGE, details={"limit": "128000 tokens"})),
    "refusal": (1, failed("safeguards flagged this message")),
    "sigterm": (143, failed("exit code 143")),
    "sigint": (0, failed("ede_diagnostic")),
    "unknown-flag": (1, failed("unknown option '--safe-mode'")),
    "tool-call": (0, tool("Bash")),
    "server-tool": (0, tool("web_search")),
    "tool-denied": (0, tool("Write")),
    "tools-open": (0, failed("its tools are not closed: Bash")),
    "servers-open": (0, failed("its tools are not closed: files")),
}
