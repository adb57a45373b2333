"""The page of an entry: it reads, edits and saves one, and goes from one to the next."""

from PySide6.QtCore import QPoint
from PySide6.QtGui import (
    QGuiApplication,
    QHideEvent,
    QIcon,
    QKeySequence,
    QMouseEvent,
    QShortcut,
)
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from vela_desktop.domain.entries import Draft, Entry
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import EntriesReplaced, EntrySaved
from vela_desktop.domain.routes import (
    EntriesRoute,
    EntryFormRoute,
    EntryRoute,
    RevisionRoute,
    Route,
)
from vela_desktop.gui import tasks
from vela_desktop.gui.bridge import Bridge
