"""Puzzles: positions of games in which one move is clearly the best, and hard to see.

`puzzles_of` gives those that come with a game, `game_at` a game in the position of one.
"""

from kafelki.review.puzzles.model import Puzzle, PuzzleMove, game_at
from kafelki.review.puzzles.shipped import puzzles_of, read_puzzles, themes_of

__all__ = ["Puzzle", "PuzzleMove", "game_at", "puzzles_of", "read_puzzles", "themes_of"]
