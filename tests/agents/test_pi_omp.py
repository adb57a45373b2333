"""Pi and OMP: what they are started with, how they are told apart, what they list and leave."""

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from support.agents import DATA, folders, program, program_of, request
from support.fake_agents import FakeAgent, fake_omp, fake_pi
from support.process import gone
from vela_desktop.agents import omp_dumps
from vela_desktop.agents.call import call
from vela_desktop.agents.catalogue import Catalogue
from vela_desktop.agents.programs import Programs
from vela_desktop.agents.protocol import AgentError, Answer, Call, Command, Model, Program, Request
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.config.settings import AgentSettings
from vela_desktop.domain import limits
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code
from vela_desktop.process.run import Started

REAL = Path(__file__).parents[3] / "shared" / "agents" / "samples"
MAKERS = {Agent.PI: fake_pi, Agent.OMP: fake_omp}
BOTH = pytest.mark.parametrize("agent", list(MAKERS))


def command(agent: Agent, folder: Path, asked: Request, **more: Any) -> Command:
    found = program(agent, **more)
    return ADAPTERS[agent].command(Call(program=found, request=asked, folders=folders(folder)))


def after(found: Command, flag: str) -> str:
    return found.argv[found.argv.index(flag) + 1]


async def ask(fake: FakeAgent, folder: Path, asked: Request | None = None, **more: Any) -> Answer:
    found = program_of(fake, **more.pop("program", {}))
    around = {"PATH": os.environ["PATH"]}
    adapter = ADAPTERS[found.agent]
    return await call(
        adapter, found, asked or request(), folder=folder / "runs", environment=around, **more
    )


async def failure(fake: FakeAgent, folder: Path, **more: Any) -> AgentError:
    with pytest.raises(AgentError) as raised:
        await ask(fake, folder, **more)
    assert not list((folder / "runs").glob("*"))
    return raised.value


PI_CLOSED = {
    "--no-session",
    "--no-tools",
    "--no-extensions",
    "--no-skills",
    "--no-prompt-templates",
    "--no-themes",
    "--no-context-files",
    "--no-approve",
    "--offline",
}


@pytest.mark.parametrize(
    ("version", "switch"), [("0.84.0", False), ("1.0.3", False), ("1.0.4", True), ("1.6.0", True)]
)
def test_pi_is_called_with_everything_closed_that_its_version_knows(
    version: str, switch: bool, tmp_path: Path
) -> None:
    found = command(Agent.PI, tmp_path, request("問"), version=version)
    assert set(found.argv) >= {"--print", *PI_CLOSED}
    assert ("--no-mcp" in found.argv) is switch
    assert after(found, "--mode") == "json"
    assert after(found, "--append-system-prompt") == ""
    assert found.stdin.decode() == "問"


def test_omp_is_called_with_everything_closed(tmp_path: Path) -> None:
    found = command(Agent.OMP, tmp_path, request("問"))
    flags = {"-p", "--no-session", "--no-tools", "--no-extensions", "--no-skills"}
    assert set(found.argv) >= flags | {"--no-rules", "--no-lsp", "--no-title"}
    assert after(found, "--config") == str(tmp_path / "files" / "overlay.yml")
    assert after(found, "--append-system-prompt") == ""
    assert found.argv[-1] == f"@{tmp_path / 'files' / 'prompt.txt'}"
    assert (found.stdin, found.files["prompt.txt"]) == (b"", "問")


def test_omps_overlay_closes_servers_memories_other_models_and_orders_in_the_text(
    tmp_path: Path,
) -> None:
    overlay = json.loads(command(Agent.OMP, tmp_path, request()).files["overlay.yml"])
    assert {"native", "cursor", "mcp-json", "claude-md"} <= set(overlay["disabledProviders"])
    assert overlay["enabledProviders"] == []
    assert overlay["memory"] == {"backend": "off"}
    for name in ("memories", "autolearn", "advisor", "magicKeywords", "compaction", "retry"):
        assert overlay[name]["enabled"] is False
    assert overlay["retry"]["modelFallback"] is False


