"""Markdown, code and conversations to HTML. No Qt."""
