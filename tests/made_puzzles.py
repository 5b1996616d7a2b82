"""Puzzles for tests: positions of random games, in which a move drawn by lot counts as right."""

from __future__ import annotations

from random import Random

from kafelki.play.game import Game, new_game
from kafelki.play.record import record_of
from kafelki.review.model import Choice
from kafelki.review.puzzles import Puzzle, PuzzleMove, themes_of
from kafelki.review.puzzles.model import KEPT, id_of
from kafelki.rules.texts import Text

WHY = Text("It brings most.", "Daje najwięcej.")


def made(
    game: str,
    *,
    moves: int = 4,
    steps: int = 1,
    rights: int = 1,
    rating: float = 1500.0,
    seed: int = 1,
    solution: int = 0,
) -> Puzzle:
    """Return a puzzle after some moves of a game for two; other solutions do not change its id."""
    random, lot = Random(seed), Random(solution)
    play = new_game(game, players=2, seed=seed)
    for _ in range(moves):
        _anything(play, random)
    seat = play.to_act[0]
    whole = record_of(play)
    record = {**{name: whole[name] for name in KEPT}, "events": whole["events"]}
    asked = []
    for step in range(steps):
        found = lot.sample(play.legal_texts(seat), rights + 1)
        choices = tuple(
            Choice(text, 0.75 - 0.25 * (k >= rights), 0.01, WHY) for k, text in enumerate(found)
        )
        before = len(play.events)
        play.play(found[0], seat)
        while seat not in play.to_act:
            _anything(play, random)
        last = step == steps - 1
        then = () if last else tuple(record_of(play)["events"][before + 1 :])
        asked.append(PuzzleMove(tuple(found[:rights]), choices, then))
    theme = next(iter(themes_of(game)))
    name = id_of(record, seat)
    return Puzzle(name, record, seat, theme, tuple(asked), 0.25, False, rating, 200.0, "bots")


def _anything(game: Game, random: Random) -> None:
    seat = game.to_act[0]
    game.play(random.choice(game.legal_texts(seat)), seat)
