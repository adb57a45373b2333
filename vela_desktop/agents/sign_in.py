"""Whether an agent is signed in, as far as its program tells that without calling a model."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from vela_desktop.agents import grok_home, lines
from vela_desktop.agents.asking import ANSWER_BYTES, variables
from vela_desktop.agents.protocol import Adapter, Program
from vela_desktop.domain.agents import Agent
from vela_desktop.process.run import Ended, Outcome, run
from vela_desktop.process.watchdog import Watchdog

SECONDS = 15.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """What to ask a program, how to read its answer, and the command that signs in.

    ``read`` returns None where the answer says neither.
    """

    arguments: tuple[str, ...]
    read: Callable[[Outcome], bool | None]
    command: str


def _claude(outcome: Outcome) -> bool | None:
    said = lines.document(outcome.stdout).get("loggedIn")
    return said if isinstance(said, bool) else None


def _codex(outcome: Outcome) -> bool | None:
    said = (outcome.stdout + outcome.stderr).lower()
    if b"not logged in" in said:
        return False
    return True if outcome.exit_code == 0 and b"logged in" in said else None


def _grok(outcome: Outcome) -> bool | None:
    return grok_home.is_signed_in(outcome.stdout)


SIGN_INS: dict[Agent, SignIn] = {
    Agent.CLAUDE: SignIn(arguments=("auth", "status"), read=_claude, command="claude auth login"),
    Agent.CODEX: SignIn(arguments=("login", "status"), read=_codex, command="codex login"),
    Agent.GROK: SignIn(arguments=("models",), read=_grok, command="grok login"),
}
"""Those that tell it in a form that can be read; others have no row."""


async def is_signed_in(
    adapter: Adapter,
    program: Program,
    *,
    cwd: Path,
    environment: Mapping[str, str],
    watchdog: Watchdog | None = None,
) -> bool | None:
    """Ask *program* whether it is signed in; None where it does not say."""
    row = SIGN_INS.get(program.agent)
    if row is None:
        return None
    try:
        outcome = await run(
            (program.path, *row.arguments),
            cwd=cwd,
            environment=variables(adapter, program, environment),
            watchdog=watchdog,
            seconds=SECONDS,
            stream_bytes=ANSWER_BYTES,
            grace=1.0,
        )
    except OSError:
        return None
    return row.read(outcome) if outcome.ended is Ended.EXITED else None
