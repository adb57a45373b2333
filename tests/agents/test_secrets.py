"""No part of a secret that an agent or a service says gets into what is shown or stored of it."""

import random
import string
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from support.fake_agents import fake_claude, fake_codex, fake_pi
from support.soak import tries
from vela_desktop.agents import failures
from vela_desktop.agents.arguments import objection
from vela_desktop.agents.call import call
from vela_desktop.agents.programs import Programs
from vela_desktop.agents.protocol import AgentError, Request
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.agents.trial import TrialStep, trial
from vela_desktop.config.settings import AgentSettings
from vela_desktop.curation.checks import Rejected
from vela_desktop.curation.failures import stored_details
from vela_desktop.domain import masking
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, VelaError

_random = random.Random(11)
_ALNUM = string.ascii_letters + string.digits


def some(length: int, alphabet: str = _ALNUM) -> str:
    return "".join(_random.choice(alphabet) for _ in range(length))


KEY = "\n".join([*(some(64) for _ in range(12)), some(30)])
PEM = (f"-----BEGIN RSA PRIVATE KEY-----\n{KEY}\n-----END RSA PRIVATE KEY-----", KEY)
SECRETS: dict[str, tuple[str, str]] = {
    "github": ("ghp_", some(36)),
    "anthropic": ("sk-ant-api03-", some(93)),
    "openai": ("sk-proj-", some(48)),
    "aws": ("AKIA", some(16, string.ascii_uppercase + "234567")),
    "slack": ("xoxb-123456789012-123456789012-", some(24)),
    "google": ("AIza", some(35)),
    "jwt": (f"eyJhbGciOiJIUzI1NiJ9.eyJ{some(60)}.", some(43)),
    "bearer": ("Authorization: Bearer ", some(40)),
    "address": ("postgres://app:", "hunter2x7q"),
    "password": ("DB_PASSWORD=", "s3cr3tP4ss"),
    "named": ("client_secret: '", some(40, string.ascii_lowercase + string.digits)),
}
AFTER = {"address": "@db.local/shop", "named": "'"}
KINDS = [*SECRETS, "private key", "private key on one line"]


def secret(kind: str) -> tuple[str, list[str]]:
    """Return what is said, and the parts of it that nobody may see eight characters of."""
    if kind.startswith("private key"):
        said = PEM[0] if kind == "private key" else PEM[0].replace("\n", "\\n")
        return said, KEY.split("\n")
    before, value = SECRETS[kind]
    return before + value + AFTER.get(kind, ""), [value]


def survives(parts: list[str], shown: str) -> str:
    """Return eight characters of the secret that can be seen, if any can."""
    pieces = (part[i : i + 8] for part in parts for i in range(len(part) - 7))
    return next((piece for piece in pieces if piece in shown), "")


FILLERS = {
    "lines": "some words here\n",
    "one line": "some words here ",
    "secrets": f"token ghp_{some(36)} was refused\n",
    "one line of secrets": f"token ghp_{some(36)} was refused ",
    "colours": "\x1b[31mred\x1b[0m\n",
}
"""What stands around it. Masking makes some of it shorter."""


