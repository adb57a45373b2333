"""Every test may have a database of its own."""

from support.databases import data, empty_base, store

__all__ = ["data", "empty_base", "store"]
