"""Every test may have a database of its own."""

from support.databases import data, empty, store

__all__ = ["data", "empty", "store"]
