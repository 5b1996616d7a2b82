"""Kafelki: five tile-laying board games by their printed rules.

>>> import kafelki
>>> game = kafelki.new_game("exo")
>>> game.play("XO e5 f5")
Event(seat=0, text='XO e5 f5')
>>> game.to_act
(1,)
"""

from kafelki.play.game import Event, Game, Move, Result, new_game
from kafelki.play.rebuilding import game_from_view
from kafelki.play.record import load, load_all, record_of, save
from kafelki.play.refusal import Refusal
from kafelki.play.view import view
from kafelki.review.reviewing import review
from kafelki.rules.engine import load_compiled
from kafelki.rules.registry import GAMES, rules_of

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Event",
    "Game",
    "Move",
    "Refusal",
    "Result",
    "game_from_view",
    "load",
    "load_all",
    "load_compiled",
    "new_game",
    "record_of",
    "review",
    "rules_of",
    "save",
    "view",
]
