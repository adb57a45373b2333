"""The fixtures of a window with jobs in it."""

from support.jobs_fixtures import empty_base, machine, open_room

__all__ = ["empty_base", "machine", "open_room"]
