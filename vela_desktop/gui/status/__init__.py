"""The running job in the status bar."""
