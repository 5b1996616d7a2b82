"""The uniform functions of a game: what they list, that asking changes nothing, and texts."""

from __future__ import annotations

from random import Random

import numpy as np

from kafelki.play.game import Game, Move
from kafelki.rules.contract import CHANCE
from kafelki.testing.random_games import Table, plies

GUARD = -7
"""Stands before and after what a function may write."""


def every_move_and_outcome_has_one_text_and_comes_back_from_it(table: Table) -> None:
    """Check the texts of what is legal and of what chance may bring."""
    for game in plies(table.begin(), Random(11)):
        rules = game.rules
        for text in game.chance_outcomes():
            assert rules.outcome_text(rules.outcome_number(text)) == text
        for number in _some_moves(game):
            text = rules.move_text(number)
            assert rules.move_number(text) == number
            assert str(Move(rules.id, number)) == text
            assert all(cell in text for cell in rules.move_cells(number))


def _some_moves(game: Game) -> list[int]:
    """Return some of the legal moves of each seat to act."""
    legal = [game.legal_moves(seat).numbers for seat in game.to_act]
    return [number for each in legal for number in each[:: 1 + len(each) // 50].tolist()]


def nothing_is_listed_twice_and_buffers_are_large_enough(table: Table) -> None:
    """Check what is listed, between guards that must stay as they are."""
    rules = table.begin().rules
    moves = np.full(rules.most_moves + 2, GUARD, dtype=np.int32)
    outcomes = np.full(rules.most_outcomes + 2, GUARD, dtype=np.int32)
    weights = np.full(rules.most_outcomes + 2, GUARD, dtype=np.int32)
    for game in plies(table.begin(), Random(13)):
        position = game._position
        for seat in game.to_act:
            count = rules.kernels.list_moves(position, seat, moves[1:-1].data)
            listed = moves[1 : count + 1].tolist()
            assert 0 < count <= rules.most_moves
            assert len(set(listed)) == count
            assert all(0 <= number < rules.move_count for number in listed)
        if game.chance_due:
            count = rules.kernels.list_outcomes(position, outcomes[1:-1].data, weights[1:-1].data)
            assert 0 < count <= rules.most_outcomes
            assert len(set(outcomes[1 : count + 1].tolist())) == count
            assert all(weight > 0 for weight in weights[1 : count + 1].tolist())
        for buffer in (moves, outcomes, weights):
            assert buffer[0] == buffer[-1] == GUARD


def asking_changes_nothing(table: Table) -> None:
    """Check that only playing changes a position."""
    random = np.array([14], dtype=np.uint64)
    for game in plies(table.begin(), Random(14)):
        before = game.position
        engine, position = game._engine, game._position
        engine.result(position, table.players)
        for seat in game.to_act:
            moves = engine.moves(position, seat)[::20].copy()
            engine.consequences(position, seat, moves)
            assert engine.kernels.sample_move(position, seat, random.data) >= 0
            for number in moves.tolist():
                assert engine.kernels.refusal(position, seat, number) == 0
        if game.chance_due:
            engine.kernels.sample_outcome(position, random.data)
            engine.kernels.chance_seat(position)
        assert game.position == before


def either_seats_act_or_chance_or_the_game_is_over(table: Table) -> None:
    """Check who acts at every step, and the result at the end."""
    for game in plies(table.begin(), Random(15)):
        acting = game._kernels.acting(game._position)
        assert acting == CHANCE or acting < 1 << table.players
        reason, places = game._engine.result(game._position, table.players)
        assert (reason != 0) == (acting == 0)
        assert min(places) == 1
        if acting == 0:
            assert game.result is not None
            assert game.result.reason in game.rules.endings


def a_move_is_refused_exactly_when_it_is_not_listed(table: Table) -> None:
    """Check legal moves and others, and that there are words for every objection."""
    random = Random(16)
    for game in plies(table.begin(), random):
        if random.random() > 0.2:
            continue
        count = game.rules.move_count
        for seat in game.to_act:
            legal = set(game.legal_moves(seat).numbers.tolist())
            for number in [*legal, *random.sample(range(count), min(100, count))]:
                refusal = game._kernels.refusal(game._position, seat, number)
                assert (refusal == 0) == (number in legal)
                assert refusal == 0 or refusal in game.rules.objections


def what_is_explained_is_what_happens(table: Table) -> None:
    """Check that a move is explained alike before and after, and the end that it brings."""
    random = Random(17)
    for game in plies(table.begin(), random):
        if not game.to_act or random.random() > 0.2:
            continue
        seat, before = random.choice(game.to_act), game.position
        move = random.choice(game.legal_moves(seat))
        told = game.explain(move, seat)
        assert game.position == before
        after = game.copy()
        after.play(move, seat)
        assert after.explain_event(len(after.events) - 1) == told
        assert told.ends in ("", after.result.reason if after.result else "")
