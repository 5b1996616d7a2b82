"""What viewers see: the shape of views, and games taken up from them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from kafelki.play.game import Game
from kafelki.play.rebuilding import game_from_view
from kafelki.play.view import EVERYTHING, Viewer, consequences, event_views, told_events, view
from kafelki.testing.random_games import Table, finished_game

KEYS = {
    *("game", "players", "variant", "options", "teams", "seats", "viewer", "commitment"),
    *("after", "over", "chance", "to_act", "result", "last", "legal"),
    *("scores", "cells", "hands"),
}
"""What every view has, whatever the game adds."""


def some_positions(table: Table, number: int = 9, count: int = 12) -> Iterator[Game]:
    """Yield a random game at its start, on its way and at its end, without what came later."""
    whole = finished_game(table, number, seed=bytes(32))
    length = len(whole.events)
    between = range(2, length - 1)
    chosen = Random(number).sample(between, min(count, len(between)))
    for after in [0, 1, *chosen, length - 1, length]:
        game = whole.copy()
        game.go_to(after)
        game.forget_later()
        yield game


def viewers_of(game: Game) -> list[Viewer]:
    """Return everybody: a spectator, each seat, and what is revealed at the end."""
    return [None, *range(game.header.players), EVERYTHING]


def views_have_these_keys_and_are_ready_for_json(table: Table) -> None:
    """Check what a page or a bot can rely on."""
    for game in some_positions(table):
        for viewer in viewers_of(game):
            seen = view(game, viewer)
            assert set(seen) >= KEYS
            assert json.loads(json.dumps(seen)) == seen


def views_say_where_the_game_stands(table: Table) -> None:
    """Check what everybody is told alike."""
    for game in some_positions(table):
        for viewer in viewers_of(game):
            seen = view(game, viewer)
            settings = table.game, table.players, table.variant, viewer
            assert tuple(seen[key] for key in ("game", "players", "variant", "viewer")) == settings
            told = len(game.events) if viewer == EVERYTHING else told_events(game)
            assert seen["after"] == told
            assert (seen["over"], seen["chance"]) == (game.over, game.chance_due)
            assert seen["to_act"] == list(game.to_act)
            assert seen["scores"] == game.scores
            assert seen["teams"] == game.header.teams
            assert seen["commitment"] == game.commitment
            result = game.result and game.result.as_json()
            assert (seen["result"] and {key: seen["result"][key] for key in result or ()}) == result


def views_have_a_hand_for_each_seat(table: Table) -> None:
    """Check that what is hidden is counted, and one's own hand is seen."""
    for game in some_positions(table):
        for viewer in viewers_of(game):
            hands = view(game, viewer)["hands"]
            for seat, (hand, held) in enumerate(zip(hands, game.hands, strict=True)):
                assert set(hand) == {"tiles", "hidden"}
                assert len(hand["tiles"]) + hand["hidden"] == len(held)
                if seat == viewer or viewer == EVERYTHING or game.over:
                    assert hand == {"tiles": held, "hidden": 0}


def views_list_what_a_seat_may_do_and_what_it_would_bring(table: Table) -> None:
    """Check the legal moves, a row of consequences each."""
    for game in some_positions(table):
        for viewer in viewers_of(game):
            legal = view(game, viewer)["legal"]
            if not isinstance(viewer, int) or viewer not in game.to_act:
                assert legal is None
                continue
            assert set(legal) == {"columns", "moves", "rows"}
            assert legal["moves"] == game.legal_texts(viewer)
            assert legal["columns"] == list(game.rules.consequence_names)
            assert len(legal["rows"]) == len(legal["moves"])
            assert {len(row) for row in legal["rows"]} == {len(legal["columns"])}
            assert legal == consequences(game, viewer)


def views_share_nothing(table: Table) -> None:
    """Check that no reader can spoil another's view."""
    game = list(some_positions(table))[5]
    for viewer in viewers_of(game):
        first, second = (_containers(view(game, viewer)) for _ in range(2))
        assert [first[each] for each in first.keys() & second.keys()] == []


def _containers(value: Any) -> dict[int, Any]:
    """Return every list and object within a value, by identity."""
    if not isinstance(value, dict | list):
        return {}
    found = {id(value): value}
    for inner in value.values() if isinstance(value, dict) else value:
        found |= _containers(inner)
    return found


def at_the_end_everything_is_shown_to_everybody(table: Table) -> None:
    """Check the last view and all events."""
    game = finished_game(table, 33)
    for viewer in viewers_of(game):
        shown = view(game, viewer)
        assert [hand["tiles"] for hand in shown["hands"]] == game.hands
        assert shown["cells"] == game.cells
        assert shown["legal"] is None
        for seen, event in zip(event_views(game, viewer), game.events, strict=True):
            assert {k: v for k, v in seen.items() if k != "shown"} == event.as_json()


def a_rebuilt_game_looks_the_same_to_its_viewer(table: Table) -> None:
    """Check games taken up from views: the legal moves and what they bring are the same, too."""
    for game in some_positions(table, 51, count=14):
        for viewer in (None, *range(table.players)):
            seen = json.loads(json.dumps(view(game, viewer)))
            rebuilt = game_from_view(seen, Random(1))
            assert view(rebuilt, viewer) == seen
            assert (rebuilt.to_act, rebuilt.chance_due) == (game.to_act, game.chance_due)
            if game.chance_due:
                assert (rebuilt.chance_seat, _due(rebuilt)) == (game.chance_seat, _due(game))


def _due(game: Game) -> set[str]:
    """Return what kind of chance is due; which tiles there are may depend on other hands."""
    return {text.split(" ")[0] for text in game.chance_outcomes()}


def a_rebuilt_game_goes_on_to_its_end(table: Table) -> None:
    """Check that what is hidden was dealt so that the game can be played."""
    random = Random(52)
    for game in [*some_positions(table, 52, count=2)][1:-1]:
        rebuilt = game_from_view(view(game, 0), random)
        rebuilt.deal()
        while not rebuilt.over:
            seat = random.choice(rebuilt.to_act)
            rebuilt.play(random.choice(rebuilt.legal_moves(seat)), seat)
        assert rebuilt.result is not None
        assert view(rebuilt, 0)["after"] == view(game, 0)["after"] + len(rebuilt.events)
