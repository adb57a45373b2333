"""Recordings as sessions."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.recordings import START, cast
from support.sources import at, said
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.messages import describe_error
from vela_desktop.domain.sessions import Counts, Role
from vela_desktop.sources import terminal_rendering, terminal_text
from vela_desktop.sources.choose import locate
from vela_desktop.sources.protocol import Root
from vela_desktop.sources.readers import reader
from vela_desktop.sources.terminal import TerminalReader
from vela_desktop.sources.terminal_text import NAME, drop_rendering, render_slice

READER = TerminalReader()

TALK = [
    [0.5, "o", "$ make test\r\n"],
    [0.6, "i", "secret keys"],
    [0.7, "m", "a mark"],
    [1.0, "o", "\x1b[32m3 passed\x1b[0m\r\n"],
    [30.0, "o", "$ exit\r\n"],
]


def admitted(folder: Path, recording: Path) -> Path:
    """Put *recording* where the application keeps it."""
    data = recording.read_bytes()
    kept = folder / hashlib.sha256(data).hexdigest() / recording.name
    kept.parent.mkdir(parents=True)
    kept.write_bytes(data)
    return kept


def render(recording: Path) -> None:
    while not render_slice(recording, recording.with_name(NAME)).finished:
        pass


def test_output_is_shown_and_input_is_not(tmp_path: Path) -> None:
    path = cast(tmp_path / "talk.cast", TALK)
    assert said(READER, path) == [
        "0.1 screen: $ make test\n3 passed",
        "0.2 screen: $ exit",
    ]


def test_version_three_counts_from_event_to_event(tmp_path: Path) -> None:
    events = [*TALK, b"# a comment", [2, "x", "0"]]
    path = cast(tmp_path / "talk.cast", events, version=3, timestamp=START // 1000)
    found = READER.index(at(path, Agent.TERMINAL))
    assert [entry.at for entry in found.entries] == [START + 500, START + 32_800]
    assert found.facts.last_at == START + 34_800
    assert READER.head(at(path, Agent.TERMINAL)) == found.facts
    assert found.counts == Counts()


def test_the_facts_of_the_header(tmp_path: Path) -> None:
    path = cast(
        tmp_path / "talk.cast",
        TALK,
        timestamp=START // 1000,
        title="A talk",
        command="bash -l",
        env={"PWD": "/home/user/project"},
    )
    found = READER.index(at(path, Agent.TERMINAL))
    facts = found.facts
    assert facts.native_id == hashlib.sha256(path.read_bytes()).hexdigest()
    assert (facts.title, facts.first_prompt) == ("A talk", "bash -l")
    assert facts.cwd == "/home/user/project"
    assert (facts.started_at, facts.last_at) == (START, START + 30_000)
    assert READER.head(at(path, Agent.TERMINAL)) == facts
    assert READER.resume_command(facts) == ""


def test_a_recording_without_a_title_has_its_name(tmp_path: Path) -> None:
    path = cast(tmp_path / "talk.cast", TALK)
    facts = READER.head(at(path, Agent.TERMINAL))
    assert (facts.title, facts.started_at, facts.last_at) == ("talk.cast", None, None)


def test_damaged_lines_are_counted_and_the_rest_is_read(tmp_path: Path) -> None:
    events = [b"{nonsense", [0.1, "o", "one\r\n"], b'["a", "o", "b"]', b"[NaN, 1]", b""]
    path = cast(tmp_path / "talk.cast", events)
    with path.open("ab") as file:
        file.write(b'[0.2, "o", "half of a li')
    found = READER.index(at(path, Agent.TERMINAL))
    assert found.counts.bad_lines == 4
    assert said(READER, path) == ["0.1 screen: one"]


def test_halves_of_characters_do_not_harm(tmp_path: Path) -> None:
    path = cast(tmp_path / "talk.cast", [[0.1, "o", "a\ud83d b\r\n"], b'[0.2, "o", "\xff!"]'])
    assert said(READER, path)[0].startswith("0.1 screen: a")


def test_the_terminal_is_resized(tmp_path: Path) -> None:
    path = cast(tmp_path / "talk.cast", [[0.1, "r", "10x5"], [0.2, "o", "\x1b[1;40Hx"]])
    assert said(READER, path) == ["0.1 screen:          x"]


def test_a_typescript(tmp_path: Path) -> None:
    path = tmp_path / "typescript"
    path.write_bytes(
        b'Script started on 2026-01-30 07:37:53+00:00 [COMMAND="make" TERM="xterm" COLUMNS="100" '
        b'LINES="30"]\n\x1b[1mbuilding\x1b[0m\r\n'
        + b"x" * 120
        + b'\r\ndone\r\n\nScript done on 2026-01-30 07:38:00+00:00 [COMMAND_EXIT_CODE="0"]\n'
    )
    assert said(READER, path) == [f"0.1 screen: building\n{'x' * 120}\ndone"]
    facts = READER.head(at(path, Agent.TERMINAL))
    assert (facts.started_at, facts.first_prompt) == (START, "make")


def test_a_typescript_of_an_older_script(tmp_path: Path) -> None:
    path = tmp_path / "typescript"
    path.write_bytes(b"Script started on Fri Jan 30 07:37:53 2026\nhello\r\n")
    assert READER.accepts(path)
    assert READER.head(at(path, Agent.TERMINAL)).started_at is None
    assert said(READER, path) == ["0.1 screen: hello"]


def test_bare_bytes_are_taken_for_a_recording_only_where_they_are_named(tmp_path: Path) -> None:
    path = tmp_path / "build.log"
    path.write_bytes("\x1b[32mok\x1b[0m\nüber\n".encode())
    assert locate(path) == [(Agent.TERMINAL, at(path, Agent.TERMINAL))]
    assert READER.at(tmp_path) == []
    assert said(READER, path) == ["0.1 screen: ok\nüber"]


NOT_UTF_8 = {
    "a byte that is no character": (b"\x1b[31mtext\x1b[0m \xff bad\r\n", "text \ufffd bad"),
    "a NUL": (b"\x1b[31msome text\x1b[0m\x00\r\n", "some text"),
    "Latin 1": ("\x1b[1mle système a été arrêté\n".encode("latin-1"), "le syst�me a �t� arr�t�"),
    "GBK": ("\x1b[31m中文输出：完成\x1b[0m\r\n好\r\n".encode("gbk"), "中文输出：完成\n好"),
    "GB 18030": ("\x1b[31m中文完成了一半€\x1b[0m".encode("gb18030"), "中文完成了一半€"),
}


@pytest.mark.parametrize(("data", "text"), NOT_UTF_8.values(), ids=NOT_UTF_8)
def test_bytes_of_a_terminal_that_are_not_utf_8(data: bytes, text: str, tmp_path: Path) -> None:
    path = tmp_path / "build.log"
    path.write_bytes(data)
    assert said(READER, path) == [f"0.1 screen: {text}"]


def test_a_typescript_in_gbk(tmp_path: Path) -> None:
    path = tmp_path / "typescript"
    path.write_bytes("Script started on 2026-01-30\r\n编译完成\r\n".encode("gbk"))
    assert said(READER, path) == ["0.1 screen: 编译完成"]


def test_gbk_that_is_cut_in_the_middle_of_a_character_where_we_stop_looking(tmp_path: Path) -> None:
    path = tmp_path / "build.log"
    path.write_bytes(b"\x1b[1mx" + "编译完成".encode("gbk") * 20_000)
    assert said(READER, path)[0].startswith("0.1 screen: x编译完成编译")


def test_a_header_that_is_longer_than_what_is_looked_at_first(tmp_path: Path) -> None:
    path = cast(tmp_path / "talk.cast", TALK, env={"PWD": "/home/user", "LS_COLORS": "x" * 200_000})
    assert READER.head(at(path, Agent.TERMINAL)).cwd == "/home/user"
    assert said(READER, path)[1] == "0.2 screen: $ exit"


@pytest.mark.parametrize(
    "data",
    [
        b"just text\n",
        os.urandom(5_000) + b"\x1b[1m",
        "\x1b[1mtext".encode("utf-16"),
        b'{"type":"user","message":"\\u001b[1m"}\n',
        b'{"version": 2}\n[0.1, "o", "no size"]\n'.replace(b"2", b"7"),
        b"\x1b[1m\x00\x01\x02",
        b"",
    ],
)
def test_what_is_no_recording(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "file.cast"
    path.write_bytes(data)
    assert not READER.accepts(path)
    with pytest.raises(VelaError) as caught:
        READER.index(at(path, Agent.TERMINAL))
    assert caught.value.code is Code.SOURCE_UNREADABLE


def test_the_first_version_of_asciicast_is_refused_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    path.write_bytes(b'{"version": 1, "width": 80, "height": 24, "stdout": [[0.1, "hello"]]}\n')
    with pytest.raises(VelaError) as caught:
        READER.at(path)
    text, action = describe_error(caught.value)
    assert text == f"{path} cannot be read: it is asciicast version 1"
    assert action == "Convert it to a version that Vela reads: asciicast 2 or 3."


@pytest.mark.parametrize("size", [{"width": 80, "height": 24}, {"term": {"cols": 80, "rows": 24}}])
def test_a_version_that_is_not_known_yet_is_named(size: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "new.cast"
    path.write_text(json.dumps({"version": 4, **size}) + "\n", encoding="utf-8")
    with pytest.raises(VelaError) as caught:
        READER.at(path)
    assert "it is asciicast version 4" in describe_error(caught.value)[0]


def test_a_folder_of_recordings(tmp_path: Path) -> None:
    one = cast(tmp_path / "a" / "one.cast", TALK)
    (tmp_path / "a" / "other.cast").write_text("no header\n")
    (tmp_path / "typescript").write_bytes(b"Script started on today\nhello\n")
    assert READER.at(tmp_path) == [
        at(one, Agent.TERMINAL),
        at(tmp_path / "typescript", Agent.TERMINAL),
    ]


def test_the_application_keeps_one_recording_a_folder(tmp_path: Path) -> None:
    kept = admitted(tmp_path / "kept", cast(tmp_path / "talk.cast", TALK))
    render(kept)
    (tmp_path / "kept" / "elsewhere").mkdir()
    (tmp_path / "kept" / "elsewhere" / "other.cast").write_text("not in a folder of ours")
    assert READER.roots(os.environ, None) == []
    (root,) = READER.roots({}, str(tmp_path / "kept"))
    assert root == Root(agent=Agent.TERMINAL, path=tmp_path / "kept", exists=True)
    (found,) = READER.discover(root)
    assert found.location == at(kept, Agent.TERMINAL)
    assert READER.head(found.location).native_id == kept.parent.name


def test_the_text_beside_a_recording_is_what_rendering_gives(tmp_path: Path) -> None:
    kept = admitted(tmp_path, cast(tmp_path / "talk.cast", TALK, timestamp=START // 1000))
    before, place = said(READER, kept), at(kept, Agent.TERMINAL)
    mapped = READER.index(place)
    render(kept)
    assert READER.index(place) == mapped
    beside = kept.with_name(NAME)
    assert beside.read_bytes() == terminal_text.rendered(kept).getvalue()
    beside.write_bytes(beside.read_bytes().replace(b"3 passed", b"9 passed"))
    assert said(READER, kept) == [line.replace("3 passed", "9 passed") for line in before]


def test_a_text_that_is_not_of_this_recording_is_not_read(tmp_path: Path) -> None:
    kept = admitted(tmp_path, cast(tmp_path / "talk.cast", TALK))
    render(kept)
    beside = kept.with_name(NAME)
    whole = beside.read_bytes().replace(b"3 passed", b"9 passed")
    for wrong in (whole[:-5], whole.replace(b'"version":2', b'"version":1'), b""):
        beside.write_bytes(wrong)
        assert "3 passed" in said(READER, kept)[0]
    with kept.open("ab") as file:
        file.write(b'[31.0, "o", "more"]\n')
    beside.write_bytes(whole)
    assert said(READER, kept)[-1] == "0.2 screen: $ exit\nmore"


def test_messages_are_read_without_rendering_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = cast(tmp_path / "talk.cast", TALK)
    mapped = READER.index(at(path, Agent.TERMINAL))
    monkeypatch.setattr(terminal_rendering, "play", None)
    (message,) = READER.messages(mapped.location, mapped.entries[1:])
    assert (message.role, message.turn, message.step) == (Role.SCREEN, 0, 2)
    assert message.blocks[0].text == "$ exit"


def test_a_rendering_goes_in_slices_with_progress(tmp_path: Path) -> None:
    path = cast(tmp_path / "long.cast", [[n / 10, "o", f"line {n}\r\n"] for n in range(500)])
    out, done = tmp_path / NAME, []
    while not (state := render_slice(path, out, seconds=0)).finished:
        assert not out.exists()
        done.append(state.done)
    assert len(done) == 501
    assert done == sorted(done)
    assert (state.done, state.total) == (path.stat().st_size,) * 2
    assert out.read_bytes() == terminal_text.rendered(path).getvalue()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["long.cast", NAME]


def test_a_rendering_that_is_given_up_leaves_nothing(tmp_path: Path) -> None:
    path = cast(tmp_path / "long.cast", TALK)
    out = tmp_path / "text" / NAME
    out.parent.mkdir()
    render_slice(path, out, seconds=0)
    drop_rendering(out)
    drop_rendering(out)
    assert list(out.parent.iterdir()) == []
    render_slice(path, out)
    assert out.exists()


def test_trouble_with_a_rendering_is_told(tmp_path: Path) -> None:
    with pytest.raises(VelaError) as caught:
        render_slice(tmp_path / "gone.cast", tmp_path / NAME)
    assert caught.value.code is Code.SOURCE_GONE
    path = cast(tmp_path / "talk.cast", TALK)
    with pytest.raises(VelaError) as caught:
        render_slice(path, tmp_path / "no folder" / NAME)
    assert caught.value.code is Code.DATA_FAILED
    assert [file.name for file in tmp_path.iterdir()] == ["talk.cast"]


def test_every_recording_has_a_reader() -> None:
    assert isinstance(reader(Agent.TERMINAL), TerminalReader)


def test_events_at_impossible_times_are_none(tmp_path: Path) -> None:
    path = tmp_path / "x.cast"
    events = b'[1.5, "o", "seen"]\n[1e308, "o", "never"]\n[-1e308, "o", "nor this"]\n'
    path.write_bytes(b'{"version": 2, "width": 80, "height": 24, "timestamp": 1000}\n' + events)
    assert READER.head(at(path, Agent.TERMINAL)).last_at == 1_001_500


def test_a_character_with_a_megabyte_of_accents_takes_no_time(tmp_path: Path) -> None:
    path = tmp_path / "x.log"
    path.write_text("\x1b[1ma" + "\u0301" * 300_000 + "b\r\n", encoding="utf-8")
    location = at(path, Agent.TERMINAL)
    (message,) = READER.messages(location, READER.index(location).entries)
    assert len(message.blocks[0].text) < 100


def test_one_recording_rendered_twice_at_once_is_rendered_whole(tmp_path: Path) -> None:
    recording = tmp_path / "x.log"
    recording.write_bytes(b"".join(b"\x1b[1mline %d\r\n" % line for line in range(20_000)))
    render(recording)
    out = recording.with_name(NAME)
    whole = out.read_bytes()
    out.unlink()
    code = f"""if True:
        from pathlib import Path
        from vela_desktop.sources.terminal_text import render_slice
        done = render_slice(Path({str(recording)!r}), Path({str(out)!r}), 0.0)
        print(done.finished, flush=True)
        input()
        while not render_slice(Path({str(recording)!r}), Path({str(out)!r}), 0.0).finished:
            pass
        """
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == b"False\n"
        render_slice(recording, out, 0.0)
        other.communicate(b"\n", timeout=60)
        assert other.returncode == 0
    assert out.read_bytes() == whole
    render(recording)
    assert out.read_bytes() == whole
    assert {path.name for path in tmp_path.iterdir()} == {"x.log", NAME}


def test_what_a_killed_program_left_of_a_rendering_is_removed(tmp_path: Path) -> None:
    path = cast(tmp_path / "talk.cast", TALK)
    left, written = tmp_path / f"{NAME}.1.part", tmp_path / f"{NAME}.2.part"
    for file in (left, written):
        file.touch()
    os.utime(left, (0, 0))
    render(path)
    assert {file.name for file in tmp_path.iterdir()} == {"talk.cast", NAME, written.name}
