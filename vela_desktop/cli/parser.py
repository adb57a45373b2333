"""The words of the command line."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from vela_desktop import __version__
from vela_desktop.domain.agents import AGENTS, Agent
from vela_desktop.domain.entries import Kind
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import JobStatus


class Parser(argparse.ArgumentParser):
    """Raises ``usage`` instead of printing, so that ``--json`` holds for usage errors too."""

    def error(self, message: str) -> NoReturn:
        """Raise VelaError ``usage``."""
        raise VelaError(Code.USAGE, reason=message)


Configure = Callable[[Parser], None]


def _globals() -> Parser:
    parser = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="where Vela keeps its data")
    parser.add_argument("--json", action="store_true", help="print exactly one JSON document")
    return parser


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

    def verb(name: str, summary: str, configure: Configure) -> None:
        configure(verbs.add_parser(name, help=summary, description=summary, parents=[shared]))

    verb("sessions", "list the sessions found on this computer", _sessions)
    verb("show", "show a session; SESSION is an id, a prefix of one, or a path", _show)
    verb("curate", "have an agent distil a session into entries", _curate)
    verb("jobs", "list, show, cancel, retry or run jobs", lambda p: _jobs(p, shared))
    verb("entries", "list entries", _entries)
    verb("entry", "show or edit an entry, or list its versions", lambda p: _entry(p, shared))
    verb("agents", "list the agents that can curate", _agents)
    verb("doctor", "check this installation", lambda _: None)
    verb("demo", "curate sample sessions offline, without any agent", _demo)
    return parser


def _sessions(parser: Parser) -> None:
    names = [info.agent.value for info in AGENTS.values() if info.has_sessions]
    parser.add_argument("--agent", choices=names)
    parser.add_argument("--project", metavar="NAME", help="a project's name or id")
    parser.add_argument("--query", metavar="TEXT", default="", help="words of title, id or prompt")
    parser.add_argument("--children", action="store_true", help="also what sub-agents wrote")
    _page(parser)


def _page(parser: Parser) -> None:
    parser.add_argument("--page", type=_positive, default=1, metavar="N")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"“{text}” is not a number from 1 on")
    return int(text)


def _show(parser: Parser) -> None:
    parser.add_argument("session", metavar="SESSION")
    parser.add_argument("--full", action="store_true", help="with every turn")


def _curate(parser: Parser) -> None:
    parser.add_argument("session", metavar="SESSION")
    parser.add_argument("--agent", choices=[agent.value for agent in Agent])
    parser.add_argument("--model")
    parser.add_argument("--effort")
    parser.add_argument("--wait", action="store_true", help="do the job now and end with it")
    parser.add_argument("--no-mask", action="store_true", help="send secrets as they are")
    parser.add_argument(
        "--command-excerpts", action="store_true", help="with short excerpts of command results"
    )


def _jobs(parser: Parser, shared: Parser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", parser_class=Parser)
    listed = actions.add_parser("list", help="list jobs", parents=[shared])
    for target in (parser, listed):
        target.add_argument("--status", choices=[status.value for status in JobStatus])
        _page(target)
    shown = actions.add_parser("show", help="show a job", parents=[shared])
    shown.add_argument("job", metavar="ID")
    shown.add_argument("--source", action="store_true", help="its source snapshot instead")
    for name in ("cancel", "retry"):
        action = actions.add_parser(name, help=f"{name} a job", parents=[shared])
        action.add_argument("job", metavar="ID")
        if name == "retry":
            action.add_argument("--wait", action="store_true", help="do the job now")
    actions.add_parser("run", help="do every waiting job now", parents=[shared])


def _entries(parser: Parser) -> None:
    parser.add_argument("--project", metavar="ID", help="a project's id or name")
    parser.add_argument("--session", metavar="SESSION", help="a session's id or a prefix of one")
    parser.add_argument("--tag")
    parser.add_argument("--sort", choices=["updated", "title"], default="updated")
    _page(parser)


def _entry(parser: Parser, shared: Parser) -> None:
    actions = parser.add_subparsers(
        dest="action", required=True, metavar="ACTION", parser_class=Parser
    )
    for name, summary in (
        ("show", "show an entry"),
        ("history", "list an entry's versions"),
        ("sources", "show the source snapshots of an entry"),
    ):
        action = actions.add_parser(name, help=summary, parents=[shared])
        action.add_argument("entry", metavar="ID")
    edit = actions.add_parser("edit", help="change an entry", parents=[shared])
    edit.add_argument("entry", metavar="ID")
    edit.add_argument("--title")
    edit.add_argument("--summary")
    edit.add_argument("--tags", metavar="A,B", help="all tags, separated by commas")
    edit.add_argument("--kind", choices=[kind.value for kind in Kind])
    edit.add_argument("--body", metavar="FILE", help="a Markdown file, - for standard input")
    edit.add_argument("--stdin", action="store_const", const="-", dest="body")
    edit.add_argument("--version", type=_positive, metavar="N", help="refuse unless it is this one")


def _agents(parser: Parser) -> None:
    parser.add_argument("--models", action="store_true", help="with the models each one offers")


def _demo(parser: Parser) -> None:
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the data in DIR")
