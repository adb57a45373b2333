"""The records page: every job, live."""
