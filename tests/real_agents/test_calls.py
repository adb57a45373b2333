"""What the real Claude Code and Codex CLI do when they are called as Vela calls them."""

import asyncio
import json
import random
import re
import time

import pytest

from support import real_agents
from support.agents import request
from support.mock_models import Reply
from support.real_agents import Real
from vela_desktop.agents.catalogue import Catalogue
from vela_desktop.agents.protocol import AgentError
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.domain.errors import Code
from vela_desktop.process.run import run

pytestmark = pytest.mark.real_agents

DATA = {"topics": []}
TOPIC = {
    "target": None,
    "title": "Storage",
    "kind": "decision",
    "content": "SQLite is used.",
    "evidence": [{"turn": 1, "step": None, "quote": "q"}],
}


def answers(*replies: Reply) -> pytest.MarkDecorator:
    """Let the model server answer with *replies*."""
    return pytest.mark.parametrize("replies", [list(replies)], ids=[""])


async def test_an_answer_in_the_schema_comes_back_with_its_usage(real: Real) -> None:
    answer = await real.ask()
    assert json.loads(answer.text) == DATA
    assert (answer.usage.input_tokens, answer.usage.cached_tokens) == (1400, 200)
    assert answer.usage.output_tokens == 80
    assert bool(answer.usage.model) is real.kind.tells_model
    assert bool(answer.usage.cost_usd) is real.kind.tells_cost


async def test_model_effort_system_text_and_schema_are_really_sent(real: Real) -> None:
    await real.ask(
        request(
            "the prompt 提示",
            system="the system text",
            model=real.kind.model,
            effort=real.kind.effort,
        )
    )
    (asked,) = real.models.asked
    assert asked.model in real.kind.model or real.kind.model in asked.model
    assert asked.effort == real.kind.effort
    assert "the system text" in asked.text
    assert "the prompt 提示" in asked.text
    assert '"evidence"' in asked.text or '"evidence"' in json.dumps(asked.body)


async def test_without_a_choice_the_programs_own_default_is_used(real: Real) -> None:
    await real.ask()
    assert real.models.asked[0].model


async def test_hooks_servers_and_instructions_would_be_used_without_the_flags(real: Real) -> None:
    """The control of what the fixture checks after every test."""
    trapped = real.home / "trapped"
    await run(
        [real.program.path, *real.kind.plain],
        cwd=real.home,
        environment=real.environment,
        stdin=b"hi",
        seconds=60,
    )
    said = "".join(asked.text for asked in real.models.asked)
    assert trapped.exists()
    assert "CANARY-OF-" in said
    trapped.unlink()
    real_agents.forget(real.kind, real.home)


async def test_the_users_instructions_for_projects_stay_out(real: Real) -> None:
    await real.ask()
    said = set(re.findall(r"CANARY-OF-[A-Z-]+", real.models.asked[0].text))
    assert said <= real.kind.kept_instructions, "what cannot be switched off is documented"


async def test_no_file_of_the_user_holds_the_prompt_or_the_answer(real: Real) -> None:
    real.models.say(Reply(data={"topics": [], "said": "CANARY-OF-THE-ANSWER"}, thinking="hm"))
    try:
        await real.ask(request("CANARY-OF-THE-PROMPT", system="CANARY-OF-THE-SYSTEM"))
    except AgentError as error:
        assert error.code is Code.INVALID_OUTPUT  # noqa: PT017 - Claude Code checks the schema
    assert "CANARY-OF-THE-PROMPT" in real.models.asked[0].text
    for path in real.home.rglob("*"):
        if path.is_file():
            assert b"CANARY-OF-THE-" not in path.read_bytes(), path.name


@answers(Reply(status=400, message="prompt is too long: your input exceeds the context window"))
async def test_no_file_of_the_user_holds_a_prompt_that_was_refused(real: Real) -> None:
    error = await real.fail(request("CANARY-OF-THE-PROMPT", system="CANARY-OF-THE-SYSTEM"))
    assert error.code is Code.CONTEXT_TOO_LARGE
    assert "CANARY-OF-THE-PROMPT" in real.models.asked[0].text
    for path in real.home.rglob("*"):
        if path.is_file():
            assert b"CANARY-OF-THE-" not in path.read_bytes(), path.name


def chinese(chars: int) -> str:
    """Return a text of *chars* characters, three bytes each, that nothing can shorten."""
    drawn = random.Random(7)
    return "".join(chr(drawn.randrange(0x4E00, 0x9FA5)) for _ in range(chars))


async def test_350_000_characters_of_chinese_arrive_whole(real: Real) -> None:
    """Where the agent's own limit is lower, with that raised as the settings can."""
    prompt = chinese(350_000)
    await real.ask(request(prompt), input_bytes=1_200_000)
    assert prompt in real.models.asked[0].text


LONG = {"topics": [{**TOPIC, "content": chinese(60_000)}]}


@answers(Reply(data=LONG))
async def test_an_answer_longer_than_a_pipe_takes_at_once_comes_whole(real: Real) -> None:
    assert json.loads((await real.ask()).text) == LONG


