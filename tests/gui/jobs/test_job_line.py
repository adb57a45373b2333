"""One line of the records: what it says, what it offers, how it is laid out."""

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from support.curation import job
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import UNFINISHED, JobNote, JobRow, JobStatus, Stage, Usage
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.jobs.columns import Columns, cells, columns_for
from vela_desktop.gui.jobs.failure import FailureBox
from vela_desktop.gui.jobs.row import JobLine
from vela_desktop.gui.theme import Theme

WIDE = Columns(agent=200, time=148)
MINUTE = 60_000


def row(status: JobStatus = JobStatus.COMPLETED, **changes: Any) -> JobRow:
    started = None if status is JobStatus.QUEUED else 1_000
    ended = None if status in UNFINISHED else 1_000 + 2 * MINUTE
    values: dict[str, Any] = {
        "stage": Stage.MERGE, "done": 4, "total": 7, "started_at": started, "ended_at": ended,
    }  # fmt: skip
    made = job(status=status, **(values | changes))
    return JobRow(
        job=made, session_title="Expiry", project="shop", chars=62_480, segments=3, steps=7,
    )  # fmt: skip


@pytest.fixture
def line(qtbot: QtBot, theme: Theme, languages: Languages) -> JobLine:
    """A line of a job that has completed."""
    made = JobLine(row(entries=4), theme)
    made.set_columns(WIDE)
    made.resize(1000, 400)
    qtbot.addWidget(made)
    return made


def second(line: JobLine, status: JobStatus, **changes: Any) -> str:
    line.show_row(row(status, **changes))
    return line.face.told.second


@pytest.mark.parametrize(
    ("status", "button"),
    [
        (JobStatus.QUEUED, "Cancel"),
        (JobStatus.RUNNING, "Cancel"),
        (JobStatus.CANCELLING, None),
        (JobStatus.FAILED, "Retry"),
        (JobStatus.CANCELLED, "Retry"),
        (JobStatus.COMPLETED, "Open entries"),
    ],
)
def test_a_line_offers_what_fits_where_the_job_stands(
    line: JobLine, status: JobStatus, button: str | None
) -> None:
    line.show_row(row(status, entries=4))
    assert line.button.isHidden() == (button is None)
    assert button is None or line.button.text() == button
    spins = line.face.ring is not None and not line.face.ring.isHidden()
    assert spins == (status in {JobStatus.RUNNING, JobStatus.CANCELLING})


def test_a_completed_job_without_entries_has_none_to_open(line: JobLine) -> None:
    assert "No reusable knowledge was found" in second(line, JobStatus.COMPLETED, entries=0)
    assert line.button.isHidden()


def test_the_second_line_tells_what_matters_where_a_job_stands(line: JobLine) -> None:
    used = Usage(calls=7, input_tokens=20_000, output_tokens=1_400)
    reads = "62,480 characters · 3 segments · 21.4k tokens so far"
    assert second(line, JobStatus.RUNNING, usage=used) == reads
    saved = "Saved 4 entries · 7 calls · 21.4k tokens"
    assert second(line, JobStatus.COMPLETED, entries=4, usage=used) == saved
    assert second(line, JobStatus.FAILED) == "Stopped at Merge knowledge 4 / 7"
    assert "process to stop" in second(line, JobStatus.CANCELLING)
    waits = (JobNote.WAITS_FOR_PREDECESSOR,)
    assert "previous job has stopped" in second(line, JobStatus.QUEUED, notes=waits)


def test_a_cancelled_job_tells_who_ended_it_and_what_stayed(line: JobLine) -> None:
    kept = {"a": 1, "b": 1}
    told = second(line, JobStatus.CANCELLED, baseline=kept)
    assert told == "Cancelled by you at Merge knowledge 4 / 7 · 2 entries unchanged"
    told = second(line, JobStatus.CANCELLED, details={"reason": "replaced"})
    assert told == "Replaced by a newer job"
    assert second(line, JobStatus.CANCELLED, stage=None) == "Cancelled before it began"


def test_a_closed_line_is_as_high_as_the_design_says(line: JobLine, theme: Theme) -> None:
    assert line.sizeHint().height() == theme.size("row.job")


def test_where_room_is_short_first_the_model_goes_then_the_time(theme: Theme) -> None:
    found = [columns_for(width, theme) for width in (1152, 864, 480)]
    assert found[0].agent > found[1].agent == 0
    assert found[1].time > found[2].time == 0
    for columns, width in zip(found, (1152, 864, 480), strict=True):
        placed = cells(columns, width, 50, theme)
        assert placed.more.right() < width
        assert placed.title.width() > 0


