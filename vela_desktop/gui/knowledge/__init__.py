"""The right pane: the knowledge tree."""
