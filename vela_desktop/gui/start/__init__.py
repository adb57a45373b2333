"""The first page: what was found on this computer, who can curate, and one thing to begin with."""
