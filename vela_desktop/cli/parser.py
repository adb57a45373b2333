"""The words of the command line."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from vela_desktop import __version__
from vela_desktop.domain.agents import AGENTS, CURATORS
from vela_desktop.domain.entries import Kind
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import JobStatus
from vela_desktop.domain.text import safe

_DIGITS = 9
"""So many are enough for any page or version, and few enough for the database."""


class Parser(argparse.ArgumentParser):
    """Raises ``usage`` instead of printing, so that ``--json`` holds for usage errors too."""

    def __init__(self, **named: Any) -> None:
        super().__init__(allow_abbrev=False, **named)  # --js would not be known for --json

    def error(self, message: str) -> NoReturn:
        """Raise VelaError ``usage``."""
        raise VelaError(Code.USAGE, reason=message)


def build() -> Parser:
    """Return the parser of ``vela``."""
    shared = _globals()
    parser = Parser(
        prog="vela", description="Sessions with coding agents, kept as knowledge.", parents=[shared]
    )
    parser.add_argument("--version", action="version", version=f"vela {__version__}")
    verbs = parser.add_subparsers(
        dest="verb", required=True, metavar="COMMAND", parser_class=Parser
    )
    for name, summary, configure in _VERBS:
        configure(verbs.add_parser(name, help=summary, description=summary, parents=[shared]))
    return parser


def _globals() -> Parser:
    parser = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="where Vela keeps its data")
    parser.add_argument("--json", action="store_true", help="print exactly one JSON document")
    return parser


def _sessions(parser: Parser) -> None:
    names = [info.agent.value for info in AGENTS.values() if info.has_sessions]
    parser.add_argument("--agent", choices=names)
    parser.add_argument("--project", type=safe, metavar="NAME", help="a project's name or id")
    parser.add_argument(
        "--query", type=safe, metavar="TEXT", default="", help="words of title, id or prompt"
    )
    parser.add_argument("--children", action="store_true", help="also what sub-agents wrote")
    _page(parser)


def _page(parser: Parser, default: Any = 1) -> None:
    parser.add_argument("--page", type=_positive, default=default, metavar="N")


def _positive(text: str) -> int:
    if not text.isdecimal() or len(text) > _DIGITS or int(text) < 1:
        raise argparse.ArgumentTypeError(f"“{text}” is not a number from 1 to {'9' * _DIGITS}")
    return int(text)


def _show(parser: Parser) -> None:
    parser.add_argument("session", metavar="SESSION")
    parser.add_argument("--full", action="store_true", help="with every turn")


def _curate(parser: Parser) -> None:
    parser.add_argument("session", metavar="SESSION")
    parser.add_argument("--agent", choices=[agent.value for agent in CURATORS])
    parser.add_argument("--model")
    parser.add_argument("--effort")
    parser.add_argument("--wait", action="store_true", help="do the job now and end with it")
    parser.add_argument("--no-mask", action="store_true", help="send secrets as they are")
    parser.add_argument(
        "--command-excerpts", action="store_true", help="with short excerpts of command results"
    )


def _import(parser: Parser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="what “script” wrote, or asciicast")
    parser.add_argument("--to", metavar="SESSION", help="attach it to this session")


def _record(parser: Parser) -> None:
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="-- COMMAND")


def _jobs(parser: Parser) -> None:
    shared = _globals()
    actions = parser.add_subparsers(dest="action", metavar="ACTION", parser_class=Parser)
    listed = actions.add_parser("list", help="list jobs", parents=[shared])
    _listed_jobs(parser, status=None, page=1)
    _listed_jobs(listed, status=argparse.SUPPRESS, page=argparse.SUPPRESS)
    shown = actions.add_parser("show", help="show a job", parents=[shared])
    cancelled = actions.add_parser("cancel", help="cancel a job", parents=[shared])
    retried = actions.add_parser("retry", help="retry a job", parents=[shared])
    for action in (shown, cancelled, retried):
        action.add_argument("job", type=safe, metavar="ID")
    shown.add_argument("--source", action="store_true", help="its source snapshot instead")
    retried.add_argument("--wait", action="store_true", help="do the job now")
    retried.add_argument(
        "--replace", action="store_true", help="also entries that were changed while the job ran"
    )
    actions.add_parser("run", help="do every waiting job now", parents=[shared])
    actions.add_parser("pause", help="start no waiting job, anywhere", parents=[shared])
    actions.add_parser("resume", help="let waiting jobs start again", parents=[shared])


def _listed_jobs(parser: Parser, *, status: str | None, page: int | str) -> None:
    """Let a list be filtered. Behind ``list`` nothing has a default, which would win over what
    was said before it."""
    names = [status.value for status in JobStatus]
    parser.add_argument("--status", choices=names, default=status)
    _page(parser, page)


def _entries(parser: Parser) -> None:
    parser.add_argument("--project", type=safe, metavar="NAME", help="a project's name or id")
    parser.add_argument(
        "--session", type=safe, metavar="SESSION", help="a session's id or a prefix of one"
    )
    parser.add_argument("--tag", type=safe)
    parser.add_argument("--sort", choices=["updated", "title"], default="updated")
    _page(parser)


def _entry(parser: Parser) -> None:
    shared = _globals()
    actions = parser.add_subparsers(
        dest="action", required=True, metavar="ACTION", parser_class=Parser
    )
    for name, summary in (
        ("show", "show an entry"),
        ("history", "list an entry's versions"),
        ("sources", "show the source snapshots of an entry"),
    ):
        action = actions.add_parser(name, help=summary, parents=[shared])
        action.add_argument("entry", type=safe, metavar="ID")
    edit = actions.add_parser("edit", help="change an entry", parents=[shared])
    edit.add_argument("entry", type=safe, metavar="ID")
    edit.add_argument("--title")
    edit.add_argument("--summary")
    edit.add_argument("--tags", metavar="A,B", help="all tags, separated by commas")
    edit.add_argument("--kind", choices=[kind.value for kind in Kind])
    edit.add_argument("--body", metavar="FILE", help="a Markdown file, - for standard input")
    edit.add_argument("--stdin", action="store_const", const="-", dest="body")
    edit.add_argument("--version", type=_positive, metavar="N", help="refuse unless it is this one")


def _agents(parser: Parser) -> None:
    parser.add_argument("--models", action="store_true", help="with the models each one offers")


def _doctor(_parser: Parser) -> None:
    """It takes nothing."""


def _demo(parser: Parser) -> None:
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="keep the data in DIR, a new or empty folder"
    )


_VERBS: tuple[tuple[str, str, Callable[[Parser], None]], ...] = (
    ("sessions", "list the sessions found on this computer", _sessions),
    ("show", "show a session; SESSION is an id, a prefix of one, or a path", _show),
    ("curate", "have an agent distil a session into entries", _curate),
    ("import", "take in a recording of a terminal", _import),
    ("record", "run a program and record what its terminal shows", _record),
    ("jobs", "list, show, cancel, retry, run or pause jobs", _jobs),
    ("entries", "list entries", _entries),
    ("entry", "show or edit an entry, or list its versions", _entry),
    ("agents", "list the agents that can curate", _agents),
    ("doctor", "check this installation", _doctor),
    ("demo", "curate sample sessions offline, without any agent", _demo),
)
