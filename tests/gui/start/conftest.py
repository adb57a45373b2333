"""The fixtures of pages over entries."""

from support.entry_pages import bridge, bus, desk, empty_base, entries, opened, store

__all__ = ["bridge", "bus", "desk", "empty_base", "entries", "opened", "store"]
