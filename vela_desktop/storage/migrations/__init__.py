"""Alembic's environment and the migrations of ``vela.db``, found beside this file."""