@BOTH
def test_system_text_and_schema_go_as_a_file_and_nothing_long_as_an_argument(
    agent: Agent, tmp_path: Path
) -> None:
    asked = request("問" * 50_000, system="the system text" * 10_000)
    found = command(agent, tmp_path, asked)
    assert after(found, "--system-prompt") == str(tmp_path / "files" / "system.txt")
    assert found.files["system.txt"].startswith(asked.system)
    assert json.dumps(asked.schema, ensure_ascii=False) in found.files["system.txt"]
    assert max(map(len, found.argv)) < 4_096


@BOTH
def test_model_and_effort_are_named_only_when_they_were_chosen(
    agent: Agent, tmp_path: Path
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert not {"--model", "--thinking"} & set(command(agent, tmp_path / "a", request()).argv)
    chosen = command(agent, tmp_path / "b", request(model="openai/gpt-5.5", effort="high"))
    assert (after(chosen, "--model"), after(chosen, "--thinking")) == ("openai/gpt-5.5", "high")


@BOTH
@pytest.mark.parametrize(
    "arguments", [(), ("--provider", "openai"), ("--model=openai/gpt-5.5", "--thinking", "low")]
)
def test_extra_arguments_that_choose_a_model_are_accepted_and_stand_before_ours(
    agent: Agent, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    assert ADAPTERS[agent].objection(arguments) is None
    found = command(agent, tmp_path, request(), arguments=arguments)
    assert found.argv[1 : 1 + len(arguments)] == arguments


OPENING = [
    *("--tools", "-t", "-e", "--extension", "--skill", "--config", "--hook", "--add-dir"),
    *("--approve", "--auto-approve", "--resume", "--api-key", "--mode", "@file", "prompt", "--"),
]


@BOTH
@pytest.mark.parametrize(
    "argument",
    OPENING,
)
def test_any_other_extra_argument_is_refused(agent: Agent, argument: str) -> None:
    assert argument in str(ADAPTERS[agent].objection((argument, "x")))


@BOTH
def test_they_have_the_small_limit(agent: Agent) -> None:
    assert ADAPTERS[agent].input_bytes == limits.SMALL_INPUT_BYTES


@BOTH
async def test_prompt_and_system_text_arrive_whole_in_an_empty_private_folder(
    agent: Agent, tmp_path: Path
) -> None:
    fake = MAKERS[agent](tmp_path, {"data": DATA, "usage": [100, 50, 7]})
    asked = request("提示 prompt\n" * 5_000, system="系统 system", model="openai/gpt-5.5")
    answer = await ask(fake, tmp_path, asked)
    (seen,) = fake.calls
    assert json.loads(answer.text) == DATA
    assert (answer.usage.input_tokens, answer.usage.cached_tokens) == (150, 50)
    assert (answer.usage.output_tokens, answer.usage.model) == (7, "openai/gpt-5.5")
    assert seen.stdin == asked.prompt
    assert seen.read["system.txt"].startswith("系统 system")
    assert (seen.files, seen.mode) == ([], 0o700)
    assert seen.environment["PWD"] == seen.cwd


@BOTH
async def test_a_tool_ends_the_call_at_once(agent: Agent, tmp_path: Path) -> None:
    fake = MAKERS[agent](tmp_path, {"tool": "bash", "data": DATA, "hang_after": True})
    error = await failure(fake, tmp_path)
    assert (error.details["reason"], error.details["tool"]) == ("tool", "bash")
    assert gone(fake.calls[0].pid)


@BOTH
async def test_a_call_that_takes_too_long_is_ended(agent: Agent, tmp_path: Path) -> None:
    fake = MAKERS[agent](tmp_path, {"hang": True})
    assert (await failure(fake, tmp_path, seconds=5)).code is Code.TIMEOUT
    assert gone(fake.calls[0].pid)


@BOTH
async def test_an_answer_counts_when_the_program_hangs_after_it(
    agent: Agent, tmp_path: Path
) -> None:
    fake = MAKERS[agent](tmp_path, {"data": DATA, "hang_after": True})
    assert json.loads((await ask(fake, tmp_path, seconds=5)).text) == DATA


def test_a_try_that_is_to_be_repeated_is_no_end(tmp_path: Path) -> None:
    asked = Call(program=program(Agent.PI), request=request(), folders=folders(tmp_path))
    reading = ADAPTERS[Agent.PI].reading(asked)
    reading.feed(b'{"type":"agent_end","messages":[],"willRetry":true}')
    assert not reading.ended
    reading.feed(b'{"type":"agent_end","messages":[],"willRetry":false}')
    assert reading.ended
    reading.feed(b'{"type":"agent_start"}')
    assert not reading.ended


def test_what_it_repeated_itself_counts_as_used(tmp_path: Path) -> None:
    asked = Call(program=program(Agent.PI), request=request(), folders=folders(tmp_path))
    reading = ADAPTERS[Agent.PI].reading(asked)
    said = {"role": "assistant", "stopReason": "stop", "content": [{"type": "text", "text": "{}"}]}
    for number in (1, 2):
        usage = {"input": 10, "cacheRead": 5, "cacheWrite": 1, "output": number}
        message = said | {"usage": usage | {"cost": {"total": 0.25}}}
        reading.feed(json.dumps({"type": "message_end", "message": message}).encode())
    usage = reading.finish(0, "").usage
    assert (usage.calls, usage.input_tokens, usage.cached_tokens) == (1, 32, 10)
    assert (usage.output_tokens, usage.cost_usd) == (3, 0.5)


async def find(fake: FakeAgent) -> Program:
    settings = AgentSettings(executable=str(fake.path))
    return await Programs({"HOME": str(fake.folder)}).find(Agent(fake.path.name), settings)


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({}, None),
        ({"version": "3.14.15", "help": "pi: computes digits of pi"}, "this is not Pi"),
        ({"version": "3.14.15", "help_exit": 2}, "this is not Pi"),
        ({"version": "pi 1.6.0", "help": "x"}, "this is not Pi"),
        ({"version": "0.83.0"}, "version 0.83.0 is too old: 0.84.0"),
        ({"version": "2.0.0"}, "another command line"),
    ],
)
async def test_pi_is_told_apart_from_other_programs_of_its_name(
    more: dict[str, Any], problem: str | None, tmp_path: Path
) -> None:
    found = await find(fake_pi(tmp_path, **more))
    assert (problem in str(found.problem)) if problem else found.problem is None


