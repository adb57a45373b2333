"""A source snapshot: the text that was read at curation time, with its facts."""
