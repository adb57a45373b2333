"""``vela import`` and ``vela record``, as a person uses them."""

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import zstandard

from support.cli import Vela
from support.process import eventually
from support.recordings import cast
from support.terminals import PROMPT, person, shell
from support.transcripts import claude_session
from vela_desktop.curation.source import SCREEN_NOTICE
from vela_desktop.sources.terminal_text import NAME

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")

TYPESCRIPT = (
    b"Script started on 2026-11-20 09:00:00+00:00\r\n"
    b"$ make test\r\n\x1b[32m12 passed\x1b[0m\r\nWe decided to keep port 8080.\r\n"
)
AGENT = """
import sys
sys.path[:0] = {paths!r}
from pathlib import Path
from support.transcripts import claude_session
path = claude_session(Path.home(), prompt="Which port?", answer="8080.", cwd={cwd!r})
path.write_text(path.read_text().replace("2026-11-20", "2099-01-01"))
print("agent is done")
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "work.log"
    path.write_bytes(TYPESCRIPT)
    return path


def recorder(*command: str) -> list[str]:
    return [sys.executable, "-m", "vela_desktop.app.console", "record", "--", *command]


def environment(vela: Vela, **more: str) -> Mapping[str, str]:
    return {**os.environ, **vela.variables, **more}


def sessions(vela: Vela) -> list[Any]:
    return list(vela.data_of("sessions")["items"])


class TestImport:
    def test_a_recording_becomes_a_session_that_can_be_shown_and_curated(
        self, vela: Vela, log: Path
    ) -> None:
        imported = vela.data_of("import", str(log))
        (listed,) = sessions(vela)
        assert (listed["id"], listed["agent"]) == (imported["id"], "terminal")
        shown = vela.data_of("show", imported["id"], "--full")
        assert "12 passed" in json.dumps(shown["turns"])
        assert "\x1b" not in json.dumps(shown, ensure_ascii=False)
        assert log.read_bytes() == TYPESCRIPT

    def test_a_packed_recording_is_kept_packed(self, vela: Vela, tmp_path: Path) -> None:
        packed = tmp_path / "work.log.zst"
        packed.write_bytes(zstandard.compress(TYPESCRIPT))
        imported = vela.data_of("import", str(packed))
        assert "12 passed" in json.dumps(vela.data_of("show", imported["id"], "--full")["turns"])
        (kept,) = vela.data.glob("recordings/alone/*/work.log.zst")
        assert kept.read_bytes() == packed.read_bytes()

    def test_its_snapshot_says_what_it_is(self, vela: Vela, log: Path) -> None:
        imported = vela.data_of("import", str(log))
        done = vela.data_of("curate", imported["id"], "--agent", "builtin", "--wait")
        source = vela.data_of("jobs", "show", done["job"]["id"], "--source")
        assert source["text"].startswith(SCREEN_NOTICE)
        assert "## [0.1] screen" in source["text"]

    def test_the_same_recording_twice_is_one_session(self, vela: Vela, log: Path) -> None:
        assert vela.data_of("import", str(log))["id"] == vela.data_of("import", str(log))["id"]
        assert len(sessions(vela)) == 1

    def test_attached_it_is_the_source_of_a_session_whose_transcript_is_gone(
        self, vela: Vela, log: Path, home: Path
    ) -> None:
        transcript = claude_session(home, prompt="Which port?", answer="8080.")
        (session,) = sessions(vela)
        vela.data_of("import", str(log), "--to", session["id"])
        (listed,) = sessions(vela)
        assert listed["id"] == session["id"]
        assert self._source(vela, session["id"])["text"].startswith("## [1.0] user")
        transcript.unlink()
        (listed,) = sessions(vela)
        assert (listed["id"], listed["title"]) == (session["id"], session["title"])
        assert "12 passed" in self._source(vela, session["id"])["text"]
        shown = vela.data_of("show", session["id"], "--full")
        assert "12 passed" in json.dumps(shown["turns"])

    def _source(self, vela: Vela, session: str) -> Any:
        done = vela.data_of("curate", session, "--agent", "builtin", "--wait")
        return vela.data_of("jobs", "show", done["job"]["id"], "--source")

    def test_what_was_alone_is_no_session_of_its_own_once_it_is_attached(
        self, vela: Vela, log: Path, home: Path
    ) -> None:
        vela.data_of("import", str(log))
        claude_session(home, prompt="Which port?", answer="8080.")
        (session,) = [one for one in sessions(vela) if one["agent"] == "claude"]
        vela.data_of("import", str(log), "--to", session["id"])
        assert [one["id"] for one in sessions(vela)] == [session["id"]]

    def test_what_is_attached_stays_so_when_it_is_imported_again(
        self, vela: Vela, log: Path, home: Path
    ) -> None:
        claude_session(home, prompt="Which port?", answer="8080.")
        (session,) = sessions(vela)
        vela.data_of("import", str(log), "--to", session["id"])
        assert vela.data_of("import", str(log))["id"] == session["id"]
        assert len(sessions(vela)) == 1

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            (b"just words\n", "what a terminal showed"),
            (b"", "what a terminal showed"),
            (b'{"version": 1, "width": 80, "height": 24, "stdout": []}', "asciicast version 1"),
            (b'{"version": 4, "width": 80, "height": 24}\n', "asciicast version 4"),
            (b'{"version": 2, "width": 80, "height": 24}\n', "nothing was ever seen"),
        ],
    )
    def test_what_is_no_recording_is_refused_and_leaves_nothing(
        self, content: bytes, reason: str, vela: Vela, tmp_path: Path
    ) -> None:
        (tmp_path / "file").write_bytes(content)
        done = vela.run("--json", "import", str(tmp_path / "file"))
        assert done.returncode == 6
        assert reason in done.error["message"]
        assert not list(vela.data.glob("recordings/alone/*"))

    def test_a_file_that_is_not_there_is_said(self, vela: Vela, tmp_path: Path) -> None:
        done = vela.run("--json", "import", str(tmp_path / "nothing.cast"))
        assert (done.returncode, done.error["code"]) == (3, "source_gone")

    @pytest.mark.parametrize("attached", [False, True])
    def test_an_import_that_is_killed_has_taken_nothing_in_and_leaves_nothing(
        self, attached: bool, vela: Vela, home: Path, tmp_path: Path
    ) -> None:
        line = "\x1b[32mcompiling\x1b[0m file \x1b[1m{}\x1b[0m\r\n"
        path = cast(tmp_path / "long.cast", [[1, "o", line.format(at)] for at in range(15_000)])
        claude_session(home, prompt="Which port?", answer="8080.")
        before = sessions(vela)
        to = ["--to", before[0]["id"]] if attached else []
        command = [sys.executable, "-m", "vela_desktop.app.console", "import", str(path), *to]
        with subprocess.Popen(command, env=environment(vela), stderr=subprocess.PIPE) as running:
            assert running.stderr is not None
            assert b"rendered" in running.stderr.readline()
            running.kill()
        assert sessions(vela) == before
        imported = vela.data_of("import", str(path), *to)
        assert imported["id"] in {one["id"] for one in sessions(vela)}
        assert not list(vela.data.glob("recordings/*/.incoming-*"))
        kept = sorted(file.name for file in vela.data.glob("recordings/*/*/*"))
        assert kept == ["long.cast", NAME]

    def test_all_that_is_kept_is_for_its_owner_only(self, vela: Vela, log: Path) -> None:
        before = os.umask(0o022)
        try:
            vela.data_of("import", str(log))
        finally:
            os.umask(before)
        for path in (vela.data / "recordings").rglob("*"):
            mode = path.stat().st_mode & 0o777
            assert mode == (0o700 if path.is_dir() else 0o600), path


class TestRecord:
    def test_a_program_sees_and_shows_what_it_would_without_us(self, vela: Vela) -> None:
        script = "stty size; printf 'one\\033[1m two\\n'; exit 7"
        with person(recorder("sh", "-c", script), environment(vela)) as someone:
            assert someone.ended() == 7
        assert someone.seen == b"30 100\r\none\x1b[1m two\r\n"
        (listed,) = sessions(vela)
        assert listed["agent"] == "terminal"
        assert listed["title"].startswith("sh -c")
        shown = vela.data_of("show", listed["id"], "--full")
        assert "one two" in json.dumps(shown["turns"])

    def test_it_is_attached_to_the_session_the_agent_wrote_meanwhile(
        self, vela: Vela, home: Path, tmp_path: Path
    ) -> None:
        claude_session(home, prompt="An older one", answer="Yes.", cwd=str(Path.cwd()))
        script = AGENT.format(paths=[str(Path(__file__).parents[1])], cwd=str(Path.cwd()))
        program = tmp_path / "claude"
        program.write_text(f"#!{sys.executable}\n{script}", encoding="utf-8")
        program.chmod(0o755)
        with person(recorder(str(program)), environment(vela)) as someone:
            assert someone.ended() == 0
        assert someone.seen == b"agent is done\r\n"
        listed = sessions(vela)
        assert {one["agent"] for one in listed} == {"claude"}
        assert len(list(vela.data.glob("recordings/attached/*/*.cast"))) == 1
        assert not list(vela.data.glob("recordings/unfinished/*"))

    def test_what_is_typed_without_echo_is_not_recorded(self, vela: Vela) -> None:
        script = "stty -echo; echo ready; read line; echo done"
        with person(recorder("sh", "-c", script), environment(vela)) as someone:
            someone.wait_for(b"ready")
            someone.type(b"hunter2\n")
            assert someone.ended() == 0
        (cast,) = vela.data.glob("recordings/alone/*/*.cast")
        assert "hunter2" not in cast.read_text(encoding="utf-8")

    def test_a_killed_recorder_loses_nothing(self, vela: Vela) -> None:
        with person(recorder("sh", "-c", "echo kept; sleep 30"), environment(vela)) as someone:
            someone.wait_for(b"kept")
            (cast,) = vela.data.glob("recordings/unfinished/*.cast")
            assert eventually(lambda: "kept" in cast.read_text(encoding="utf-8"))
            someone.program.kill()
            someone.program.wait()
        with person(recorder("echo", "later"), environment(vela)) as someone:
            assert someone.ended() == 0
        titles = {one["title"] for one in sessions(vela)}
        assert "echo later" in titles
        assert any(title.startswith("sh -c") for title in titles)

    def test_a_data_folder_that_cannot_be_written_is_said_before_anything_runs(
        self, vela: Vela, tmp_path: Path
    ) -> None:
        (tmp_path / "file").write_text("x", encoding="utf-8")
        command = recorder("sh", "-c", "echo ran")
        blocked = environment(vela, VELA_DATA_DIR=str(tmp_path / "file" / "data"))
        with person(command, blocked) as someone:
            assert someone.ended() == 1
        assert b"ran" not in someone.seen
        assert b"Traceback" not in someone.seen

    def test_a_program_that_cannot_be_started_ends_as_in_a_shell(
        self, vela: Vela, tmp_path: Path
    ) -> None:
        (tmp_path / "notes").write_text("no program", encoding="utf-8")
        for program, status, said in (
            ("nosuchcmd", 127, "nosuchcmd: command not found"),
            (str(tmp_path / "nothing"), 127, "nothing: no such file or directory"),
            (str(tmp_path / "notes"), 126, "notes: permission denied"),
            (str(tmp_path), 126, "is a directory"),
        ):
            done = vela.run("record", "--", program)
            assert (done.returncode, done.stdout) == (status, "")
            assert done.stderr.strip().endswith(said)
        assert not list(vela.data.glob("recordings/*/*"))

    def test_of_several_sessions_written_elsewhere_none_is_taken_and_that_is_said(
        self, vela: Vela, home: Path
    ) -> None:
        script = f"""if True:
            import sys
            sys.path[:0] = [{str(Path(__file__).parents[1])!r}]
            from pathlib import Path
            from support.transcripts import claude_session
            for name in ("one", "two"):
                path = claude_session(Path.home(), prompt=name, answer="Yes.", cwd="/w/" + name)
                path.write_text(path.read_text().replace("2026-11-20", "2099-01-01"))
            print("done")
            """
        done = subprocess.run(
            recorder(sys.executable, "-c", script),
            env=environment(vela),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0
        assert "Several sessions were written meanwhile" in done.stderr
        (kept,) = vela.data.glob("recordings/alone/*/*.cast")
        assert f"vela import {shlex.quote(str(kept))} --to SESSION" in done.stderr

    def test_json_is_refused(self, vela: Vela) -> None:
        done = vela.run("--json", "record", "--", "true")
        assert (done.returncode, done.error["code"]) == (2, "usage")

    def test_what_belongs_to_the_program_is_not_taken_for_ours(self, vela: Vela) -> None:
        with person(recorder("echo", "--json", "--help"), environment(vela)) as someone:
            assert someone.ended() == 0
        assert someone.seen == b"--json --help\r\n"

    def test_a_disk_that_is_full_costs_the_recording_and_nothing_else(self, vela: Vela) -> None:
        assert sessions(vela) == []  # the database is there
        program = "import sys; sys.stdout.write('x' * 999 + chr(10)); print('end'); sys.exit(5)"
        command = recorder(sys.executable, "-c", program.replace("999", "5_000_000"))
        limited = ["sh", "-c", 'ulimit -f 4000; exec "$@"', "-", *command]
        with person(limited, environment(vela)) as someone:
            assert someone.ended() == 5
        assert b"end\r\n" in someone.seen
        assert b"Something unexpected" not in someone.seen
        assert b"vela: " in someone.seen

    def test_output_that_cannot_be_written_is_said(self, vela: Vela) -> None:
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                recorder("echo", "hello"),
                env=environment(vela),
                stdin=subprocess.DEVNULL,
                stdout=full,
                stderr=subprocess.PIPE,
            )
        assert done.returncode == 1
        assert b"No space left" in done.stderr

    @pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-", "<&- >&- 2>&-"])
    def test_started_without_some_standard_stream_it_records_all_the_same(
        self, closed: str, vela: Vela
    ) -> None:
        command = shlex.join(recorder("sh", "-c", "cat; echo hello"))
        done = subprocess.run(
            f"{command} {closed}",
            shell=True,
            env=environment(vela),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        (listed,) = sessions(vela)
        shown = vela.data_of("show", listed["id"], "--full")
        assert shown["turns"][0]["messages"][0]["blocks"][0]["text"] == "hello"

    def test_control_z_gives_the_shell_back_until_fg(self, vela: Vela, tmp_path: Path) -> None:
        command = shell(tmp_path / "rc")
        with person(command, environment(vela, TERM="dumb")) as someone:
            someone.wait_for(PROMPT)
            command = recorder("sh", "-c", "echo up; exec cat")
            someone.do(shlex.join(command).encode(), until=b"up\r\n")
            someone.do(b"one", until=b"one\r\none\r\n")
            someone.do(b"\x1a", until=PROMPT)
            someone.do(b"echo $((6 * 7))", until=b"42\r\n")
            someone.do(b"fg", until=b"cat'\r\n")
            someone.do(b"two", until=b"two\r\ntwo\r\n")
            someone.do(b"\x04", until=PROMPT)
            someone.do(b"echo status $?", until=b"status 0")
        (listed,) = sessions(vela)
        shown = json.dumps(vela.data_of("show", listed["id"], "--full")["turns"])
        assert "two" in shown
        assert "42" not in shown

    def test_a_wide_full_screen_program_whose_window_is_resized_is_read_whole(
        self, vela: Vela
    ) -> None:
        wide = "printf '\\033[?1049h\\033[H%0300d|' 7; read line"
        after = "printf '\\033[2J\\033[H'; stty size; read line; printf '\\033[?1049l'; echo left"
        with person(recorder("sh", "-c", f"{wide}; {after}"), environment(vela), 301) as someone:
            someone.wait_for(b"7|")
            someone.resize(90, 20)
            someone.program.send_signal(signal.SIGWINCH)
            someone.type(b"\n")
            someone.wait_for(b"20 90")
            someone.type(b"\n")
            assert someone.ended() == 0
        (listed,) = sessions(vela)
        shown = json.dumps(vela.data_of("show", listed["id"], "--full")["turns"])
        places = [shown.index(text) for text in ("0" * 299 + "7|", "20 90", "left")]
        assert places == sorted(places)
