"""The fixtures of the settings window."""

from support.settings_room import machine, open_settings

__all__ = ["machine", "open_settings"]
