"""Settings survive crashes, broken files, and fields that other versions wrote."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from filelock import FileLock

from vela_desktop.config import settings
from vela_desktop.config.settings import (
    AgentSettings,
    LastChoice,
    Settings,
    SettingsStore,
    write_atomically,
)
from vela_desktop.domain.errors import Code


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "settings.json"


def test_without_a_file_the_defaults_apply_and_none_is_written(file: Path) -> None:
    store = SettingsStore(file)
    assert store.now == Settings()
    assert store.problem is None
    assert not file.exists()


def test_a_change_is_there_at_the_next_start(file: Path) -> None:
    changed = SettingsStore(file).change(
        language="zh_CN",
        last_choice=LastChoice(agent="codex", model="gpt-6", effort="high"),
        agents={"claude": AgentSettings(executable="/opt/克劳德", arguments=("--a",))},
        window={"sizes": [1, 2, 3]},
    )
    assert SettingsStore(file).now == changed


def test_every_watcher_hears_of_a_change_and_of_no_other(file: Path) -> None:
    heard: list[str] = []
    store = SettingsStore(file)
    store.watch(lambda after: heard.append(after.theme))
    store.change(theme="dark")
    store.change(theme="dark")
    assert heard == ["dark"]


async def test_a_file_written_in_a_thread_loses_no_change_made_meanwhile(file: Path) -> None:
    store = SettingsStore(file)
    heard: list[str] = []
    store.watch(lambda after: heard.append(f"{after.theme} {after.parallel_jobs}"))
    saving = asyncio.create_task(store.save(parallel_jobs=5))
    await asyncio.sleep(0)
    store.change(theme="dark")
    assert (await saving).parallel_jobs == 5
    assert (store.now.theme, store.now.parallel_jobs) == ("dark", 5)
    assert SettingsStore(file).now == store.now
    assert heard[-1] == "dark 5"


async def test_what_cannot_be_written_in_a_thread_leaves_the_settings(file: Path) -> None:
    store = SettingsStore(file)
    file.parent.write_text("in the way", encoding="utf-8")
    with pytest.raises(FileExistsError):
        await store.save(theme="dark")
    assert store.now == Settings()


def test_unknown_fields_are_ignored(file: Path) -> None:
    file.parent.mkdir()
    file.write_text(
        json.dumps(
            {
                "theme": "dark",
                "from_the_future": 1,
                "last_choice": {"agent": "claude", "new": 2},
                "agents": {"claude": {"executable": "/c", "new": 3}},
            }
        )
    )
    store = SettingsStore(file)
    assert store.problem is None
    assert store.now.theme == "dark"
    assert store.now.last_choice == LastChoice(agent="claude")
    assert store.now.agent("claude") == AgentSettings(executable="/c")
    assert store.now.agent("codex") == AgentSettings()


@pytest.mark.parametrize("text", ["{", "[]", '{"last_choice": 3}', '{"agents": []}', "null"])
def test_a_broken_file_is_kept_beside_and_the_defaults_apply(file: Path, text: str) -> None:
    file.parent.mkdir()
    file.write_text(text)
    store = SettingsStore(file)
    assert store.now == Settings()
    assert store.problem is not None
    assert store.problem.wire == f"{Code.INVALID}:settings"
    assert file.with_suffix(".broken.json").read_text() == text
    store.change(theme="light")
    assert SettingsStore(file).now.theme == "light"


@pytest.mark.parametrize(
    "data",
    [
        {"theme": 1},
        {"parallel_jobs": "many"},
        {"parallel_jobs": True},
        {"parallel_jobs": 0},
        {"parallel_calls": 0},
        {"parallel_calls": 9},
        {"mask_secrets": 1},
        {"last_choice": {"agent": ["claude"]}},
        {"agents": {"claude": None}},
        {"agents": {"claude": {"executable": 5}}},
        {"agents": {"claude": {"arguments": "--a"}}},
        {"agents": {"claude": {"arguments": [1]}}},
        {"agents": {"claude": {"environment": {"A": 1}}}},
        {"window": []},
    ],
)
def test_a_value_of_the_wrong_type_breaks_the_file(file: Path, data: dict[str, object]) -> None:
    file.parent.mkdir()
    file.write_text(json.dumps(data))
    store = SettingsStore(file)
    assert store.now == Settings()
    assert store.problem is not None
    assert json.loads(file.with_suffix(".broken.json").read_text()) == data


def test_what_was_broken_before_is_kept_too(file: Path) -> None:
    file.parent.mkdir()
    for text in ("{1", "{2", "{3"):
        file.write_text(text)
        SettingsStore(file)
    kept = sorted(path.read_text() for path in file.parent.iterdir())
    assert kept == ["{1", "{2", "{3"]


def test_a_path_that_is_no_text_comes_back(file: Path) -> None:
    folder = os.fsdecode(b"/samples/\xff")
    SettingsStore(file).change(agents={"claude": AgentSettings(transcripts=folder)})
    assert SettingsStore(file).now.agent("claude").transcripts == folder


def test_what_cannot_be_read_is_set_aside_and_not_written_over(file: Path) -> None:
    file.mkdir(parents=True)
    (file / "inside").touch()
    store = SettingsStore(file)
    assert store.now == Settings()
    assert store.problem is not None
    assert store.problem.details["path"] == str(file.with_suffix(".broken.json"))
    store.change(theme="dark")
    assert (file.with_suffix(".broken.json") / "inside").exists()
    assert SettingsStore(file).now.theme == "dark"


def test_a_file_nobody_may_read_is_set_aside() -> None:
    lines = as_ordinary_user("""
