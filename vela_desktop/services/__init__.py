"""Use cases: plain async methods, plain values in and out."""
