"""A game in progress is a value: copied, compared, stepped back, pickled and written down."""

from __future__ import annotations

import json
import pickle
from random import Random

import numpy as np

from kafelki.play.game import Game
from kafelki.play.record import parse_record, play_event, record_of
from kafelki.play.refusal import Refusal
from kafelki.testing.random_games import Table, cut_game, finished_game, plies, raised

SEED = bytes(range(32))


def a_copy_stays_as_it_was_while_the_game_goes_on(table: Table) -> None:
    """Check copies of a game and of its position, made at every step."""
    kept = []
    for game in plies(table.begin(), Random(1)):
        raw = game._position.copy()
        kept.append((game.copy(), game.position, raw, raw.tobytes(), len(game.events)))
    for copy, position, raw, data, events in kept:
        assert copy.position == position
        assert raw.tobytes() == position.data == data
        assert len(copy.events) == events


def a_game_stays_as_it_was_while_its_copy_goes_on(table: Table) -> None:
    """Check a game whose copy is played to its end."""
    game = cut_game(table, 2)
    before, events, legal = game.position, game.events, game.legal_texts()
    *_, ended = plies(game.copy(), Random(3))
    assert ended.over
    assert (game.position, game.events, game.legal_texts()) == (before, events, legal)


def a_copy_plays_on_just_as_the_game_does(table: Table) -> None:
    """Check that the same events lead a copy to the same end."""
    whole = finished_game(table, 4)
    for copy in [cut_game(table, seed).copy() for seed in (4, 4)]:
        copy.go_to(len(copy.events))
        for event in whole.events[len(copy.events) :]:
            play_event(copy, event.as_json())
        assert copy == whole
        assert copy.position == whole.position
        assert copy.result == whole.result


def equal_games_have_equal_positions_and_hashes(table: Table) -> None:
    """Check a game and its twin step by step: the same events give the same bytes."""
    positions = {}
    twin = table.begin()
    for game in plies(table.begin(), Random(5)):
        for event in game.events[len(twin.events) :]:
            assert game != twin
            play_event(twin, event.as_json())
        assert game == twin
        assert game.position == twin.position
        assert hash(game.position) == hash(twin.position)
        positions[game.position] = len(game.events)
    assert len(positions) > 1
    assert positions[twin.position] == len(twin.events)


def everything_can_be_pickled(table: Table) -> None:
    """Check a game, its position, moves and events: as they come back, they play on."""
    game = cut_game(table, 6)
    position, moves = game.position, list(game.legal_moves())
    assert moves
    again = pickle.loads(pickle.dumps((game, position, moves, game.events)))
    assert again == (game, position, moves, game.events)
    assert again[0].position == position
    assert hash(again[1]) == hash(position)
    assert [str(move) for move in again[2]] == [str(move) for move in moves]
    assert again[0].legal_texts() == game.legal_texts()
    game.play(moves[0], game.to_act[0])
    again[0].play(again[2][0], again[0].to_act[0])
    assert again[0] == game


def a_refusal_can_be_pickled(table: Table) -> None:
    """Check what is said to who moves after the end."""
    game = finished_game(table, 7)
    refusal = raised(Refusal, game.play, game.rules.move_text(0), 0)
    assert refusal is not None
    for each in (refusal, refusal.at(3)):
        again = pickle.loads(pickle.dumps(each))
        assert (again.text, again.rule, again.event) == (each.text, each.rule, each.event)
        assert str(again) == str(each)


def the_fields_of_a_position_can_be_read_but_not_written(table: Table) -> None:
    """Check the named fields of a position as a value."""
    game = cut_game(table, 8)
    fields = game.position.fields
    assert fields.dtype.names == game.rules.layout.dtype.names
    assert fields.tobytes() == game.position.data
    assert not np.frombuffer(fields, dtype=np.uint8).flags.writeable


def a_record_replays_to_the_same_game_and_bytes(table: Table) -> None:
    """Check the record of a finished game, by way of JSON."""
    game = finished_game(table, 9, seed=SEED, salt=b"salt")
    _assert_replays(game)


def the_record_of_an_unfinished_game_does_so_too(table: Table) -> None:
    """Check the record of a game that was left."""
    game = cut_game(table, 10, seed=SEED)
    again = _assert_replays(game)
    assert again.legal_texts() == game.legal_texts()


def _assert_replays(game: Game) -> Game:
    data = json.loads(json.dumps(record_of(game)))
    again = parse_record(data).replay()
    assert again == game
    assert again.position == game.position
    assert again.result == game.result
    assert record_of(again) == data
    return again


def draws_follow_from_the_seed(table: Table) -> None:
    """Check that what a game dealt by itself is what its record verifies."""
    random = Random(11)
    game = table.begin(seed=SEED, deals=True)
    while not game.over:
        seat = random.choice(game.to_act)
        game.play(random.choice(game.legal_moves(seat)), seat)
    verified = parse_record(record_of(game)).verify()
    assert verified == game


def going_to_any_number_of_events_gives_the_position_of_then(table: Table) -> None:
    """Check leaps back and forth."""
    positions = []
    for game in plies(table.begin(), Random(16)):
        positions.append(game.position)
    last = len(positions) - 1
    for number in [*Random(16).sample(range(last + 1), min(8, last)), last]:
        game.go_to(number)
        assert game.position == positions[number]
        assert len(game.events) == number
        assert game.over == (number == last)


def steps_back_and_forward(table: Table) -> None:
    """Check steps of one event and of more than there are."""
    game = finished_game(table, 17)
    ended, events = game.position, game.events
    game.back()
    before_last = game.position
    assert game.events == events[:-1]
    game.back(3)
    assert game.events == events[:-4]
    game.forward(3)
    assert game.position == before_last
    game.forward()
    assert game.position == ended
    game.forward(99)
    assert game.position == ended
    game.back(10_000)
    assert game.events == ()
    assert game.position == table.begin().position
    game.forward(10_000)
    assert game.position == ended


def a_new_event_forgets_what_was_stepped_back(table: Table) -> None:
    """Check that there is one future only."""
    game = finished_game(table, 18)
    game.go_to(len(game.events) // 2)
    while game.chance_due and game.events:
        game.back()
    if game.chance_due:
        game.play_chance(next(iter(game.chance_outcomes())))
    else:
        game.play(game.legal_moves(game.to_act[0])[0], game.to_act[0])
    here = game.position
    game.forward(5)
    assert game.position == here