async def test_a_version_on_the_error_stream_is_read_too(tmp_path: Path) -> None:
    fake = fake_pi(tmp_path)
    help_text = "pi - AI coding assistant with read, bash, edit, write tools"
    fake.path.write_text(
        f'#!/bin/sh\ncase "$*" in --version) echo 0.74.2 >&2;; *) echo "{help_text}" >&2;; esac\n',
        encoding="utf-8",
    )
    assert "version 0.74.2 is too old" in str((await find(fake)).problem)


@pytest.mark.parametrize(
    ("version", "problem"),
    [
        ("omp/18.2.3", None),
        ("omp/14.9.9", "version 14.9.9 is too old"),
        ("omp/19.0.0", "another command line"),
        ("18.2.3", "this is not OMP"),
    ],
)
async def test_omp_is_known_by_its_name_and_version(
    version: str, problem: str | None, tmp_path: Path
) -> None:
    found = await find(fake_omp(tmp_path, version=version))
    assert (problem in str(found.problem)) if problem else found.problem is None


SOL = {
    "id": "sol",
    "name": "Sol",
    "provider": "openai",
    "reasoning": True,
    "contextWindow": 400_000,
    "thinkingLevelMap": {"off": None, "minimal": "low", "xhigh": "xhigh", "max": None},
}
PLAIN = {"id": "plain", "provider": "mine", "reasoning": False, "thinkingLevelMap": {"max": "x"}}
USUAL = {"id": "usual", "name": "Usual", "provider": "mine", "reasoning": True}


