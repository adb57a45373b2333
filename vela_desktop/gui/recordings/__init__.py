"""Recordings of terminals on their way in: chosen or dropped, taken in one after the other."""
