"""Puzzles of Bits: what they are about, and rounds played to their end to find and check them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import permutations

import numpy as np

from kafelki.bots.halving import Values
from kafelki.bots.protocol import Turn
from kafelki.bots.puzzling import Puzzling, Theme
from kafelki.bots.valuing import Calibrations, Hunch, Trials
from kafelki.games.bits import kernels as bits
from kafelki.games.bits.bots.expert import WHOLE_ROUND
from kafelki.games.bits.bots.workspace import Workspace
from kafelki.games.bits.kernels import CELLS, COLOUR_COUNT, COLUMNS, ROUNDS, TILE_NUMBERS, see
from kafelki.games.bits.texts import explain
from kafelki.games.bits.value import LEAST_SPREAD, chance_to_lead
from kafelki.kernels.language import Fields, Position
from kafelki.play.game import Move
from kafelki.rules.engine import Numbers
from kafelki.rules.texts import Text

THEMES = {
    "task": Theme(
        Text("The task’s shape", "Kształt z zadania"),
        Text(
            "An area gets the shape that the task of round two asks for.",
            "Obszar przybiera kształt, o który prosi zadanie drugiej rundy.",
        ),
    ),
    "four": Theme(
        Text("Exact four", "Dokładnie cztery"),
        Text("An area comes to exactly four squares.", "Obszar ma teraz dokładnie cztery pola."),
    ),
    "penalty": Theme(
        Text("Fewer penalties", "Mniej kar"),
        Text(
            "The task of round three costs points: this move saves some.",
            "Zadanie trzeciej rundy odbiera punkty: ten ruch ratuje część z nich.",
        ),
    ),
    "gap": Theme(
        Text("A gap on purpose", "Luka z rozmysłem"),
        Text(
            "The best place leaves a gap, and is worth it.",
            "Najlepsze miejsce zostawia lukę, ale jest tego warte.",
        ),
    ),
    "apart": Theme(
        Text("Kept apart", "Osobno"),
        Text(
            "Both halves stay small here: beside their own colours they would spoil something.",
            "Obie połówki leżą tu osobno: przy swoich kolorach coś by zepsuły.",
        ),
    ),
    "room": Theme(
        Text("Room to grow", "Miejsce na później"),
        Text(
            "Nothing is finished yet: areas keep the places that they need.",
            "Nic jeszcze nie jest gotowe: obszary zachowują miejsca, których potrzebują.",
        ),
    ),
}


class BitsPuzzles(Puzzling):
    """Puzzles by the areas that a placement makes."""

    themes: Mapping[str, Theme] = THEMES

    def theme(self, turn: Turn, move: Move) -> str:
        """Return the most telling of what a placement makes."""
        known = turn.known
        areas = explain(known, turn.seat, move.number).areas
        if any(area.points > 1 for area in areas):
            return "task"
        if any(len(area.cells) == bits.EXACT_SIZE for area in areas):
            return "four"
        names = turn.header.rules.consequence_names
        numbers = np.array([move.number], dtype=np.int32)
        row = turn.engine.consequences(known, turn.seat, numbers)[0].tolist()
        brings = dict(zip(names, row, strict=True))
        if brings["change"] > 0:
            return "penalty"
        if brings["holes"] > bits.count_gaps(see(known), turn.seat):
            return "gap"
        grows = any(len(area.cells) > 2 for area in areas)
        return "room" if grows else "apart"

    def trials(self, turn: Turn, calibrations: Calibrations) -> Trials | None:
        """Return what plays the round to its end, everybody with the same cards; None for one."""
        if turn.header.players == 1:
            return None
        s = see(turn.known)
        others = [Ramp(turn, seat) for seat in range(s.players) if seat != turn.seat]
        own = Ramp(turn, turn.seat)
        rest = ROUNDS - s.round
        spread, stage = math.sqrt(LEAST_SPREAD + rest), 1.0 - rest / ROUNDS
        calibration = calibrations.of(turn.header, "own")

        def worth(points: float, rivals: list[float]) -> float:
            if rest == 0:
                beaten = sum(0.5 * (points > each) + 0.5 * (points >= each) for each in rivals)
                return beaten / len(rivals)
            return calibration.chance(Hunch(chance_to_lead(points, rivals, spread), stage))

        def try_out(moves: Numbers, worlds: int) -> Values:
            seed = turn.random.getrandbits(64)
            mine = own.ends(moves, worlds, seed)
            theirs = np.column_stack([each.ends(each.best, worlds, seed) for each in others])
            pairs = zip(mine.tolist(), theirs.tolist(), strict=True)
            return np.array([[worth(each, rivals) for each in row] for row, rivals in pairs])

        return try_out

    def form(self, position: Position, seat: int) -> bytes:
        """Return the same where colours have only other names, or ramps are mirrored."""
        s = see(position)
        seats = sorted(range(s.players), key=lambda each: each != seat)
        same = s.round, s.tasks.tolist(), [sum(s.points.tolist()[each]) for each in seats]
        colourings = permutations(range(COLOUR_COUNT))
        return repr((same, min(_coloured(s, seats, names) for names in colourings))).encode()


class Ramp:
    """A seat's ramp, on which the round is played on."""

    def __init__(self, turn: Turn, seat: int) -> None:
        self._work = Workspace(turn, WHOLE_ROUND, seat)
        known = turn.known
        s = see(known)
        self._before = sum(s.points.tolist()[seat][: s.round - 1])
        self._full = bits.ramp_points(s, seat)
        moves = turn.engine.moves(known, seat)
        self.best: Numbers = moves[:1]
        """The placement that promises most; none where nothing fits any more."""
        if len(moves):
            at = int(self._work.promises(moves).argmax())
            self.best = moves[at : at + 1]

    def ends(self, moves: Numbers, orders: int, seed: int) -> Values:
        """Return [order, move]: the points of the game by the end of the round."""
        if not len(moves):
            return np.full((orders, 1), float(self._before + self._full))
        return self._before + self._work.outlooks(moves, orders, seed)


def _coloured(s: Fields, seats: list[int], names: tuple[int, ...]) -> tuple[object, ...]:
    """Return what lies and what is to come when colours are called otherwise."""

    def renamed(tile: int) -> int:
        first, second = (bits.TILE_COLOURS[tile, half] for half in range(2))
        return TILE_NUMBERS[names[first], names[second]]

    cards = [0] * bits.TILE_KINDS
    for tile in range(bits.TILE_KINDS):
        cards[renamed(tile)] = s.cards[tile]
    tiles = [renamed(s.tiles[each] - 1) if s.tiles[each] else -1 for each in seats]
    ramps = []
    for each in seats:
        colours = [0] * COLOUR_COUNT
        for colour, squares in enumerate(s.squares.tolist()[each]):
            colours[names[colour]] = squares
        ramps.append(min(colours, [_mirrored(squares) for squares in colours]))
    return tiles, cards, ramps


def _mirrored(squares: int) -> int:
    """Return squares of a ramp as they lie in a mirror."""
    return sum(
        1 << (cell // COLUMNS * COLUMNS + COLUMNS - 1 - cell % COLUMNS)
        for cell in range(CELLS)
        if squares >> cell & 1
    )


PUZZLING = BitsPuzzles()
