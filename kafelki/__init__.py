"""Kafelki: five tile-laying board games by their printed rules."""

__version__ = "0.1.0"
