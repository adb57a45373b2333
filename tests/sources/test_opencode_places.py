"""Where OpenCode's sessions are found, and what is none of them."""

import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from support.opencode import (
    BORN,
    NATIVE,
    OTHER,
    OpenCode,
    write_database,
    write_first_tree,
    write_tree,
)
from support.sources import Claude
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.sessions import Location
from vela_desktop.sources.choose import locate
from vela_desktop.sources.opencode import OpenCodeReader
from vela_desktop.sources.protocol import Found
from vela_desktop.sources.readers import READERS

READER = OpenCodeReader()
THIRD = "ses_dd04b0152ffe2A3hVB9iIEN5dv"


def talk(
    native_id: str = NATIVE, born: int = BORN, title: str = "Rounding", **noted: str
) -> OpenCode:
    one = OpenCode(native_id, title, born=born, **dict[str, Any](noted))
    one.user("Go")
    return one


def names(found: list[Location], folder: Path) -> list[str]:
    return [one.ref.removeprefix(f"{folder}/") for one in found]


def discovered(data: Path) -> list[str]:
    roots = [root for root in READER.roots({}, str(data)) if root.exists]
    return names([one.location for root in roots for one in READER.discover(root)], data)


def roots_of(**variables: str) -> list[tuple[str, bool]]:
    return [(str(root.path), root.flat) for root in READER.roots({"HOME": "/h", **variables}, None)]


def test_the_data_folder_is_watched_alone_and_its_trees_whole() -> None:
    data = "/h/.local/share/opencode"
    assert roots_of() == [(data, True), (f"{data}/storage", False), (f"{data}/project", False)]
    assert roots_of(XDG_DATA_HOME="/x")[0] == ("/x/opencode", True)


@pytest.mark.parametrize(
    ("named", "path"),
    [
        ("/db/own.db", "/db/own.db"),
        ("own.db", "/x/opencode/own.db"),
        ("opencode-dev.db", None),
        (":memory:", None),
        ("", None),
    ],
)
def test_a_variable_names_one_more_database(named: str, path: str | None) -> None:
    more = roots_of(XDG_DATA_HOME="/x", OPENCODE_DB=named)[3:]
    assert more == ([(path, True)] if path else [])


def test_a_database_that_a_variable_names_is_read(tmp_path: Path) -> None:
    path = write_database(tmp_path / "own" / "mine.db", talk())
    roots = READER.roots({"HOME": str(tmp_path), "OPENCODE_DB": str(path)}, None)
    (found,) = [one for root in roots if root.exists for one in READER.discover(root)]
    assert found.location.ref == f"{path}#{NATIVE}"


def test_the_settings_may_name_a_data_folder_its_parent_or_a_tree(tmp_path: Path) -> None:
    data = tmp_path / "opencode"
    write_tree(data / "storage", talk())
    for folder in (data, tmp_path):
        assert READER.roots({}, str(folder))[0].path == data
    (root,) = READER.roots({}, str(data / "storage"))
    assert [one.location.ref for one in READER.discover(root)] == [f"{data}/storage#{NATIVE}"]


def test_sessions_are_listed_newest_first_with_sub_agents(tmp_path: Path) -> None:
    write_database(
        tmp_path / "opencode.db",
        talk(OTHER, BORN),
        talk(NATIVE, BORN + 99_000),
        talk(THIRD, BORN + 50_000, parent_id=OTHER),
    )
    write_database(tmp_path / "opencode-dev.db", talk("ses_dev"))
    assert discovered(tmp_path) == [
        "opencode-dev.db#ses_dev",
        *(f"opencode.db#{one}" for one in (NATIVE, THIRD, OTHER)),
    ]
    assert names(READER.at(tmp_path / "opencode.db"), tmp_path) == [
        f"opencode.db#{NATIVE}",
        f"opencode.db#{OTHER}",
    ]


def test_runs_of_this_program_are_left_out(tmp_path: Path) -> None:
    runs = talk(NATIVE, title="vela-curation"), talk(OTHER, agent="vela")
    write_database(tmp_path / "opencode.db", *runs, talk(THIRD))
    assert discovered(tmp_path) == [f"opencode.db#{THIRD}"]
    write_tree(tmp_path / "old" / "storage", runs[0])
    assert discovered(tmp_path / "old") == []


