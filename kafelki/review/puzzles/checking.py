"""Checking puzzles again: by new worlds, or by a new proof."""

from __future__ import annotations

from kafelki.bots.puzzling import puzzling_of
from kafelki.play.game import Game
from kafelki.play.record import play_event
from kafelki.play.refusal import Refusal
from kafelki.review.puzzles.finding import finder_for
from kafelki.review.puzzles.model import Puzzle, game_at


def fault_of(puzzle: Puzzle, number: int = 1) -> str:
    """Return what is wrong with a puzzle when it is looked at anew; "" where it holds.

    Other numbers stand for other worlds; with 0 it is looked at as when it was found.
    """
    try:
        game = game_at(puzzle)
        numbers = _moves_in(puzzle, game.copy())
    except Refusal as refusal:
        return f"it cannot be played: {refusal}"
    if puzzle.proof != puzzling_of(puzzle.game).proves:
        return "it says that it is proven" if puzzle.proof else "it is not proven"
    if puzzle.proof:
        return _fault_of_proof(puzzle, game, numbers)
    return _fault_of_estimate(puzzle, game, numbers[0], number)


def _moves_in(puzzle: Puzzle, game: Game) -> list[tuple[int, ...]]:
    """Return the numbers of the moves that are right, and play them; Refusal if that cannot be."""
    found = []
    for move in puzzle.moves:
        found.append(tuple(game.planned(text, puzzle.seat).number for text in move.right))
        game.play(move.right[0], puzzle.seat)
        for event in move.then:
            play_event(game, event)
    return found


def _fault_of_proof(puzzle: Puzzle, game: Game, numbers: list[tuple[int, ...]]) -> str:
    """Return what is wrong with a puzzle that is proven."""
    line = puzzling_of(puzzle.game).line(game, puzzle.seat)
    if line is None:
        return "nothing is proven of its position"
    if [set(step.right) for step in line.steps] != [set(each) for each in numbers]:
        return "other moves are proven to be right"
    return ""


def _fault_of_estimate(puzzle: Puzzle, game: Game, right: tuple[int, ...], number: int) -> str:
    """Return what is wrong with a puzzle by new worlds."""
    if len(puzzle.moves) > 1:
        return "several moves in a row need a proof"
    finder = finder_for(game.header)
    turn = finder.turn_at(game, puzzle.seat, number)
    found = finder.compared(turn, right)
    if found is None:
        return "the game can try no moves"
    told = [game.rules.move_text(each.move) for each in found.moves]
    if found.moves[0].move not in right:
        return f"{told[0]} is better"
    for each, text in zip(found.moves, told, strict=True):
        if each.move in right and not each.may_be_as_good:
            return f"{told[0]} is better than {text}"
        if each.move not in right and not each.is_still_worse:
            return f"{text} is not clearly worse"
    return "the greedy bot finds it" if finder.is_obvious(turn, right) else ""
