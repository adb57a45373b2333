"""Questions: a small dialog that is opened, never executed, and answers when it is closed."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from vela_desktop.gui.kit.buttons import Button, Look
from vela_desktop.gui.kit.dialog import Dialog
from vela_desktop.gui.kit.labels import WrappedLabel
from vela_desktop.gui.theme import Theme


@dataclass(frozen=True, slots=True)
class Answer:
    """A button of a question: what it says, and the key it answers with."""

    key: str
    text: str
    look: Look = "plain"
    apart: bool = False
    """True for what loses something: it stands at the other end of the foot."""


async def finished(dialog: QDialog) -> int:
    """Open *dialog* and wait until it is closed; returns its result. Cancelling closes it."""
    done: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def end(code: int) -> None:
        if not done.done():
            done.set_result(code)

    dialog.finished.connect(end)
    dialog.open()
    try:
        return await done
    finally:
        if shiboken6.isValid(dialog):  # its window may have gone first
            dialog.deleteLater()


class Question(Dialog):
    """A bold question, what hangs on it, and answers in words; Esc is no answer."""

    def __init__(
        self, theme: Theme, title: str, text: str, answers: Sequence[Answer], parent: QWidget
    ) -> None:
        super().__init__(theme, theme.size("dialog.small"), parent)
        self.answer: str | None = None
        self.setWindowTitle(title)
        self.column.addWidget(WrappedLabel(title, "dialog"))
        self.column.addWidget(WrappedLabel(text, "secondary"))
        buttons = {answer.key: self._button(answer) for answer in answers}
        self.set_foot(
            [buttons[answer.key] for answer in answers if not answer.apart],
            [buttons[answer.key] for answer in answers if answer.apart],
        )
        for answer in answers:
            if answer.look == "primary":
                buttons[answer.key].setDefault(True)
                buttons[answer.key].setFocus(Qt.FocusReason.TabFocusReason)

    def _button(self, answer: Answer) -> Button:
        button = Button(self._theme, answer.text, look=answer.look, size="dialog")
        button.setObjectName(f"answer_{answer.key}")
        button.clicked.connect(lambda: self._choose(answer.key))
        return button

    def _choose(self, key: str) -> None:
        self.answer = key
        self.accept()


async def ask(
    theme: Theme, title: str, text: str, answers: Sequence[Answer], parent: QWidget
) -> str | None:
    """Ask a question over *parent*; returns the key of the answer, None where it was closed."""
    question = Question(theme, title, text, answers, parent)
    await finished(question)
    return question.answer