file.write_text("{}")
file.chmod(0)
store = SettingsStore(file)
print(store.problem.details["reason"])
store.change(theme="dark")
print(sorted(path.name for path in file.parent.glob("*.json")))
""")
    assert lines == ["Permission denied", "['settings.broken.json', 'settings.json']"]


def test_a_write_that_fails_leaves_the_old_file_and_the_old_settings(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SettingsStore(file)
    store.change(theme="dark")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(settings.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        store.change(theme="light")
    assert store.now.theme == "dark"
    assert SettingsStore(file).now.theme == "dark"
    assert {path.name for path in file.parent.iterdir()} == {file.name, "settings.lock"}


def test_the_file_is_the_old_or_the_new_one_whenever_the_program_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "file"
    write_atomically(file, "old")
    code = """
import os, sys
from pathlib import Path
from vela_desktop.config import settings
settings.os.fsync = lambda descriptor: os.kill(os.getpid(), 9)
settings.write_atomically(Path(sys.argv[1]), "new")
"""
    subprocess.run([sys.executable, "-c", code, str(file)], check=False)
    assert file.read_text() == "old"


def test_what_another_process_changed_stays_when_something_else_is_stored(file: Path) -> None:
    earlier, other = SettingsStore(file), SettingsStore(file)
    other.change(parallel_jobs=1, mask_secrets=False)
    earlier.change(last_choice=LastChoice(agent="codex"))
    assert SettingsStore(file).now == Settings(
        parallel_jobs=1, mask_secrets=False, last_choice=LastChoice(agent="codex")
    )


def test_of_an_agent_and_of_the_window_only_what_was_changed_is_stored(file: Path) -> None:
    SettingsStore(file).change(
        agents={"claude": AgentSettings(executable="/old"), "pi": AgentSettings()},
        window={"width": 1, "left": {"width": 2, "hidden": False}},
    )
    mine, other = SettingsStore(file), SettingsStore(file)
    other.change(
        agents={
            "claude": AgentSettings(executable="/old", input_bytes=5),
            "codex": AgentSettings(arguments=("--a",)),
        },
        window={"width": 1, "left": {"width": 2, "hidden": True}, "settings_width": 7},
    )
    mine.change(
        agents={**mine.now.agents, "claude": AgentSettings(executable="/new")},
        window={"width": 3, "left": {"width": 4, "hidden": False}},
    )
    assert mine.now == SettingsStore(file).now
    assert mine.now.agents == {
        "claude": AgentSettings(executable="/new", input_bytes=5),
        "codex": AgentSettings(arguments=("--a",)),
    }
    assert mine.now.window == {
        "width": 3, "left": {"width": 4, "hidden": True}, "settings_width": 7,
    }  # fmt: skip


def test_a_choice_that_was_made_again_counts_over_that_of_another_process(file: Path) -> None:
    mine, other = SettingsStore(file), SettingsStore(file)
    mine.change(last_choice=LastChoice(agent="claude"))
    other.change(last_choice=LastChoice(agent="codex"))
    mine.change(last_choice=LastChoice(agent="claude"))
    assert SettingsStore(file).now.last_choice == LastChoice(agent="claude")


async def test_a_change_of_another_process_is_noticed_and_told_when_looked_for(file: Path) -> None:
    store = SettingsStore(file)
    heard: list[int] = []
    store.watch(lambda after: heard.append(after.parallel_jobs))
    SettingsStore(file).change(parallel_jobs=1)
    assert store.now.parallel_jobs == 2
    assert (await store.refreshed()).parallel_jobs == 1
    await store.refreshed()
    assert heard == [1]


async def test_what_is_stored_while_the_file_is_read_is_newer(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SettingsStore(file)
    store.change(theme="dark")
    look, read, stored = store._look, threading.Event(), threading.Event()

    def slow(known: object) -> object:
        SettingsStore(file).change(parallel_jobs=1)
        found = look(known)  # type: ignore[arg-type]
        read.set()
        assert stored.wait(10)
        return found

    monkeypatch.setattr(store, "_look", slow)
    looking = asyncio.create_task(store.refreshed())
    assert await asyncio.to_thread(read.wait, 10)
    store.change(theme="light")
    stored.set()
    assert (await looking).theme == "light"
    assert store.now.parallel_jobs == 1


async def test_a_file_that_is_broken_meanwhile_changes_nothing_and_is_not_written_over(
    file: Path,
) -> None:
    store = SettingsStore(file)
    store.change(theme="dark")
    file.write_text('{"theme": ')
    assert (await store.refreshed()).theme == "dark"
    store.change(parallel_jobs=3)
    now = SettingsStore(file).now
    assert (now.theme, now.parallel_jobs) == ("dark", 3)
    assert file.with_suffix(".broken.json").read_text() == '{"theme": '


def test_processes_that_store_at_the_same_time_lose_nothing(file: Path) -> None:
    code = """