def filled(length: int, filler: str) -> str:
    unit = FILLERS[filler]
    return unit * (length // len(unit)) + " " * (length % len(unit))


def stored(error: VelaError) -> str:
    return "\n".join(map(str, stored_details(error).values()))


def as_tail(said: str, cut: bool) -> str:
    tail = failures.tail(said, cut=cut)
    assert len(tail) <= failures.TAIL_CHARS
    return tail + stored(VelaError(Code.PROCESS_FAILED, stderr_tail=tail))


def as_unmasked_tail(said: str) -> str:
    return stored(VelaError(Code.PROCESS_FAILED, stderr_tail=said))


def as_error(error: AgentError) -> str:
    return f"{error.details}\n{stored(error)}"


REQUEST = Request(system="", prompt="", schema={}, model=None, effort=None)
ENDS: dict[str, Callable[[str], str]] = {
    "tail": lambda said: as_tail(said, cut=False),
    "tail as stored": as_unmasked_tail,
    "silent": lambda said: as_error(failures.silent(Agent.CLAUDE, 1, said)),
}
BEGINNINGS: dict[str, Callable[[str], str]] = {
    "refused": lambda said: as_error(failures.refused(Agent.CLAUDE, said, 429, None)),
    "refused without a status": lambda said: as_error(
        failures.refused(Agent.CLAUDE, said, None, None)
    ),
    "failed": lambda said: as_error(failures.failed(Agent.CLAUDE, said)),
    "no answer": lambda said: as_error(failures.no_answer(Agent.CLAUDE, said)),
    "too large": lambda said: as_error(failures.input_too_large(Agent.CLAUDE, REQUEST, said)),
    "tool": lambda said: as_error(failures.tool_tried(Agent.CLAUDE, said)),
    "first lines": lambda said: " ".join(failures.said_first(said)[:3]),
    "why": lambda said: failures.why(ValueError(said)),
    "argument": lambda said: str(objection((said,), {})),
    "a reply that breaks a rule": lambda said: Rejected(said).reason,
    "another detail": lambda said: stored(VelaError(Code.CONFLICT, titles=(said, said))),
}
CUTS = [0, 60, 80, 300, 500, 1_200, 2_000, masking.LOOKED_AT, 2 * masking.LOOKED_AT]
"""Where something is or was cut, in characters from the end that is kept."""

PLACES = st.tuples(
    st.sampled_from(KINDS),
    st.sampled_from(CUTS),
    st.floats(-0.1, 1.1),
    st.sampled_from(list(FILLERS)),
    st.sampled_from(list(FILLERS)),
)


def around(place: tuple[str, int, float, str, str], *, ends: bool) -> tuple[str, list[str]]:
    """Return a text that is cut in a secret, so far from its end or its beginning."""
    kind, cut, share, before, after = place
    said, parts = secret(kind)
    rest = max(0, cut - round(share * len(said)))
    far = 2_000 + masking.LOOKED_AT
    lengths = (far, rest) if ends else (rest, far)
    between = "\n" if before == "lines" else " "
    return f"{filled(lengths[0], before)}{between}{said} {filled(lengths[1], after)}", parts


@pytest.mark.parametrize("way", ENDS)
@settings(max_examples=tries(40), deadline=None)
@given(place=PLACES)
@example(("private key", 2_000, 0.3, "lines", "lines"))
@example(("anthropic", 2_000, 0.5, "lines", "secrets"))
@example(("anthropic", 2_000, 0.3, "one line", "one line"))
@example(("private key", masking.LOOKED_AT, 0.99, "lines", "one line of secrets"))
def test_what_is_kept_of_an_end(way: str, place: tuple[str, int, float, str, str]) -> None:
    said, parts = around(place, ends=True)
    assert not survives(parts, ENDS[way](said))


@pytest.mark.parametrize("way", BEGINNINGS)
@settings(max_examples=tries(40), deadline=None)
@given(place=PLACES)
@example(("anthropic", 300, 0.5, "one line", "one line"))
@example(("private key", 300, 0.2, "lines", "lines"))
@example(("jwt", masking.LOOKED_AT, 0.9, "one line of secrets", "lines"))
def test_what_is_kept_of_a_beginning(way: str, place: tuple[str, int, float, str, str]) -> None:
    said, parts = around(place, ends=False)
    assert not survives(parts, BEGINNINGS[way](said))


@settings(max_examples=tries(60), deadline=None)
@given(kind=st.sampled_from(KINDS), share=st.floats(0, 1), filler=st.sampled_from(list(FILLERS)))
def test_a_stream_that_was_cut_at_its_limit(kind: str, share: float, filler: str) -> None:
    said, parts = secret(kind)
    kept = filled(5_000, filler) + "\n" + said[: round(share * len(said))]
    assert not survives(parts, as_tail(kept, cut=True))


def test_eight_mebibytes_are_not_looked_at_to_their_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sizes: list[int] = []
    mask = masking.mask

    def measured(text: str) -> tuple[str, dict[str, int]]:
        sizes.append(len(text))
        return mask(text)

    monkeypatch.setattr(masking, "mask", measured)
    monkeypatch.setattr(failures, "mask", measured)
    said = "some words here\n" * 524_288
    failures.tail(said)
    failures.one_line(said)
    failures.silent(Agent.CLAUDE, 1, said)
    failures.said_first(said)
    assert sizes
    assert max(sizes) <= masking.LOOKED_AT


def test_of_a_last_line_without_an_end_nothing_is_lost_unless_the_stream_was_cut() -> None:
    assert failures.tail("one\ntwo") == "one\ntwo"
    assert failures.tail("one\ntwo", cut=True) == "one"


# --- what a person sees who asks for a version or for a trial ---------------------------------

SAID, (VALUE,) = secret("anthropic")


async def test_what_another_program_says_to_the_version_question(tmp_path: Path) -> None:
    fake = fake_claude(tmp_path, version=f"{'x' * 20} {SAID}")
    settings = AgentSettings(executable=str(fake.path))
    found = await Programs({"HOME": str(tmp_path)}).find(Agent.CLAUDE, settings)
    assert found.problem is not None
    assert not survives([VALUE], f"{found.problem} {found.problem.details}")


@pytest.mark.parametrize("agent", [Agent.CODEX, Agent.PI])
async def test_what_a_trial_finds(agent: Agent, tmp_path: Path) -> None:
    make = {Agent.CODEX: fake_codex, Agent.PI: fake_pi}[agent]
    fake = make(tmp_path, mcp=[{"name": f"a.{'x' * 200} {SAID}", "enabled": True}])
    result = await trial(
        agent,
        AgentSettings(executable=str(fake.path)),
        folder=tmp_path / "calls",
        environment={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        heard=lambda finding: None,
    )
    assert result.findings[-1].step is TrialStep.COMMAND
    problems = [one.problem for one in result.findings if one.problem]
    told = " ".join(f"{problem} {problem.details}" for problem in problems)
    assert not survives([VALUE], told)


async def test_what_a_failed_call_tells(tmp_path: Path) -> None:
    fake = fake_claude(
        tmp_path, default={"silent": True, "exit": 1, "stderr": f"{'word ' * 390}{SAID}\n"}
    )
    program = await Programs({"HOME": str(tmp_path)}).find(
        Agent.CLAUDE, AgentSettings(executable=str(fake.path))
    )
    with pytest.raises(AgentError) as caught:
        await call(ADAPTERS[Agent.CLAUDE], program, REQUEST, folder=tmp_path / "calls")
    assert "[masked: anthropic-key]" in str(caught.value.details["stderr_tail"])
    assert not survives([VALUE], as_error(caught.value))
