"""The curate dialog."""
