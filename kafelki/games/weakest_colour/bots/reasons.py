"""Why a move is good, in a few words made from facts: points, weak colours, what it denies."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kafelki.bots.halving import Values
from kafelki.bots.protocol import Judgement, Turn
from kafelki.games.weakest_colour.bots.features import rival_of
from kafelki.games.weakest_colour.kernels import side_of
from kafelki.kernels.language import Position
from kafelki.play.game import Move
from kafelki.rules.engine import Numbers
from kafelki.rules.texts import POINTS, Text, counted, joined

WINS = Text("completes all colours and wins", "dopełnia wszystkie kolory i wygrywa")
LIFTS = Text("lifts the weakest result from {} to {}", "podnosi najsłabszy wynik z {} do {}")
GAIN = Text("{} +{}", "{} +{}")
WEAKEST = Text("helps a weakest colour", "pomaga najsłabszemu kolorowi")
EXTRA = {
    "turn": Text("earns an extra turn", "daje dodatkową turę"),
    "move": Text("earns an extra tile", "daje dodatkowy ruch"),
}
EXTRAS = {
    "turn": Text("earns {} extra turns", "daje dodatkowe tury: {}"),
    "move": Text("earns {} extra tiles", "daje dodatkowe ruchy: {}"),
}
PYRAMID = Text("puts up a pyramid", "stawia piramidę")
PYRAMIDS = Text("puts up {} pyramids", "stawia piramidy: {}")
DENIES = Text("takes {} in {} from the rival", "zabiera rywalowi szansę na {} ({})")
QUIET = Text("no points now, better chances later", "na razie bez punktów, lepsze szanse później")
SWAP = Text("new tiles may bring the weakest colour", "nowe płytki mogą dać najsłabszy kolor")
KEEP = Text("these tiles are worth keeping", "te płytki warto zatrzymać")
PASS = Text("any tile would do more harm than good", "każda płytka przyniosłaby więcej szkody")

SPECIALS = {"swap": SWAP, "keep": KEEP, "pass": PASS}

WORTH_DENYING = 3
"""Fewer points than this in the rival's weakest colour are not worth a word."""


def reason(turn: Turn, known: Position, move: Move) -> Text:
    """Return why a seat may want to play a move."""
    text = str(move)
    if text in SPECIALS:
        return SPECIALS[text]
    return joined(", ", _facts(turn, known, move))


def _facts(turn: Turn, known: Position, move: Move) -> Iterator[Text]:
    """Yield what the move brings, most telling first; at least one thing."""
    rules = turn.header.rules
    numbers = np.array([move.number], dtype=np.int32)
    row = turn.engine.consequences(known, turn.seat, numbers)[0].tolist()
    letters = list(rules.appearance.colours)
    steps, (pyramids, extra, wins) = row[: len(letters)], row[len(letters) :]
    s = rules.layout(known)
    side = side_of(s, turn.seat)
    scores = [s.scores[side, colour] for colour in range(len(letters))]
    if wins:
        yield WINS
    points = [(letter, step) for letter, step in zip(letters, steps, strict=True) if step]
    yield from (GAIN.filled(_name(turn, letter), step) for letter, step in points)
    lowest, after = min(scores), min(map(sum, zip(scores, steps, strict=True)))
    if after > lowest:
        yield LIFTS.filled(lowest, after)
    elif any(step and score == lowest for score, step in zip(scores, steps, strict=True)):
        yield WEAKEST
    if extra:
        yield (EXTRA if extra == 1 else EXTRAS)[rules.extra].filled(extra)
    if pyramids:
        yield (PYRAMID if pyramids == 1 else PYRAMIDS).filled(pyramids)
    taken = denied(turn, known, move)
    if taken:
        letter, lost = taken
        yield DENIES.filled(counted(lost, POINTS), _name(turn, letter))
    elif not points and not wins:
        yield QUIET


def _name(turn: Turn, letter: str) -> Text:
    return turn.header.rules.appearance.colours[letter].name


def denied(turn: Turn, known: Position, move: Move) -> tuple[str, int] | None:
    """Return the most that a rival could have gained in a weakest colour on the cells covered."""
    rules = turn.header.rules
    s = rules.layout(known)
    side = side_of(s, turn.seat)
    rival = rival_of(s, side)
    if rival == side:
        return None
    letters = list(rules.appearance.colours)
    numbers = {name: cell for cell, name in enumerate(rules.appearance.places)}
    lowest = min(s.scores[rival, colour] for colour in range(len(letters)))
    gains = [
        (s.gains[numbers[cell], colour], letter)
        for cell in rules.move_cells(move.number)
        for colour, letter in enumerate(letters)
        if s.scores[rival, colour] == lowest
    ]
    lost, letter = max(gains)
    return (letter, lost) if lost >= WORTH_DENYING else None


def judgements(turn: Turn, moves: Numbers, values: Values) -> list[Judgement]:
    """Return moves and values with the reasons in words."""
    game = turn.header.game
    known = turn.known
    return [
        Judgement(move, value, reason(turn, known, move))
        for number, value in zip(moves.tolist(), values.tolist(), strict=True)
        for move in [Move(game, number)]
    ]
