"""Where programs are looked for, and what is said of those that cannot be used."""

import os
import signal
from pathlib import Path

import pytest

from support.fake_agents import FakeAgent, fake_claude, fake_codex
from support.process import alive, written_pid
from vela_desktop.agents.programs import Programs
from vela_desktop.agents.protocol import Program
from vela_desktop.config.settings import AgentSettings
from vela_desktop.domain.agents import Agent
from vela_desktop.process.watchdog import Watchdog


@pytest.fixture(autouse=True)
def _no_agents_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vela_desktop.agents.programs.SYSTEM_PLACES", ())
    monkeypatch.setattr("vela_desktop.agents.login_shell.SECONDS", 60.0)  # of a busy machine


async def find(
    agent: Agent = Agent.CLAUDE, settings: AgentSettings | None = None, **environment: str
) -> Program:
    return await Programs(environment).find(agent, settings or AgentSettings())


def at(path: Path) -> AgentSettings:
    return AgentSettings(executable=str(path))


def move(fake: FakeAgent, folder: Path) -> Path:
    """Put the program and its script into *folder*; return its path."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    fake.folder.rename(folder)
    return folder / fake.path.name


async def test_a_program_on_path_is_found_with_its_version(tmp_path: Path) -> None:
    fake = fake_claude(tmp_path)
    found = await find(PATH=str(fake.folder), HOME=str(tmp_path))
    assert (found.path, found.found_by) == (str(fake.path), "path")
    assert (found.version, found.problem) == ("2.1.332", None)


async def test_each_agent_is_looked_for_by_its_own_name(tmp_path: Path) -> None:
    path = os.pathsep.join([str(fake_claude(tmp_path).folder), str(fake_codex(tmp_path).folder)])
    found = await find(Agent.CODEX, PATH=path, HOME=str(tmp_path))
    assert (Path(found.path).name, found.version) == ("codex", "0.171.0")


async def test_the_settings_come_before_path(tmp_path: Path) -> None:
    first, second = fake_claude(tmp_path / "a"), fake_claude(tmp_path / "b")
    found = await find(settings=at(first.path), PATH=str(second.folder), HOME=str(tmp_path))
    assert (found.path, found.found_by) == (str(first.path), "settings")


async def test_the_variable_for_one_run_comes_before_the_settings(tmp_path: Path) -> None:
    first, second = fake_claude(tmp_path / "a"), fake_claude(tmp_path / "b")
    found = await find(
        settings=at(first.path), VELA_CLAUDE_EXECUTABLE=str(second.path), HOME=str(tmp_path)
    )
    assert (found.path, found.found_by) == (str(second.path), "environment")


@pytest.mark.parametrize("source", ["settings", "environment"])
@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("folder", "it is a folder, not a program"),
        ("missing", "there is no such file"),
        ("plain.txt", "it may not be executed"),
    ],
)
async def test_a_wrong_path_is_shown_as_such_and_never_replaced(
    source: str, name: str, problem: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "plain.txt").write_text("claude", encoding="utf-8")
    good, wrong = fake_claude(tmp_path), tmp_path / name
    settings = at(wrong) if source == "settings" else None
    named = {"VELA_CLAUDE_EXECUTABLE": str(wrong)} if source == "environment" else {}
    found = await find(settings=settings, PATH=str(good.folder), HOME=str(tmp_path), **named)
    assert (found.path, found.found_by, str(found.problem)) == (str(wrong), source, problem)


async def test_a_path_may_begin_at_the_home_folder(tmp_path: Path) -> None:
    fake = fake_claude(tmp_path)
    found = await find(settings=AgentSettings(executable="~/claude-bin/claude"), HOME=str(tmp_path))
    assert (found.path, found.problem) == (str(fake.path), None)


async def test_relative_parts_of_path_are_not_looked_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = fake_claude(tmp_path)
    monkeypatch.chdir(fake.folder)
    found = await find(PATH=os.pathsep.join([".", ""]), HOME=str(tmp_path))
    assert found.found_by == ""


def shell(folder: Path, name: str, script: str) -> str:
    """Write a login shell that does *script* instead of what it is asked."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


