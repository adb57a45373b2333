"""How OpenCode is recognised, asked and called: closed, and in folders of the call's own."""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from support.agents import DATA, folders, program, program_of, request
from support.fake_agents import FakeAgent, fake_opencode
from support.process import gone
from vela_desktop.agents.call import call
from vela_desktop.agents.catalogue import Catalogue
from vela_desktop.agents.opencode import VARIABLE_BYTES
from vela_desktop.agents.programs import Programs
from vela_desktop.agents.protocol import AgentError, Answer, Call, Command, Model, Request
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.config.settings import AgentSettings
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, Measure
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


FOLDERS = {
    ".config/opencode": ("opencode", ("config.json", "opencode.json", "opencode.jsonc")),
    ".opencode": (".opencode", ("opencode.json", "opencode.jsonc")),
}
"""Where the user has configuration, where it is for a call, and what it is called."""


def put(file: Path, text: str = "{}") -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def said(name: str) -> str:
    return f'{{"$schema": "x", "username": "{name}", }} // 说明\n'


def test_every_file_of_the_users_configuration_is_found_in_the_place_of_its_rank(
    tmp_path: Path,
) -> None:
    for theirs, (_, names) in FOLDERS.items():
        for name in (*names, "auth.json", "opencode.toml"):
            put(tmp_path / theirs / name, said(f"{theirs}/{name}"))
        put(tmp_path / theirs / "plugin" / "own.js")
        put(tmp_path / theirs / "agent" / "own.md")
    put(tmp_path / "mine.json", said("mine.json"))
    named = {"OPENCODE_CONFIG": str(tmp_path / "mine.json")}
    found = command(tmp_path, environment=named).environment
    own = tmp_path / "opencode"
    assert Path(found["OPENCODE_CONFIG"]).read_text(encoding="utf-8") == said("mine.json")
    assert Path(found["OPENCODE_CONFIG"]).parent == own
    for theirs, (ours, names) in FOLDERS.items():
        laid = {path.name for path in (own / ours).iterdir()}
        assert laid == {*names, "node_modules", "package-lock.json"}
        for name in names:
            assert (own / ours / name).read_bytes() == (tmp_path / theirs / name).read_bytes()


def test_the_users_folder_may_be_another_one(tmp_path: Path) -> None:
    put(tmp_path / "x" / "opencode" / "opencode.json", said("x"))
    command(tmp_path, environment={"XDG_CONFIG_HOME": str(tmp_path / "x")})
    laid = tmp_path / "opencode" / "opencode" / "opencode.json"
    assert laid.read_text(encoding="utf-8") == said("x")


@pytest.mark.parametrize(
    "text",
    ['{"a": 1}', "\N{ZERO WIDTH NO-BREAK SPACE}{}", '// {\n/* { */ {"a": 1}', "", "[]", "{ broken"],
)
def test_a_configuration_that_names_no_schema_gets_one_and_is_not_written_to_again(
    text: str, tmp_path: Path
) -> None:
    """OpenCode writes it into the file while another part of it reads that."""
    put(tmp_path / ".config" / "opencode" / "opencode.json", text)
    command(tmp_path)
    laid = tmp_path / "opencode" / "opencode" / "opencode.json"
    schema = '"$schema": "https://opencode.ai/config.json",'
    assert laid.read_text(encoding="utf-8").replace(schema, "") == text
    assert (schema in laid.read_text(encoding="utf-8")) is (text not in {"", "[]"})


@pytest.mark.parametrize("named", ["", "mine.json", "/nowhere/mine.json"])
def test_a_file_that_is_not_there_is_named_as_the_user_names_it(named: str, tmp_path: Path) -> None:
    found = command(tmp_path, environment={"OPENCODE_CONFIG": named}).environment
    assert found["OPENCODE_CONFIG"] == named


def test_a_file_that_a_configuration_refers_to_is_found_from_there(tmp_path: Path) -> None:
    text = '["{file:key.txt}", "{file:../钥.txt}", "{file:~/k}", "{file:/k}", "{env:KEY}"]'
    put(tmp_path / ".config" / "opencode" / "opencode.jsonc", text)
    command(tmp_path)
    text = (tmp_path / "opencode" / "opencode" / "opencode.jsonc").read_text(encoding="utf-8")
    folder = tmp_path / ".config" / "opencode"
    assert json.loads(text) == [
        f"{{file:{folder}/key.txt}}",
        f"{{file:{folder}/../钥.txt}}",
        "{file:~/k}",
        "{file:/k}",
        "{env:KEY}",
    ]


async def test_a_configuration_that_cannot_be_opened_stops_the_call(tmp_path: Path) -> None:
    file = tmp_path / ".config" / "opencode" / "opencode.json"
    file.parent.mkdir(parents=True)
    file.symlink_to(file)
    fake = fake_opencode(tmp_path, {"data": DATA})
    assert "it cannot be read: Too many" in str((await failure(fake, tmp_path)).details["reason"])
    assert fake.questions == fake.calls == []


