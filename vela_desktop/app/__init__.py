"""Entry points. Each module imports only the standard library at module level."""
