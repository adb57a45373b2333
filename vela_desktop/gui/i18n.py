"""Languages: translators that can be exchanged while the window is open."""

import logging
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from vela_desktop import assets
from vela_desktop.domain import messages, reasons
from vela_desktop.domain.agents import AgentProblem
from vela_desktop.domain.errors import VelaError

logger = logging.getLogger(__name__)

CHOICES = ("system", "en", "zh_CN")


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Mark *text* for translation in *context*; pass both to ``translate`` where it is shown."""
    del context
    return text


def translate(context: str, text: str) -> str:
    """Return *text* in the present language. Both arguments are literals, for lupdate's sake."""
    return QCoreApplication.translate(context, text)


def plural(context: str, text: str) -> Callable[[int], str]:
    """Return what says *text* with ``%n`` replaced by a number, in that number's plural form.

    ``plural("List", "%n entries")(len(rows))``; English forms are in ``vela_en.ts``.
    """
    return lambda count: QCoreApplication.translate(context, text, None, count)


def error_texts(error: VelaError) -> tuple[str, str]:
    """Return what happened and what to do next, in the present language."""
    return messages.describe_error(error, _message)


def code_texts(code: str, details: dict[str, str | int]) -> tuple[str, str]:
    """Return both texts of a wire code, as a failed job has it."""
    return messages.describe(code, details, _message)


def reason_text(error: VelaError) -> str:
    """Return why, without what, in the present language; empty where that is not known."""
    return reasons.reason_of(error.details, _message)


def own_advice(code: str, reason: str) -> str:
    """Return why, and what to do about it, where *code* with *reason* has a message of its own,
    else nothing."""
    if f"{code}:{reason}" not in messages.MESSAGES:
        return ""
    why = reasons.reason_of({"reason": reason}, _message)
    return translate("Words", "{why}. {advice}").format(
        why=why[:1].upper() + why[1:], advice=code_texts(code, {"reason": reason})[1]
    )


def problem_text(problem: AgentProblem) -> str:
    """Return why an agent cannot be used, in the present language."""
    return reasons.describe_reason(problem.reason, problem.details, _message)


def _message(text: str) -> str:
    return translate(messages.CONTEXT, text)


class Languages(QObject):
    """Installs the translators of one language; Qt then tells every widget to speak it.

    *folder* holds ``vela_<language>.qm``.
    """

    def __init__(
        self, app: QCoreApplication, choice: str = "system", folder: Path | None = None
    ) -> None:
        super().__init__(app)
        self._app = app
        self._folder = folder or assets.resource("i18n")
        self._installed: list[QTranslator] = []
        self._choice = "system"
        self._language = "en"
        self.choose(choice)

    @property
    def choice(self) -> str:
        """``system``, ``en`` or ``zh_CN``: what was asked for."""
        return self._choice

    @property
    def language(self) -> str:
        """``en`` or ``zh_CN``: what is spoken."""
        return self._language

    def choose(self, choice: str) -> None:
        """Speak the language of *choice* from now on."""
        self._choice = choice if choice in CHOICES else "system"
        self._language = system_language() if self._choice == "system" else self._choice
        QLocale.setDefault(QLocale(self._language))
        for translator in self._installed:
            self._app.removeTranslator(translator)
        self._installed = [*self._qt(), *self._own()]
        for translator in self._installed:
            self._app.installTranslator(translator)

    def _qt(self) -> list[QTranslator]:
        if self._language == "en":
            return []
        path = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        return self._load(Path(path) / f"qtbase_{self._language}.qm")

    def _own(self) -> list[QTranslator]:
        return self._load(self._folder / f"vela_{self._language}.qm")

    def _load(self, path: Path) -> list[QTranslator]:
        translator = QTranslator(self)
        if translator.load(str(path)):
            return [translator]
        logger.warning("no translation at %s", path.name)
        return []


def system_language(
    ui_languages: Callable[[], list[str]] = lambda: QLocale.system().uiLanguages(),
) -> str:
    """Return the first language of the system that Vela speaks, else English."""
    for name in ui_languages():
        language = name.replace("_", "-").split("-")[0]
        if language == "zh":
            return "zh_CN"
        if language == "en":
            return "en"
    return "en"
