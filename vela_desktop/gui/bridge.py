"""Turns the many events of the bus into a few coarse signals, one batch per loop turn."""

from PySide6.QtCore import QObject, QTimer, Signal

from vela_desktop.domain.bus import EventBus
from vela_desktop.domain.events import (
    AgentsChanged,
    EntriesReplaced,
    EntrySaved,
    Event,
    JobChanged,
    JobDeleted,
    JobsPaused,
    RecordingAttached,
    ScanProgressed,
    SessionsFound,
)

BATCH_MILLISECONDS = 30


class Bridge(QObject):
    """What happened lately, for widgets.

    ``entries_changed``: frozenset of the ids of sessions whose entries changed.
    ``entries_touched``: the tuple of EntrySaved and EntriesReplaced behind it, with their tokens.
    ``jobs_changed``: frozenset of job ids. ``curating_changed``: frozenset of the ids of the
    sessions that these jobs are of. ``jobs_paused``: whether no waiting job starts now.
    ``sessions_changed``: one SessionsFound.
    ``scan_progressed``: the latest ScanProgressed. ``agents_changed``: nothing.
    """

    entries_changed = Signal(object)
    entries_touched = Signal(object)
    jobs_changed = Signal(object)
    curating_changed = Signal(object)
    jobs_paused = Signal(bool)
    sessions_changed = Signal(object)
    scan_progressed = Signal(object)
    agents_changed = Signal()

    def __init__(self, bus: EventBus, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._events: list[Event] = []
        self._timer = QTimer(self, singleShot=True, interval=BATCH_MILLISECONDS)
        self._timer.timeout.connect(self.flush)
        self._muted = False
        self.destroyed.connect(bus.subscribe(self._take))

    def mute(self) -> None:
        """Tell nothing more: what widgets would read is about to be closed."""
        self._muted = True
        self._timer.stop()

    def _take(self, event: Event) -> None:
        if self._muted:
            return
        self._events.append(event)
        if not self._timer.isActive():
            self._timer.start()

    def flush(self) -> None:
        """Tell at once what was gathered."""
        events, self._events = self._events, []
        self._tell_entries(events)
        self._tell_sessions(events)
        self._tell_jobs([e for e in events if isinstance(e, JobChanged | JobDeleted)])
        paused = [event.paused for event in events if isinstance(event, JobsPaused)]
        if paused:
            self.jobs_paused.emit(paused[-1])
        progress = [event for event in events if isinstance(event, ScanProgressed)]
        if progress:
            self.scan_progressed.emit(progress[-1])
        if any(isinstance(event, AgentsChanged) for event in events):
            self.agents_changed.emit()

    def _tell_entries(self, events: list[Event]) -> None:
        touched = tuple(
            event for event in events if isinstance(event, EntrySaved | EntriesReplaced)
        )
        if touched:
            self.entries_changed.emit(frozenset(event.session_id for event in touched))
            self.entries_touched.emit(touched)

    def _tell_jobs(self, events: list[JobChanged | JobDeleted]) -> None:
        if events:
            self.jobs_changed.emit(frozenset(event.job_id for event in events))
            self.curating_changed.emit(frozenset(event.session_id for event in events))

    def _tell_sessions(self, events: list[Event]) -> None:
        found = [
            SessionsFound(changed=(event.session_id,), gone=(event.alone,))
            if isinstance(event, RecordingAttached)
            else event
            for event in events
            if isinstance(event, SessionsFound | RecordingAttached)
        ]
        if not found:
            return
        gone: dict[str, bool] = {}
        for event in found:
            gone.update(dict.fromkeys(event.changed, False))
            gone.update(dict.fromkeys(event.gone, True))
        changed = tuple(id for id, is_gone in gone.items() if not is_gone)
        lost = tuple(id for id, is_gone in gone.items() if is_gone)
        self.sessions_changed.emit(SessionsFound(changed=changed, gone=lost))
