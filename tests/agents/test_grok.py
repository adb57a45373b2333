"""How Grok Build is recognised, asked and called: closed, and in a home of the call's own."""

import json
import os
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support.agents import DATA, folders, program, program_of, request
from support.fake_agents import FakeAgent, fake_grok
from vela_desktop.agents import grok_home
from vela_desktop.agents.arguments import LONGEST
from vela_desktop.agents.call import call
from vela_desktop.agents.catalogue import Catalogue
from vela_desktop.agents.programs import Programs
from vela_desktop.agents.protocol import AgentError, Answer, Call, Command, Model, Request
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.agents.sign_in import SIGN_INS
from vela_desktop.config.settings import AgentSettings
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code
from vela_desktop.process.run import Ended, Outcome

GROK = ADAPTERS[Agent.GROK]
CONFIG = """
[ui]
theme = "dark"
[hooks]
SessionStart = "sh"
[mcp_servers.files]
command = "files"
[models]
default = "work"
[model.work]
model = "grok-work"
base_url = "https://models.example/v1"
env_key = "WORK_KEY"
context_window = 128_000
temperature = 0.5
supports_reasoning_effort = true
since = 2026-01-02T03:04:05Z
extra_headers = { "X-A" = 'say "hi"', "X-B" = "a\\\\b\\u007f提示 😀" }
stop = ["a", "b"]
["auth"]
preferred_method = "oidc"
"""
INITIALIZED = {
    "modelId": "grok-4.6",
    "name": "Grok 4.6",
    "_meta": {
        "totalContextTokens": 500000,
        "supportsReasoningEffort": True,
        "reasoningEfforts": [{"id": "high", "default": True}, {"id": "low"}],
    },
}


def command(
    folder: Path, asked: Request | None = None, path: str = "/usr/bin/grok", **more: Any
) -> Command:
    values = {"environment": {"HOME": str(folder)}, "prepared": b""} | more
    arguments = values.pop("arguments", ())
    found = program(Agent.GROK, path, arguments=arguments)
    return GROK.command(
        Call(program=found, request=asked or request(), folders=folders(folder), **values)
    )


def after(found: Command, flag: str) -> str:
    return found.argv[found.argv.index(flag) + 1]


def written(folder: Path, config: str = "", **environment: str) -> dict[str, Any]:
    """Return the configuration that a call gets when the user's is *config*."""
    if config:
        (folder / ".grok").mkdir()
        (folder / ".grok" / "config.toml").write_text(config, encoding="utf-8")
    return tomllib.loads(grok_home.configuration({"HOME": str(folder)} | environment))


async def ask(fake: FakeAgent, folder: Path, asked: Request | None = None) -> Answer:
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    found = program_of(fake)
    asked = asked or request()
    return await call(GROK, found, asked, folder=folder / "runs", environment=environment)


def test_it_is_called_with_everything_closed(tmp_path: Path) -> None:
    found = command(tmp_path)
    assert after(found, "--tools") == "todo_write"
    assert set(after(found, "--disallowed-tools").split(",")) == {
        "todo_write",
        "search_tool",
        "use_tool",
    }
    assert after(found, "--max-turns") == "1"
    assert after(found, "--output-format") == "streaming-json"
    assert after(found, "--cwd") == str(tmp_path / "work")
    flags = {"--verbatim", "--no-subagents", "--no-plan", "--disable-web-search"}
    assert flags | {"--no-auto-update"} <= set(found.argv)


def test_other_agents_hooks_servers_and_instructions_are_switched_off() -> None:
    for vendor in ("CLAUDE", "CURSOR", "CODEX"):
        for surface in ("HOOKS", "MCPS", "RULES", "AGENTS", "SKILLS"):
            assert GROK.environment[f"GROK_{vendor}_{surface}_ENABLED"] == "0"


def test_it_lives_in_a_home_of_its_own_and_signs_in_with_the_users_file(tmp_path: Path) -> None:
    found = command(tmp_path)
    assert found.environment["GROK_HOME"] == str(tmp_path / "files" / "home")
    assert found.environment["GROK_AUTH_PATH"] == str(tmp_path / ".grok" / "auth.json")


@pytest.mark.parametrize(
    ("environment", "file"),
    [
        ({"HOME": "/h"}, "/h/.grok/auth.json"),
        ({"HOME": "/h", "GROK_HOME": "/g"}, "/g/auth.json"),
        ({"HOME": "/h", "GROK_AUTH_PATH": "/a.json"}, "/a.json"),
    ],
)
def test_the_sign_in_is_where_the_user_has_it(environment: dict[str, str], file: str) -> None:
    assert grok_home.sign_in(environment) == Path(file)


