"""The shape of views: what a page or a bot can rely on in every game, for every viewer."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from kafelki.play.game import Game, Refusal, new_game
from kafelki.play.rebuilding import game_from_view
from kafelki.play.view import EVERYTHING, Viewer, event_views, view, with_counted
from kafelki.terminal.board import board_text
from tests.games.examples import (
    AT_ONCE,
    AT_ONCE_STARTED,
    WITH_RACKS,
    WITH_RACKS_SWAP_OFFERED,
    WITHOUT_BOARD,
    WITHOUT_BOARD_PLACED,
    WITHOUT_CHANCE,
    WITHOUT_CHANCE_WON,
)
from tests.play.test_record import record, replayed


def viewers(game: Game) -> list[Viewer]:
    return [None, EVERYTHING, *range(game.header.players)]


class TestViewers:
    @pytest.mark.parametrize("viewer", [-1, 2, 10, "everybody", "0", 1.0, True, (0,)])
    def test_others_are_refused(self, viewer: Any) -> None:
        game = new_game(WITH_RACKS, seed=1)
        with pytest.raises(Refusal, match="is not a viewer"):
            view(game, viewer)
        with pytest.raises(Refusal, match="is not a viewer"):
            event_views(game, viewer)

    def test_a_spectator_is_the_default(self) -> None:
        game = new_game(WITHOUT_BOARD, seed=1)
        assert view(game) == view(game, None)
        assert event_views(game) == event_views(game, None)


class TestLastMove:
    def test_there_is_none_before_the_first(self) -> None:
        assert view(Game(WITHOUT_CHANCE))["last"] is None
        assert view(new_game(WITH_RACKS, seed=1))["last"] is None

    def test_it_names_seat_text_and_cells(self) -> None:
        game = Game(WITHOUT_CHANCE)
        game.play("OX b1 a1")
        assert view(game, 1)["last"] == {"seat": 0, "move": "XO a1 b1", "cells": ["a1", "b1"]}

    def test_draws_come_between(self) -> None:
        game = replayed(record(WITH_RACKS, 2, WITH_RACKS_SWAP_OFFERED + "0: keep; 0< draw RB"))
        assert view(game)["last"] == {"seat": 0, "move": "GG g8 g9", "cells": ["g8", "g9"]}

    def test_a_choice_leaves_the_placement_marked(self) -> None:
        game = replayed(record(WITHOUT_BOARD, 2, WITHOUT_BOARD_PLACED + "0: take Gf"))
        assert view(game)["last"] == {"seat": 0, "move": "take Gf", "cells": ["1,0"]}

    def test_where_all_act_at_once_it_is_the_last_that_all_have_made(self) -> None:
        """Seat 1 knows its own placement at once, the others only when seat 0 has placed."""
        game = replayed(record(AT_ONCE, 2, AT_ONCE_STARTED + "1: VY a1 b1"))
        own = {"seat": 1, "move": "VY a1 b1", "cells": ["a1", "b1"]}
        assert [view(game, viewer)["last"] for viewer in (0, 1, None)] == [None, own, None]
        game.play("OB c1 c2", 0)
        last = {"seat": 0, "move": "OB c1 c2", "cells": ["c1", "c2"]}
        assert [view(game, viewer)["last"] for viewer in (0, 1, None)] == [last] * 3


class TestSwapped:
    """AX-13, GE-12: everybody sees the rack that was swapped, until the next placement."""

    FIVE = "; ".join(["0< draw RB"] * 5) + ";"

    def test_all_see_it_from_the_swap_to_the_next_placement(self) -> None:
        shown = {"seat": 0, "tiles": ["GG", "GG", "GG", "GG"]}
        for more, seen in (
            ("", None),
            ("0: swap;", shown),
            ("0: swap; 0< draw RB;", shown),
            ("0: swap;" + self.FIVE, shown),
            ("0: swap;" + self.FIVE + "1: OO g4 g5;", None),
        ):
            game = replayed(record(WITH_RACKS, 2, WITH_RACKS_SWAP_OFFERED + more))
            assert [view(game, viewer)["swapped"] for viewer in viewers(game)] == [seen] * len(
                viewers(game)
            )

    def test_a_terminal_shows_it_too(self) -> None:
        game = replayed(record(WITH_RACKS, 2, WITH_RACKS_SWAP_OFFERED + "0: swap;" + self.FIVE))
        game.seats = [{"name": "Ania"}, {"name": "Kasia"}]
        english, polish = (board_text(view(game, 1), language) for language in ("en", "pl"))
        assert "  shown for the swap by Ania: GG GG GG GG" in english.split("\n")
        assert "  pokazane przed wymianą, Ania: GG GG GG GG" in polish.split("\n")

    def test_who_kept_the_tiles_has_shown_nothing(self) -> None:
        game = replayed(record(WITH_RACKS, 2, WITH_RACKS_SWAP_OFFERED + "0: keep; 0< draw RB"))
        assert view(game, 1)["swapped"] is None

    def test_a_game_taken_up_from_a_view_still_shows_it(self) -> None:
        game = replayed(record(WITH_RACKS, 2, WITH_RACKS_SWAP_OFFERED + "0: swap;" + self.FIVE))
        seen = view(game, 1)
        again = game_from_view(seen)
        assert view(again, 1)["swapped"] == seen["swapped"]
        again.play("OO g4 g5", 1)
        assert view(again, 1)["swapped"] is None

    def test_where_nothing_is_swapped_nothing_is_said_of_it(self) -> None:
        assert "swapped" not in view(new_game(WITHOUT_BOARD, seed=1))


def counted(game: Game, viewer: Viewer) -> dict[str, Any] | None:
    """Return what the last move that a viewer knows has counted, as the view says."""
    found: dict[str, Any] | None = with_counted(game, viewer, view(game, viewer))["last"].get(
        "counted"
    )
    return found


class TestWhatTheLastMoveCounted:
    def test_everybody_sees_what_a_placement_counted(self) -> None:
        game = replayed(record(WITHOUT_CHANCE, 2, WITHOUT_CHANCE_WON))
        for viewer in viewers(game):
            told = counted(game, viewer)
            assert told is not None
            assert (told["winner"], told["ends"]) == (1, "both five")
            assert [(line["of"], line["cells"]) for line in told["lines"]] == [
                ("X", ("a1", "b1", "c1", "d1", "e1")),
                ("O", ("a2", "b2", "c2", "d2", "e2")),
            ]

    def test_it_is_what_was_explained_before(self) -> None:
        script = WITH_RACKS_SWAP_OFFERED
        game = replayed(record(WITH_RACKS, 2, script))
        for viewer in viewers(game):
            assert counted(game, viewer) == asdict(game.explain_event(len(game.events) - 1))

    def test_a_move_that_lays_nothing_counts_nothing(self) -> None:
        game = replayed(record(WITHOUT_BOARD, 2, WITHOUT_BOARD_PLACED))
        assert counted(game, 1) is not None
        game.play(game.legal_moves()[0])
        assert counted(game, 1) is None

    def test_nothing_is_said_of_placements_at_once_nor_before_the_first(self) -> None:
        game = replayed(record(AT_ONCE, 2, AT_ONCE_STARTED + "1: VY a1 b1"))
        assert counted(game, 1) is None
        assert with_counted(game, 0, view(game, 0)) == view(game, 0)


class TestEventViews:
    def test_a_swap_shows_what_was_laid_open(self) -> None:
        game = replayed(record(WITH_RACKS, 2, WITH_RACKS_SWAP_OFFERED + "0: swap; 0< draw RB"))
        for viewer in viewers(game):
            assert event_views(game, viewer)[11] == {
                "seat": 0,
                "move": "swap",
                "shown": ["GG", "GG", "GG", "GG"],
            }

    def test_draws_of_others_are_only_words(self) -> None:
        game = replayed(record(WITH_RACKS, 2, WITH_RACKS_SWAP_OFFERED))
        assert event_views(game, 0)[0] == {"chance": "draw GG", "seat": 0}
        assert event_views(game, 1)[0] == {"chance": "draw", "seat": 0}
        assert event_views(game, None)[9] == {"chance": "draw", "seat": 1}

    def test_placements_at_once_wait_for_all(self) -> None:
        game = replayed(record(AT_ONCE, 2, AT_ONCE_STARTED + "1: VY a1 b1"))
        assert event_views(game, 0)[-1] == {"seat": 1, "move": None}
        assert event_views(game, 1)[-1] == {"seat": 1, "move": "VY a1 b1"}
        game.play("OB c1 c2", 0)
        assert event_views(game, 0)[-2] == {"seat": 1, "move": "VY a1 b1"}

    def test_asking_changes_nothing(self) -> None:
        game = replayed(record(WITH_RACKS, 2, WITH_RACKS_SWAP_OFFERED + "0: swap; 0< draw RB"))
        before = game.position
        event_views(game, 0)
        assert game.position == before
        assert len(game.events) == 13
