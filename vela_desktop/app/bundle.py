"""What every entry point does first."""

from vela_desktop.process import internal


def support() -> None:
    """Let a bundle's programs serve as worker processes, and use the one without Qt for them."""
    if internal.frozen():
        import multiprocessing  # our helpers start faster without it

        multiprocessing.freeze_support()
        multiprocessing.set_executable(internal.console_program())