async def test_the_login_shells_path_is_asked_when_ours_has_nothing(tmp_path: Path) -> None:
    fake = fake_claude(tmp_path)
    says = (
        f'echo welcome; echo "$@" > {tmp_path}/asked; PATH=/usr/bin:/bin:{fake.folder}; eval "$4"'
    )
    found = await find(PATH="/nowhere", HOME=str(tmp_path), SHELL=shell(tmp_path, "zsh", says))
    assert (found.path, found.found_by) == (str(fake.path), "login shell")
    assert found.environment["PATH"] == f"/usr/bin:/bin:{fake.folder}"
    assert (tmp_path / "asked").read_text().startswith("-l -i -c echo")


async def test_a_real_login_shell_is_understood(tmp_path: Path) -> None:
    fake = fake_codex(tmp_path)
    (tmp_path / ".bash_profile").write_text(f"echo hi\nexport PATH={fake.folder}:/usr/bin:/bin\n")
    found = await find(Agent.CODEX, PATH="/nowhere", HOME=str(tmp_path), SHELL="/bin/bash")
    assert (found.path, found.found_by) == (str(fake.path), "login shell")


@pytest.mark.parametrize("hangs", [False, True])
async def test_what_the_login_shells_files_start_in_the_background_lives_on(
    hangs: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vela_desktop.agents.login_shell.SECONDS", 1.0)
    pid, dog = tmp_path / "pid", Watchdog()
    daemon = f"/usr/bin/setsid /bin/sh -c 'echo $$ > {pid}; exec /bin/sleep 600'"
    started = f"{daemon} < /dev/null > /dev/null 2>&1 &\nwhile [ ! -s {pid} ]; do :; done"
    says = f"{started}\n{'/bin/sleep 60' * hangs}"
    environment = {
        "PATH": "/nowhere",
        "HOME": str(tmp_path),
        "SHELL": shell(tmp_path, "bash", says),
    }
    await Programs(environment, dog).find(Agent.CLAUDE, AgentSettings())
    await dog.close()
    agent = written_pid(pid)
    assert alive(agent)
    os.kill(agent, signal.SIGKILL)


async def test_the_login_shell_is_asked_once(tmp_path: Path) -> None:
    counting = shell(tmp_path, "bash", f"echo x >> {tmp_path}/count; exit 1")
    programs = Programs({"PATH": "/nowhere", "HOME": str(tmp_path), "SHELL": counting})
    for agent in (Agent.CLAUDE, Agent.CODEX, Agent.CLAUDE):
        await programs.find(agent, AgentSettings())
    assert (tmp_path / "count").read_text() == "x\n"


async def test_a_login_shell_that_hangs_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vela_desktop.agents.login_shell.SECONDS", 0.2)
    slow = shell(tmp_path, "fish", "sleep 30")
    found = await find(PATH="/nowhere", HOME=str(tmp_path), SHELL=slow)
    assert found.found_by == ""


async def test_an_unknown_shell_is_not_asked(tmp_path: Path) -> None:
    odd = shell(tmp_path, "tcsh", f"echo x > {tmp_path}/asked")
    await find(PATH="/nowhere", HOME=str(tmp_path), SHELL=odd)
    assert not (tmp_path / "asked").exists()


@pytest.mark.parametrize("place", [".local/bin", ".claude/local", ".npm-global/bin"])
async def test_known_places_are_looked_in_last(place: str, tmp_path: Path) -> None:
    path = move(fake_claude(tmp_path), tmp_path / "home" / place)
    found = await find(PATH="/nowhere", HOME=str(tmp_path / "home"))
    assert (found.path, found.found_by) == (str(path), "known place")


async def test_what_is_nowhere_is_reported(tmp_path: Path) -> None:
    found = await find(Agent.CODEX, PATH="/nowhere", HOME=str(tmp_path))
    assert (found.path, found.found_by, found.version) == ("", "", None)
    assert str(found.problem) == "codex was not found on PATH or where its installers put it"


@pytest.mark.parametrize(
    ("agent", "version", "problem"),
    [
        (Agent.CLAUDE, "2.1.196 (Claude Code)", "version 2.1.196 is too old: 2.1.197 or newer"),
        (Agent.CLAUDE, "1.0.109 (Claude Code)", "version 1.0.109 is too old"),
        (Agent.CODEX, "codex-cli 0.98.0", "version 0.98.0 is too old: 0.130.0 or newer"),
        (Agent.CLAUDE, "v20.20.2", "this is not Claude: to --version it says “v20.20.2”"),
        (Agent.CODEX, "ls (GNU coreutils) 9.1", "this is not Codex"),
        (Agent.CLAUDE, "claude", "this is not Claude"),
        (Agent.CLAUDE, "", "it says “…”"),
    ],
)
async def test_too_old_and_other_programs_are_refused_with_the_reason(
    agent: Agent, version: str, problem: str, tmp_path: Path
) -> None:
    maker = {Agent.CLAUDE: fake_claude, Agent.CODEX: fake_codex}[agent]
    found = await find(agent, at(maker(tmp_path, version=version).path), HOME=str(tmp_path))
    assert problem in str(found.problem)


@pytest.mark.parametrize(
    ("agent", "version"),
    [
        (Agent.CLAUDE, "2.1.197 (Claude Code)"),
        (Agent.CLAUDE, "2.2.0"),
        (Agent.CLAUDE, "10.0.1-beta.2 (Claude Code)"),
        (Agent.CODEX, "codex-cli 0.130.0"),
        (Agent.CODEX, "WARNING: x\ncodex-cli 1.0.0-alpha.3"),
    ],
)
async def test_new_enough_versions_are_accepted(agent: Agent, version: str, tmp_path: Path) -> None:
    maker = {Agent.CLAUDE: fake_claude, Agent.CODEX: fake_codex}[agent]
    found = await find(agent, at(maker(tmp_path, version=version).path), HOME=str(tmp_path))
    assert found.problem is None


async def test_a_program_that_fails_to_tell_its_version_is_refused(tmp_path: Path) -> None:
    found = await find(settings=at(fake_claude(tmp_path, version_exit=1).path))
    assert str(found.problem) == "it does not tell its version: exit code 1"


async def test_a_program_that_is_slow_to_tell_its_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vela_desktop.agents.programs.VERSION_SECONDS", 0.2)
    found = await find(settings=at(fake_claude(tmp_path, version_delay=9).path))
    assert str(found.problem) == "it does not tell its version: no answer in 0.2 seconds"


async def test_a_version_is_asked_once_until_the_program_is_replaced(tmp_path: Path) -> None:
    fake, programs = fake_claude(tmp_path), Programs({"HOME": str(tmp_path)})
    assert (await programs.find(Agent.CLAUDE, at(fake.path))).version == "2.1.332"
    fake.script(version="2.1.400 (Claude Code)")
    assert (await programs.find(Agent.CLAUDE, at(fake.path))).version == "2.1.332"
    os.utime(fake.path, (1, 1))
    assert (await programs.find(Agent.CLAUDE, at(fake.path))).version == "2.1.400"


async def test_an_interpreter_beside_the_program_is_found(tmp_path: Path) -> None:
    fake = fake_claude(tmp_path)
    (fake.folder / "node-of-test").symlink_to("/bin/sh")
    fake.path.write_text(
        "#!/usr/bin/env node-of-test\necho '2.1.332 (Claude Code)'\n", encoding="utf-8"
    )
    found = await find(settings=at(fake.path), PATH="/usr/bin:/bin", HOME=str(tmp_path))
    assert found.problem is None
    assert found.environment["PATH"] == f"/usr/bin:/bin:{fake.folder}"


async def test_arguments_and_variables_of_the_settings_go_with_the_program(
    tmp_path: Path,
) -> None:
    settings = AgentSettings(
        executable=str(fake_codex(tmp_path).path),
        arguments=("--oss",),
        environment={"PATH": "/mine", "OPENAI_API_KEY": "k"},
    )
    found = await find(Agent.CODEX, settings, HOME=str(tmp_path))
    assert found.arguments == ("--oss",)
    assert found.environment == {"PATH": "/mine", "OPENAI_API_KEY": "k"}


async def test_arguments_that_would_open_tools_make_the_program_unusable(tmp_path: Path) -> None:
    path = str(fake_codex(tmp_path).path)
    settings = AgentSettings(executable=path, arguments=("--yolo",))
    found = await find(Agent.CODEX, settings, HOME=str(tmp_path))
    assert "the extra argument --yolo in the settings is not allowed" in str(found.problem)


async def test_the_builtin_extractor_is_always_there() -> None:
    found = await find(Agent.BUILTIN)
    assert (found.found_by, found.problem) == ("built in", None)
    assert found.version