async def listed(fake: FakeAgent, folder: Path) -> tuple[Model, ...]:
    catalogue = Catalogue(folder / "cache", folder / "scratch", environment={})
    found = await catalogue.models(program_of(fake))
    await catalogue.close()
    return found


async def test_pis_models_have_the_levels_that_they_take(tmp_path: Path) -> None:
    fake = fake_pi(tmp_path, models=[SOL, PLAIN, USUAL, "junk", {"id": "no-provider"}])
    sol, plain, usual = await listed(fake, tmp_path)
    efforts = ("minimal", "low", "medium", "high", "xhigh")
    assert sol == Model(
        id="openai/sol", label="Sol (openai)", efforts=efforts, context_tokens=400_000
    )
    assert (plain.id, plain.efforts) == ("mine/plain", ())
    assert usual.efforts == ("off", "minimal", "low", "medium", "high")


async def test_pi_is_asked_for_its_models_with_everything_closed(tmp_path: Path) -> None:
    fake = fake_pi(tmp_path, models=[SOL])
    await listed(fake, tmp_path)
    (asked,) = fake.questions
    assert set(asked.argv) >= PI_CLOSED
    assert asked.files == []
    assert gone(asked.pid)


async def test_omps_models_come_with_their_levels_and_without_extensions(tmp_path: Path) -> None:
    rows = [
        {"selector": "openai/gpt-5.5", "name": "GPT-5.5", "thinking": ["low", "high"]},
        {"selector": "mine/plain", "thinking": None, "contextWindow": 32_000},
        {"name": "no selector"},
        None,
    ]
    fake = fake_omp(tmp_path, models=rows)
    assert await listed(fake, tmp_path) == (
        Model(id="openai/gpt-5.5", label="GPT-5.5 (openai)", efforts=("low", "high")),
        Model(id="mine/plain", label="mine/plain (mine)", context_tokens=32_000),
    )
    assert fake.questions[0].argv == ["models", "--json", "--no-extensions"]


@pytest.mark.skipif(not REAL.exists(), reason="recordings of the real programs are not here")
def test_the_real_programs_lists_are_understood() -> None:
    pi, omp = (ADAPTERS[agent].listing for agent in MAKERS)
    assert pi is not None
    assert omp is not None
    answer = (REAL / "pi/headless/rpc-get_available_models.stdout.jsonl").read_bytes()
    found = {model.id: model for model in pi.read(answer)}
    assert found["anthropic/claude-opus-5"].efforts[-2:] == ("xhigh", "max")
    answer = (REAL / "omp/headless/models.stdout.json").read_bytes()
    found = {model.id: model for model in omp.read(answer)}
    assert found["anthropic/claude-fable-5"].efforts == ("low", "medium", "high", "xhigh", "max")


FAILED: dict[str, tuple[Code, str]] = {
    "length-cut": (Code.OUTPUT_TOO_LARGE, ""),
    "err-context-overflow": (Code.CONTEXT_TOO_LARGE, "maximum context length"),
    "err-401": (Code.PROCESS_FAILED, "refused (401)"),
    "err-bad-model": (Code.PROCESS_FAILED, "not found"),
    "err-no-key": (Code.PROCESS_FAILED, "not signed in: "),
    "empty-prompt": (Code.PROCESS_FAILED, "no answer"),
    "cancel-sigterm": (Code.PROCESS_FAILED, ""),
    "tools-turn": (Code.PROCESS_FAILED, "tool"),
}


