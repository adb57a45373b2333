"""The person's own terminal, from which keys are read: raw while they are let through to a program.

POSIX only.
"""

import contextlib
import os
import sys
import termios
import tty
from typing import Any


class OwnTerminal:
    """The terminal at *descriptor*, which need not be one: then nothing is to be done.

    In the background of the person's shell it is neither read nor set, either of which would stop
    us there: a program that needs no keys goes on.
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.settings = termios.tcgetattr(descriptor) if os.isatty(descriptor) else None
        """How it was when it was taken; None where it is no terminal."""
        self.taken = self.settings is None
        """Whether the keys are ours to read."""
        self._raw: list[Any] | None = None

    def take(self) -> None:
        """Let every key through, where we are in the foreground; tell so with ``taken``."""
        if self.settings is None:
            return
        self.taken = False
        with contextlib.suppress(termios.error):  # it is gone
            self.taken = self.is_ours()
            if self.taken and (now := termios.tcgetattr(self.descriptor)) != self._raw:
                self.settings = now
                tty.setraw(self.descriptor, termios.TCSADRAIN)
                self._raw = termios.tcgetattr(self.descriptor)

    def give_back(self) -> None:
        """Set it as it was."""
        if self._raw is not None and self.taken and self.is_ours():
            with contextlib.suppress(termios.error):  # it is gone
                termios.tcsetattr(self.descriptor, termios.TCSADRAIN, self.settings or [])
        self._raw = None

    def is_ours(self) -> bool:
        """Tell whether we are in its foreground."""
        try:
            return os.tcgetpgrp(self.descriptor) == os.getpgrp()
        except OSError:  # it is not the one that controls us: it has no background
            return True


if sys.platform == "win32":
    raise ImportError("there are no terminals of this kind on Windows")
