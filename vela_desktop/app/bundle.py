"""What every entry point does first."""

import multiprocessing

from vela_desktop.process import internal


def support() -> None:
    """Let a bundle's programs serve as worker processes, and use the one without Qt for them."""
    multiprocessing.freeze_support()
    if internal.frozen():
        multiprocessing.set_executable(internal.console_program())
