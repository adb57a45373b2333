"""``index.db``: found sessions and their transcript maps; may be rebuilt at any time."""
