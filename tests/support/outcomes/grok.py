"""How recorded calls of Grok Build end."""

from dataclasses import replace

from support.outcomes.expected import INVALID, TOO_LONG, Answers, Fails, Outcomes, failed, tool
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import Usage

USED = Usage(calls=1, input_tokens=1400, cached_tokens=200, output_tokens=80, model="mock-model")
OK = Answers(USED)
COST = Answers(replace(USED, model="grok-4.6", cost_usd=0.012346))
STREAMED = Answers(replace(USED, input_tokens=4200, cached_tokens=3000, output_tokens=180))
CUT = Fails(Code.OUTPUT_TOO_LARGE, details={"field": "answer"})

OUTCOMES: Outcomes = {
    "answered": (0, OK),
    "answered-messages": (0, OK),
    "ok-streaming-json": (0, STREAMED),
    "cost-told": (0, COST),
    "fenced": (0, OK),
    "schema-broken": (0, OK),
    "schema-broken-messages": (
        0,
        Fails(Code.INVALID_OUTPUT, "required property", {"again": True}, output_tokens=320),
    ),
    "schema-ignored": (0, INVALID),
    "not-signed-in": (1, failed("not signed in: Not signed in")),
    "bad-key-401": (1, failed("the key or sign-in was refused (401)", status=401)),
    "bad-model-404": (1, failed("`mock-model` does not exist", status=404)),
    "unknown-model": (1, failed("Couldn't set model 'no-such'")),
    "bad-effort": (1, failed("unknown effort level 'max'")),
    "rate-limit-429": (1, failed("too many requests (429)", status=429, again=True)),
    "rate-limit-plan": (1, failed("rate limit for your plan", status=429, again=True)),
    "server-error-500": (1, failed("the model service failed (500)", status=500, again=True)),
    "overloaded-529": (1, failed("overloaded (529)", status=529, again=True)),
    "unreachable": (1, failed("no connection to the model service", again=True)),
    "context-too-long": (1, TOO_LONG),
    "too-large-413": (1, TOO_LONG),
    "compaction": (0, TOO_LONG),
    "max-output-tokens": (1, CUT),
    "max-tokens-stop": (0, CUT),
    "refusal": (0, failed("otherwise than by an answer: refusal")),
    "cancelled": (0, failed("otherwise than by an answer: cancelled")),
    "sigterm": (-15, failed("signal 15")),
    "sigint": (-2, failed("signal 2")),
    "unknown-flag": (2, failed("unexpected argument '--bogus'")),
    "tool-call": (1, tool("run_terminal_command", output_tokens=80)),
    "plan": (0, tool("plan")),
    "tools-open": (0, failed("its tools are not closed: run_terminal_command")),
}
