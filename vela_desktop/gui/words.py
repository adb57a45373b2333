"""The words and signs of the product's enumerations: each state is an icon, a word, a colour."""

from dataclasses import dataclass

from vela_desktop.domain.agents import AGENTS, Agent
from vela_desktop.domain.entries import Kind
from vela_desktop.domain.jobs import JobNote, JobStatus, Stage
from vela_desktop.domain.notes import NOTES
from vela_desktop.gui.i18n import QT_TRANSLATE_NOOP, translate

_KINDS = {
    Kind.FACT: QT_TRANSLATE_NOOP("Words", "Fact"),
    Kind.DECISION: QT_TRANSLATE_NOOP("Words", "Decision"),
    Kind.CONSTRAINT: QT_TRANSLATE_NOOP("Words", "Constraint"),
    Kind.LESSON: QT_TRANSLATE_NOOP("Words", "Lesson"),
    Kind.PREFERENCE: QT_TRANSLATE_NOOP("Words", "Preference"),
    Kind.TASK: QT_TRANSLATE_NOOP("Words", "Task"),
    Kind.ARCHITECTURE: QT_TRANSLATE_NOOP("Words", "Architecture"),
    Kind.NOTE: QT_TRANSLATE_NOOP("Words", "Note"),
}
_STATUSES = {
    JobStatus.QUEUED: QT_TRANSLATE_NOOP("Words", "Waiting"),
    JobStatus.RUNNING: QT_TRANSLATE_NOOP("Words", "Running"),
    JobStatus.CANCELLING: QT_TRANSLATE_NOOP("Words", "Cancelling"),
    JobStatus.COMPLETED: QT_TRANSLATE_NOOP("Words", "Completed"),
    JobStatus.FAILED: QT_TRANSLATE_NOOP("Words", "Failed"),
    JobStatus.CANCELLED: QT_TRANSLATE_NOOP("Words", "Cancelled"),
}
_STAGES = {
    Stage.EXTRACT: QT_TRANSLATE_NOOP("Words", "Extract topics"),
    Stage.MERGE: QT_TRANSLATE_NOOP("Words", "Merge knowledge"),
    Stage.COMMIT: QT_TRANSLATE_NOOP("Words", "Save entries"),
}
DEFAULT_MODEL = QT_TRANSLATE_NOOP("Words", "Default model")
DEFAULT_EFFORT = QT_TRANSLATE_NOOP("Words", "Agent's default settings")
_EFFORTS = {
    "minimal": QT_TRANSLATE_NOOP("Words", "Minimal"),
    "low": QT_TRANSLATE_NOOP("Words", "Low"),
    "medium": QT_TRANSLATE_NOOP("Words", "Medium"),
    "high": QT_TRANSLATE_NOOP("Words", "High"),
    "xhigh": QT_TRANSLATE_NOOP("Words", "Very high"),
    "max": QT_TRANSLATE_NOOP("Words", "Maximum"),
}
_ORIGINS = {
    "transcript": QT_TRANSLATE_NOOP("Snapshot", "Agent’s transcript"),
    "archive": QT_TRANSLATE_NOOP("Snapshot", "Archived copy of the transcript"),
    "recording": QT_TRANSLATE_NOOP("Snapshot", "Terminal recording"),
}
_BUILTIN = QT_TRANSLATE_NOOP("Words", "Built-in extractor")
_TERMINAL = QT_TRANSLATE_NOOP("Words", "Terminal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """How a state is drawn: an icon in the colour of a role, and the words' ``state`` property."""

    icon: str
    role: str
    state: str
    spins: bool = False


_SIGNS = {
    JobStatus.QUEUED: Sign(icon="clock", role="text.secondary", state="quiet"),
    JobStatus.RUNNING: Sign(icon="job-running", role="accent", state="active", spins=True),
    JobStatus.CANCELLING: Sign(icon="job-running", role="warn", state="warn", spins=True),
    JobStatus.COMPLETED: Sign(icon="check", role="success", state="success"),
    JobStatus.FAILED: Sign(icon="error", role="danger", state="danger"),
    JobStatus.CANCELLED: Sign(icon="stop", role="text.secondary", state="quiet"),
}


def kind(value: Kind) -> str:
    """Return the word for a kind of entry."""
    return translate("Words", _KINDS[value])


def kind_icon(value: Kind) -> str:
    """Return the name of the icon of a kind."""
    return f"kind-{value}"


def status(value: JobStatus) -> str:
    """Return the word for where a job stands."""
    return translate("Words", _STATUSES[value])


def status_sign(value: JobStatus) -> Sign:
    """Return how where a job stands is drawn."""
    return _SIGNS[value]


def stage(value: Stage) -> str:
    """Return the word for what a job is doing."""
    return translate("Words", _STAGES[value])


def note(value: JobNote) -> str:
    """Return the sentence a job has to say beside its status."""
    return translate("Words", NOTES[value])


def origin(value: str) -> str:
    """Return where the text of a snapshot was read from."""
    name = _ORIGINS.get(value)
    return translate("Snapshot", name) if name else value


def agent(value: Agent) -> str:
    """Return the name of an agent."""
    match value:
        case Agent.BUILTIN:
            return translate("Words", _BUILTIN)
        case Agent.TERMINAL:
            return translate("Words", _TERMINAL)
    return AGENTS[value].label


def model(value: str | None) -> str:
    """Return the model as it was asked for."""
    return value or translate("Words", DEFAULT_MODEL)


def effort(value: str | None) -> str:
    """Return the effort as it was asked for; a level of an agent's own stays as it is."""
    if value is None:
        return translate("Words", DEFAULT_EFFORT)
    return translate("Words", _EFFORTS[value]) if value in _EFFORTS else value
