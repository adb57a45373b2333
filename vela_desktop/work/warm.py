"""Lets a worker import beforehand what it will need; imports nothing itself."""

from importlib import import_module

SCANNING = "vela_desktop.index.scan"
"""What the first scan needs: importing it takes a worker longer than starting."""


def load(module: str) -> None:
    """Import *module* in the worker that runs this."""
    import_module(module)
