"""Everything Qt: bridge, router, actions, tasks, theme, forms, and one folder per surface."""
