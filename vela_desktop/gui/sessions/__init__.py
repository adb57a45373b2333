"""The left pane: sessions found on this computer."""
