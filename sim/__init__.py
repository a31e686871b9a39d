"""Monte-Carlo balance simulator for the board game Spirit Island."""

__version__ = "0.1.0"

RULES_VERSION = "6"
"""Moves whenever a change makes the same seed and set-up play differently."""
