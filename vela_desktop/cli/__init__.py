"""The ``vela`` program."""
