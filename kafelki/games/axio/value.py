"""What positions of AXIO are worth: what the two games of the weakest colour share."""

from kafelki.games.weakest_colour.value import VALUER

__all__ = ["VALUER"]
