"""The story of a finished game: points after each move, the best move and the dearest one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kafelki.play.game import new_game
from kafelki.rules.registry import GAMES, rules_of
from kafelki.server.story import story
from tests.games.examples import WITH_RACKS
from tests.server.players import play_on, seated
from tests.server.running_server import Server

pytestmark = pytest.mark.databases("sqlite")


def ended(game: str, random: Random) -> Any:
    """Return a game that was played at random to its end."""
    whole = new_game(game, players=rules_of(game).usual_players(), seed=5)
    while not whole.over:
        seat = whole.to_act[0]
        whole.play(random.choice(whole.legal_texts(seat)), seat)
    return whole


@pytest.mark.parametrize("game", GAMES)
def test_points_are_those_of_the_game_and_moments_are_moves_of_it(
    game: str, random: Random
) -> None:
    whole = ended(game, random)
    told = story(whole)
    assert told["points"][-1]["after"] == len(whole.events)
    value = whole.rules.measure.value
    assert told["points"][-1]["values"] == [float(value(scores)) for scores in whole.scores]
    moves = [event for event in whole.events if not event.is_chance]
    assert len(told["points"]) == len(moves)
    for seat in range(whole.header.players):
        best, dearest = told["best"][seat], told["dearest"][seat]
        # Somebody who plays at random misses something in every game that bots can judge.
        assert dearest is not None
        for moment in filter(None, (best, dearest)):
            event = whole.events[moment["event"]]
            assert (event.seat, event.text) == (seat, moment["move"])
            assert moment["worth"] > 0
        assert dearest["instead"] != dearest["move"]
        there = whole.copy()
        there.go_to(dearest["event"])
        assert dearest["instead"] in there.legal_texts(seat)
        assert best is None or best["instead"] is None


def test_a_story_is_told_once_the_game_is_over(server: Server, random: Random) -> None:
    table, people = seated(server, WITH_RACKS, 2)
    play_on(people, table, 4, random)
    early = people[0].ask("GET", f"/tables/{table}/story")
    assert early.status_code == 409
    people[0].does(table, "resign")
    told = people[1].get(f"/tables/{table}/story")
    assert told == server.http.get(f"{server.url}/api/tables/{table}/story").json()
    assert [each["after"] for each in told["points"]] == sorted(
        each["after"] for each in told["points"]
    )
    assert len(told["points"]) == 4
    after = told["points"][-1]["after"]
    seen = people[0].get(f"/tables/{table}/at/{after}")
    lowest = [float(min(scores)) for scores in seen["scores"]]
    assert told["points"][-1]["values"] == lowest
