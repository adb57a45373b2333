"""The small widgets."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from support.gui import cut, until
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import Kind
from vela_desktop.gui import kit
from vela_desktop.gui.i18n import Languages
from vela_desktop.gui.kit.ask import Question
from vela_desktop.gui.kit.focus import FocusRing
from vela_desktop.gui.theme import Theme, load_tokens


def _shown(widget: QWidget, qtbot: QtBot) -> QWidget:
    qtbot.addWidget(widget)
    widget.show()
    widget.activateWindow()
    QApplication.processEvents()
    return widget


@pytest.mark.parametrize("size", ["normal", "dialog", "big", "status"])
@pytest.mark.parametrize("look", ["plain", "primary", "flat", "danger"])
def test_buttons_have_the_height_of_their_size(
    theme: Theme, qtbot: QtBot, look: kit.buttons.Look, size: kit.buttons.ButtonSize
) -> None:
    button = kit.Button(theme, "Retry", look=look, size=size)
    _shown(button, qtbot)
    token = "control" if size == "normal" else f"control.{size}"
    assert button.sizeHint().height() == theme.size(token)
    assert button.height() >= 22


def test_focus_does_not_move_a_button(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    button = kit.Button(theme, "Retry")
    QVBoxLayout(window).addWidget(button)
    _shown(window, qtbot)
    before = button.sizeHint()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    button.ensurePolished()
    assert button.sizeHint() == before


def test_an_icon_button_says_what_it_does(theme: Theme, qtbot: QtBot) -> None:
    button = kit.IconButton(theme, "arrow-left", "Back", shortcut="Alt+Left")
    _shown(button, qtbot)
    assert button.accessibleName() == "Back"
    assert button.toolTip() == "Back  Alt+Left"
    assert button.width() == button.height() == theme.size("control")


def test_a_long_line_is_cut_and_told_whole(theme: Theme, qtbot: QtBot) -> None:
    label = kit.ElidedLabel("A title that is much too long\nfor the room it has")
    _shown(label, qtbot)
    label.resize(80, 20)
    assert label.elided
    assert label.toolTip() == "A title that is much too long for the room it has"
    label.resize(label.sizeHint())
    assert not label.elided
    assert label.toolTip() == ""


def test_labels_never_read_markup(theme: Theme) -> None:
    assert kit.Label("<b>bold</b>").textFormat() is Qt.TextFormat.PlainText


def test_a_notice_says_what_and_what_next(theme: Theme, qtbot: QtBot) -> None:
    pressed: list[str] = []
    notice = kit.Notice(theme, "danger", "It failed.", "Nothing was lost.")
    _shown(notice, qtbot)
    button = notice.add_button("Retry", lambda: pressed.append("retry"), look="primary")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert pressed == ["retry"]
    assert notice.accessibleName() == "It failed. Nothing was lost."
    notice.say("Other", tone="warn")
    assert (notice.text, notice.detail) == ("Other", "")


def test_a_notice_place_holds_one_and_takes_no_room_without(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    place = kit.NoticePlace(theme)
    QVBoxLayout(window).addWidget(place)
    _shown(window, qtbot)
    assert place.isHidden()
    place.put(kit.Notice(theme, "warn", "first"))
    place.put(kit.Notice(theme, "warn", "second"))
    assert place.notice is not None
    assert place.notice.text == "second"
    place.notice.closed.emit()
    assert place.notice is None
    assert place.isHidden()


def test_an_empty_state_has_at_most_one_button(theme: Theme, qtbot: QtBot) -> None:
    state = kit.EmptyState(theme, "session", "No sessions yet", "They appear here.")
    _shown(state, qtbot)
    state.set_button("Look again", lambda: None)
    state.set_button("Clear filters", lambda: None)
    QApplication.sendPostedEvents(None, 52)  # deferred deletion
    assert [b.text() for b in state.findChildren(QPushButton)] == ["Clear filters"]


def test_an_empty_state_shows_its_whole_sentence(theme: Theme, qtbot: QtBot) -> None:
    sentence = "They appear here, grouped by project, as soon as they are indexed."
    state = kit.EmptyState(theme, "session", "No sessions yet", sentence)
    _shown(state, qtbot)
    state.resize(600, 400)
    QApplication.processEvents()
    for label in state.findChildren(kit.WrappedLabel):
        assert label.height() >= label.heightForWidth(label.width())


def test_a_ring_turns_only_while_it_is_seen(
    theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    spinner = kit.Spinner(theme)
    assert not spinner._timer.isActive()
    _shown(spinner, qtbot)
    assert spinner._timer.isActive()
    spinner.hide()
    assert not spinner._timer.isActive()
    monkeypatch.setattr(Theme, "reduced_motion", True)
    spinner.show()
    assert not spinner._timer.isActive()
    assert not spinner.grab().toImage().isNull()


def test_a_switch_is_moved_by_mouse_and_keys(theme: Theme, qtbot: QtBot) -> None:
    switch = kit.Segmented(theme, "View")
    for key in ("read", "source", "both"):
        switch.add(key, key)
    picked: list[str] = []
    switch.picked.connect(picked.append)
    _shown(switch, qtbot)
    assert switch.now() == "read"
    qtbot.keyClick(switch, Qt.Key.Key_Right)
    qtbot.mouseClick(switch._buttons["both"], Qt.MouseButton.LeftButton)
    switch.choose("read")
    assert picked == ["source", "both"]
    assert switch.now() == "read"


def test_signs_and_chips_have_words(theme: Theme, languages: Languages, qtbot: QtBot) -> None:
    chip = kit.Chip(theme, Kind.DECISION)
    _shown(chip, qtbot)
    assert chip.findChild(kit.Label).text() == "Decision"
    assert kit.Monogram(theme, Agent.CODEX).accessibleName() == "Codex"
    languages.choose("zh_CN")
    QApplication.sendPostedEvents()
    assert chip.findChild(kit.Label).text() == "决策"


def test_a_breadcrumb_shortens_from_the_left(theme: Theme, qtbot: QtBot) -> None:
    opened: list[str] = []
    crumbs = kit.Breadcrumb(theme)
    crumbs.show_crumbs(
        kit.Crumb("Session knowledge base", lambda: opened.append("root")),
        kit.Crumb("shop-backend", lambda: opened.append("project")),
        kit.Crumb("Invite expiry"),
    )
    _shown(crumbs, qtbot)
    crumbs.resize(700, 28)
    assert crumbs.texts() == ("Session knowledge base", "shop-backend", "Invite expiry")
    crumbs.resize(240, 28)
    assert crumbs.texts() == ("shop-backend", "Invite expiry")
    crumbs.resize(60, 28)
    assert crumbs.texts() == ("Invite expiry",)


async def test_a_question_is_answered_without_a_nested_loop(theme: Theme, qtbot: QtBot) -> None:
    parent = QWidget()
    _shown(parent, qtbot)
    answers = (
        kit.Answer("drop", "Close without saving", apart=True),
        kit.Answer("cancel", "Cancel"),
        kit.Answer("save", "Save and close", "primary"),
    )
    asked = asyncio.create_task(kit.ask(theme, "Save?", "Else it is lost.", answers, parent))
    await until(lambda: parent.findChild(Question) is not None)
    question = parent.findChild(Question)
    assert QApplication.focusWidget() is question.findChild(QPushButton, "answer_save")
    qtbot.mouseClick(question.findChild(QPushButton, "answer_drop"), Qt.MouseButton.LeftButton)
    assert await asked == "drop"


async def test_escape_is_no_answer(theme: Theme, qtbot: QtBot) -> None:
    parent = QWidget()
    _shown(parent, qtbot)
    asked = asyncio.create_task(
        kit.ask(theme, "Save?", "", (kit.Answer("save", "Save", "primary"),), parent)
    )
    await until(lambda: parent.findChild(QDialog) is not None)
    qtbot.keyClick(parent.findChild(QDialog), Qt.Key.Key_Escape)
    assert await asked is None


def test_a_dialog_is_as_high_as_its_words(theme: Theme, qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    question = Question(theme, "Save?", "word " * 200, (kit.Answer("ok", "Save"),), parent)
    question.open()
    for label in question.findChildren(kit.WrappedLabel):
        assert label.height() >= label.heightForWidth(label.width())


def test_the_ring_goes_around_filled_buttons_only(
    theme: Theme, qtbot: QtBot, qapp: QApplication
) -> None:
    window = QWidget()
    plain, primary = kit.Button(theme, "Cancel"), kit.Button(theme, "Save", look="primary")
    column = QVBoxLayout(window)
    column.addWidget(plain)
    column.addWidget(primary)
    ring = FocusRing(theme, qapp)
    _shown(window, qtbot)
    plain.setFocus()
    assert ring._ring is None
    primary.setFocus()
    assert ring._ring is not None
    out = round(load_tokens().line("ring") * 2)
    corner = primary.mapTo(window, QPoint(0, 0))
    assert ring._ring.geometry().topLeft() == corner - QPoint(out, out)
    primary.setEnabled(False)
    assert ring._ring is None or ring._ring.isHidden()
    ring.deleteLater()


def test_no_dialog_or_menu_is_executed() -> None:
    root = Path(kit.__file__).parents[1]
    for path in root.rglob("*.py"):
        assert ".exec(" not in path.read_text(encoding="utf-8"), path.name


@pytest.mark.parametrize("width", [220, 280, 337])
def test_a_notice_shows_every_line_beside_a_part_that_is_too_wide(
    theme: Theme, qtbot: QtBot, width: int
) -> None:
    pane, host, wide = QWidget(), QWidget(), QWidget()
    wide.setMinimumWidth(theme.size("dialog.width"))
    place = kit.NoticePlace(theme)
    for parent, parts in ((host, (place, wide)), (pane, (host,))):
        column = QVBoxLayout(parent)
        column.setContentsMargins(0, 0, 0, 0)
        for part in parts:
            column.addWidget(part)
    kit.notice.take_any_width(host)
    _shown(pane, qtbot)
    pane.setMinimumWidth(0)
    pane.resize(width, 900)
    place.put(kit.Notice(theme, "danger", "A title of some words", "word " * 40))
    QApplication.processEvents()
    assert pane.width() == width
    assert cut(pane) == []


def test_an_empty_state_may_offer_a_second_way_out(theme: Theme, qtbot: QtBot) -> None:
    state = kit.EmptyState(theme, "session", "It is gone.", "It was there.")
    _shown(state, qtbot)
    for _ in range(2):
        state.set_button("View snapshot", lambda: None)
        state.add_other("Look again", lambda: None)
    QApplication.processEvents()
    shown = [b.text() for b in state.findChildren(QPushButton) if not b.isHidden()]
    assert shown == ["View snapshot", "Look again"]


def test_tab_goes_through_the_places_of_a_page_where_they_stand(theme: Theme, qtbot: QtBot) -> None:
    bar = kit.PageBar(theme)
    up, save = kit.Button(theme, "Up"), kit.Button(theme, "Save")
    bar.left.addWidget(up)
    bar.right.addWidget(save)
    _shown(bar, qtbot)
    bar.crumbs.show_crumbs(
        kit.Crumb("Base", lambda: None), kit.Crumb("Project", lambda: None), kit.Crumb("Entry")
    )
    seen, at = [], up
    while (at := at.nextInFocusChain()) is not up:
        if isinstance(at, QAbstractButton):
            seen.append(at.text())
    assert seen == ["Base", "Project", "Save"]


def test_a_notice_that_another_takes_the_place_of_leaves_its_room_at_once(
    theme: Theme, qtbot: QtBot
) -> None:
    place = kit.NoticePlace(theme)
    _shown(place, qtbot)
    for _ in range(2):
        place.put(kit.Notice(theme, "danger", "It was refused.", "word " * 20))
    once = place.layout().totalHeightForWidth(300)
    QApplication.sendPostedEvents(None, 52)  # deferred deletion
    assert place.layout().totalHeightForWidth(300) == once
