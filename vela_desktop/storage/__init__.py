"""``vela.db``: what the user owns. The only package that knows SQLAlchemy."""
