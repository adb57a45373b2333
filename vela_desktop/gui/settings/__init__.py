"""The settings window, and its page about the agents."""
