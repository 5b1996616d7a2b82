"""Finding puzzles in games: cheap questions first, and a deep look at what is left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import numpy as np

from kafelki.bots.protocol import Bot, Turn
from kafelki.bots.puzzling import Line, Puzzling, puzzling_of
from kafelki.bots.registry import bot_named, bots_of
from kafelki.play.game import Game, Move
from kafelki.play.header import Header
from kafelki.play.record import record_of
from kafelki.play.refusal import Refusal
from kafelki.review.model import Choice
from kafelki.review.puzzles.comparing import (
    CANDIDATES,
    LEAST_MARGIN,
    WORLDS,
    Compared,
    compared,
)
from kafelki.review.puzzles.grading import DEVIATION, Decision, Grader
from kafelki.review.puzzles.model import KEPT, Puzzle, PuzzleMove, id_of
from kafelki.review.racing import race
from kafelki.review.worths import Worths
from kafelki.rules.engine import load_compiled

FEWEST_MOVES = 5
"""With fewer legal moves there is little to look for."""
DECIDED = (0.05, 0.95)
"""Outside of these worths a game is as good as decided: what a quick look says,"""
OPEN = (0.12, 0.96)
"""and what the right move is worth."""
TRIED_QUICKLY = 6
"""How many moves are tried at first, beside the one that the greedy bot chooses,"""
QUICK_WORLDS, QUICK_MARGIN = 8, 0.05
"""in how many worlds, as deeply as in a review, and by how much the best must be ahead;"""
HOPEFUL, HOPEFUL_WORLDS, HOPEFUL_MARGIN = 8, 32, 0.06
"""then how many as deeply as the game can look, in how many worlds, and by how much."""
GREEDY = "greedy"
GLANCES = 24
"""Where several moves look equally good to the greedy bot it is asked so often."""
BEST_FEW = 3
"""How many of the best moves are told."""
MOST_OF_A_GAME = 4
"""So many puzzles at most are of the same game."""


class Finder:
    """Finds the puzzles of one kind of table."""

    def __init__(self, header: Header) -> None:
        load_compiled([header.game])
        self.header = header
        self._worths = Worths(header)
        self._puzzling: Puzzling = puzzling_of(header.game)
        self._grader = Grader(header.game)
        if GREEDY not in bots_of(header.game):
            raise Refusal(f"{header.game} has no bot {GREEDY!r}: nobody says what is obvious")
        self.greedy: Bot = bot_named(GREEDY, header.game)

    def puzzles_in(self, game: Game, source: str) -> Iterator[Puzzle]:
        """Yield the puzzles of a finished game, as they are found."""
        here = Game(game.header, engine=self._worths.engine)
        found = 0
        for event in game.events:
            if not event.is_chance and found < MOST_OF_A_GAME:
                puzzle = self.puzzle_at(here, event.seat, source)
                if puzzle is not None:
                    found += 1
                    yield puzzle
            here._repeat(event)

    def puzzle_at(self, game: Game, seat: int, source: str) -> Puzzle | None:
        """Return the puzzle that a position is to the seat that moves; None where it is none."""
        if self._puzzling.proves:
            line = self._puzzling.line(game, seat)
            return None if line is None else self._proven(game, seat, line, source)
        return self._estimated(game, seat, source)

    def turn_at(self, game: Game, seat: int, number: int = 0) -> Turn:
        """Return a seat's turn, with random numbers that follow from its past; others by number."""
        kept = id_of(_kept(game), seat)
        return Turn(game, seat, Random(f"{kept} {number}"))

    def is_obvious(self, turn: Turn, right: tuple[int, ...]) -> bool:
        """Return whether the greedy bot may choose one of some moves."""
        return any(self.greedy.choose(turn).number in right for _ in range(GLANCES))

    def compared(
        self,
        turn: Turn,
        first: tuple[int, ...],
        worlds: int = WORLDS,
        candidates: int = CANDIDATES,
    ) -> Compared | None:
        """Return how the moves of a turn compare as deeply as the game can look."""
        trials = self._puzzling.trials(turn, self._worths.calibrations)
        if trials is None:
            return None
        promising = self._worths.valuer.promising(turn).tolist()
        return compared(first, trials, promising, worlds, candidates)

    # Those that are estimated

    def _estimated(self, game: Game, seat: int, source: str) -> Puzzle | None:
        turn = self.turn_at(game, seat)
        if len(turn.moves) < FEWEST_MOVES or not self._may_be_one(turn):
            return None
        best = self._best_at_once(turn)
        if best is None:
            return None
        hope = self.compared(turn, (best,), HOPEFUL_WORLDS, HOPEFUL)
        if hope is None or hope.moves[0].move != best or hope.margin < HOPEFUL_MARGIN:
            return None
        found = self.compared(turn, (best,))
        if found is None or not found.right or found.margin < LEAST_MARGIN:
            return None
        if not OPEN[0] <= found.moves[0].value <= OPEN[1] or self.is_obvious(turn, found.right):
            return None
        move = Move(game.header.game, found.right[0])
        theme = self._puzzling.theme(turn, move)
        if theme is None:
            return None
        asked = PuzzleMove(tuple(map(self._text, found.right)), self._choices(turn, found))
        graded = [Decision(game, seat, found.right)]
        return self._puzzle(game, seat, theme, (asked,), found.margin, graded, source)

    def _may_be_one(self, turn: Turn) -> bool:
        """Return whether a game is still open, by what its seat knows."""
        self._worths.forget()
        worth = self._worths.of_seat(turn.known, turn.seat, known=True)
        return DECIDED[0] <= worth <= DECIDED[1]

    def _best_at_once(self, turn: Turn) -> int | None:
        """Return the move that a quick race shows to be the best, and not obvious."""
        worths = self._worths
        trials = worths.valuer.trials(turn, worths.calibrations) or self._puzzling.trials(
            turn, worths.calibrations
        )
        if trials is None:
            return None
        obvious = self.greedy.choose(turn).number
        promising = worths.valuer.promising(turn).tolist()
        tried = [obvious, *[move for move in promising if move != obvious][:TRIED_QUICKLY]]
        raced = race(np.array(tried, dtype=np.int32), trials, QUICK_WORLDS)
        first, second = np.argsort(raced.behind, kind="stable")[:2].tolist()
        if first == 0 or raced.behind[second] < QUICK_MARGIN:
            return None
        return int(tried[first])

    def _choices(self, turn: Turn, found: Compared) -> tuple[Choice, ...]:
        told = found.moves[: max(BEST_FEW, len(found.right) + 1)]
        return tuple(self._choice(turn, each.move, each.value, each.error) for each in told)

    def _choice(self, turn: Turn, number: int, value: float, error: float) -> Choice:
        why = self._worths.valuer.why(turn, Move(turn.header.game, number))
        return Choice(self._text(number), round(value, 4), round(error, 4), why)

    # Those that are proven

    def _proven(self, game: Game, seat: int, line: Line, source: str) -> Puzzle:
        here = game.copy()
        asked, graded = [], []
        for step in line.steps:
            turn = self.turn_at(here, seat)
            told = step.right[:BEST_FEW]
            choices = tuple(self._choice(turn, number, line.before, 0.0) for number in told)
            graded.append(Decision(here.copy(), seat, step.right))
            here.play(Move(game.header.game, step.right[0]), seat)
            then = len(here.events)
            if step.reply is not None:
                here.play(Move(game.header.game, step.reply))
            answers = tuple(event.as_json() for event in here.events[then:])
            asked.append(PuzzleMove(tuple(map(self._text, step.right)), choices, answers))
        margin = line.before - line.other
        return self._puzzle(game, seat, line.theme, tuple(asked), margin, graded, source)

    # What both have

    def _text(self, number: int) -> str:
        return self.header.rules.move_text(number)

    def _puzzle(
        self,
        game: Game,
        seat: int,
        theme: str,
        moves: tuple[PuzzleMove, ...],
        margin: float,
        graded: list[Decision],
        source: str,
    ) -> Puzzle:
        record = _kept(game)
        return Puzzle(
            id=id_of(record, seat),
            record=record,
            seat=seat,
            theme=theme,
            moves=moves,
            margin=round(margin, 4),
            proof=self._puzzling.proves,
            rating=round(self._grader.rating(graded)),
            deviation=DEVIATION,
            source=source,
        )


def finder_for(header: Header) -> Finder:
    """Return the finder for a kind of table, always the same one."""
    key = header.game, header.players, header.variant, json.dumps(dict(header.options))
    if key not in _finders:
        _finders[key] = Finder(header)
    return _finders[key]


_finders: dict[tuple[object, ...], Finder] = {}


def _kept(game: Game) -> dict[str, object]:
    """Return what a puzzle keeps of a game's record."""
    whole = record_of(game)
    return {name: whole[name] for name in (*KEPT, "events")}


def form_of(puzzle: Puzzle, game: Game) -> bytes:
    """Return the same for puzzles whose positions look alike, such as mirror images."""
    known = Turn(game, puzzle.seat, Random(0)).known
    return puzzling_of(puzzle.game).form(known, puzzle.seat)
