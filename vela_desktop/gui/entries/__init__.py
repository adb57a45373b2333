"""The list of entries: of everything, a project, or a session."""
