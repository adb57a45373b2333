"""Calls of real child processes that behave, or misbehave, as scripted."""

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from support.agents import DATA, program, program_of, request
from support.fake_agents import FakeAgent, fake_claude, fake_codex
from support.process import appears, gone
from vela_desktop.agents.call import call
from vela_desktop.agents.protocol import AgentError, Answer, Program, Request
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.domain.agents import Agent, AgentProblem
from vela_desktop.domain.errors import Code, Reason, VelaError
from vela_desktop.domain.messages import describe_error
from vela_desktop.process.run import Started

MAKERS = {Agent.CLAUDE: fake_claude, Agent.CODEX: fake_codex}
BOTH = pytest.mark.parametrize("agent", [Agent.CLAUDE, Agent.CODEX])


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """The folder that calls make their private folders in; empty again after each test."""
    folder = tmp_path / "runs"
    yield folder
    assert not folder.exists() or not list(folder.iterdir())


async def ask(fake: FakeAgent, runs: Path, asked: Request | None = None, **more: Any) -> Answer:
    found = program_of(fake, **more.pop("program", {}))
    values = {"environment": {"PATH": os.environ["PATH"]}} | more
    return await call(ADAPTERS[found.agent], found, asked or request(), folder=runs, **values)


async def failure(fake: FakeAgent, runs: Path, **more: Any) -> AgentError:
    with pytest.raises(AgentError) as raised:
        await ask(fake, runs, **more)
    return raised.value


@BOTH
async def test_an_answer_comes_back_with_what_it_used(
    agent: Agent, tmp_path: Path, runs: Path
) -> None:
    fake = MAKERS[agent](tmp_path, {"data": DATA, "thinking": "hm", "usage": [100, 50, 7]})
    answer = await ask(fake, runs)
    assert json.loads(answer.text) == DATA
    assert (answer.usage.input_tokens, answer.usage.cached_tokens) == (150, 50)
    assert (answer.usage.output_tokens, answer.usage.calls) == (7, 1)


@BOTH
async def test_it_runs_in_an_empty_private_folder(agent: Agent, tmp_path: Path, runs: Path) -> None:
    fake = MAKERS[agent](tmp_path, {"data": DATA})
    await ask(fake, runs)
    (seen,) = fake.calls
    assert seen.files == []
    assert seen.mode == 0o700
    assert Path(seen.cwd).parents[1] == runs
    assert not Path(seen.cwd).exists()


@BOTH
async def test_prompt_system_text_and_schema_arrive_whole(
    agent: Agent, tmp_path: Path, runs: Path
) -> None:
    fake = MAKERS[agent](tmp_path, {"data": DATA})
    asked = request("提示 prompt\n" * 20_000, system="系统 system")
    await ask(fake, runs, asked)
    (seen,) = fake.calls
    assert seen.stdin == asked.prompt
    assert seen.read["system.txt"] == "系统 system"
    if agent is Agent.CODEX:
        assert json.loads(seen.read["schema.json"]) == asked.schema


@BOTH
async def test_another_agents_variables_are_not_passed_on_but_the_settings_are(
    agent: Agent, tmp_path: Path, runs: Path
) -> None:
    fake = MAKERS[agent](tmp_path, {"data": DATA})
    around = {"PATH": os.environ["PATH"], "CLAUDECODE": "1", "CLAUDE_CODE_SSE_PORT": "1"}
    around |= {"LD_LIBRARY_PATH": "/bundle", "RUST_LOG": "off", "HTTPS_PROXY": "http://p"}
    settings = {"OPENAI_API_KEY": "k", "RUST_LOG": "trace"}
    await ask(fake, runs, environment=around, program={"environment": settings})
    seen = fake.calls[0].environment
    assert not {"CLAUDECODE", "CLAUDE_CODE_SSE_PORT", "LD_LIBRARY_PATH"} & set(seen)
    assert seen["HTTPS_PROXY"] == "http://p"
    assert seen["OPENAI_API_KEY"] == "k"
    if agent is Agent.CLAUDE:
        assert seen["CLAUDE_CODE_MAX_RETRIES"] == "2"
    else:
        assert "ToolCall" not in seen["RUST_LOG"]
        assert seen["RUST_LOG"].startswith("error,")


