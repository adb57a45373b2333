"""Measurements: ``make bench`` runs them, each against a bare script in the same run."""
