"""The log tells what happened and nothing that anybody wrote."""

import ast
import asyncio
import logging
import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import vela_desktop
from vela_desktop.config import logs
from vela_desktop.config.logs import Log
from vela_desktop.config.paths import Paths
from vela_desktop.domain.errors import Code, VelaError

CANARY = "xyzzy-canary"
logger = logging.getLogger("vela_desktop.test")
curation = logging.getLogger("vela_desktop.curation.runner")

Start = Callable[..., Log]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    started: list[Log] = []
    level = logging.getLogger().level

    def start(**environment: str) -> Log:
        started.append(logs.start(Paths(tmp_path), environment))
        return started[-1]

    yield start
    for log in started:
        log.close()
    for name in ("", "vela_desktop", "vela_desktop.curation"):
        logging.getLogger(name).setLevel(logging.NOTSET if name else level)


def text(log: Log) -> str:
    assert log.path
    return log.path.read_text(encoding="utf-8")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_file_is_named_after_the_process_and_private(start: Start, tmp_path: Path) -> None:
    log = start()
    assert log.path
    assert log.path.parent == tmp_path / "logs"
    assert log.path.name.startswith(f"runtime-{os.getpid()}-")
    assert log.path.suffix == ".log"
    assert (mode(log.path.parent), mode(log.path)) == (0o700, 0o600)


def test_a_message_is_one_line_with_its_time_level_and_logger(start: Start) -> None:
    log = start()
    logger.info("job claimed job=%s\nforged", "J1")
    line = text(log)
    assert line.endswith(" INFO vela_desktop.test job claimed job=J1\\nforged\n")
    assert line.count("\n") == 1


def test_exceptions_are_types_and_frames_without_values(start: Start) -> None:
    log = start()
    try:
        try:
            int(CANARY)
        except ValueError as error:
            raise ExceptionGroup(CANARY, [KeyError(CANARY), OSError(28, CANARY)]) from error
    except ExceptionGroup:
        logger.exception("it failed")
    written = text(log)
    assert CANARY not in written
    for word in ("ValueError", "ExceptionGroup", "KeyError", "OSError ENOSPC", "test_logs.py:"):
        assert word in written


def test_expected_trouble_shows_its_code_only(start: Start) -> None:
    log = start()
    try:
        raise VelaError(Code.TIMEOUT, stderr_tail=CANARY)
    except VelaError:
        logger.exception("step failed")
    assert "VelaError memory_timeout" in text(log)
    assert CANARY not in text(log)


def test_text_that_another_handler_kept_is_not_written(start: Start) -> None:
    log = start()
    record = logging.LogRecord("vela_desktop", logging.ERROR, "", 1, "failed", (), None)
    record.exc_text = CANARY
    logger.handle(record)
    assert CANARY not in text(log)


async def test_what_asyncio_says_about_a_lost_task_holds_no_value(start: Start) -> None:
    log = start()

    async def fail() -> None:
        raise RuntimeError(CANARY)

    task = asyncio.ensure_future(fail())
    await asyncio.wait({task})
    del task
    assert "asyncio Task exception was never retrieved\n  RuntimeError" in text(log)
    assert CANARY not in text(log)


async def test_what_asyncio_says_about_a_failed_callback_holds_none_of_its_arguments(
    start: Start,
) -> None:
    log = start()

    def fail(said: str) -> None:
        raise RuntimeError(said)

    asyncio.get_running_loop().call_soon(fail, CANARY)
    await asyncio.sleep(0)
    assert "asyncio Exception in callback" in text(log)
    assert "RuntimeError" in text(log)
    assert CANARY not in text(log)


def test_arguments_of_other_packages_messages_are_not_written(start: Start) -> None:
    log = start()
    logging.getLogger("other").warning("cannot read %s", CANARY)
    logging.getLogger("other").info("chatter")
    assert text(log).endswith(" WARNING other cannot read %s\n")


def test_characters_that_no_file_can_hold_are_escaped(start: Start) -> None:
    log = start()
    record = logging.LogRecord("vela_desktop", logging.INFO, "", 1, "path \udcff", (), None)
    log._handler.handle(record)  # pytest's own handlers could not hold it either
    assert "path \\udcff" in text(log)


@pytest.mark.parametrize(
    ("level", "expected"),
    [("error", ["one", "three"]), ("off", ["one"]), ("nonsense", ["one", "two", "three"])],
)
def test_the_level_variable_governs_curation_alone(
    start: Start, level: str, expected: list[str]
) -> None:
    log = start(VLX_MEMORY_LOG_LEVEL=level)
    logger.info("one")
    curation.info("two")
    curation.error("three")
    assert [line.split()[-1] for line in text(log).splitlines()] == expected


