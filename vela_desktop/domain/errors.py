"""The one kind of expected trouble. Texts are in ``domain.messages``."""

from enum import StrEnum


class Code(StrEnum):
    """What went wrong, as stored with jobs and printed by ``vela --json``."""

    NO_TRANSCRIPT = "memory_no_transcript"
    INTERRUPTED = "memory_interrupted"
    SOURCE_TOO_LARGE = "memory_source_too_large"
    CONTEXT_TOO_LARGE = "memory_context_too_large"
    OUTPUT_TOO_LARGE = "memory_output_too_large"
    AGENT_UNAVAILABLE = "memory_agent_unavailable"
    CONFLICT = "memory_conflict"
    DUPLICATE_TITLE = "memory_duplicate_title"
    NOT_FOUND = "memory_not_found"
    AMBIGUOUS = "memory_ambiguous"
    INVALID = "memory_invalid"
    """Always with a detail ``what``: the field or thing that is invalid."""
    PROCESS_FAILED = "memory_process_failed"
    TIMEOUT = "memory_timeout"
    INVALID_OUTPUT = "memory_invalid_output"
    CANCELLED = "memory_cancelled"
    SESSION_NOT_FOUND = "session_not_found"
    SESSION_AMBIGUOUS = "session_ambiguous"
    SOURCE_UNREADABLE = "source_unreadable"
    SOURCE_GONE = "source_gone"
    NO_AGENT_CHOSEN = "agent_not_chosen"
    DATA_INVALID = "data_not_a_database"
    DATA_NEWER = "data_newer_schema"
    DATA_READ_ONLY = "data_read_only"
    DATA_FULL = "data_disk_full"
    DATA_BUSY = "data_busy"
    DATA_FAILED = "data_failed"
    UNSUPPORTED = "unsupported"
    USAGE = "usage"
    INTERNAL = "internal"


class Reason(StrEnum):
    """Why an agent's program cannot be used or does not answer, as stored with jobs, and why a
    database of sessions cannot be read."""

    NOT_FOUND = "program_not_found"
    NO_FILE = "no_such_file"
    FOLDER = "is_a_folder"
    NOT_EXECUTABLE = "not_executable"
    UNREADABLE = "program_unreadable"
    NO_VERSION = "no_version"
    """With a ``cause``: another reason."""
    OTHER_PROGRAM = "other_program"
    TOO_OLD = "version_too_old"
    TOO_NEW = "version_too_new"
    ARGUMENT_REFUSED = "argument_refused"
    ARGUMENT_HAS_VALUE = "argument_has_value"
    ARGUMENT_NEEDS_VALUE = "argument_needs_value"
    NO_ARGUMENTS = "no_arguments"
    NO_START = "no_start"
    NO_ANSWER = "no_answer"
    TOO_MUCH_SAID = "too_much_said"
    EXIT_CODE = "exit_code"
    NO_MODELS = "no_models"
    SIGNED_OUT = "signed_out"
    NO_SAFE_CALL = "no_safe_call"
    """With a ``why``: what the adapter said."""
    DATABASE_LOCKED = "database_locked"
    DATABASE_DAMAGED = "database_damaged"
    DATABASE_NONE = "not_a_database"
    DATABASE_UNKNOWN = "database_schema_unknown"
    DATABASE_DENIED = "database_denied"
    DATABASE_DISK = "database_disk_error"
    DATABASE_NO_ROOM = "database_no_room_for_a_copy"
    DATABASE_CHANGES = "database_keeps_changing"


class FileReason(StrEnum):
    """Why a file of sessions, or a folder with some, cannot be read."""

    DENIED = "file_denied"
    DISK = "file_disk_error"
    NOT_A_FILE = "not_a_file"
    """A folder, a pipe, a device."""
    DAMAGED = "damaged_compression"
    CHANGED = "file_changed"
    """It is no longer what its map says."""


class RecordingReason(StrEnum):
    """Why a file is no recording."""

    FOLDER = "recording_is_a_folder"
    SHOWS_NOTHING = "recording_shows_nothing"
    OTHER_VERSION = "recording_of_another_version"
    """With a ``format``: what it is."""
    NOTHING_SEEN = "nothing_was_seen"
    SEVERAL_SESSIONS = "several_sessions_were_written"
    """Why one was attached to none, with a ``path``: where it is kept."""


class JobReason(StrEnum):
    """What more there is to say of how a job ended, or of a command that only followed it."""

    REPLACED = "replaced"
    """A newer job of its session took its place; that is ``by``."""
    ENTRIES = "entries"
    """With ``titles``: the entries that a person changed."""
    WAITS = "waits"
    ELSEWHERE = "elsewhere"
    """Another process runs it."""


class Measure(StrEnum):
    """What a size or limit is told in, where it is no number of characters."""

    BYTES = "bytes"
    """As the ``reason``: size and limit are bytes."""
    MODELS_OWN = "models_own"
    """As the ``limit``: it is not known."""


class VelaError(Exception):
    """Expected trouble: a code, and details to fill its message with.

    Details are short facts (names, sizes, paths, ids), never prompts, replies or secrets.
    """

    def __init__(self, code: Code, **details: object) -> None:
        self.code = code
        self.details = details
        super().__init__(self.wire)

    @property
    def wire(self) -> str:
        """The code as stored and printed: ``memory_invalid`` carries what is invalid."""
        what = self.details.get("what")
        return f"{self.code}:{what}" if self.code is Code.INVALID and what else str(self.code)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.code, self.details)


def _rebuild(code: Code, details: dict[str, object]) -> VelaError:
    return VelaError(code, **details)
