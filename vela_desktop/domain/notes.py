"""What a job has to say beside its status, in English; the window translates."""

from vela_desktop.domain.jobs import JobNote
from vela_desktop.domain.reasons import QT_TRANSLATE_NOOP

NOTES: dict[JobNote, str] = {
    JobNote.WAITS_FOR_PREDECESSOR: QT_TRANSLATE_NOOP(
        "Words", "Starts by itself when this session's previous job has stopped."
    ),
    JobNote.WAITS_FOR_SLOT: QT_TRANSLATE_NOOP(
        "Words", "Starts by itself when another job has ended."
    ),
    JobNote.PAUSED: QT_TRANSLATE_NOOP("Words", "All jobs are paused; it starts when they go on."),
    JobNote.NOTHING_FOUND: QT_TRANSLATE_NOOP(
        "Words",
        "No reusable knowledge was found; this session's generated entries were cleared.",
    ),
    JobNote.TITLE_SUFFIXED: QT_TRANSLATE_NOOP(
        "Words", "A title was taken; the new entry has a number behind its title."
    ),
}
