"""One module per group of verbs; each command prints its result and returns an exit status."""
