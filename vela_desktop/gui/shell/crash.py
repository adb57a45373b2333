"""The one path for what nobody expected: logged without values, shown once, never a traceback."""

import asyncio
import logging
import sys
from types import TracebackType
from typing import Any

from PySide6.QtCore import QObject, Signal

from vela_desktop.config import logs
from vela_desktop.domain.errors import Code, VelaError

logger = logging.getLogger(__name__)


class Crashes(QObject):
    """Catches what reaches the event loop or the interpreter.

    ``happened`` carries the VelaError to show: expected trouble that had no place of its own as it
    is, anything else as ``internal`` and only the first time.
    """

    happened = Signal(object)

    def __init__(self, log: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._log = log
        self._told = False

    def install(self, loop: asyncio.AbstractEventLoop) -> None:
        """Take over from *loop* and the interpreter."""
        loop.set_exception_handler(self._from_loop)
        sys.excepthook = self._from_interpreter

    def report(self, error: BaseException) -> None:
        """Log *error*, and have it shown."""
        if isinstance(error, VelaError):
            logger.warning("unplaced error %s", error.wire)
            self.happened.emit(error)
            return
        logger.error("unexpected %s", type(error).__name__, exc_info=error)
        if not self._told:
            self._told = True
            self.happened.emit(VelaError(Code.INTERNAL, log=self._log))

    def _from_loop(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        del loop
        error = context.get("exception")
        if isinstance(error, BaseException):
            self.report(error)
        else:
            logger.error("event loop: %s", logs.words(str(context.get("message"))))

    def _from_interpreter(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        del trace
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, error.__traceback__)
            return
        self.report(error)