async def test_an_agent_with_a_limit_gets_all_that_it_allows_and_no_more(real: Real) -> None:
    limit = ADAPTERS[real.agent].input_bytes
    if limit is None:
        pytest.skip("it has no limit but its model's")
    empty = request("")
    beside = len(empty.system) + len(json.dumps(empty.schema))
    chars, rest = divmod(limit - beside, 3)
    prompt = chinese(chars) + "x" * rest
    await real.ask(request(prompt))
    assert prompt in real.models.asked[0].text
    error = await real.fail(request(f"{prompt}x"))
    assert error.code is Code.CONTEXT_TOO_LARGE
    assert len(real.models.asked) == 1


@answers(Reply(status=401, message="invalid key"))
async def test_a_bad_key(real: Real) -> None:
    error = await real.fail()
    assert (error.code, error.details["status"]) == (Code.PROCESS_FAILED, 401)
    assert error.details["again"] is False


@answers(Reply(status=404, message="The model `no-such-model` does not exist"))
async def test_a_bad_model(real: Real) -> None:
    error = await real.fail(request(model="no-such-model"))
    assert error.code is Code.PROCESS_FAILED
    assert "no-such-model" in str(error.details["reason"])
    assert error.details["again"] is False


@answers(Reply(status=429, message="slow down"))
async def test_too_many_requests(real: Real) -> None:
    error = await real.fail()
    assert error.code is Code.PROCESS_FAILED
    status = error.details.get("status")
    assert status == 429 or (status is None and not real.kind.always_tells_status)
    assert error.details["again"] is True


@answers(Reply(status=500, message="boom"))
async def test_a_server_error(real: Real) -> None:
    error = await real.fail()
    assert error.code is Code.PROCESS_FAILED
    assert error.details["again"] is True


@answers(Reply(text="I will answer in prose."))
async def test_a_schema_that_is_ignored(real: Real) -> None:
    error = await real.fail()
    assert error.code is Code.INVALID_OUTPUT
    assert error.details["again"] is True


@answers(Reply(data={"wrong": 1}))
async def test_a_schema_that_is_broken(real: Real) -> None:
    """Who does not check the schema leaves that to whoever decodes the reply."""
    if real.kind.checks_schema:
        assert (await real.fail()).code is Code.INVALID_OUTPUT
    else:
        assert json.loads((await real.ask()).text) == {"wrong": 1}


@answers(Reply(status=400, message="prompt is too long: your input exceeds the context window"))
async def test_an_input_over_the_models_window(real: Real) -> None:
    assert (await real.fail()).code is Code.CONTEXT_TOO_LARGE


@answers(Reply(text="partial", stop="max_tokens"))
async def test_an_answer_over_the_models_limit(real: Real) -> None:
    assert (await real.fail()).code is Code.OUTPUT_TOO_LARGE


@pytest.mark.parametrize("chosen", [True, False], ids=["chosen-model", "default-model"])
async def test_a_tool_attempt_fails_the_step(chosen: bool, real: Real) -> None:
    for tool in real.kind.tools:
        real.models.say(Reply(tools=(tool,)), Reply(data=DATA))
        error = await real.fail(request(model=real.kind.model if chosen else None))
        assert (error.code, error.details["reason"]) == (Code.PROCESS_FAILED, "tool"), tool.name
        assert error.details["again"] is False
    assert not list(real.home.rglob("touched"))


@pytest.mark.parametrize("chosen", [True, False], ids=["chosen-model", "default-model"])
async def test_only_tools_that_are_known_to_stay_are_offered(chosen: bool, real: Real) -> None:
    await real.ask(request(model=real.kind.model if chosen else None))
    more = frozenset() if chosen else real.kind.offered_by_default
    assert set(real.models.asked[0].tools) <= real.kind.offered | more


@answers(Reply(text="the beginning of an answer", hang=True))
async def test_cancelling_in_mid_answer_leaves_no_process(real: Real) -> None:
    task = asyncio.create_task(real.ask())
    async with asyncio.timeout(30):
        while not real.models.asked:  # noqa: ASYNC110 - another process's doing
            await asyncio.sleep(0.02)
    assert real_agents.running(str(real.home))
    task.cancel()
    began = time.monotonic()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert time.monotonic() - began < 5
    assert real_agents.running(str(real.home)) == []


@answers(Reply(text="the beginning of an answer", hang=True))
async def test_the_time_limit_ends_it(real: Real) -> None:
    with pytest.raises(Exception, match="memory_timeout"):
        await real.ask(seconds=3)
    assert real_agents.running(str(real.home)) == []


async def test_its_models_are_listed_without_a_call(real: Real) -> None:
    catalogue = Catalogue(real.home / "cache", real.home / "scratch", environment=real.environment)
    found = await catalogue.models(real.program)
    assert len(found) >= 3
    assert any(model.efforts for model in found)
    assert real.models.asked == []
    await catalogue.close()


@pytest.mark.parametrize("key", [None], ids=[""])
async def test_without_a_key_it_says_so(real: Real) -> None:
    error = await real.fail()
    assert error.code is Code.PROCESS_FAILED
    assert "not signed in" in str(error.details["reason"])
    assert error.details["again"] is False
    assert real.models.asked == []