def test_what_stands_in_no_column_stands_under_the_title(line: JobLine) -> None:
    line.set_columns(Columns(agent=0, time=0))
    told = line.face.told
    assert (
        told.folded
        == f"Claude · Default model · Agent's default settings · 2 min 00 s · {told.when}"
    )


def test_a_cut_text_is_told_whole_by_its_hint(line: JobLine, theme: Theme) -> None:
    long = row(entries=4)
    line.show_row(JobRow(job=long.job, session_title="x" * 400, project="", chars=1, segments=1))
    line.face.resize(1000, theme.size("row.job"))
    title = line.face.cells.title
    at = QPoint(title.left() + 1, title.center().y() - theme.space(2))
    assert line.face.hint_at(at) == "x" * 400
    assert line.face.hint_at(QPoint(0, 0)) == ""


def test_a_running_line_is_open_with_its_stages(line: JobLine) -> None:
    line.show_row(row(JobStatus.RUNNING))
    assert line.opened
    assert line.stages is not None
    extract, merge, commit = line.stages.signs
    assert (extract.steps.text(), merge.steps.text()) == ("3 / 3", "4 / 7")
    assert (merge.bar.value(), merge.bar.maximum()) == (4, 7)
    assert commit.bar.isHidden()
    line.show_row(row(JobStatus.COMPLETED, entries=4))
    assert not line.opened
    assert line.stages.isHidden()


def test_stages_without_room_keep_the_words_of_the_present_one(line: JobLine) -> None:
    line.show_row(row(JobStatus.RUNNING))
    assert line.stages is not None
    line.stages.resize(250, 20)
    line.stages.show_job(line.row)
    assert [sign.word.isHidden() for sign in line.stages.signs] == [True, False, True]


def test_a_line_that_a_person_opened_stays_open_whatever_happens(line: JobLine) -> None:
    line.show_row(row(JobStatus.CANCELLED))
    line.toggle()
    line.show_row(row(JobStatus.CANCELLED, done=5))
    assert line.opened
    assert line.details is not None
    assert line.details.facts.text() == "shop · 62,480 characters · 3 segments"


def test_the_keyboard_and_the_pointer_open_a_line(line: JobLine) -> None:
    heard: list[bool] = []
    line.toggled.connect(heard.append)
    QTest.keyClick(line, Qt.Key.Key_Return)
    QTest.keyClick(line, Qt.Key.Key_Left)
    QTest.keyClick(line, Qt.Key.Key_Right)
    QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=line.face.rect().center())
    assert heard == [True, False, True, False]


def test_what_is_below_a_line_does_not_close_it(line: JobLine) -> None:
    line.toggle()
    line.adjustSize()
    below = QPoint(5, line.face.height() + 5)
    QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=below)
    assert line.opened


CONFLICT = [
    {"id": "a", "title": "Expiry", "version": 2},
    {"id": "b", "title": "Pool", "version": 5},
    {"id": "c", "title": "Gone", "version": None},
]
FAILURES: list[tuple[str, dict[str, Any], str]] = [
    ("memory_invalid_output", {"tries": 3, "reason": "two entries"}, "in 3 tries"),
    ("memory_process_failed", {"reason": "exit code 7"}, "Claude: exit code 7"),
    ("memory_process_failed", {"reason": "tool", "tool": "Bash"}, "the tool “Bash”"),
    ("memory_timeout", {"seconds": 600}, "in 600 seconds"),
    ("memory_source_too_large", {"size": 2_100_000, "limit": 2_000_000}, "2100000"),
    ("memory_context_too_large", {"size": 400_000, "limit": 350_000}, "400000"),
    ("memory_output_too_large", {"field": "body", "size": 9, "limit": 8}, "body"),
    ("memory_interrupted", {}, "interrupted"),
    ("memory_agent_unavailable", {"reason": "there is no such file"}, "no such file"),
    ("memory_agent_unavailable", {"reason": "not_executable"}, "it may not be executed"),
    ("memory_conflict", {"entries": CONFLICT}, "Changed by you meanwhile: Expiry, Pool"),
    ("memory_conflict", {"entries": CONFLICT}, "Deleted, moved or protected meanwhile: Gone"),
    ("internal", {}, "unexpected"),
]


