"""Where transcripts are: roots, folders, any path; and what is said where they are not."""

import errno
import os
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.sources import OTHER_SESSION, SESSION, Claude, Codex, at, write
from vela_desktop.domain.agents import AGENTS, Agent
from vela_desktop.domain.errors import Code, FileReason, VelaError
from vela_desktop.domain.messages import describe_error
from vela_desktop.domain.sessions import Location, SessionFacts
from vela_desktop.sources import files, places
from vela_desktop.sources.choose import locate
from vela_desktop.sources.claude import ClaudeReader
from vela_desktop.sources.codex import CodexReader
from vela_desktop.sources.files import path_of, ref_of
from vela_desktop.sources.protocol import Reader, Root
from vela_desktop.sources.readers import READERS, reader

CLAUDE, CODEX = ClaudeReader(), CodexReader()


def claude(folder: Path, session: str = SESSION, name: str = "", **fields: object) -> Path:
    talk = Claude(session)
    talk.user("Go", **fields)
    return talk.write(folder, name)


def codex(folder: Path) -> Path:
    talk = Codex()
    talk.prompt("Go")
    return talk.write(folder)


def found(one: Reader, folder: Path) -> list[str]:
    root = Root(agent=one.agent, path=folder, exists=True)
    return [Path(each.location.ref).name for each in one.discover(root)]


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Do what follows as somebody whom permissions bind."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that everybody may list, in which one folder and one file are locked."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        claude(folder / "open")
        claude(folder / "locked")
        (folder / "locked").chmod(0)
        claude(folder / "open", OTHER_SESSION).chmod(0)
        yield folder
        (folder / "locked").chmod(0o755)


def test_there_is_a_reader_for_every_agent_with_sessions() -> None:
    assert set(READERS) == {info.agent for info in AGENTS.values() if info.has_sessions}
    assert all(reader(agent).agent is agent for agent in READERS)


