"""A session's conversation, readable."""
