"""What the programs are started with: nothing that closes tools is ever missing."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from support.agents import folders, program, request
from vela_desktop.agents.arguments import LONGEST
from vela_desktop.agents.claude import STDIN_BYTES
from vela_desktop.agents.codex import INPUT_CHARS
from vela_desktop.agents.protocol import AgentError, Call, Command, Request
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code


def command(agent: Agent, folder: Path, asked: Request, prepared: bytes = b"[]") -> Command:
    call = Call(program=program(agent), request=asked, folders=folders(folder), prepared=prepared)
    return ADAPTERS[agent].command(call)


def after(found: Command, flag: str) -> str:
    return found.argv[found.argv.index(flag) + 1]


def settings(found: Command) -> set[str]:
    return {found.argv[i + 1] for i, argument in enumerate(found.argv) if argument == "-c"}


def test_claude_is_called_with_everything_closed(tmp_path: Path) -> None:
    found = command(Agent.CLAUDE, tmp_path, request())
    assert after(found, "--tools") == ""
    assert after(found, "--setting-sources") == "user"
    assert after(found, "--output-format") == "stream-json"
    flags = {"-p", "--verbose", "--no-session-persistence", "--safe-mode", "--strict-mcp-config"}
    assert flags <= set(found.argv)


def test_claude_gets_prompt_system_text_and_schema_by_three_ways(tmp_path: Path) -> None:
    asked = request("問 «prompt»", system="the system text")
    found = command(Agent.CLAUDE, tmp_path, asked)
    assert found.stdin.decode() == "問 «prompt»"
    assert after(found, "--system-prompt-file") == str(tmp_path / "files" / "system.txt")
    assert found.files == {"system.txt": "the system text"}
    assert json.loads(after(found, "--json-schema")) == asked.schema
    assert not any("prompt»" in argument for argument in found.argv)


@pytest.mark.parametrize("agent", [Agent.CLAUDE, Agent.CODEX])
def test_model_and_effort_are_named_only_when_they_were_chosen(
    agent: Agent, tmp_path: Path
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    default = command(agent, tmp_path / "a", request()).argv
    assert not {"--model", "-m", "--effort"} & set(default)
    assert not any(argument.startswith("model_reasoning_effort") for argument in default)
    chosen = command(agent, tmp_path / "b", request(model="big", effort="high"))
    assert after(chosen, "--model" if agent is Agent.CLAUDE else "-m") == "big"
    effort = {Agent.CLAUDE: "high", Agent.CODEX: 'model_reasoning_effort="high"'}[agent]
    assert effort in chosen.argv


def test_codex_is_called_with_everything_closed(tmp_path: Path) -> None:
    found = command(Agent.CODEX, tmp_path, request())
    assert found.argv[1] == "exec"
    assert found.argv[-1] == "-"
    assert {"--json", "--ephemeral", "--skip-git-repo-check", "--ignore-rules"} <= set(found.argv)
    assert after(found, "-s") == "read-only"
    assert after(found, "-C") == str(tmp_path / "work")
    off = {"shell_tool", "view_image", "goals", "apps", "multi_agent", "plugins", "hooks"}
    off |= {"memories", "skill_search", "tool_suggest", "code_mode_host"}
    assert {f"features.{name}=false" for name in off} <= settings(found)
    rest = {'web_search="disabled"', "notify=[]", "project_doc_max_bytes=0", "agents.enabled=false"}
    assert rest <= settings(found)


def test_codex_gets_prompt_system_text_and_schema_by_three_ways(tmp_path: Path) -> None:
    asked = request("問 «prompt»", system="the system text")
    found = command(Agent.CODEX, tmp_path, asked)
    files = tmp_path / "files"
    assert found.stdin.decode() == "問 «prompt»"
    assert f'model_instructions_file="{files / "system.txt"}"' in settings(found)
    assert after(found, "--output-schema") == str(files / "schema.json")
    assert after(found, "-o") == str(files / "answer.txt")
    assert found.files["system.txt"] == "the system text"
    assert json.loads(found.files["schema.json"]) == asked.schema


def test_an_older_codex_is_not_given_the_switch_it_would_take_for_a_role(tmp_path: Path) -> None:
    old = program(Agent.CODEX, version="0.130.0")
    call = Call(program=old, request=request(), folders=folders(tmp_path), prepared=b"[]")
    found = ADAPTERS[Agent.CODEX].command(call)
    assert "agents.enabled=false" not in settings(found)
    assert "features.multi_agent=false" in settings(found)


def test_codex_switches_every_mcp_server_off_by_name(tmp_path: Path) -> None:
    listed = b'[{"name":"files","enabled":true},{"name":"web_2-x","enabled":false}]'
    found = command(Agent.CODEX, tmp_path, request(), listed)
    names = {"mcp_servers.files.enabled=false", "mcp_servers.web_2-x.enabled=false"}
    assert names <= settings(found)


@pytest.mark.parametrize(
    ("listed", "words"),
    [
        (b"", "cannot be listed"),
        (b"{}", "cannot be listed"),
        (b"no servers yet", "cannot be listed"),
        (b'[{"name":"a.b"}]', "cannot be switched off by name"),
        (b'[{"name":"a=true"}]', "cannot be switched off by name"),
        (b'[{"nom":"x"}]', "cannot be switched off by name"),
        (b'["x"]', "cannot be switched off by name"),
    ],
)
def test_codex_is_not_called_when_its_servers_cannot_be_switched_off(
    listed: bytes, words: str, tmp_path: Path
) -> None:
    with pytest.raises(AgentError) as raised:
        command(Agent.CODEX, tmp_path, request(), listed)
    assert raised.value.code is Code.PROCESS_FAILED
    assert words in str(raised.value.details["reason"])
    assert raised.value.details["again"] is False


def test_the_builtin_extractor_reads_the_prompt_alone(tmp_path: Path) -> None:
    found = command(Agent.BUILTIN, tmp_path, request("the prompt", system="the system text"))
    assert found.stdin == b"the prompt"
    assert found.argv[-2:] == ("--internal", "builtin")


@pytest.mark.parametrize(
    ("agent", "prompt", "size"),
    [
        (Agent.CLAUDE, "é" * (STDIN_BYTES // 2 + 1), STDIN_BYTES + 2),
        (Agent.CODEX, "e" * (INPUT_CHARS + 1), INPUT_CHARS + 1 + len("Answer in JSON.")),
    ],
)
def test_what_a_program_is_known_to_refuse_is_refused_before_the_start(
    agent: Agent, prompt: str, size: int
) -> None:
    with pytest.raises(AgentError) as raised:
        ADAPTERS[agent].check(request(prompt))
    assert raised.value.code is Code.CONTEXT_TOO_LARGE
    assert raised.value.details["size"] == size


@pytest.mark.parametrize(
    ("agent", "size"), [(Agent.CLAUDE, STDIN_BYTES), (Agent.CODEX, INPUT_CHARS), (Agent.BUILTIN, 9)]
)
def test_exactly_the_limit_is_accepted(agent: Agent, size: int) -> None:
    ADAPTERS[agent].check(request("e" * size))


CLAUDE_ALLOWED = [
    (),
    ("--fallback-model", "haiku"),
    ("--max-budget-usd=3", "--verbose"),
    ("--model", "opus", "--effort", "low"),
]
CLAUDE_REFUSED = [
    ("--dangerously-skip-permissions",),
    ("--allow-dangerously-skip-permissions",),
    ("--allowedTools", "Bash"),
    ("--allowed-tools=Bash",),
    ("--tools", "default"),
    ("--mcp-config", "x.json"),
    ("--settings", '{"hooks":{}}'),
    ("--permission-mode", "bypassPermissions"),
    ("--add-dir", "/"),
    ("--plugin-dir", "/x"),
    ("--agents", "{}"),
    ("--resume", "x"),
    ("-p",),
    ("a prompt",),
    ("--",),
    ("--fallback-model",),
    ("--fallback-model", "--dangerously-skip-permissions"),
    ("--verbose=x",),
]
CODEX_ALLOWED = [
    ("-c", 'model_provider="work"'),
    ("--config", 'model_providers.work={name="w",base_url="http://x",wire_api="responses"}'),
    ("--config=openai_base_url=http://x",),
    ("--oss", "--local-provider", "ollama"),
]
CODEX_REFUSED = [
    ("--yolo",),
    ("--full-auto",),
    ("--dangerously-bypass-approvals-and-sandbox",),
    ("--dangerously-bypass-hook-trust",),
    ("-s", "danger-full-access"),
    ("--sandbox=workspace-write",),
    ("--enable", "shell_tool"),
    ("-c", "features.shell_tool=true"),
    ("-c", "mcp_servers.x.command='sh'"),
    ("-c", "sandbox_mode='danger-full-access'"),
    ("-c", "model_instructions_file='/x'"),
    ("-c", "notify=['sh']"),
    ("-c", "modelx=1"),
    ("-c",),
    ("-p", "work"),
    ("--search",),
    ("resume",),
]


@pytest.mark.parametrize(
    ("agent", "arguments"),
    [
        *((Agent.CLAUDE, arguments) for arguments in CLAUDE_ALLOWED),
        *((Agent.CODEX, arguments) for arguments in CODEX_ALLOWED),
        (Agent.BUILTIN, ()),
    ],
)
def test_extra_arguments_that_leave_tools_closed_are_accepted(
    agent: Agent, arguments: tuple[str, ...]
) -> None:
    assert ADAPTERS[agent].objection(arguments) is None


@pytest.mark.parametrize(
    ("agent", "arguments"),
    [
        *((Agent.CLAUDE, arguments) for arguments in CLAUDE_REFUSED),
        *((Agent.CODEX, arguments) for arguments in CODEX_REFUSED),
        (Agent.BUILTIN, ("--x",)),
    ],
)
def test_any_other_extra_argument_is_refused_and_named(
    agent: Agent, arguments: tuple[str, ...]
) -> None:
    objection = ADAPTERS[agent].objection(arguments)
    assert objection is not None
    assert agent is Agent.BUILTIN or arguments[0].partition("=")[0] in str(objection)


@pytest.mark.parametrize("agent", [Agent.CLAUDE, Agent.CODEX])
def test_what_closes_tools_stands_after_the_extra_arguments(agent: Agent, tmp_path: Path) -> None:
    extra = {Agent.CLAUDE: ("--model", "x"), Agent.CODEX: ("-c", 'model="x"')}[agent]
    call = Call(
        program=program(agent, arguments=extra),
        request=request(model="chosen"),
        folders=folders(tmp_path),
        prepared=b"[]",
    )
    argv = ADAPTERS[agent].command(call).argv
    closing = {Agent.CLAUDE: "--tools", Agent.CODEX: "features.shell_tool=false"}[agent]
    assert argv.index(extra[1]) < argv.index(closing)
    assert argv.index(extra[1]) < argv.index("chosen")


def test_a_schema_longer_than_an_argument_may_be_is_refused_before_the_start() -> None:
    adapter, asked = ADAPTERS[Agent.CLAUDE], request()
    long = {**asked.schema, "description": "é" * (LONGEST // 2)}
    with pytest.raises(AgentError) as raised:
        adapter.check(replace(asked, schema=long))
    assert raised.value.code is Code.CONTEXT_TOO_LARGE
    adapter.check(asked)