def test_a_session_in_a_database_and_in_a_tree_is_the_database_s(tmp_path: Path) -> None:
    write_database(tmp_path / "opencode.db", talk(NATIVE))
    write_tree(tmp_path / "storage", talk(NATIVE), talk(OTHER))
    dashed = tmp_path / "project" / "home-dev-shop" / "storage"
    write_first_tree(dashed, talk(NATIVE), talk(THIRD))
    assert discovered(tmp_path) == [
        f"opencode.db#{NATIVE}",
        f"storage#{OTHER}",
        f"project/home-dev-shop/storage#{THIRD}",
    ]
    assert sorted(names(READER.at(tmp_path), tmp_path)) == sorted(discovered(tmp_path))


def test_a_database_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    write_database(tmp_path / "opencode.db", talk())
    (tmp_path / "opencode-bad.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 4000)
    root = READER.roots({}, str(tmp_path))[0]
    found: list[Found] = []
    with pytest.raises(VelaError) as caught:
        found.extend(READER.discover(root))
    assert caught.value.code is Code.SOURCE_UNREADABLE
    assert [one.location.ref for one in found] == [f"{tmp_path}/opencode.db#{NATIVE}"]


def test_a_session_may_have_nothing_but_messages_and_parts_may_lie_loose(tmp_path: Path) -> None:
    storage = write_tree(tmp_path / "storage", talk(), info=False)
    for part in list((storage / "part").rglob("*.json")):
        part.rename(storage / "part" / part.name)
    (location,) = READER.at(tmp_path)
    found = READER.index(location)
    assert (found.facts.native_id, found.facts.first_prompt) == (NATIVE, "Go")
    assert (found.facts.started_at, found.facts.cwd) == (BORN + 1_000, None)
    assert READER.messages(location, found.entries)[0].blocks[0].text == "Go"


def test_a_tree_s_message_that_grows_is_noticed(tmp_path: Path) -> None:
    one = talk()
    location = Location(READER.agent, f"{write_tree(tmp_path / 'storage', one)}#{NATIVE}")
    before = READER.fingerprint(location)
    one.answer("Done.")
    write_tree(tmp_path / "storage", one)
    assert READER.fingerprint(location) != before
    with pytest.raises(VelaError) as caught:
        READER.fingerprint(Location(READER.agent, f"{tmp_path / 'storage'}#{OTHER}"))
    assert caught.value.code is Code.SOURCE_GONE


def test_a_path_is_told_by_what_it_holds(tmp_path: Path) -> None:
    data = tmp_path / "home" / ".local" / "opencode"
    path = write_database(data / "opencode.db", talk())
    tree = write_tree(tmp_path / "tree" / "storage", talk(OTHER))
    for held in (path, data, data.parent, tree, tree.parent):
        assert READER.accepts(held)
        assert [agent for agent, _ in locate(held)] == [READER.agent]


def test_what_is_not_opencode_s_is_not_accepted(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "opencode.db")
    other.execute("CREATE TABLE session (id, name)")
    other.close()
    (tmp_path / "empty.db").touch()
    talk = Claude()
    talk.user("Go")
    path = talk.write(tmp_path / "projects" / "message")
    for held in (tmp_path / "opencode.db", tmp_path / "empty.db", path, path.parents[1], tmp_path):
        assert not READER.accepts(held)
        assert READER.at(held) == []
    with pytest.raises(VelaError) as caught:
        READER.accepts(tmp_path / "absent")
    assert caught.value.code is Code.SOURCE_GONE


def test_no_other_reader_claims_a_tree_or_a_database(tmp_path: Path) -> None:
    write_database(tmp_path / "opencode.db", talk())
    write_tree(tmp_path / "storage", talk(OTHER))
    for agent, one in READERS.items():
        assert one.accepts(tmp_path) == (agent is READER.agent)


def test_a_session_is_continued_in_its_folder(tmp_path: Path) -> None:
    (location,) = READER.at(write_database(tmp_path / "opencode.db", talk()))
    command = READER.resume_command(READER.head(location))
    assert command == f"cd /home/dev/shop && opencode --session {NATIVE}"


@pytest.mark.parametrize("said", ["../../other", "a\0b", "..", "a/b", "\\ud800", "a#b"])
def test_an_id_that_names_no_file_leads_nowhere(tmp_path: Path, said: str) -> None:
    storage = write_tree(tmp_path / "storage", talk(NATIVE))
    (path,) = storage.glob(f"session/*/{NATIVE}.json")
    path.write_bytes(path.read_bytes().replace(f'"{NATIVE}"'.encode(), f'"{said}"'.encode()))
    assert all(said not in location.ref for location in READER.at(storage))


def test_a_file_that_cannot_be_read_does_not_hide_other_sessions(tmp_path: Path) -> None:
    storage = write_tree(tmp_path / "storage", talk(NATIVE), talk(OTHER))
    (path,) = storage.glob(f"session/*/{OTHER}.json")
    path.unlink()
    os.mkfifo(path)
    refs = {location.ref for location in READER.at(storage)}
    assert refs == {f"{storage}#{NATIVE}", f"{storage}#{OTHER}"}


BROKEN = b"SQLite format 3\0" + b"\xff" * 4000


def test_a_database_that_cannot_be_read_does_not_hide_the_tree_beside_it(tmp_path: Path) -> None:
    write_database(tmp_path / "opencode.db", talk(NATIVE))
    (tmp_path / "opencode-bad.db").write_bytes(BROKEN)
    tree = write_tree(tmp_path / "storage", talk(NATIVE), talk(OTHER))
    (root,) = READER.roots({}, str(tree))
    found: list[Found] = []
    with pytest.raises(VelaError) as caught:
        found.extend(READER.discover(root))
    assert caught.value.details["path"] == str(tmp_path / "opencode-bad.db")
    assert [one.location.ref for one in found] == [f"{tree}#{OTHER}"]


def test_at_a_path_what_cannot_be_read_only_matters_where_there_is_nothing_else(
    tmp_path: Path,
) -> None:
    bad = tmp_path / "opencode-bad.db"
    bad.write_bytes(BROKEN)
    for _ in ("alone", "with an empty folder"):
        for ask in (READER.at, READER.accepts):
            with pytest.raises(VelaError) as caught:
                ask(tmp_path)
            assert caught.value.details["path"] == str(bad)
        (tmp_path / "logs").mkdir(exist_ok=True)
    write_database(tmp_path / "opencode.db", talk())
    assert READER.accepts(tmp_path)
    assert names(READER.at(tmp_path), tmp_path) == [f"opencode.db#{NATIVE}"]


def test_a_tree_s_copy_is_superseded_by_the_database_s(tmp_path: Path) -> None:
    path = write_database(tmp_path / "opencode.db", talk())
    for tree in (tmp_path / "storage", tmp_path / "copied"):
        write_tree(tree, talk())
        assert READER.is_superseded(Location(READER.agent, f"{tree}#{NATIVE}"))
    assert not READER.is_superseded(Location(READER.agent, f"{path}#{NATIVE}"))


def test_links_in_a_circle_are_passed_over(tmp_path: Path) -> None:
    storage = write_tree(tmp_path / "storage", talk())
    (session,) = storage.glob("session/*/*.json")
    for link in (
        storage / "message" / "circle",
        storage / "session" / "circle",
        session.parent / "circle",
        tmp_path / "opencode-circle.db",
    ):
        link.symlink_to(link.name)
    assert discovered(tmp_path) == [f"storage#{NATIVE}"]
    assert names(READER.at(tmp_path), tmp_path) == [f"storage#{NATIVE}"]


def test_a_message_that_is_gone_does_not_hide_other_sessions(tmp_path: Path) -> None:
    storage = write_tree(tmp_path / "storage", talk(NATIVE), talk(OTHER))
    (storage / "message" / OTHER / "msg_gone.json").symlink_to("nowhere")
    assert sorted(discovered(tmp_path)) == [f"storage#{OTHER}", f"storage#{NATIVE}"]
    with pytest.raises(VelaError) as caught:
        READER.fingerprint(Location(READER.agent, f"{storage}#{OTHER}"))
    assert caught.value.code is Code.SOURCE_GONE
