"""Transcripts as the agents write them: one reader per agent behind one protocol."""
