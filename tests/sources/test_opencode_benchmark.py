"""What listing OpenCode's sessions is measured on."""

from pathlib import Path

from benchmarks import opencode, opencode_database
from vela_desktop.sources.opencode import OpenCodeReader


def test_both_list_the_generated_sessions_and_their_facts_are_whole(tmp_path: Path) -> None:
    opencode_database.create(tmp_path / "opencode.db", sessions=40, turns=2)
    assert opencode.first_scan(tmp_path) == opencode.Rescan()(tmp_path) == 40
    for query in (opencode.LAST_ROWS, opencode.FIRST_ROWS):
        assert opencode.select_rows(tmp_path, query) == 40
    reader = OpenCodeReader()
    for location in reader.at(tmp_path / "opencode.db"):
        facts = reader.head(location)
        assert facts == reader.index(location).facts
        assert facts.title
        assert facts.first_prompt
        assert facts.model == "mock/mock-1"


def test_a_rescan_reads_what_changed(tmp_path: Path) -> None:
    opencode_database.create(tmp_path / "opencode.db", sessions=3, turns=1)
    rescan = opencode.Rescan()
    rescan(tmp_path)
    connection = opencode_database.connect(tmp_path / "opencode.db")
    opencode_database.Writer(8).turn(connection, "ses_00000001", opencode_database.BORN * 2)
    connection.close()
    assert rescan(tmp_path) == 3
