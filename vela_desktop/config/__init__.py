"""Paths, settings and logs."""
