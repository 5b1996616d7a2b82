"""Lines of one's own from a finished game: played, drawn and valued alike in every game."""

from __future__ import annotations

from random import Random

import pytest

import kafelki
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import parse_record, record_of
from kafelki.play.refusal import Refusal
from kafelki.play.view import open_view
from kafelki.review.analysis import draw_on, play_line, taken_up, valued
from kafelki.rules.registry import GAMES, all_seatings
from tests.games.examples import (
    WITH_RACKS,
    WITH_RACKS_SWAP_OFFERED,
    WITHOUT_BOARD,
    WITHOUT_CHANCE,
    WITHOUT_CHANCE_WON,
)
from tests.review.played import played, small
from tests.scripts import events_of

SEATINGS = [(game, each.players, each.variant) for game, each in all_seatings()]


@pytest.mark.parametrize(("name", "players", "variant"), SEATINGS)
def test_any_game_goes_on_from_anywhere_to_another_end(
    name: str, players: int, variant: str
) -> None:
    game = played(Header(name, players, variant))
    random = Random(5)
    here = taken_up(game, random.randrange(len(game.events)))
    assert here.seed is None
    assert here.events == game.events[: len(here.events)]
    assert not here.chance_due
    began = len(here.events)
    acted = set()
    while not here.over:
        seat = random.choice(here.to_act)
        shown = open_view(here, seat)
        assert shown["hands"] == [{"tiles": hand, "hidden": 0} for hand in here.hands]
        assert set(shown["legal"]["moves"]) == set(here.legal_texts(seat))
        here.play(random.choice(here.legal_moves(seat)), seat)
        draw_on(here, 3)
        acted.add(seat)
    assert open_view(here, None)["legal"] is None
    assert acted <= set(range(players))
    # What a link holds leads to the same place, and all of it is a sound record.
    again = taken_up(game, began)
    play_line(again, [event.as_json() for event in here.events[began:]])
    assert again.position == here.position
    record = {key: value for key, value in record_of(again).items() if key != "commitment"}
    assert parse_record(record).replay() == again


@pytest.mark.parametrize("game", GAMES)
def test_a_review_and_an_analysis_tell_the_same_values(game: str) -> None:
    ended = played(small(game, size=5) if game == WITHOUT_CHANCE else Header(game, 2))
    review = kafelki.review(ended, depth="quick")
    curve = dict(review.curve(1))
    for step in review.decisions[:: max(1, len(review.decisions) // 3)]:
        here = taken_up(ended, step.event)
        found = valued(here, "quick")
        assert found.worths[1] == pytest.approx(curve[step.event], abs=1e-9)
        moves = found.choices[step.seat]
        assert moves == step.choices[: len(moves)]
        assert set(found.choices) == set(here.to_act)
        assert found.is_calibrated == review.is_calibrated


def test_the_end_of_a_line_is_worth_its_result() -> None:
    """Seat 0 places the fifth of both at once, and loses (EX-7)."""
    game = Game(WITHOUT_CHANCE)
    line = events_of(WITHOUT_CHANCE_WON)
    play_line(game, line[:-1])
    play_line(game, line[-1:])
    ended = valued(game)
    assert (ended.worths, ended.errors, dict(ended.choices)) == ((0.0, 1.0), (0.0, 0.0), {})


def test_draws_come_from_what_is_left_and_not_from_the_seed() -> None:
    game = played(Header(WITHOUT_BOARD, 2))
    chances = [k for k, event in enumerate(game.events) if event.is_chance]
    at = chances[len(chances) // 2]
    game.go_to(at)
    game.forget_later()
    possible = game.chance_outcomes()
    drawn = set()
    for number in range(40):
        found = []
        for seed in (None, bytes(32), bytes(31) + b"1"):
            here = game.copy()
            here.seed = seed
            draw_on(here, number)
            assert here.seed == seed
            found.append(here)
        assert found[0] == found[1] == found[2]
        drawn.add(found[0].events[at].text)
    assert drawn <= set(possible)
    assert len(drawn) > 1


def test_the_draws_that_followed_belong_to_where_a_line_begins() -> None:
    game = played(Header(WITH_RACKS, 2))
    after_move = next(
        k + 1
        for k, event in enumerate(game.events)
        if not event.is_chance and game.events[k + 1].is_chance
    )
    here = taken_up(game, after_move)
    assert len(here.events) > after_move
    assert here.events == game.events[: len(here.events)]
    assert all(event.is_chance for event in here.events[after_move:])


def test_a_swap_that_was_declined_can_be_made() -> None:
    """Who may swap is asked (AX-13): a line goes either way."""
    game = Game(WITH_RACKS)
    play_line(game, events_of(WITH_RACKS_SWAP_OFFERED))
    kept, swapped = taken_up(game, len(game.events)), taken_up(game, len(game.events))
    play_line(kept, [{"seat": 0, "move": "keep"}])
    play_line(swapped, [{"seat": 0, "move": "swap"}])
    for each in (kept, swapped):
        draw_on(each, 0)
        assert each.to_act == (1,)
        assert len(each.hands[0]) == 5
    assert kept.hands[0][:4] == ["GG"] * 4
    assert swapped.hands[0] != kept.hands[0]


def test_what_cannot_be_is_refused_by_number_and_rule() -> None:
    game = Game(WITHOUT_CHANCE)
    with pytest.raises(Refusal, match=r"event 1: .*\(EX-5\)"):
        play_line(game, [{"seat": 0, "move": "XO a1 a2"}, {"seat": 1, "move": "XO a2 a3"}])
    assert len(game.events) == 1
    with pytest.raises(Refusal, match="event 1: "):
        play_line(game, [{"chance": "draw RB"}])
    with pytest.raises(Refusal, match="no depth 'deepest'"):
        valued(game, "deepest")