def test_the_environment_names_the_folder(start: Start, tmp_path: Path) -> None:
    both = {"VLX_LOG_DIR": str(tmp_path / "a"), "VLX_MEMORY_LOG_DIR": str(tmp_path / "b")}
    first = start(**both)
    second = start(VLX_LOG_DIR="", VLX_MEMORY_LOG_DIR=both["VLX_MEMORY_LOG_DIR"])
    assert first.path
    assert second.path
    assert first.path.parent == tmp_path / "a"
    assert second.path.parent == tmp_path / "b"


def test_the_folder_of_the_running_log_is_known(start: Start, tmp_path: Path) -> None:
    assert logs.folder() is None
    log = start()
    assert logs.folder() == tmp_path / "logs"
    log.close()
    assert logs.folder() is None


def test_a_log_of_nothing_is_removed_at_its_end(start: Start) -> None:
    silent = start()
    silent.close()
    assert silent.path
    assert not silent.path.exists()
    talking = start()
    logger.info("one")
    talking.close()
    assert "one" in text(talking)


def test_a_folder_that_a_person_named_keeps_its_mode(start: Start, tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir(mode=0o755)
    start(VLX_LOG_DIR=str(tmp_path / "shared"))
    assert mode(tmp_path / "shared") == 0o755


def test_a_full_file_is_followed_by_another_and_four_are_kept(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert logs.FILE_BYTES == 10 * 1024 * 1024
    monkeypatch.setattr(logs, "FILE_BYTES", 1000)
    log = start()
    for number in range(100):
        logger.info("message %d", number)
    assert log.path
    files = sorted(path.name for path in log.path.parent.iterdir())
    assert files == [log.path.name, *(f"{log.path.name}.{n}" for n in range(1, 5))]
    assert {mode(path) for path in log.path.parent.iterdir()} == {0o600}


def test_files_older_than_a_week_are_removed_and_nothing_else(start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    names = ("runtime-1-20260101T000000.log", "runtime-1-20260101T000000.log.2", "notes.txt")
    for name in (*names, "runtime-2-20260109T000000.log"):
        (folder / name).touch()
    for name in names:
        os.utime(folder / name, (0, time.time() - 8 * 24 * 3600))
    log = start()
    assert log.path
    kept = {path.name for path in folder.iterdir()} - {log.path.name}
    assert kept == {"notes.txt", "runtime-2-20260109T000000.log"}


def test_a_linked_folder_is_refused(start: Start, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "logs").symlink_to(tmp_path / "elsewhere")
    log = start()
    logger.error("anything")
    assert log.path is None
    assert isinstance(log.problem, OSError)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_linked_file_is_refused(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "strftime", lambda form: "now")
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / f"runtime-{os.getpid()}-now.log").symlink_to(tmp_path / "target")
    assert start().path is None
    assert not (tmp_path / "target").exists()


def test_where_no_folder_can_be_the_program_goes_on_without_a_log(
    start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "logs").write_text("a file in its place")
    log = start()
    logger.error("anything")
    assert (log.path, type(log.problem)) == (None, FileExistsError)
    assert capsys.readouterr().err == ""


def test_a_full_disk_brings_nothing_to_stderr(
    start: Start, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = start()
    with open("/dev/full", "w") as full:  # noqa: PTH123
        monkeypatch.setattr(log._handler, "stream", full)
        logger.error("anything %s", CANARY)
        monkeypatch.undo()
        assert capsys.readouterr().err == ""
        with pytest.raises(OSError, match="No space"):
            full.close()


LEVELS = {"debug", "info", "warning", "error", "exception", "critical", "log"}
FIXED_WORDS = {
    # what the system or SQLite call an error of theirs
    "found.details['reason']",
    # a member of the enum of reasons
    "error.problem.reason",
    # up to the first value
    "logs.words(str(context.get('message')))",
}


def logged() -> list[tuple[str, ast.Call]]:
    """Return every call of a logger in the package, with where it stands."""
    found = []
    for path in sorted(Path(vela_desktop.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in LEVELS
                and ast.unparse(node.func.value).endswith("logger")
            ):
                found.append((f"{path.name}:{node.lineno}", node))
    return found


@pytest.mark.parametrize(("place", "call"), [pytest.param(*one, id=one[0]) for one in logged()])
def test_nothing_that_may_hold_anybodys_words_is_given_to_a_logger(
    place: str, call: ast.Call
) -> None:
    message, *values = call.args
    assert isinstance(message, ast.Constant), f"{place}: the words of a message are fixed"
    assert "%r" not in str(message.value)
    for value in values:
        told = re.sub(r"^len\(.*\)$", "", ast.unparse(value))
        risky = re.search(r"details|reason|message|\bstr\(|stderr|^(error|trouble|exc)$", told)
        assert not risky or told in FIXED_WORDS, f"{place}: {told}"
