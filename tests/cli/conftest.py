"""Every test may have a database of its own."""

from support.databases import empty_base

__all__ = ["empty_base"]