def test_prompt_and_system_text_go_as_files_and_the_schema_as_an_argument(tmp_path: Path) -> None:
    asked = request("問 «prompt»", system="the «system» {{ text }}")
    found = command(tmp_path, asked)
    assert after(found, "--prompt-file") == str(tmp_path / "files" / "prompt.txt")
    assert after(found, "--agent") == str(tmp_path / "files" / "agent.md")
    assert found.files["prompt.txt"] == "問 «prompt»"
    head, _, body = found.files["agent.md"].rpartition("---\n")
    assert body == "the «system» {{ text }}"
    assert "agentsMd: false" in head
    assert "discoverSkills: false" in head
    assert json.loads(after(found, "--json-schema")) == asked.schema
    assert not any("«" in argument for argument in found.argv)


def test_model_and_effort_are_named_only_when_they_were_chosen(tmp_path: Path) -> None:
    assert not {"-m", "--reasoning-effort"} & set(command(tmp_path).argv)
    (tmp_path / "b").mkdir()
    chosen = command(tmp_path / "b", request(model="big", effort="high"))
    assert (after(chosen, "-m"), after(chosen, "--reasoning-effort")) == ("big", "high")


def test_only_what_leads_to_a_model_is_taken_over(tmp_path: Path) -> None:
    own = tomllib.loads(CONFIG)
    found = written(tmp_path, CONFIG)
    assert set(found) == {"models", "model", "auth"}
    assert found["model"]["work"] == own["model"]["work"]
    assert (found["models"], found["auth"]) == (own["models"], own["auth"])


def test_the_title_of_a_session_is_asked_of_a_model_that_leads_nowhere(tmp_path: Path) -> None:
    found = command(tmp_path)
    model = found.environment["GROK_SESSION_SUMMARY_MODEL"]
    table = tomllib.loads(found.files["home/config.toml"])["model"][model]
    assert table["base_url"].startswith("https://127.0.0.1:0/")
    assert table["api_key"]


