"""Agent programs: where they are, which models they offer, how each is called."""