THEIRS = """\
// the user's
{"provider": {"work": {"options": {"apiKey": "{env:KEY}", "url": "http://x // no comment"}}},
 "mcp": {"files": {"type": "local", "command": ["x"]}}, "share": "auto", /* , } */
 "agent": {"build": {"permission": {"*": "allow"}}}, "models": [1, 2, ], }
"""


def test_the_calls_own_is_laid_over_what_the_user_has_in_the_same_variable(tmp_path: Path) -> None:
    servers = resolved(mcp={"files": {}})
    asked = request(system="say {env:HOME}")
    found = command(
        tmp_path, asked, prepared=servers, environment={"OPENCODE_CONFIG_CONTENT": THEIRS}
    )
    text = found.environment["OPENCODE_CONFIG_CONTENT"]
    assert '"{env:KEY}"' in text, "the user's own references still lead somewhere"
    assert "{env:HOME}" not in text
    laid = content(found)
    assert laid["provider"]["work"]["options"]["url"] == "http://x // no comment"
    assert laid["models"] == [1, 2]
    assert laid["mcp"] == {"files": {"enabled": False}}
    assert laid["share"] == "disabled"
    assert list(laid["agent"]) == [after(found, "--agent")]


def test_the_files_of_a_chosen_folder_come_before_that_and_no_folder_is_named(
    tmp_path: Path,
) -> None:
    """With a folder named, newer versions would look for more in every folder above."""
    first = {"model": "a/1", "provider": {"a": {"options": {"key": "{file:k}", "x": 1}, "n": [1]}}}
    put(tmp_path / "dir" / "opencode.json", json.dumps(first))
    put(tmp_path / "dir" / "opencode.jsonc", '{"provider": {"a": {"options": {"x": 2,},},}} // 二')
    put(tmp_path / "dir" / "config.json", '{"username": "nobody"}')
    put(tmp_path / "dir" / "plugin" / "own.js")
    found = command(
        tmp_path,
        environment={
            "OPENCODE_CONFIG_DIR": str(tmp_path / "dir"),
            "OPENCODE_CONFIG_CONTENT": '{"model": "a/3", "provider": {"a": {"n": []}}}',
        },
    )
    assert found.environment["OPENCODE_CONFIG_DIR"] == ""
    laid, key = content(found), f"{{file:{tmp_path}/dir/k}}"
    assert laid["provider"] == {"a": {"options": {"key": key, "x": 2}, "n": []}}
    assert (laid["model"], laid["share"], "username" in laid) == ("a/3", "disabled", False)


async def test_what_is_asked_before_a_call_goes_by_the_same_configuration(tmp_path: Path) -> None:
    fake = fake_opencode(tmp_path, {"data": DATA})
    put(tmp_path / "dir" / "opencode.json", '{"provider": {"a": {}}}')
    around = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    around["OPENCODE_CONFIG_DIR"] = str(tmp_path / "dir")
    runs = tmp_path / "runs"
    await call(OPENCODE, program_of(fake), request(), folder=runs, environment=around)
    (question,), (made,) = fake.questions, fake.calls
    for start in (question, made):
        assert json.loads(start.environment["OPENCODE_CONFIG_CONTENT"])["provider"] == {"a": {}}
        assert start.environment["OPENCODE_CONFIG_DIR"] == ""


@pytest.mark.parametrize("said", ["{", "[]", "model: x", '{"a": "\n"}', "[" * 100_000])
async def test_a_variable_of_the_users_that_is_no_json_stops_the_call(
    said: str, tmp_path: Path
) -> None:
    fake = fake_opencode(tmp_path, {"data": DATA})
    around = {"HOME": str(tmp_path), "OPENCODE_CONFIG_CONTENT": said}
    with pytest.raises(AgentError, match="memory_process_failed") as raised:
        await call(OPENCODE, program_of(fake), request(), folder=tmp_path, environment=around)
    assert "it cannot be read" in str(raised.value.details["reason"])
    assert fake.questions == fake.calls == []


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
    assert error.details["reason"] == Measure.BYTES
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


HASTY = """\
#!{python} -IS
import fcntl, os
fcntl.fcntl(1, fcntl.F_SETFL, fcntl.fcntl(1, fcntl.F_GETFL) | os.O_NONBLOCK)
for number in range(2_000):
    said = b'work/m%d\\n{{"name": "%s", "variants": {{}}}}\\n' % (number, b"n" * 300)
    try:
        os.write(1, said)
    except BlockingIOError:
        break
os._exit(0)
"""
"""What OpenCode does: it ends with what no pipe has taken yet still unprinted."""


async def test_a_listing_that_is_longer_than_a_pipe_takes_at_once_is_read_whole(
    tmp_path: Path,
) -> None:
    path = tmp_path / "opencode"
    path.write_text(HASTY.format(python=sys.executable), encoding="utf-8")
    path.chmod(0o755)
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    catalogue = Catalogue(tmp_path / "cache", tmp_path / "scratch", environment=environment)
    assert len(await catalogue.models(program(Agent.OPENCODE, path))) == 2_000
    assert not list((tmp_path / "scratch").iterdir())
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
