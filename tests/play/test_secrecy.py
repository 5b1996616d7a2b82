"""The rules of secrecy one by one; that they hold in every game is part of the contract."""

from __future__ import annotations

from random import Random

import pytest

from kafelki.play.game import Game
from kafelki.play.record import record_of
from kafelki.play.refusal import Refusal
from kafelki.play.view import EVERYTHING, event_views, view
from kafelki.testing.secrecy import told
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.play.test_record import record
from tests.play.test_record import replayed as recorded
from tests.random_games import Table, finished_game, plies
from tests.scripts import draws


def test_nothing_is_hidden_without_chance() -> None:
    for game in plies(Table(WITHOUT_CHANCE, 2).begin(), Random(34)):
        views = [view(game, viewer) for viewer in (None, 0, 1)]
        for each in views:
            del each["viewer"], each["legal"]
        assert views[0] == views[1] == views[2]
        assert event_views(game) == [event.as_json() for event in game.events]


SWAP_DECLINED = [
    (
        WITH_RACKS,
        draws(0, "GG GG GG GG GG") + draws(1, "OO VB VB VB VB") + "0: GG g8 g9;",
        draws(0, "GG RV RV RV RV") + draws(1, "OO VB VB VB VB") + "0: GG g8 g9;",
        "0< draw RB; 1: OO g4 g5; 1< draw VV",
        ("GG g8 g9", ["g8", "g9"]),
    ),
    (
        WITH_PAIRS,
        draws(0, "RR RR RR RR RR RB") + draws(1, "OO OO OO OO OO OV") + "0: RB m9 m10;",
        draws(0, "RB GG GG GG GG GG") + draws(1, "OO OO OO OO OO OV") + "0: RB m9 m10;",
        "0< draw YY; 1: OO d8 e8; 1< draw VV",
        ("RB m9 m10", ["m9", "m10"]),
    ),
]
"""A game; seat 0 may swap and does not, or may not; what follows; what seat 0 placed."""


class TestWhoDoesNotSwapSaysNothing:
    """AX-13, GE-12: twins in which seat 0 kept its tiles, and could not have swapped them."""

    @pytest.mark.parametrize(("name", "kept", "without", "rest", "placed"), SWAP_DECLINED)
    def test_others_cannot_tell_that_a_swap_was_declined(
        self, name: str, kept: str, without: str, rest: str, placed: tuple[str, list[str]]
    ) -> None:
        first = rest.split(";")[0]
        for known in (first, rest):
            one = recorded(record(name, 2, kept + "0: keep;" + known))
            other = recorded(record(name, 2, without + known))
            assert len(one.events) == len(other.events) + 1
            for viewer in (1, None):
                assert told(one, viewer) == told(other, viewer)
        one = recorded(record(name, 2, kept + "0: keep;" + first))
        dealt = 2 * len(one.hands[1])
        for viewer in (0, 1, None):
            seen = view(one, viewer)
            assert seen["after"] == len(event_views(one, viewer)) == dealt + 2
            assert seen["last"] == {"seat": 0, "move": placed[0], "cells": placed[1]}

    @pytest.mark.parametrize(("name", "kept", "without", "rest", "placed"), SWAP_DECLINED)
    def test_while_somebody_thinks_about_it_others_see_no_more_than_that(
        self, name: str, kept: str, without: str, rest: str, placed: tuple[str, list[str]]
    ) -> None:
        one, other = recorded(record(name, 2, kept)), recorded(record(name, 2, without))
        thinking = {"to_act": [0], "chance": False}
        for viewer in (1, None):
            assert view(one, viewer) == view(other, viewer) | thinking
            assert event_views(one, viewer) == event_views(other, viewer)
        assert view(one, 0)["phase"] == view(one, EVERYTHING)["phase"] == "exchange"

    def test_once_the_game_is_over_everybody_sees_it(self) -> None:
        for number in range(60):
            game = finished_game(Table(WITH_RACKS, 2), number)
            if any(event.text == "keep" for event in game.events):
                assert view(game)["after"] == len(game.events)
                assert {"move": "keep"}.items() <= event_views(game)[keeps(game)[0]].items()
                assert record_of(game)["events"] == [event.as_json() for event in game.events]
                middle = game.copy()
                middle.back()
                assert view(middle)["after"] == len(middle.events) - len(keeps(middle))
                assert view(middle, EVERYTHING)["after"] == len(middle.events)
                return
        pytest.fail("nobody kept tiles")


def keeps(game: Game) -> list[int]:
    return [number for number, event in enumerate(game.events) if event.text == "keep"]


class TestWhatIsShown:
    """The rules of secrecy one by one, so that each can be seen to hold."""

    @pytest.mark.parametrize("name", [WITH_RACKS, WITH_PAIRS, WITHOUT_BOARD])
    def test_others_see_that_a_tile_was_drawn_but_not_which(self, name: str) -> None:
        for game in plies(Table(name, 3).begin(), Random(36)):
            if game.over or game.chance_due:
                continue
            for viewer in (None, 0, 1, 2):
                for seen, event in zip(event_views(game, viewer), game.events, strict=True):
                    hidden = event.text.startswith("draw") and event.seat != viewer
                    assert seen.get("chance", "") == (
                        "draw" if hidden else event.text if event.is_chance else ""
                    )
                    assert seen.get("seat", -1) == event.seat
            return

    def test_a_swap_shows_the_tiles_that_it_laid_open_to_everybody(self) -> None:
        for number in range(60):
            for game in plies(Table(WITH_RACKS, 2).begin(), Random(number)):
                if "swap" in game.legal_texts():
                    (seat,) = game.to_act
                    rack = game.hands[seat]
                    game.play("swap")
                    for viewer in (None, 0, 1):
                        assert event_views(game, viewer)[-1]["shown"] == rack
                        assert view(game, viewer)["shown"] == rack
                    return
        pytest.fail("no game offered a swap")

    def test_a_tile_taken_from_the_bank_is_known_to_everybody(self) -> None:
        for game in plies(Table(WITHOUT_BOARD, 2).begin(), Random(37)):
            taken = [event for event in game.events if event.text.startswith("take")]
            if taken and not game.over:
                tile = taken[-1].text.split(" ")[1]
                if tile in game.hands[taken[-1].seat]:
                    for viewer in (None, 0, 1):
                        assert tile in view(game, viewer)["hands"][taken[-1].seat]["tiles"]

    def test_bi_11_a_placement_is_unseen_until_all_have_placed(self) -> None:
        for game in plies(Table(AT_ONCE, 3).begin(), Random(38)):
            placed = [e for e in game.events if not e.is_chance]
            if len(game.to_act) in (1, 2) and placed and not game.events[-1].is_chance:
                last = placed[-1]
                for viewer in (None, 0, 1, 2):
                    seen = view(game, viewer)
                    own = viewer == last.seat
                    cells = set(game.rules.move_cells(last.number))
                    assert (cells <= set(seen["cells"][last.seat])) == own
                    assert (event_views(game, viewer)[-1]["move"] is not None) == own

    def test_only_seats_spectators_and_everything_are_viewers(self) -> None:
        game = Game(WITHOUT_CHANCE)
        for viewer in (2, -1, True, "nobody", 1.0):
            with pytest.raises(Refusal, match="is not a viewer"):
                view(game, viewer)  # type: ignore[arg-type]
            with pytest.raises(Refusal, match="is not a viewer"):
                event_views(game, viewer)  # type: ignore[arg-type]