import sys
from pathlib import Path
from vela_desktop.config.settings import AgentSettings, SettingsStore
store = SettingsStore(Path(sys.argv[1]))
sys.stdin.read()
for number in range(20):
    name = f"{sys.argv[2]}{number}"
    store.change(agents={**store.now.agents, name: AgentSettings(executable=name)})
"""
    command = [sys.executable, "-c", code, str(file)]
    beside = [subprocess.Popen([*command, name], stdin=subprocess.PIPE) for name in "abc"]
    for process in beside:
        assert process.stdin is not None
        process.stdin.close()
    assert [process.wait(60) for process in beside] == [0, 0, 0]
    assert set(SettingsStore(file).now.agents) == {f"{a}{n}" for a in "abc" for n in range(20)}


def test_a_lock_that_somebody_keeps_is_an_error_in_the_end(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "LOCK_SECONDS", 0.05)
    file.parent.mkdir(exist_ok=True)
    store = SettingsStore(file)
    with FileLock(file.with_suffix(".lock")), pytest.raises(TimeoutError):
        store.change(parallel_jobs=1)
    assert store.change(parallel_jobs=1).parallel_jobs == 1


def test_the_file_is_private(file: Path) -> None:
    SettingsStore(file).change(theme="dark")
    assert file.stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_written_is_an_error_and_changes_nothing() -> None:
    lines = as_ordinary_user("""
file.parent.chmod(0o555)
store = SettingsStore(file)
try:
    store.change(theme="dark")
except PermissionError:
    print(store.now.theme)
""")
    assert lines == ["system"]


def as_ordinary_user(code: str) -> list[str]:
    """Run *code*, with a settings *file* in a folder of its own, and return what it prints."""
    with tempfile.TemporaryDirectory() as folder:  # pytest's own are closed to ordinary users
        Path(folder).chmod(0o777)
        program = f"""
import os, sys
from pathlib import Path
from vela_desktop.config.settings import SettingsStore
file = Path(sys.argv[1]) / "data" / "settings.json"
if os.getuid() == 0:
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
file.parent.mkdir()
{code}
"""
        command = [sys.executable, "-c", program, folder]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines()
