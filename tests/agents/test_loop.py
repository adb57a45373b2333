"""The loop's thread, which paints, touches no file when an agent is found, asked or called."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.agents import DATA
from support.fake_agents import (
    fake_claude,
    fake_codex,
    fake_grok,
    fake_omp,
    fake_opencode,
    fake_pi,
)

TESTS = Path(__file__).parents[1]
MAKERS = (fake_claude, fake_codex, fake_grok, fake_opencode, fake_pi, fake_omp)


def seen(mode: str, executable: Path, home: Path) -> list[str]:
    """Return what touched files on the loop's thread, in a process of its own."""
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONPATH": str(TESTS)}
    done = subprocess.run(
        [
            *(sys.executable, "-m", "support.loop_watch", mode, executable.name),
            *(str(executable), str(home)),
        ],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__.removeprefix("fake_"))
@pytest.mark.parametrize("mode", ["call", "models", "trial"])
def test_no_file_is_touched_on_the_loops_thread(mode: str, make: type, tmp_path: Path) -> None:
    home = tmp_path / "home"
    for place in (".grok/config.toml", ".config/opencode/opencode.json", ".opencode/opencode.json"):
        (home / place).parent.mkdir(parents=True, exist_ok=True)
        (home / place).write_text("" if place.endswith("toml") else "{}", encoding="utf-8")
    fake = make(tmp_path, default={"data": DATA})
    assert seen(mode, fake.path, home) == []


def test_what_does_touch_one_is_seen(tmp_path: Path) -> None:
    """The control of the test above."""
    found = seen("control", Path("claude"), tmp_path)
    assert {what.partition(" ")[0] for what in found} >= {"open", "os.scandir", "os.mkdir"}
    assert any("vela_desktop/agents/folders.py" in what for what in found)
