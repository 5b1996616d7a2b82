"""Flowerbed: all that is about this game."""
