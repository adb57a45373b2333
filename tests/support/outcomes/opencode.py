"""How recorded calls of OpenCode end."""

from dataclasses import replace

from support.outcomes.expected import INVALID, TOO_LONG, Answers, Fails, Outcomes, failed, tool
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import Usage

USED = Usage(
    calls=1, input_tokens=1520, cached_tokens=1024, output_tokens=88, cost_usd=0.012346, model=None
)
OK = Answers(USED)
TWO_STEPS = Answers(replace(USED, input_tokens=1620, cost_usd=0.024691))
CUT = Fails(Code.OUTPUT_TOO_LARGE, details={"field": "answer"})
NO_MODEL = failed("or it is not signed in to its provider")
NOT_OURS = failed("its tools are not closed")

OUTCOMES: Outcomes = {
    "ok": (0, OK),
    "ok-no-price": (0, Answers(replace(USED, cost_usd=None))),
    "ok-with-thinking": (0, OK),
    "ok-in-parts": (0, OK),
    "ok-exit-1": (1, OK),
    "fenced": (0, OK),
    "second-step": (0, TWO_STEPS),
    "schema-ignored": (0, INVALID),
    "no-text": (0, Fails(Code.INVALID_OUTPUT, "no answer", {"again": True})),
    "cut-off": (0, CUT),
    "output-length": (1, CUT),
    "held-back": (0, failed("content-filter")),
    "broke-off": (0, failed("broke off (unknown)", again=True)),
    "bad-key-401": (1, failed("the key or sign-in was refused (401)", status=401)),
    "bad-model-404": (1, failed("`no-such` does not exist", status=404)),
    "rate-limit-429": (1, failed("too many requests (429)", status=429, again=True)),
    "server-error-500": (1, failed("the model service failed (500)", status=500, again=True)),
    "for-ever-1.17": (-15, failed("its requests keep failing: slow down", again=True)),
    "recovered": (0, OK),
    "offline": (1, failed("Unable to connect", again=True)),
    "no-key": (1, failed("not signed in: OpenAI API key is missing")),
    "unknown-model": (1, NO_MODEL),
    "unknown-model-1.17": (1, NO_MODEL),
    "unexpected-error": (1, failed("Unexpected server error")),
    "context-overflow": (1, TOO_LONG),
    "request-too-large-413": (1, TOO_LONG),
    "aborted": (1, failed("Aborted")),
    "sigterm": (-15, failed("signal 15")),
    "empty-prompt": (1, failed("You must provide a message")),
    "unknown-flag": (1, failed("Unknown argument: pure")),
    "other-agent": (0, NOT_OURS),
    "subagent": (0, NOT_OURS),
    "tool-closed": (0, tool("bash")),
    "tool-used": (0, tool("read")),
    "tool-mcp": (0, tool("files_read")),
    "tool-unnamed": (0, tool("unknown")),
}