async def test_the_watcher_hears_of_the_process_group(tmp_path: Path, runs: Path) -> None:
    fake, heard = fake_claude(tmp_path, {"data": DATA}), list[Started]()
    await ask(fake, runs, on_start=heard.append)
    assert [started.pid for started in heard] == [fake.calls[0].pid]


@BOTH
async def test_a_tool_ends_the_call_at_once(agent: Agent, tmp_path: Path, runs: Path) -> None:
    fake = MAKERS[agent](tmp_path, {"tool": "Bash", "data": DATA})
    error = await failure(fake, runs)
    assert error.code is Code.PROCESS_FAILED
    assert error.details["reason"] == "tool"
    assert error.details["tool"] == "Bash"
    assert error.details["again"] is False


async def test_a_tool_event_ends_the_process_group_while_it_would_go_on(
    tmp_path: Path, runs: Path
) -> None:
    fake = fake_codex(tmp_path, {"command": "ls", "data": DATA, "hang_after": True, "fork": True})
    error = await failure(fake, runs)
    assert error.details["tool"] == "command_execution"
    assert gone(fake.calls[0].pid)
    assert gone(int((fake.folder / "grandchild").read_text()))


async def test_a_tool_that_only_the_log_tells_of_ends_the_call_at_once_too(
    tmp_path: Path, runs: Path
) -> None:
    fake = fake_codex(tmp_path, {"tool": "exec", "hang_after": True})
    error = await failure(fake, runs, seconds=60.0)
    assert (error.details["reason"], error.details["tool"]) == ("tool", "exec")
    assert gone(fake.calls[0].pid)


@BOTH
async def test_prose_is_an_invalid_answer_that_may_be_asked_again(
    agent: Agent, tmp_path: Path, runs: Path
) -> None:
    error = await failure(MAKERS[agent](tmp_path, {"text": "Sure! Here you go"}), runs)
    assert error.code is Code.INVALID_OUTPUT
    assert error.details["again"] is True
    assert error.usage.output_tokens == 10


@BOTH
async def test_a_good_answer_counts_whatever_the_exit_code(
    agent: Agent, tmp_path: Path, runs: Path
) -> None:
    answer = await ask(MAKERS[agent](tmp_path, {"data": DATA, "exit": 1}), runs)
    assert json.loads(answer.text) == DATA


@BOTH
async def test_no_answer_is_a_failure_whatever_the_exit_code(
    agent: Agent, tmp_path: Path, runs: Path
) -> None:
    fake = MAKERS[agent](tmp_path, {"silent": True, "exit": 0, "stderr": "\x1b[31merror: oh\x1b[m"})
    error = await failure(fake, runs)
    assert error.code is Code.PROCESS_FAILED
    assert "oh" in str(error.details["reason"])
    assert error.details["stderr_tail"] == "error: oh"
    assert error.details["again"] is False


@BOTH
async def test_the_services_status_is_told(agent: Agent, tmp_path: Path, runs: Path) -> None:
    said = "unexpected status 401 Unauthorized: bad key"
    error = await failure(MAKERS[agent](tmp_path, {"error": said, "status": 401}), runs)
    assert error.code is Code.PROCESS_FAILED
    assert error.details["status"] == 401
    assert error.details["again"] is False


@BOTH
async def test_no_more_than_the_end_of_stderr_is_kept(
    agent: Agent, tmp_path: Path, runs: Path
) -> None:
    fake = MAKERS[agent](tmp_path, {"silent": True, "stderr": "a" * 5000 + "end"})
    tail = str((await failure(fake, runs)).details["stderr_tail"])
    assert len(tail) == 2000
    assert tail.endswith("end")


@BOTH
async def test_a_call_that_takes_too_long_is_ended(
    agent: Agent, tmp_path: Path, runs: Path
) -> None:
    fake = MAKERS[agent](tmp_path, {"hang": True})
    error = await failure(fake, runs, seconds=5)
    assert error.code is Code.TIMEOUT
    assert error.details["again"] is False
    assert gone(fake.calls[0].pid)


async def test_an_answer_counts_when_the_program_hangs_after_it(tmp_path: Path, runs: Path) -> None:
    fake = fake_claude(tmp_path, {"data": DATA, "hang_after": True})
    answer = await ask(fake, runs, seconds=5)
    assert json.loads(answer.text) == DATA


