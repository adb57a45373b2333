"""The finished steps of a job: which are its own, what they cost together, how they are shown."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from support.curation import job
from vela_desktop.domain.jobs import JobStatus, Stage, Step, Usage
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.jobs.step_rows import cost, step_rows, totals
from vela_desktop.gui.jobs.steps import SHOWN, Steps
from vela_desktop.gui.theme import Theme

ATTEMPT = 2


def step(number: int, attempt: int = ATTEMPT, stage: Stage = Stage.EXTRACT, tries: int = 1) -> Step:
    usage = Usage(calls=1, input_tokens=1_000, cached_tokens=200, output_tokens=50, cost_usd=0.02)
    return Step(
        key=f"key {number}", stage=stage, output="a secret answer", usage=usage, tries=tries,
        started_at=9_000, ended_at=5_000, ms=2_500, attempt=attempt,
    )  # fmt: skip


STEPS = (
    step(1, ATTEMPT - 1),
    step(2, tries=3),
    step(3, stage=Stage.MERGE),
    step(4, ATTEMPT + 1, Stage.MERGE),
)
JOB = job(status=JobStatus.FAILED, attempt=ATTEMPT)


@pytest.fixture
def steps(qtbot: QtBot, theme: Theme, languages: Languages) -> Steps:
    """The steps of a job, with nothing in them yet."""
    made = Steps(theme)
    made.resize(900, 400)
    qtbot.addWidget(made)
    QAbstractItemModelTester(made.model, made)
    return made


def many(count: int) -> tuple[Step, ...]:
    stages = (Stage.EXTRACT, Stage.MERGE)
    return tuple(step(n, stage=stages[n >= 84]) for n in range(count))


def test_a_job_shows_what_it_reused_and_not_what_a_retry_did_later(languages: Languages) -> None:
    rows = step_rows(JOB, STEPS)
    assert [(row.stage, row.number, row.reused) for row in rows] == [
        (Stage.EXTRACT, 1, True), (Stage.EXTRACT, 2, False), (Stage.MERGE, 1, False),
    ]  # fmt: skip
    assert totals(rows) == (
        "3 finished steps · 1 reused · 5 s · 2.0k tokens in (400 cached) · 100 tokens out · $0.04 "
        "· 4 tries"
    )


@pytest.mark.parametrize(
    ("dollars", "said"), [(0, "$0.00"), (0.0123, "$0.0123"), (0.04, "$0.04"), (12.3456, "$12.35")]
)
def test_a_cost_has_the_places_that_say_something(dollars: float, said: str) -> None:
    assert cost(dollars) == said


def test_an_agent_that_counts_nothing_leaves_dashes(steps: Steps) -> None:
    bare = Step(key="k", stage=Stage.MERGE, output=None, ms=9, attempt=ATTEMPT)
    steps.show_rows(step_rows(JOB, (bare,)))
    shown = [steps.model.index(0, column).data() for column in range(8)]
    assert shown == ["Merge knowledge 1", "0.0 s", "–", "–", "–", "–", "1", ""]


def test_without_steps_nothing_is_shown_and_the_table_opens_on_demand(steps: Steps) -> None:
    assert steps.isHidden()
    steps.show_rows(step_rows(JOB, STEPS))
    assert not steps.isHidden()
    assert steps.table.isHidden()
    QTest.keyClick(steps.fold, Qt.Key.Key_Space)
    assert not steps.table.isHidden()


def test_new_steps_leave_selection_and_scroll_where_they_were(steps: Steps) -> None:
    steps.show_rows(step_rows(JOB, many(100)))
    steps.show_table(True)
    steps.show()
    steps.table.selectRow(60)
    steps.table.verticalScrollBar().setValue(700)
    resets: list[None] = []
    steps.model.modelReset.connect(lambda: resets.append(None))
    steps.show_rows(step_rows(JOB, many(124)))
    assert resets == []
    assert (steps.table.chosen(), steps.table.verticalScrollBar().value()) == ([60], 700)
    changed = (*many(10), step(99), *many(124)[11:])
    steps.show_rows(step_rows(JOB, changed))
    assert (steps.table.chosen(), steps.table.verticalScrollBar().value()) == ([60], 700)


def test_a_long_table_takes_the_room_of_a_few_rows(steps: Steps, theme: Theme) -> None:
    steps.show_rows(step_rows(JOB, many(124)))
    height = steps.table.sizeHint().height()
    assert height <= (SHOWN + 2) * theme.size("hit.min")
    steps.show_rows(step_rows(JOB, many(2)))
    assert steps.table.sizeHint().height() < height


def test_the_table_is_copied_whole_or_as_far_as_it_is_selected(steps: Steps) -> None:
    heard: list[str] = []
    steps.copied.connect(heard.append)
    steps.show_rows(step_rows(JOB, STEPS))
    steps.show_table(True)
    steps.copy.click()
    steps.table.selectRow(1)
    QTest.keyClick(steps.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    head = "Step\tTook\tIn\tCached\tOut\tCost\tTries"
    assert heard[0].splitlines()[0] == head
    assert len(heard[0].splitlines()) == 4
    assert heard[1].splitlines() == [head, "Extract topics 2\t2.5 s\t1,000\t200\t50\t$0.02\t3"]
    assert "secret" not in heard[0]


def test_the_table_speaks_the_new_language_at_once(steps: Steps, languages: Languages) -> None:
    steps.show_rows(step_rows(JOB, STEPS))
    languages.choose("zh_CN")
    steps.retranslate()
    assert steps.model.index(0, 0).data() == "提取主题 1"
    assert steps.model.headerData(0, Qt.Orientation.Horizontal) == "步骤"
    assert steps.fold.whole.startswith("已完成 3 步 · 沿用 1 步")
