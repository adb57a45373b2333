"""The only place that starts programs."""
