"""Puzzles to solve on a server: which one is asked, and how good people are at them."""