def test_the_default_roots_are_in_the_home_folder(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    (tmp_path / ".claude" / "projects").mkdir(parents=True)
    assert CLAUDE.roots(environment, None) == [
        Root(agent=Agent.CLAUDE, path=tmp_path / ".claude" / "projects", exists=True)
    ]
    roots = CODEX.roots(environment, None)
    assert [root.path for root in roots] == [
        tmp_path / ".codex" / "sessions",
        tmp_path / ".codex" / "archived_sessions",
    ]
    assert not any(root.exists for root in roots)


def test_variables_of_the_agents_move_their_roots() -> None:
    assert CLAUDE.roots({"CLAUDE_CONFIG_DIR": "/c"}, None)[0].path == Path("/c/projects")
    assert CODEX.roots({"CODEX_HOME": "/x"}, None)[0].path == Path("/x/sessions")


def test_a_folder_from_the_settings_is_the_agent_s_or_the_one_with_transcripts(
    tmp_path: Path,
) -> None:
    environment = {"CLAUDE_CONFIG_DIR": "/c", "CODEX_HOME": "/x"}
    assert [root.path for root in CLAUDE.roots(environment, str(tmp_path))] == [tmp_path]
    assert [root.path for root in CODEX.roots(environment, str(tmp_path))] == [tmp_path]
    (tmp_path / "projects").mkdir()
    (tmp_path / "sessions").mkdir()
    assert CLAUDE.roots(environment, str(tmp_path))[0].path == tmp_path / "projects"
    assert CODEX.roots(environment, str(tmp_path))[0].path == tmp_path / "sessions"


def test_claude_s_folders_hold_sessions_and_sub_agents_newest_first(tmp_path: Path) -> None:
    project = tmp_path / "-home-dev-shop"
    paths = [
        claude(project),
        claude(project, OTHER_SESSION),
        claude(project / SESSION / "subagents", name="agent-1", isSidechain=True),
        claude(project / SESSION / "subagents" / "deep", name="agent-2", isSidechain=True),
    ]
    for age, path in enumerate(paths):
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    write(project / SESSION / "tool-results" / "x.jsonl", [])
    write(project / "memory" / "x.jsonl", [])
    write(tmp_path / "history.jsonl", [])
    write(project / SESSION / "subagents" / "agent-1.meta.json", [])
    assert found(CLAUDE, tmp_path) == [path.name for path in paths]


def test_codex_s_folders_hold_plain_and_compressed_rollouts(tmp_path: Path) -> None:
    folder = tmp_path / "2026" / "11" / "05"
    path = codex(folder)
    (folder / f"{path.name}.zst").write_bytes(b"")
    (folder / "rollout-other.jsonl.zst").write_bytes(b"")
    write(tmp_path / "history.jsonl", [])
    assert sorted(found(CODEX, tmp_path)) == sorted([path.name, "rollout-other.jsonl.zst"])


def test_a_root_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert found(CLAUDE, tmp_path / "absent") == []


def test_a_folder_that_cannot_be_listed_does_not_hide_the_others(shared: Path) -> None:
    root = Root(agent=Agent.CLAUDE, path=shared, exists=True)
    names: list[str] = []
    with ordinary_user(), pytest.raises(VelaError) as caught:
        names.extend(Path(each.location.ref).stem for each in CLAUDE.discover(root))
    assert sorted(names) == [SESSION, OTHER_SESSION]
    assert caught.value.code is Code.SOURCE_UNREADABLE
    assert caught.value.details == {
        "path": str(shared / "locked"),
        "reason": "file_denied",
    }


def test_a_locked_root_is_there_and_says_so_when_it_is_listed(shared: Path) -> None:
    with ordinary_user():
        (root,) = CLAUDE.roots({}, str(shared / "locked"))
        assert root.exists
        with pytest.raises(VelaError) as caught:
            list(CLAUDE.discover(root))
    assert caught.value.code is Code.SOURCE_UNREADABLE


def test_a_locked_transcript_says_so(shared: Path) -> None:
    path = shared / "open" / f"{OTHER_SESSION}.jsonl"
    for ask in (CLAUDE.head, CLAUDE.index, lambda _: locate(path), lambda _: locate(shared)):
        with ordinary_user(), pytest.raises(VelaError) as caught:
            ask(at(path, Agent.CLAUDE))
        assert caught.value.code is Code.SOURCE_UNREADABLE
        assert caught.value.details["reason"] == "file_denied"


def test_content_tells_whose_a_transcript_is(tmp_path: Path) -> None:
    one, other = claude(tmp_path), codex(tmp_path / "deep" / "er")
    one = one.rename(tmp_path / "copy.txt")
    assert locate(one) == [(Agent.CLAUDE, at(one, Agent.CLAUDE))]
    assert locate(other) == [(Agent.CODEX, at(other, Agent.CODEX))]
    assert locate(other.parent.parent) == [(Agent.CODEX, at(other, Agent.CODEX))]
    assert CLAUDE.accepts(one)
    assert not CODEX.accepts(one)


@pytest.mark.parametrize(
    "text",
    [
        b'{"display":"hi","pastedContents":{},"timestamp":1,"project":"/x","sessionId":"y"}\n',
        b'{"id":"x","thread_name":"Name","updated_at":"2026-11-05T10:00:00Z"}\n',
        b'{"type":"session","id":"x"}\n{"type":"agent_start"}\n',
        b'{"type":"reasoning","summary":[]}\n',
        b"words\n",
        b"",
    ],
)
def test_what_is_no_transcript_of_these_agents_is_nobody_s(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(text)
    assert locate(path) == locate(tmp_path) == []


def test_a_transcript_without_content_yet_is_known_by_its_name(tmp_path: Path) -> None:
    one, other = write(tmp_path / f"{SESSION}.jsonl", []), write(tmp_path / "rollout-x.jsonl", [])
    assert locate(tmp_path) == [
        (Agent.CLAUDE, at(one, Agent.CLAUDE)),
        (Agent.CODEX, at(other, Agent.CODEX)),
    ]


def test_a_first_line_longer_than_what_is_looked_at_still_tells(tmp_path: Path) -> None:
    talk = Claude()
    talk.user("x" * 100_000)
    other = Codex(base_instructions="y" * 100_000)
    assert locate(talk.write(tmp_path)) != []
    assert locate(other.write(tmp_path / "codex")) != []


def test_a_folder_names_its_main_sessions(tmp_path: Path) -> None:
    one = claude(tmp_path)
    claude(tmp_path / SESSION / "subagents", name="agent-1", isSidechain=True)
    claude(tmp_path, name="copied-agent", isSidechain=True)
    assert CLAUDE.at(tmp_path) == [at(one, Agent.CLAUDE)]
    two = claude(tmp_path, OTHER_SESSION)
    assert CLAUDE.at(tmp_path) == [at(one, Agent.CLAUDE), at(two, Agent.CLAUDE)]


def test_where_there_are_only_sub_agents_they_are_the_sessions(tmp_path: Path) -> None:
    paths = [claude(tmp_path, name=f"agent-{n}", isSidechain=True) for n in (1, 2)]
    assert CLAUDE.at(tmp_path) == [at(path, Agent.CLAUDE) for path in paths]
    assert CLAUDE.at(paths[0]) == [at(paths[0], Agent.CLAUDE)]


def test_codex_children_are_not_the_main_sessions_of_a_folder(tmp_path: Path) -> None:
    main = codex(tmp_path)
    child = Codex("019efb98-0000-7000-8000-000000000001", source={"subagent": "review"})
    child.prompt("Review")
    child.write(tmp_path)
    assert CODEX.at(tmp_path) == [at(main, Agent.CODEX)]


def test_a_path_that_is_gone_is_said_to_be_gone(tmp_path: Path) -> None:
    path = tmp_path / f"{SESSION}.jsonl"
    location = at(path, Agent.CLAUDE)
    for ask in (
        lambda: locate(path),
        lambda: CLAUDE.fingerprint(location),
        lambda: CLAUDE.head(location),
        lambda: CLAUDE.index(location),
        lambda: CLAUDE.messages(location, []),
    ):
        with pytest.raises(VelaError) as caught:
            ask()
        assert caught.value.code is Code.SOURCE_GONE
        assert caught.value.details["path"] == str(path)


def test_what_is_no_file_is_said_to_be_none(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    assert locate(pipe) == []
    for path, reason in ((pipe, "not_a_file"), (tmp_path, "not_a_file")):
        with pytest.raises(VelaError) as caught:
            CODEX.index(at(path, Agent.CODEX))
        assert caught.value.details["reason"] == reason


def test_damaged_compression_is_said_to_be_damaged(tmp_path: Path) -> None:
    path = tmp_path / "rollout-x.jsonl.zst"
    path.write_bytes(b"\x28\xb5\x2f\xfd garbage")
    with pytest.raises(VelaError) as caught:
        CODEX.index(at(path, Agent.CODEX))
    assert caught.value.details["reason"] == "damaged_compression"


def test_names_that_are_no_text_are_found_again(tmp_path: Path) -> None:
    path = claude(tmp_path / os.fsdecode(b"\xff\xfe"))
    location = Location(Agent.CLAUDE, ref_of(path))
    assert location.ref == f"{tmp_path}/\\xff\\xfe/{SESSION}.jsonl"
    assert path_of(location) == path
    assert CLAUDE.index(location).first_user_text == "Go"


def test_a_backslash_in_a_name_is_only_a_backslash(tmp_path: Path) -> None:
    path = claude(tmp_path / "a\\xffb")
    assert CLAUDE.index(at(path, Agent.CLAUDE)).first_user_text == "Go"


@pytest.mark.parametrize("agent", READERS)
def test_a_root_may_be_named_after_nobody_s_home(agent: Agent) -> None:
    (first, *_) = READERS[agent].roots({"HOME": "/h"}, "~nobody-of-that-name/x")
    assert "~nobody-of-that-name" in str(first.path)


@pytest.mark.parametrize(
    ("native_id", "cwd", "command"),
    [
        ("a-1", None, "run a-1"),
        ("a; reboot", None, "run 'a; reboot'"),
        ("a-1", "/x/it's", "cd '/x/it'\"'\"'s' && run a-1"),
        ("a-1", "/x\x1b[201~\nreboot\n", ""),
        ("a\nreboot", None, ""),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="another shell")
def test_a_command_to_continue_says_nothing_but_that(
    native_id: str, cwd: str | None, command: str
) -> None:
    assert places.resume(SessionFacts(native_id=native_id, cwd=cwd), "run") == command


REMEDIES = [
    (OSError(errno.EACCES, "x"), "permission was denied", "permission"),
    (OSError(errno.EPERM, "x"), "permission was denied", "permission"),
    (OSError(errno.EIO, "x"), "its disk reports an error", "disk"),
    (OSError(errno.EISDIR, "x"), "it is not a file", "Name another file"),
    (OSError(errno.ENXIO, "x"), "it is not a file", "Name another file"),
    (OSError(errno.ELOOP, "Too many links"), "Too many links", "Put right"),
    (zlib.error(), "its compressed data are damaged", "backup"),
    (EOFError(), "its compressed data are damaged", "backup"),
]


@pytest.mark.parametrize(("error", "reason", "remedy"), REMEDIES)
def test_each_trouble_with_a_file_has_its_own_remedy(
    tmp_path: Path, error: Exception, reason: str, remedy: str
) -> None:
    path = claude(tmp_path)
    with pytest.raises(VelaError) as caught, files.opened(path):
        raise error
    text, action = describe_error(caught.value)
    assert text == f"{path} cannot be read: {reason}"
    assert remedy in action
    assert ("permission" in action) == (remedy == "permission")
    absent = VelaError(Code.NO_TRANSCRIPT, **caught.value.details)
    if caught.value.details["reason"] in set(FileReason):
        assert describe_error(absent) == (text, action)


@pytest.mark.parametrize("number", [errno.ENOENT, errno.ENOTDIR])
def test_what_is_not_there_is_gone(tmp_path: Path, number: int) -> None:
    with pytest.raises(VelaError) as caught, files.opened(claude(tmp_path)):
        raise OSError(number, "gone")
    assert caught.value.code is Code.SOURCE_GONE