def recorded(agent: Agent, case: str, folder: Path) -> Answer:
    """Read a recording of the real program."""
    asked = Call(program=program(agent), request=request(), folders=folders(folder))
    reading = ADAPTERS[agent].reading(asked)
    headless = REAL / agent / "headless"
    for line in (headless / f"{case}.stdout.jsonl").read_bytes().split(b"\n"):
        reading.feed(line)
    errors = headless / f"{case}.stderr.txt"
    return reading.finish(0, errors.read_text(encoding="utf-8") if errors.exists() else "")


@BOTH
@pytest.mark.skipif(not REAL.exists(), reason="recordings of the real programs are not here")
@pytest.mark.parametrize("case", ["ok", "ok-atfile", "retry-500-then-ok"])
def test_the_real_programs_answers_are_taken(agent: Agent, case: str, tmp_path: Path) -> None:
    answer = recorded(agent, case, tmp_path)
    assert "entries" in json.loads(answer.text)
    assert (answer.usage.input_tokens, answer.usage.cached_tokens) == (1520, 1024)
    assert answer.usage.model == "mock/mock-1"


@BOTH
@pytest.mark.skipif(not REAL.exists(), reason="recordings of the real programs are not here")
@pytest.mark.parametrize("case", list(FAILED))
def test_the_real_programs_failures_are_told(agent: Agent, case: str, tmp_path: Path) -> None:
    code, words = FAILED[case]
    with pytest.raises(AgentError) as raised:
        recorded(agent, case, tmp_path)
    assert raised.value.code is code
    assert words in str(raised.value.details.get("reason"))


def dump(folder: Path) -> Path:
    file = folder / "logs" / "http-400-requests" / "1796178.json"
    file.parent.mkdir(parents=True)
    file.write_text("the whole request", encoding="utf-8")
    return file


async def test_the_request_that_omp_saves_when_it_is_refused_is_removed(tmp_path: Path) -> None:
    file = dump(tmp_path)
    said = f"400 prompt is too long\nraw-http-request={file}"
    error = await failure(fake_omp(tmp_path, {"error": said, "status": 400}), tmp_path)
    assert error.code is Code.CONTEXT_TOO_LARGE
    assert not file.exists()


async def test_it_is_removed_too_when_the_call_is_cancelled_after_it(tmp_path: Path) -> None:
    file = dump(tmp_path)
    reply = {"error": f"400 x\nraw-http-request={file}", "hang_after": True}
    fake, started = fake_omp(tmp_path, reply), list[Started]()
    task = asyncio.create_task(ask(fake, tmp_path, on_start=started.append))
    async with asyncio.timeout(10):
        while not started or started[0].heard()[0] < 500:  # noqa: ASYNC110 - another process's doing
            await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not file.exists()


def test_no_other_file_is_removed_whatever_the_service_says(tmp_path: Path) -> None:
    file = dump(tmp_path)
    now = file.stat().st_mtime
    omp_dumps.remove(f"400 x\nraw-http-request={file}", since=now + 60)  # of an earlier call
    omp_dumps.remove(f"400 raw-http-request={file}", since=now)
    omp_dumps.remove(f"400 x\nraw-http-request={file}\nmore", since=now)
    omp_dumps.remove("400 x\nraw-http-request=logs/http-400-requests/1796178.json", since=now)
    others = [tmp_path / "logs" / "x.json", tmp_path / "mine.json", file.with_suffix(".txt")]
    for other in others:
        other.write_text("mine", encoding="utf-8")
        omp_dumps.remove(f"400 x\nraw-http-request={other}", since=now)
    link = file.with_name("link.json")
    link.symlink_to(others[1])
    omp_dumps.remove(f"400 x\nraw-http-request={link}", since=now)
    omp_dumps.remove(f"400 x\nraw-http-request={file.with_name('gone.json')}", since=now)
    assert all(other.exists() for other in [file, link, *others])
