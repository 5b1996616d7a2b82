"""What a finished game teaches: what every decision gave away, and what luck brought.

`review` is the door; `kafelki.review(game)` is the same. The machinery knows no game: what a
position is worth comes from the game's own valuer (`kafelki.bots.valuing`).
"""

from kafelki.review.reviewing import review

__all__ = ["review"]
