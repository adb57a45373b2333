"""How OpenCode is recognised, asked and called: closed, and in folders of the call's own."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from support.agents import DATA, folders, program, program_of, request
from support.fake_agents import FakeAgent, fake_opencode
from support.process import gone
from vela_desktop.agents import opencode_home
from vela_desktop.agents.call import call
from vela_desktop.agents.catalogue import Catalogue
from vela_desktop.agents.opencode import VARIABLE_BYTES
from vela_desktop.agents.programs import Programs
from vela_desktop.agents.protocol import AgentError, Answer, Call, Command, Model, Request
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.config.settings import AgentSettings
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, Reason
from vela_desktop.domain.limits import SMALL_INPUT_BYTES

OPENCODE = ADAPTERS[Agent.OPENCODE]
MODELS = {
    "openai/gpt-5": {
        "name": "GPT-5",
        "limit": {"context": 400000, "output": 128000},
        "capabilities": {"output": {"text": True}},
        "variants": {"minimal": {}, "high": {"reasoningEffort": "high"}},
        "status": "active",
    },
    "work/o/p 1": {"name": "", "variants": {}},
    "openai/gpt-image": {"name": "Picture", "capabilities": {"output": {"text": False}}},
    "openai/text-embedding-3": {"name": "E", "capabilities": {"output": {"text": True}}},
    "openai/gpt-3": {"name": "Old", "status": "deprecated"},
}
DEFAULT = {"model": "openai/gpt-5"}


def resolved(**more: Any) -> bytes:
    return json.dumps(DEFAULT | more, indent=2).encode()


def command(
    folder: Path,
    asked: Request | None = None,
    prepared: bytes | None = None,
    arguments: tuple[str, ...] = (),
    environment: Mapping[str, str] = {},
) -> Command:
    return OPENCODE.command(
        Call(
            program=program(Agent.OPENCODE, arguments=arguments),
            request=asked or request(),
            folders=folders(folder),
            prepared=resolved() if prepared is None else prepared,
            environment={"HOME": str(folder), **environment},
        )
    )


def content(found: Command) -> Any:
    return json.loads(found.environment["OPENCODE_CONFIG_CONTENT"])


def after(found: Command, flag: str) -> str:
    return found.argv[found.argv.index(flag) + 1]


async def ask(fake: FakeAgent, folder: Path, asked: Request | None = None, **more: Any) -> Answer:
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    found = program_of(fake, **more)
    return await call(
        OPENCODE, found, asked or request(), folder=folder / "runs", environment=environment
    )


async def failure(fake: FakeAgent, folder: Path, asked: Request | None = None) -> AgentError:
    with pytest.raises(AgentError) as raised:
        await ask(fake, folder, asked)
    return raised.value


def refusal(
    folder: Path, asked: Request, prepared: bytes, environment: Mapping[str, str] = {}
) -> str:
    with pytest.raises(AgentError) as raised:
        command(folder, asked, prepared, environment=environment)
    assert raised.value.details["again"] is False
    return str(raised.value.details["reason"])


def test_it_is_called_with_an_agent_that_may_use_nothing(tmp_path: Path) -> None:
    found = command(tmp_path)
    assert found.argv[1] == "run"
    assert "--pure" in found.argv
    assert after(found, "--format") == "json"
    assert after(found, "--dir") == str(tmp_path / "work")
    (agent,) = content(found)["agent"].items()
    assert agent[0] == after(found, "--agent") == f"vela-{tmp_path.name}"
    assert agent[1]["permission"] == {"*": "deny"}
    assert (content(found)["share"], content(found)["snapshot"]) == ("disabled", False)


def test_what_every_start_gets_keeps_no_session_and_closes_tools() -> None:
    assert OPENCODE.environment["OPENCODE_DB"] == ":memory:"
    assert OPENCODE.environment["OPENCODE_PERMISSION"] == '{"*":"deny"}'
    assert OPENCODE.environment["OPENCODE_PURE"] == "1"


def test_the_prompt_goes_to_standard_input_the_rest_into_one_variable(tmp_path: Path) -> None:
    asked = request("問 «prompt»", system="the system text")
    found = command(tmp_path, asked)
    assert found.stdin.decode() == "問 «prompt»"
    (agent,) = content(found)["agent"].values()
    assert agent["prompt"].startswith("the system text\n")
    assert json.dumps(asked.schema) in agent["prompt"]
    assert not any("prompt»" in argument for argument in found.argv)


def test_no_text_names_a_file_or_a_variable_to_take_in(tmp_path: Path) -> None:
    asked = request(system="say {file:/etc/passwd} and {env:HOME}")
    found = command(tmp_path, asked, resolved(mcp={"a{env:HOME}": {}}))
    raw = found.environment["OPENCODE_CONFIG_CONTENT"]
    assert "{file:" not in raw
    assert "{env:" not in raw
    (agent,) = content(found)["agent"].values()
    assert "say {file:/etc/passwd} and {env:HOME}" in agent["prompt"]
    assert list(content(found)["mcp"]) == ["a{env:HOME}"]


def test_model_and_effort_are_named_only_when_they_were_chosen(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert not {"--model", "--variant"} & set(command(tmp_path / "a").argv)
    chosen = command(tmp_path / "b", request(model="work/big", effort="high"), b'{"mode": {}}')
    assert (after(chosen, "--model"), after(chosen, "--variant")) == ("work/big", "high")


def test_every_mcp_server_is_switched_off_by_name(tmp_path: Path) -> None:
    servers = {"files": {"type": "local"}, 'a "b".c': {"enabled": True}, "off": {"enabled": False}}
    found = command(tmp_path, prepared=resolved(mcp=servers))
    assert content(found)["mcp"] == {name: {"enabled": False} for name in servers}


@pytest.mark.parametrize("printed", [b"", b"no configuration", b"[]", b'{"mcp": ["x"]}'])
def test_it_is_not_called_when_its_servers_cannot_be_listed(printed: bytes, tmp_path: Path) -> None:
    assert "cannot be listed" in refusal(tmp_path, request(model="a/b"), printed)


def test_it_is_not_called_when_an_organisation_may_start_a_server(tmp_path: Path) -> None:
    managed = tmp_path / "managed"
    managed.mkdir()
    (managed / "opencode.jsonc").write_text("{}", encoding="utf-8")
    place = {"OPENCODE_TEST_MANAGED_CONFIG_DIR": str(managed)}
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    said = refusal(tmp_path / "a", request(), resolved(mcp={"files": {}}), place)
    assert "'files' may be set by your organisation" in said
    off = resolved(mcp={"files": {"enabled": False}})
    assert content(command(tmp_path / "b", prepared=off, environment=place))["mcp"]


def test_it_is_not_called_when_nobody_names_a_model(tmp_path: Path) -> None:
    assert refusal(tmp_path, request(), b"{}").startswith("its MCP servers cannot")
    (tmp_path / "b").mkdir()
    assert refusal(tmp_path / "b", request(), b'{"share":"auto"}').startswith("choose a model")


def test_a_system_text_that_no_variable_holds_is_refused_before_the_start(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    command(tmp_path, request(system="e" * (VARIABLE_BYTES - 3_000)))
    with pytest.raises(AgentError) as raised:
        command(tmp_path / "b", request(system="é" * (VARIABLE_BYTES // 2)))
    assert raised.value.code is Code.CONTEXT_TOO_LARGE


def test_it_finds_folders_of_the_calls_own(tmp_path: Path) -> None:
    found = command(tmp_path).environment
    home = tmp_path / "opencode"
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "OPENCODE_TEST_HOME"):
        assert found[name] == str(home)
    assert found["PWD"] == str(tmp_path / "work")
    assert found["OPENCODE_CONFIG_DIR"] == ""
    assert (home / "opencode" / "node_modules").is_dir(), "or a package would be installed there"
    assert not list((tmp_path / "work").iterdir())


@pytest.mark.parametrize(
    ("files", "environment", "expected"),
    [
        ((), {}, None),
        ((".config/opencode/config.json",), {}, ".config/opencode/config.json"),
        (
            (".config/opencode/opencode.json", ".config/opencode/opencode.jsonc"),
            {},
            ".config/opencode/opencode.jsonc",
        ),
        ((), {"OPENCODE_CONFIG": "{home}/mine.json"}, "mine.json"),
        (
            (".config/opencode/opencode.json", "dir/opencode.json"),
            {"OPENCODE_CONFIG_DIR": "{home}/dir"},
            "dir/opencode.json",
        ),
        (
            ("x/opencode/opencode.json",),
            {"XDG_CONFIG_HOME": "{home}/x"},
            "x/opencode/opencode.json",
        ),
    ],
)
def test_of_the_users_configuration_one_file_is_named(
    files: tuple[str, ...], environment: dict[str, str], expected: str | None, tmp_path: Path
) -> None:
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}", encoding="utf-8")
    named = {name: value.format(home=tmp_path) for name, value in environment.items()}
    found = opencode_home.user_configuration({"HOME": str(tmp_path)} | named)
    assert found == (tmp_path / expected if expected else None)


@pytest.mark.parametrize("arguments", [(), ("--thinking",), ("--print-logs",)])
def test_arguments_that_show_more_are_accepted(arguments: tuple[str, ...]) -> None:
    assert OPENCODE.objection(arguments) is None


@pytest.mark.parametrize(
    "argument",
    [
        "--auto",
        "--dangerously-skip-permissions",
        "--agent",
        "--attach",
        "-f",
        "--model",
        "-c",
        "hi",
    ],
)
def test_any_other_argument_is_refused_and_named(argument: str) -> None:
    assert argument in str(OPENCODE.objection((argument, "x")))


def test_what_closes_tools_stands_after_the_extra_arguments(tmp_path: Path) -> None:
    argv = command(tmp_path, arguments=("--thinking",)).argv
    assert argv.index("--thinking") < argv.index("--pure") < argv.index("--agent")


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ("1.18.33", None),
        ("1.17.0", None),
        ("1.15.13", "too old"),
        ("2.0.12", "another command line"),
        ("opencode 2", "this is not OpenCode"),
    ],
)
async def test_versions_that_are_too_old_or_unknown_are_refused(
    version: str, words: str | None, tmp_path: Path
) -> None:
    fake = fake_opencode(tmp_path, version=version)
    settings = AgentSettings(executable=str(fake.path))
    found = await Programs({"PATH": "/usr/bin"}).find(Agent.OPENCODE, settings)
    assert (words in str(found.problem)) if words else found.problem is None


async def test_a_call_asks_for_the_servers_in_the_same_folders_and_leaves_nothing(
    tmp_path: Path,
) -> None:
    fake = fake_opencode(tmp_path, {"data": DATA, "usage": [100, 20, 10]}, mcp=["files"])
    answer = await ask(fake, tmp_path)
    assert json.loads(answer.text) == DATA
    assert (answer.usage.input_tokens, answer.usage.cached_tokens) == (120, 20)
    assert answer.usage.model == "openai/gpt-5"
    (question,), (made,) = fake.questions, fake.calls
    assert question.argv == ["--pure", "debug", "config"]
    for name in ("XDG_CONFIG_HOME", "OPENCODE_DB", "PWD", "OPENCODE_PERMISSION"):
        assert question.environment[name] == made.environment[name]
    assert json.loads(made.environment["OPENCODE_CONFIG_CONTENT"])["mcp"]["files"]
    assert made.cwd == made.environment["PWD"]
    assert made.files == []
    assert not list((tmp_path / "runs").iterdir())


async def test_a_model_that_calls_a_tool_is_not_asked_again(tmp_path: Path) -> None:
    fake = fake_opencode(tmp_path, {"tool": "bash", "data": DATA, "hang_after": True})
    error = await failure(fake, tmp_path)
    assert (error.details["reason"], error.details["tool"]) == ("tool", "bash")
    assert gone(fake.calls[0].pid)


async def test_an_agent_with_tools_is_ended_as_soon_as_it_warns(tmp_path: Path) -> None:
    warning = '! agent "vela-x" not found. Falling back to default agent\n'
    fake = fake_opencode(tmp_path, {"stderr": warning, "hang": True})
    error = await failure(fake, tmp_path)
    assert "its tools are not closed" in str(error.details["reason"])
    assert gone(fake.calls[0].pid)


async def test_an_answer_without_an_end_is_no_answer(tmp_path: Path) -> None:
    fake = fake_opencode(tmp_path, {"silent": True})
    assert (await failure(fake, tmp_path)).code is Code.PROCESS_FAILED


async def test_a_configuration_that_cannot_be_read_stops_the_call(tmp_path: Path) -> None:
    fake = fake_opencode(tmp_path, {"data": DATA}, mcp_exit=1)
    error = await failure(fake, tmp_path)
    assert "cannot be listed: exit code 1" in str(error.details["reason"])
    assert fake.calls == []


def of_bytes(size: int) -> Request:
    """Return a request of exactly *size* bytes: system text, prompt and schema."""
    empty = request("")
    beside = len(empty.system) + len(json.dumps(empty.schema))
    chars, rest = divmod(size - beside, 3)
    return request("中" * chars + "x" * rest)


async def test_exactly_the_limit_is_sent_and_one_byte_more_is_not(tmp_path: Path) -> None:
    fake = fake_opencode(tmp_path, default={"data": DATA})
    await ask(fake, tmp_path, of_bytes(SMALL_INPUT_BYTES))
    error = await failure(fake, tmp_path, of_bytes(SMALL_INPUT_BYTES + 1))
    assert error.code is Code.CONTEXT_TOO_LARGE
    assert (error.details["size"], error.details["limit"]) == (131_073, 131_072)
    assert error.details["reason"] == Reason.BYTES
    assert len(fake.calls) == len(fake.questions) == 1


async def test_the_settings_may_raise_the_limit_or_lower_it(tmp_path: Path) -> None:
    fake = fake_opencode(tmp_path, default={"data": DATA})
    await ask(fake, tmp_path, of_bytes(500_000), input_bytes=500_000)
    with pytest.raises(AgentError, match="memory_context_too_large"):
        await ask(fake, tmp_path, of_bytes(5_000), input_bytes=4_999)
    assert len(fake.calls) == 1


async def test_its_models_are_listed_with_their_efforts_and_windows(tmp_path: Path) -> None:
    fake = fake_opencode(tmp_path, models=MODELS)
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    catalogue = Catalogue(tmp_path / "cache", tmp_path / "scratch", environment=environment)
    assert await catalogue.models(program_of(fake)) == (
        Model(
            id="openai/gpt-5",
            label="GPT-5 (openai)",
            efforts=("minimal", "high"),
            context_tokens=400_000,
        ),
        Model(id="work/o/p 1", label="work/o/p 1 (work)"),
    )
    assert fake.questions[0].environment["OPENCODE_DB"] == ":memory:"
    await catalogue.close()


@pytest.mark.parametrize("printed", [b"", b"openai/gpt-5\n", b"a/b\n{ broken", b"\xff\xfe{}"])
def test_a_listing_without_sense_has_no_models(printed: bytes) -> None:
    assert OPENCODE.listing is not None
    assert OPENCODE.listing.read(printed) == ()


SAMPLES = Path(__file__).parents[3] / "shared" / "agents" / "samples" / "opencode" / "headless"
SAID = {
    "ok": "",
    "retry-500-then-ok": "",
    "length-cut": "memory_output_too_large",
    "err-context-overflow": "memory_context_too_large",
    "err-401": "memory_process_failed",
    "err-bad-model": "memory_process_failed",
    "err-no-key": "memory_process_failed",
    "empty-prompt": "memory_process_failed",
    "cancel-sigterm": "memory_process_failed",
    "tools-turn": "memory_process_failed",
    "subagent-turn": "memory_process_failed",
}


@pytest.mark.skipif(not SAMPLES.exists(), reason="recordings of the real program are not here")
@pytest.mark.parametrize(("case", "code"), SAID.items())
def test_recordings_of_the_real_program_are_judged_alike(
    case: str, code: str, tmp_path: Path
) -> None:
    made = Call(program=program(Agent.OPENCODE), request=request(), folders=folders(tmp_path))
    reading = OPENCODE.reading(made)
    said = ""
    try:
        for line in (SAMPLES / f"{case}.stdout.jsonl").read_bytes().split(b"\n"):
            reading.feed(line)
        assert isinstance(json.loads(reading.finish(1, "").text), dict)
    except AgentError as error:
        said = error.wire
    assert said == code