@pytest.mark.parametrize("stream", ["huge", "huge_stderr"])
async def test_more_output_than_allowed_is_an_error(
    stream: str, tmp_path: Path, runs: Path
) -> None:
    fake = fake_claude(tmp_path, {stream: 9 * 1024 * 1024, "data": DATA})
    error = await failure(fake, runs)
    assert error.code is Code.OUTPUT_TOO_LARGE
    assert error.details["limit"] == "8,388,608 bytes"


@BOTH
async def test_a_cancelled_call_leaves_no_process_and_no_folder(
    agent: Agent, tmp_path: Path, runs: Path
) -> None:
    fake, started = MAKERS[agent](tmp_path, {"hang": True, "fork": True}), asyncio.Event()
    task = asyncio.create_task(ask(fake, runs, on_start=lambda _: started.set()))
    await asyncio.wait_for(started.wait(), 10)
    assert await asyncio.to_thread(appears, fake.folder / "grandchild")
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert gone(fake.calls[0].pid)
    assert gone(int((fake.folder / "grandchild").read_text()))


async def test_codex_is_not_called_when_it_cannot_list_its_servers(
    tmp_path: Path, runs: Path
) -> None:
    fake = fake_codex(tmp_path, {"data": DATA}, mcp_exit=1)
    error = await failure(fake, runs)
    assert "cannot be listed: exit code 1" in str(error.details["reason"])
    assert error.details["again"] is False
    assert fake.calls == []


async def test_codex_lists_its_servers_with_the_settings_of_the_call(
    tmp_path: Path, runs: Path
) -> None:
    fake = fake_codex(tmp_path, {"data": DATA}, mcp=[{"name": "files"}])
    extra = ("--oss", "-c", 'model_provider="x"')
    await ask(fake, runs, program={"arguments": extra})
    assert fake.questions[0].argv == ["-c", 'model_provider="x"', "mcp", "list", "--json"]
    assert "mcp_servers.files.enabled=false" in fake.calls[0].argv


@pytest.mark.parametrize("name", ["a\nb", "-rf", "x" * 201])
async def test_a_model_that_is_no_name_is_refused_before_the_start(
    name: str, tmp_path: Path, runs: Path
) -> None:
    fake = fake_claude(tmp_path, {"data": DATA})
    with pytest.raises(VelaError) as raised:
        await ask(fake, runs, request(model=name))
    assert raised.value.wire == "memory_invalid:model"
    assert fake.calls == []


async def test_arguments_that_open_tools_are_refused_before_the_start(
    tmp_path: Path, runs: Path
) -> None:
    fake = fake_claude(tmp_path, {"data": DATA})
    error = await failure(fake, runs, program={"arguments": ("--allowedTools", "Bash")})
    assert error.code is Code.AGENT_UNAVAILABLE
    assert "--allowedTools" in describe_error(error)[1]
    assert fake.calls == []


async def unavailable(found: Program, runs: Path) -> str:
    with pytest.raises(AgentError) as raised:
        await call(ADAPTERS[found.agent], found, request(), folder=runs)
    assert raised.value.code is Code.AGENT_UNAVAILABLE
    return describe_error(raised.value)[1]


async def test_a_program_with_a_problem_is_not_started(tmp_path: Path, runs: Path) -> None:
    found = program(Agent.CLAUDE, problem=AgentProblem(Reason.NO_FILE))
    assert (await unavailable(found, runs)).endswith("Claude: there is no such file")


async def test_a_program_that_has_gone_is_unavailable(tmp_path: Path, runs: Path) -> None:
    reason = await unavailable(program(Agent.CLAUDE, tmp_path / "gone"), runs)
    assert reason.endswith("Claude: it cannot be started: No such file or directory")


async def test_logs_hold_no_prompt_answer_or_error_text(
    tmp_path: Path, runs: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    fake = fake_claude(tmp_path, {"text": "SECRET-A", "stderr": "SECRET-B"})
    asked = request("SECRET-C", system="SECRET-D")
    with pytest.raises(AgentError):
        await ask(fake, runs, asked)
    assert "call ended" in caplog.text
    assert "SECRET" not in caplog.text
