"""What the settings window says of an agent's state, and what to do about it."""

from vela_desktop.agents.trial import Finding, TrialStep
from vela_desktop.domain.agents import Agent, AgentProblem, AgentStatus
from vela_desktop.domain.errors import Reason
from vela_desktop.gui.i18n import QT_TRANSLATE_NOOP, plural, problem_text, translate

_BREAK = "\u200b"
"""Lets a long path go on in the next line."""

_NO_PROGRAM = QT_TRANSLATE_NOOP("Settings", "Not found")
_WRONG_FILE = QT_TRANSLATE_NOOP("Settings", "Wrong file")
_WRONG_ARGUMENTS = QT_TRANSLATE_NOOP("Settings", "Arguments not allowed")
_UNUSABLE = QT_TRANSLATE_NOOP("Settings", "Cannot be used")
_SHORT = {
    Reason.NOT_FOUND: _NO_PROGRAM,
    Reason.NO_FILE: _WRONG_FILE,
    Reason.FOLDER: _WRONG_FILE,
    Reason.NOT_EXECUTABLE: _WRONG_FILE,
    Reason.UNREADABLE: _WRONG_FILE,
    Reason.OTHER_PROGRAM: QT_TRANSLATE_NOOP("Settings", "Another program"),
    Reason.TOO_OLD: QT_TRANSLATE_NOOP("Settings", "Version too old"),
    Reason.TOO_NEW: QT_TRANSLATE_NOOP("Settings", "Version not known yet"),
    Reason.ARGUMENT_REFUSED: _WRONG_ARGUMENTS,
    Reason.ARGUMENT_HAS_VALUE: _WRONG_ARGUMENTS,
    Reason.ARGUMENT_NEEDS_VALUE: _WRONG_ARGUMENTS,
    Reason.NO_ARGUMENTS: _WRONG_ARGUMENTS,
}

OF_FILE = frozenset(reason for reason, text in _SHORT.items() if text == _WRONG_FILE) | {
    Reason.OTHER_PROGRAM
}
"""What is wrong with the file that was named, and is said beside its field."""

_CHOOSE_FILE = QT_TRANSLATE_NOOP(
    "Settings", "Choose another file under “Executable”, or empty the field to have it found."
)
_CHANGE_ARGUMENTS = QT_TRANSLATE_NOOP("Settings", "Change the extra arguments.")
_START_IT = QT_TRANSLATE_NOOP("Settings", "Start it in a terminal and see what it says.")
_ADVICE = {
    Reason.NOT_FOUND: QT_TRANSLATE_NOOP(
        "Settings", "Install it, or choose its program under “Executable”."
    ),
    Reason.NO_FILE: _CHOOSE_FILE,
    Reason.FOLDER: _CHOOSE_FILE,
    Reason.NOT_EXECUTABLE: _CHOOSE_FILE,
    Reason.UNREADABLE: _CHOOSE_FILE,
    Reason.OTHER_PROGRAM: _CHOOSE_FILE,
    Reason.TOO_OLD: QT_TRANSLATE_NOOP("Settings", "Update it, then test again."),
    Reason.TOO_NEW: QT_TRANSLATE_NOOP("Settings", "Update Vela, or install an older version."),
    Reason.ARGUMENT_REFUSED: _CHANGE_ARGUMENTS,
    Reason.ARGUMENT_HAS_VALUE: _CHANGE_ARGUMENTS,
    Reason.ARGUMENT_NEEDS_VALUE: _CHANGE_ARGUMENTS,
    Reason.NO_ARGUMENTS: _CHANGE_ARGUMENTS,
    Reason.SIGNED_OUT: QT_TRANSLATE_NOOP(
        "Settings",
        "Sign in with {command} in a terminal. With a provider or key of your own it may work "
        "all the same.",
    ),
    Reason.NO_SAFE_CALL: QT_TRANSLATE_NOOP(
        "Settings", "Look at its MCP servers and its own settings, then test again."
    ),
}
_NO_LIST = QT_TRANSLATE_NOOP(
    "Settings", "Curating works without the list: a model's name can be typed."
)

_STEPS = {
    TrialStep.PROGRAM: QT_TRANSLATE_NOOP("Settings", "Program"),
    TrialStep.VERSION: QT_TRANSLATE_NOOP("Settings", "Version"),
    TrialStep.SIGN_IN: QT_TRANSLATE_NOOP("Settings", "Sign-in"),
    TrialStep.MODELS: QT_TRANSLATE_NOOP("Settings", "List of models"),
    TrialStep.COMMAND: QT_TRANSLATE_NOOP("Settings", "Command line with tools closed"),
}


def short_state(status: AgentStatus) -> str:
    """Return an agent's state in a word or two: its version, or what is wrong."""
    if status.agent is Agent.BUILTIN:
        return translate("Settings", "Always there")
    if status.problem is not None:
        return translate("Settings", _SHORT.get(status.problem.reason, _UNUSABLE))
    return status.version or ""


def advice(problem: AgentProblem) -> str:
    """Return what to do about *problem*."""
    text = translate("Settings", _ADVICE.get(problem.reason, _START_IT))
    return text.format(**problem.details)


def problem_sentence(problem: AgentProblem) -> str:
    """Return *problem* as a sentence; the name of a program stays as it is written."""
    return sentence(problem_text(problem), str(problem.details.get("name", "")))


def sentence(text: str, name: str = "") -> str:
    """Return *text*, a reason, as a sentence that stands alone, with *name* as it is written where
    it comes first."""
    stop = "" if text.endswith((".", "。", "…", "”")) else translate("Settings", ".")
    first = text[:1] if name and text.startswith(name) else text[:1].upper()
    return f"{first}{text[1:]}{stop}"


def joined(*sentences: str) -> str:
    """Return *sentences* in a row; after a Chinese one stands no blank."""
    text = ""
    for one in filter(None, sentences):
        text += one if not text or text.endswith("。") else f" {one}"
    return text


def breakable(path: str) -> str:
    """Return *path* so that a label can break it."""
    return path.replace("/", f"/{_BREAK}").replace("\\", f"\\{_BREAK}")


def step_name(step: TrialStep) -> str:
    """Return what a step of a test looks at."""
    return translate("Settings", _STEPS[step])


def step_fact(finding: Finding) -> str:
    """Return what a step that went well has found."""
    if finding.step is TrialStep.MODELS:
        return plural("Settings", "%n models")(int(finding.fact))
    if finding.step is TrialStep.SIGN_IN:
        return translate("Settings", "Signed in")
    return finding.fact


def step_advice(finding: Finding) -> str:
    """Return what to do about a step that went wrong."""
    if finding.problem is None:
        return ""
    if finding.step is TrialStep.MODELS:
        return translate("Settings", _NO_LIST)
    return advice(finding.problem)