def test_the_configuration_is_that_of_the_home_that_the_user_chose(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    file = tmp_path / "elsewhere" / "config.toml"
    file.write_text('[models]\ndefault = "there"\n', encoding="utf-8")
    found = written(tmp_path, GROK_HOME=str(tmp_path / "elsewhere"))
    assert found["models"] == {"default": "there"}


@pytest.mark.parametrize("config", ["model = 3", "models = []"])
def test_what_is_no_table_is_not_taken_over(config: str, tmp_path: Path) -> None:
    assert set(written(tmp_path, config)) == {"model"}


def test_a_broken_configuration_is_told_before_the_call(tmp_path: Path) -> None:
    with pytest.raises(AgentError) as raised:
        written(tmp_path, "[model")
    assert raised.value.code is Code.PROCESS_FAILED
    assert "config.toml cannot be read" in str(raised.value.details["reason"])


def test_npms_launcher_is_replaced_by_the_program_it_would_start(tmp_path: Path) -> None:
    launcher = tmp_path / "grok"
    launcher.write_text("#!/usr/bin/env node\nlaunch()\n", encoding="utf-8")
    assert command(tmp_path, path=str(launcher)).argv[0] == str(launcher)
    native = tmp_path / ".grok" / "bin" / "grok"
    native.parent.mkdir(parents=True)
    native.write_bytes(b"\x7fELF")
    environment = {"HOME": str(tmp_path)}
    assert grok_home.program(str(launcher), environment) == str(native)
    assert grok_home.program(str(native), environment) == str(native)
    assert grok_home.program("/nowhere/grok", environment) == "/nowhere/grok"


def test_nobody_signed_in_is_told_before_the_call(tmp_path: Path) -> None:
    with pytest.raises(AgentError) as raised:
        command(tmp_path, prepared=b"You are not authenticated.\n")
    assert "not signed in" in str(raised.value.details["reason"])
    assert raised.value.details["again"] is False


@pytest.mark.parametrize(
    ("printed", "signed_in"),
    [
        (b"You are logged in with grok.com.\n", True),
        (b"You are using XAI_API_KEY.\n", True),
        (b"Model 'work' is using its own API key.\n", True),
        (b"You are not authenticated.\n\nDefault model: grok-4.6\n", False),
        (b"something else\n", None),
    ],
)
def test_the_sign_in_is_read_from_the_list_of_models(printed: bytes, signed_in: object) -> None:
    outcome = Outcome(ended=Ended.EXITED, exit_code=0, stdout=printed, stderr=b"", seconds=0.1)
    assert SIGN_INS[Agent.GROK].read(outcome) is signed_in


def test_a_schema_longer_than_an_argument_may_be_is_refused_before_the_start() -> None:
    asked = request()
    long = {**asked.schema, "description": "é" * (LONGEST // 2)}
    with pytest.raises(AgentError) as raised:
        GROK.check(replace(asked, schema=long))
    assert raised.value.code is Code.CONTEXT_TOO_LARGE
    GROK.check(asked)


@pytest.mark.parametrize("arguments", [(), ("--effort", "low"), ("--reasoning-effort=high",)])
def test_extra_arguments_for_the_effort_are_accepted(arguments: tuple[str, ...]) -> None:
    assert GROK.objection(arguments) is None


@pytest.mark.parametrize(
    "arguments",
    [
        ("--always-approve",),
        ("--yolo",),
        ("--permission-mode", "bypassPermissions"),
        ("--tools", "run_terminal_command"),
        ("--allow", "Bash(*)"),
        ("--agent", "x"),
        ("--max-turns", "50"),
        ("--system-prompt-override", "x"),
        ("-m", "x"),
        ("-p", "x"),
        ("--resume", "x"),
        ("--debug-file", "x"),
        ("a prompt",),
    ],
)
def test_any_other_extra_argument_is_refused_and_named(arguments: tuple[str, ...]) -> None:
    assert arguments[0] in str(GROK.objection(arguments))


def test_extra_arguments_stand_before_our_own(tmp_path: Path) -> None:
    argv = command(tmp_path, request(effort="low"), arguments=("--effort", "high")).argv
    assert argv.index("high") < argv.index("--tools") < argv.index("low")


@pytest.mark.parametrize(
    ("told", "accepted"),
    [
        ("grok 1.0.41 (4220f3b224a6)", True),
        ("grok 1.0.5 (5115b46bc9)", True),
        ("1.0.41", False),
        ("grok-cli 1.0.41", False),
        ("grok 1.0.41", False),
        ("grok 1.0.4 (5115b46bc9)", False),
    ],
)
async def test_other_tools_of_that_name_and_older_ones_are_refused(
    told: str, accepted: bool, tmp_path: Path
) -> None:
    fake = fake_grok(tmp_path, version=told)
    settings = AgentSettings(executable=str(fake.path))
    found = await Programs({"PATH": os.environ["PATH"]}).find(Agent.GROK, settings)
    assert (found.problem is None) is accepted


async def test_an_answer_comes_back_with_what_it_used(tmp_path: Path) -> None:
    fake = fake_grok(tmp_path, {"data": DATA, "thinking": "hm", "usage": [100, 50, 7]})
    answer = await ask(fake, tmp_path, request("提示\n" * 100_000, system="系统 system"))
    assert json.loads(answer.text) == DATA
    assert (answer.usage.input_tokens, answer.usage.cached_tokens) == (150, 50)
    assert (answer.usage.output_tokens, answer.usage.model) == (7, "grok-4.6")
    (seen,) = fake.calls
    assert seen.stdin == "提示\n" * 100_000
    assert seen.read["agent.md"].endswith("---\n系统 system")
    assert seen.files == []
    assert not Path(seen.environment["GROK_HOME"]).exists()


async def test_a_tool_that_it_tries_ends_the_call_with_what_was_used(tmp_path: Path) -> None:
    fake = fake_grok(tmp_path, {"tool": "run_terminal_command", "hang_after": True})
    with pytest.raises(AgentError) as raised:
        await ask(fake, tmp_path)
    assert raised.value.details["reason"] == "tool"
    assert raised.value.details["tool"] == "run_terminal_command"


async def test_it_is_not_called_while_nobody_is_signed_in(tmp_path: Path) -> None:
    fake = fake_grok(tmp_path, {"data": DATA}, signed_in=False)
    with pytest.raises(AgentError, match="memory_process_failed"):
        await ask(fake, tmp_path)
    assert fake.calls == []


async def test_its_models_come_from_the_initialize_request(tmp_path: Path) -> None:
    plain = {"modelId": "plain", "_meta": {"totalContextTokens": 200000}}
    own = {"modelId": "work", "name": "Work", "_meta": {"supportsReasoningEffort": True}}
    fake = fake_grok(tmp_path, models=[INITIALIZED, plain, own, "junk", {}])
    catalogue = Catalogue(
        tmp_path / "cache", tmp_path / "scratch", environment={"PATH": os.environ["PATH"]}
    )
    assert await catalogue.models(program_of(fake)) == (
        Model(id="grok-4.6", label="Grok 4.6", efforts=("high", "low"), context_tokens=500_000),
        Model(id="plain", label="plain", context_tokens=200_000),
        Model(id="work", label="Work", efforts=("xhigh", "high", "medium", "low")),
    )
    await catalogue.close()


@pytest.mark.parametrize("printed", [b"", b"null", b'{"id":1}', b'{"id":1,"error":{}}', b"x\n{}"])
def test_a_senseless_list_of_models_is_none(printed: bytes) -> None:
    assert GROK.listing is not None
    assert GROK.listing.read(printed) == ()
