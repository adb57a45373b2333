"""Vela Desktop: sessions with coding agents become a knowledge base their owner keeps."""

__version__ = "0.1.0"
