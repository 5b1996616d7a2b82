"""Nobody learns what is hidden: worlds that a viewer cannot tell apart look the same to the byte.

For a point of a random game and a viewer, a second world is made that differs only in what
the viewer has no means to know: other tiles on the others' racks, other tiles in hands and
in the stack, other placements that are not shown yet. It is played from the start, so it is
a game that could have happened.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from kafelki.play.game import Event, Game
from kafelki.play.record import record_of
from kafelki.play.refusal import Refusal
from kafelki.play.view import EVERYTHING, Viewer, consequences, event_views, view
from tests.play.test_record import record
from tests.play.test_record import replayed as recorded
from tests.play.test_trace import draws
from tests.random_games import EVERY_TABLE, Table, finished_game, plies

WITH_SECRETS = [table for table in EVERY_TABLE if table.game != "exo"]


def viewers_of(table: Table) -> list[Viewer]:
    return [None, *range(table.players)]


def held_draws(game: Game, random: Random) -> dict[int, tuple[int, str]]:
    """Return the draws whose tiles are still held unseen: the event's number, seat and tile.

    Of equal tiles on a rack any may have been the one that was placed. What a swap laid
    open, what was taken from a bank and what was placed has been seen by everybody.
    """
    held: dict[int, tuple[int, str]] = {}
    for number, event in enumerate(game.events):
        word, *rest = event.text.split(" ")
        if event.is_chance:
            if word == "draw":
                held[number] = event.seat, rest[0]
        elif word == "swap":
            held = {k: (seat, tile) for k, (seat, tile) in held.items() if seat != event.seat}
        else:
            own = [k for k, draw in held.items() if draw in ((event.seat, word), turned(event))]
            if own:
                del held[random.choice(own)]
    return held


def turned(event: Event) -> tuple[int, str]:
    """Return the seat and the tile of a placement, its halves the other way round."""
    return event.seat, event.text.split(" ")[0][::-1]


def in_bag(game: Game) -> list[str]:
    """Return the tiles that lie in the bag or in the stack."""
    fields = game.position.fields
    texts = [game.rules.outcome_text(number) for number in range(game.rules.most_outcomes)]
    tiles = [text.split(" ")[1] for text in texts]
    if game.header.game == "zawrot":
        return [tile for k, tile in enumerate(tiles) if int(fields.stack) >> k & 1]
    return [
        tile for tile, count in zip(tiles, fields.bag.tolist(), strict=True) for _ in range(count)
    ]


def with_other_draws(game: Game, viewer: Viewer, random: Random) -> dict[int, str]:
    """Return other texts for the draws that a viewer did not see, from the same hidden tiles."""
    draws = {k: tile for k, (seat, tile) in held_draws(game, random).items() if seat != viewer}
    hidden = [*draws.values(), *in_bag(game)]
    random.shuffle(hidden)
    return {number: f"draw {tile}" for number, tile in zip(draws, hidden, strict=False)}


def with_other_placements(game: Game, viewer: Viewer, random: Random) -> dict[int, str]:
    """Return other texts for the placements that are not shown yet."""
    if not game.to_act:
        return {}
    texts = {}
    for number in reversed(range(len(game.events))):
        event = game.events[number]
        if event.is_chance:
            break
        if event.seat != viewer:
            before = game.copy()
            before.go_to(number)
            texts[number] = random.choice(before.legal_texts(event.seat))
    return texts


def replayed(game: Game, changes: dict[int, str]) -> Game | None:
    """Return the game with other texts for some of its events, if it could have gone so.

    Who may swap in one world only does not do it, and says nothing (AX-13, GE-12).
    """
    world = Game(game.header, seats=game.seats, engine=game._engine)
    try:
        for number, event in enumerate(game.events):
            text = changes.get(number, event.text)
            offered = "keep" in world.legal_texts()
            if event.is_chance:
                if offered:
                    world.play("keep")
                world.play_chance(text)
            elif text == "keep" and not offered:
                continue
            else:
                world.play(text, event.seat)
    except Refusal:  # such as: in this world that swap would not have been offered
        return None
    return world


def other_worlds(game: Game, viewer: Viewer, random: Random, attempts: int) -> Iterator[Game]:
    """Yield games that differ from this one in what the viewer cannot know, and only there."""
    change = with_other_placements if game.rules.simultaneous else with_other_draws
    for _ in range(attempts):
        world = replayed(game, change(game, viewer, random))
        if world and world.position != game.position and same_turn(game, world):
            yield world


def same_turn(game: Game, world: Game) -> bool:
    """Return whether everybody sees the same thing happen next: a move, a swap, a draw."""
    if (game.to_act, game.chance_due, game.over) != (world.to_act, world.chance_due, world.over):
        return False
    if "phase" not in (game.rules.layout.dtype.names or ()):
        return True
    return bool(game.position.fields.phase == world.position.fields.phase)


def told(game: Game, viewer: Viewer) -> str:
    """Return everything that a viewer is told, as text."""
    everything: list[object] = [view(game, viewer), event_views(game, viewer)]
    if isinstance(viewer, int) and viewer in game.to_act:
        everything.append(consequences(game, viewer))
        moves = game.legal_moves(viewer)
        everything += [repr(game.explain(move, viewer)) for move in moves[:: 1 + len(moves) // 9]]
    if isinstance(viewer, int):
        everything += [refusal_of(game, viewer, k) for k in range(0, game.rules.move_count, 611)]
    return json.dumps(everything)


def refusal_of(game: Game, seat: int, number: int) -> str:
    """Return what a seat is told when it tries a move, legal or not."""
    try:
        game.explain(game.rules.move_text(number), seat)
    except Refusal as refusal:
        return str(refusal)
    return ""


def points_of(whole: Game, random: Random) -> Iterator[Game]:
    """Yield a finished game at all its points but the last, in any order."""
    for number in random.sample(range(len(whole.events)), len(whole.events)):
        whole.go_to(number)
        yield whole


def has_secrets(table: Table, viewer: Viewer) -> bool:
    """Return whether there ever is something to hide.

    One player of Bits has nobody to hide a placement from; one of AXIO or Geniusz knows
    all tiles but the order in which they will come.
    """
    return table.players > 1 or (viewer is None and table.game != "bits")


@pytest.mark.parametrize(
    ("table", "viewer"),
    [(t, v) for t in WITH_SECRETS for v in viewers_of(t) if has_secrets(t, v)],
    ids=str,
)
def test_worlds_that_a_viewer_cannot_tell_apart_look_the_same(table: Table, viewer: Viewer) -> None:
    random = Random(31)
    compared = 0
    for game in points_of(finished_game(table, 31), random):
        for world in other_worlds(game, viewer, random, attempts=2):
            assert told(world, viewer) == told(game, viewer)
            assert view(world, EVERYTHING) != view(game, EVERYTHING)
            compared += 1
        if compared >= 6:
            return
    pytest.fail(f"only {compared} other worlds were found")


@pytest.mark.parametrize("table", [t for t in WITH_SECRETS if has_secrets(t, None)], ids=str)
def test_a_world_that_a_viewer_can_tell_apart_looks_different(table: Table) -> None:
    """The same worlds, seen by those whose own tiles or placements have changed."""
    random = Random(32)
    noticed = 0
    for game in points_of(finished_game(table, 32), random):
        for world in other_worlds(game, None, random, attempts=1):
            for seat in range(table.players):
                own = [each.hands[seat] or own_cells(each, seat) for each in (game, world)]
                if own[0] != own[1]:
                    assert told(world, seat) != told(game, seat)
                    noticed += 1
        if noticed >= 6:
            return
    pytest.fail(f"only {noticed} other worlds were found")


def own_cells(game: Game, seat: int) -> object:
    return game.cells[seat] if game.rules.simultaneous else None


@pytest.mark.parametrize("table", EVERY_TABLE, ids=str)
def test_at_the_end_everything_is_shown_to_everybody(table: Table) -> None:
    game = finished_game(table, 33)
    for viewer in viewers_of(table):
        shown = view(game, viewer)
        assert [hand["tiles"] for hand in shown["hands"]] == game.hands
        assert all(hand["hidden"] == 0 for hand in shown["hands"])
        assert shown["cells"] == game.cells
        assert shown["legal"] is None
        for seen, event in zip(event_views(game, viewer), game.events, strict=True):
            assert {k: v for k, v in seen.items() if k != "shown"} == event.as_json()


def test_nothing_is_hidden_in_exo() -> None:
    for game in plies(Table("exo", 2).begin(), Random(34)):
        views = [view(game, viewer) for viewer in (None, 0, 1)]
        for each in views:
            del each["viewer"], each["legal"]
        assert views[0] == views[1] == views[2]
        assert event_views(game) == [event.as_json() for event in game.events]


@pytest.mark.parametrize("table", EVERY_TABLE, ids=str)
def test_the_seed_is_in_nothing_that_leaves_the_game_before_its_end(table: Table) -> None:
    seed = bytes(range(100, 132))
    for game in plies(table.begin(seed=seed), Random(35)):
        assert game.commitment is not None
        if len(game.events) % 19 == 0 or game.over:
            viewers = (*viewers_of(table), EVERYTHING)
            outlets = [(view(game, viewer), event_views(game, viewer)) for viewer in viewers]
            text = json.dumps([outlets, record_of(game), repr(game)])
            assert (seed.hex() in text) == game.over
            assert game.commitment in text


SWAP_DECLINED = [
    (
        "axio",
        draws(0, "GG GG GG GG GG") + draws(1, "OO VB VB VB VB") + "0: GG g8 g9;",
        draws(0, "GG RV RV RV RV") + draws(1, "OO VB VB VB VB") + "0: GG g8 g9;",
        "0< draw RB; 1: OO g4 g5; 1< draw VV",
        ("GG g8 g9", ["g8", "g9"]),
    ),
    (
        "geniusz",
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
            game = finished_game(Table("axio", 2), number)
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

    @pytest.mark.parametrize("name", ["axio", "geniusz", "zawrot"])
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
            for game in plies(Table("axio", 2).begin(), Random(number)):
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
        for game in plies(Table("zawrot", 2).begin(), Random(37)):
            taken = [event for event in game.events if event.text.startswith("take")]
            if taken and not game.over:
                tile = taken[-1].text.split(" ")[1]
                if tile in game.hands[taken[-1].seat]:
                    for viewer in (None, 0, 1):
                        assert tile in view(game, viewer)["hands"][taken[-1].seat]["tiles"]

    def test_bi_11_a_placement_is_unseen_until_all_have_placed(self) -> None:
        for game in plies(Table("bits", 3).begin(), Random(38)):
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
        game = Game("exo")
        for viewer in (2, -1, True, "nobody", 1.0):
            with pytest.raises(Refusal, match="is not a viewer"):
                view(game, viewer)  # type: ignore[arg-type]
            with pytest.raises(Refusal, match="is not a viewer"):
                event_views(game, viewer)  # type: ignore[arg-type]
