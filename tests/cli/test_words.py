"""The words of the command line, and the document that describes them."""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.cli import Vela
from vela_desktop.cli import main, parser
from vela_desktop.cli.output import EXIT_CODES
from vela_desktop.domain.errors import Code

DOCUMENT = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
GLOBAL = {"--data-dir", "--json", "--help"}


def rows(first: str) -> Iterator[list[str]]:
    """Yield the cells of the table rows whose first cell matches *first*."""
    for line in DOCUMENT.splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells and re.fullmatch(first, cells[0]):
            yield cells


def verbs_of(known: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the verbs, or the actions of a verb."""
    for action in known._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def options_of(known: argparse.ArgumentParser) -> set[str]:
    """Return the options of a verb and of all its actions."""
    own = {name for action in known._actions for name in action.option_strings if name[:2] == "--"}
    return own.union(*map(options_of, verbs_of(known).values())) - GLOBAL


@pytest.fixture
def vela(data_folder: Path, home: Path) -> Vela:
    return Vela(data_folder, home)


def test_every_verb_is_described_with_all_its_options_and_actions() -> None:
    known = verbs_of(parser.build())
    assert set(known) == set(main.COMMANDS)
    described: dict[str, str] = {}
    for command, *_ in rows(r"`vela .*`"):
        verb = command.strip("`").split()[1]
        described[verb] = described.get(verb, "") + command
    assert set(described) == set(known)
    for verb, text in described.items():
        assert set(re.findall(r"--[a-z-]+", text)) == options_of(known[verb]), verb
        for action in verbs_of(known[verb]):
            assert re.search(rf"\b{action}\b", text), (verb, action)


def test_the_table_of_exit_statuses_names_every_code() -> None:
    described: dict[str, int] = {}
    statuses = set()
    for status, _, codes in rows(r"\d+"):
        statuses.add(int(status))
        described |= {code: int(status) for code in re.findall(r"`([a-z_:]+)`", codes)}
    assert described == {str(code): status for code, status in EXIT_CODES.items()}
    assert {code.partition(":")[0] for code in described} <= set(Code)
    signals = {main.INTERRUPTED, main.TERMINATED}
    assert statuses == {0, 1, *EXIT_CODES.values(), *signals}


@pytest.mark.parametrize("verb", main.COMMANDS)
def test_a_wrong_option_is_one_document_for_every_verb(vela: Vela, verb: str) -> None:
    for arguments in ([verb, "--none", "--json"], ["--json", verb, "--none"]):
        done = vela.run(*arguments)
        assert (done.returncode, done.error["code"]) == (2, "usage")
        assert done.stderr == ""
    assert not vela.data.exists()


def test_without_a_verb_it_says_what_is_missing(vela: Vela) -> None:
    assert (vela.run().returncode, vela.run().stdout) == (2, "")
    assert vela.run("--json").error["code"] == "usage"


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["jobs", "--help"]])
@pytest.mark.parametrize("json", [True, False])
def test_help_and_version_are_for_people(
    arguments: list[str], json: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main.main([*arguments, *(["--json"] if json else [])])
    assert not ended.value.code
    assert capsys.readouterr().out.startswith(("usage: vela", "vela "))


@pytest.mark.parametrize("verb", [["jobs"], ["jobs", "list"], ["entries"]])
def test_global_options_stand_before_or_behind_the_verb(
    vela: Vela, tmp_path: Path, verb: list[str]
) -> None:
    there = tmp_path / "there"
    options = ["--data-dir", str(there), "--json"]
    for arguments in ([*options, *verb], [*verb, *options], [verb[0], *options, *verb[1:]]):
        assert vela.run(*arguments).document["data"]["total"] == 0
    assert there.is_dir()
    assert not vela.data.exists()


def test_options_are_not_shortened(vela: Vela) -> None:
    assert vela.run("jobs", "--js").returncode == 2


def test_a_filter_before_list_counts_and_one_behind_it_wins() -> None:
    parse = parser.build().parse_args
    assert parse(["jobs", "--status", "failed", "list"]).status == "failed"
    assert parse(["jobs", "--page", "2", "list", "--page", "3"]).page == 3
    assert (parse(["jobs"]).page, parse(["jobs", "list"]).page) == (1, 1)