@pytest.mark.parametrize(("error", "details", "said"), FAILURES)
def test_a_failure_says_what_happened_what_was_kept_and_what_to_do(
    line: JobLine, error: str, details: dict[str, Any], said: str
) -> None:
    box = failure(line, error=error, details=details | {"stderr_tail": "warning: slow"})
    texts = words(box)
    assert any(said in text for text in texts), texts
    assert not any("{" in text for text in texts), texts
    assert box.code.text() == error
    assert (
        "Stopped at Merge knowledge 4 / 7. 7 finished steps are kept; a retry does only the rest."
        in texts
    )
    assert any("warning: slow" in text for text in texts)


def test_steps_are_counted_as_they_are_stored_also_when_saving_failed(line: JobLine) -> None:
    box = failure(line, error="data_busy", stage=Stage.COMMIT, done=0, total=1)
    told = [text for text in words(box) if text.startswith("Stopped at")]
    assert told == [
        "Stopped at Save entries 0 / 1. 7 finished steps are kept; a retry does only the rest."
    ]


def test_an_open_job_says_what_its_text_was_read_from(line: JobLine) -> None:
    line.show_row(replace(row(entries=4), origin="recording"))
    line.open()
    assert line.details is not None
    assert "shop · Terminal recording · 62,480 characters" in line.details.facts.text()


@pytest.mark.parametrize("code", [code for code in Code if code.startswith("memory_")])
def test_every_failure_is_told_in_chinese_too(
    line: JobLine, languages: Languages, code: Code
) -> None:
    languages.choose("zh_CN")
    box = failure(line, error=str(code))
    assert any("\u4e00" <= letter <= "\u9fff" for letter in box.text)


def failure(line: JobLine, **changes: Any) -> FailureBox:
    line.show_row(row(JobStatus.FAILED, **changes), leads=True)
    assert line.failure is not None
    return line.failure


def words(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if label.text()]


WAYS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("memory_invalid_output", {}, ["retry", "curate", "snapshot"]),
    ("memory_output_too_large", {}, ["retry", "curate", "snapshot"]),
    ("memory_interrupted", {}, ["retry", "curate", "snapshot"]),
    ("memory_timeout", {}, ["retry", "settings", "curate"]),
    ("memory_process_failed", {"reason": "exit code 7"}, ["retry", "settings", "curate"]),
    ("memory_process_failed", {"reason": "tool", "tool": "x"}, ["snapshot", "retry", "curate"]),
    ("memory_agent_unavailable", {}, ["settings", "retry", "curate"]),
    ("memory_context_too_large", {}, ["curate", "settings", "snapshot"]),
    ("memory_source_too_large", {}, ["snapshot", "curate", "session"]),
    ("memory_conflict", {}, ["retry", "entries", "snapshot"]),
    ("data_disk_full", {}, ["retry", "log", "snapshot"]),
    ("internal", {}, ["retry", "log", "snapshot"]),
]


@pytest.mark.parametrize(("error", "details", "offered"), WAYS)
def test_a_failure_offers_what_helps_with_it_first(
    line: JobLine, error: str, details: dict[str, Any], offered: list[str]
) -> None:
    box = failure(line, error=error, details=details)
    heard: list[str] = []
    line.asked.connect(lambda wish, row: heard.append(wish))
    buttons = [button for button in box.findChildren(QPushButton) if button is not box.fold]
    assert [button.property("look") for button in buttons] == ["primary", "plain", "flat"]
    assert all(button.text() for button in buttons)
    for button in buttons:
        button.click()
    assert heard == offered
    assert line.button.isHidden()


def test_the_output_of_an_agent_is_folded_and_stays_as_a_person_left_it(line: JobLine) -> None:
    box = failure(line, error="memory_timeout", details={"stderr_tail": "warning: slow"})
    assert box.output.isHidden()
    box.fold.click()
    assert not box.output.isHidden()
    again = failure(line, error="memory_timeout", details={"stderr_tail": "warning: slower"})
    assert again is not box
    assert not again.output.isHidden()


def test_the_output_of_an_agent_is_shown_as_it_is(line: JobLine) -> None:
    box = failure(line, error="memory_timeout", details={"stderr_tail": "<b>bold</b> & more"})
    label = next(one for one in box.findChildren(QLabel) if "<b>" in one.text())
    assert label.textFormat() is Qt.TextFormat.PlainText


def test_a_line_speaks_the_new_language_at_once(line: JobLine, languages: Languages) -> None:
    line.toggle()
    languages.choose("zh_CN")
    QApplication.sendPostedEvents()
    assert (line.face.told.status, line.button.text()) == ("已完成", "打开条目")
    assert line.face.told.second == "保存 4 个条目"
    assert line.opened
    assert "查看来源快照" in [button.text() for button in line.findChildren(QPushButton)]
