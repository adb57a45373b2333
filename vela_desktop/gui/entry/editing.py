"""What is written in one entry, against the entry as it is saved: saving, drafts, other writers."""

import asyncio
import uuid
from enum import Enum, auto

import shiboken6
from PySide6.QtCore import QObject, QTimer, Signal

from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.entries import Draft, Entry, EntryChanges
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.gui import tasks
from vela_desktop.gui.entry.editor import SourceEditor
from vela_desktop.services.entries import EntryService

DRAFT_MILLISECONDS = 1000
"""A pause in typing after which unsaved input is kept against a crash."""

DRAFT_AT_LEAST_MILLISECONDS = 10_000
"""Where there is no pause, it is kept after this long."""


class Met(Enum):
    """What became of the text in the editor when the entry was found changed."""

    SAME = auto()
    """There was nothing unsaved, or the body is the one it is based on; nothing was lost."""
    RELOADED = auto()
    """There was nothing unsaved; the editor shows the new body."""
    APART = auto()
    """There is unsaved text, and the saved body is another one than it is based on."""


class Editing(QObject):
    """One entry and the text in the editor; widgets ask it, and it says what changed.

    ``unsaved_changed``: there is unsaved text now, or none any more. ``waiting``: a save waits for
    another program, or does so no longer.
    """

    unsaved_changed = Signal(bool)
    waiting = Signal(bool)

    def __init__(self, entries: EntryService, editor: SourceEditor, parent: QObject) -> None:
        super().__init__(parent)
        self._entries, self._editor = entries, editor
        self.token = str(uuid.uuid4())
        """Names this editor to those who hear of its saves."""
        self.entry: Entry | None = None
        """The entry as it is saved, as far as it is known here."""
        self.base = 0
        """The version that the text is based on; older than the entry's where they went apart."""
        self._base_body = ""
        self._unsaved = self._kept = False
        self._saving = asyncio.Lock()
        self._keeping: asyncio.Task[None] | None = None
        self._pause = QTimer(self, singleShot=True, interval=DRAFT_MILLISECONDS)
        self._at_least = QTimer(self, singleShot=True, interval=DRAFT_AT_LEAST_MILLISECONDS)
        for timer in (self._pause, self._at_least):
            timer.timeout.connect(self._keep_in_time)
        editor.textChanged.connect(self._edited)

    @property
    def unsaved(self) -> bool:
        """Tell whether there is text that is not saved."""
        return self._unsaved

    @property
    def text(self) -> str:
        """The text as it stands in the editor."""
        return self._editor.text()

    def take(self, entry: Entry) -> None:
        """Begin with *entry* as it is saved."""
        self._rest()
        self.entry, self._kept = entry, False
        self._based_on(entry)
        self._editor.fill(entry.body)
        self._tell()

    def put_down(self) -> None:
        """There is no entry to write in any more."""
        self._rest()
        self.entry, self._kept = None, False
        self._editor.fill("")
        self._tell()

    def restore(self, draft: Draft, base_body: str | None) -> Met:
        """Bring back *draft*, written on a version with *base_body* (None where that is gone)."""
        assert self.entry is not None
        self._editor.rewrite(draft.body)
        self._kept = True
        self._tell()
        if draft.base_version == self.base or base_body == self.entry.body:
            return Met.SAME
        self.base, self._base_body = draft.base_version, base_body or ""
        return Met.APART

    def meet(self, entry: Entry) -> Met:
        """Take *entry* as someone else saved it; unsaved text stays in the editor."""
        before, self.entry = self.entry, entry
        if not self._unsaved:
            self._based_on(entry)
            if before is not None and before.body == entry.body:
                return Met.SAME
            self._editor.fill(entry.body)
            return Met.RELOADED
        if entry.body == self._base_body:
            self._based_on(entry)
            return Met.SAME
        if entry.body == self.text:
            self._saved_as(entry)
            return Met.SAME
        self.keep()
        return Met.APART

    async def save(self, *, over: bool = False) -> Entry:
        """Save the text; with *over* as the newest version, whatever was saved in between.

        Raises what ``EntryService.save`` does; the text then stays, and is kept as a draft.
        """
        async with self._saving:
            assert self.entry is not None
            self._rest()
            await self._kept_so_far()
            text, version = self.text, self.base
            try:
                if over:
                    version = (await self._entries.get(self.entry.id)).version
                saved = await self._save(self.entry.id, version, text)
            except VelaError:
                self.keep()
                raise
            if shiboken6.isValid(self) and shiboken6.isValid(self._editor):
                self.entry, self._kept = saved, False
                self._saved_as(saved, text)
                self._edited()
            return saved

    async def _save(self, key: str, version: int, text: str) -> Entry:
        """Save; where only other fields were changed meanwhile, both changes have room."""
        changes = EntryChanges(body=text)
        try:
            return await self._entries.save(
                key, version, changes, self.token, on_wait=lambda: self._wait(True)
            )
        except VelaError as error:
            if error.code is not Code.CONFLICT:
                raise
            if self.meet(await self._entries.get(key)) is Met.APART:
                raise
            return await self._save(key, self.base, text)
        finally:
            self._wait(False)

    def _wait(self, waits: bool) -> None:
        if shiboken6.isValid(self):
            self.waiting.emit(waits)

    async def give_up(self) -> None:
        """Go back to the entry as it is saved. The step can be undone in the editor."""
        assert self.entry is not None
        self._rest()
        await self._kept_so_far()
        present = await self._entries.get(self.entry.id)
        await self._entries.drop_draft(present.id)
        self.entry, self._kept = present, False
        self._editor.rewrite(present.body)
        self._saved_as(present)
        self._rest()

    async def discard(self) -> None:
        """Forget the draft; what is in the editor goes with its page."""
        self._rest()
        await self._kept_so_far()
        if self.entry is not None:
            await self._entries.drop_draft(self.entry.id)

    def keep(self) -> None:
        """Keep unsaved text as a draft, or drop a draft that nothing is unsaved of any more."""
        self._rest()
        if self.entry is None or not (self._unsaved or self._kept):
            return
        self._kept = self._unsaved
        key, entries = self.entry.id, self._entries
        deed = entries.keep_draft(self._draft(key)) if self._kept else entries.drop_draft(key)
        self._keeping = tasks.start(deed, self, kind=tasks.TaskKind.COMMAND)

    def _keep_in_time(self) -> None:
        """Keep unsaved text, but not beside a save, which a draft would outlive."""
        if not self._saving.locked():
            self.keep()

    async def _kept_so_far(self) -> None:
        """Wait for a draft that is being written: only then can it be dropped."""
        if self._keeping is not None and not self._keeping.done():
            await asyncio.wait({self._keeping})

    def _draft(self, key: str) -> Draft:
        return Draft(
            entry_id=key,
            base_version=self.base,
            body=self.text,
            saved_at=now_ms(),
        )

    def keep_now(self) -> None:
        """Keep what was typed since the last pause: nobody may be there to type on."""
        if self._pause.isActive():
            self._keep_in_time()

    def _edited(self) -> None:
        self._tell()
        if self._unsaved or self._kept:
            self._pause.start()
            if not self._at_least.isActive():
                self._at_least.start()

    def _rest(self) -> None:
        self._pause.stop()
        self._at_least.stop()

    def _saved_as(self, entry: Entry, text: str | None = None) -> None:
        """Take *text*, or what stands in the editor, as what is saved with *entry*."""
        self._based_on(entry)
        self._editor.set_clean(self.text if text is None else text)
        self._tell()

    def _based_on(self, entry: Entry) -> None:
        self.base, self._base_body = entry.version, entry.body

    def _tell(self) -> None:
        unsaved = self._editor.changed
        if unsaved != self._unsaved:
            self._unsaved = unsaved
            self.unsaved_changed.emit(unsaved)


def is_gone(error: VelaError) -> bool:
    """Tell whether *error* says that the entry is no longer there."""
    return error.code is Code.NOT_FOUND and error.details.get("kind") == "entry"
