"""An entry's page: read, edit in place, the form, and what hangs together with it."""
