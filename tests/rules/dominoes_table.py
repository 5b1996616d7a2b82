"""Sets up AXIO and Geniusz at any point of a game, for the tests of their rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import pytest

from kafelki.play.game import Game, Refusal, Result
from kafelki.rules import axio, bitset, geniusz
from kafelki.rules.dominoes import domino_list
from kafelki.rules.kernels import Fields
from kafelki.rules.lines import EMPTY, PYRAMID, put_colour
from kafelki.rules.weakest_colour import PLACE

MODULES: dict[str, ModuleType] = {"axio": axio, "geniusz": geniusz}


def fields_of(game: Game) -> Fields:
    """Return the named fields of a game's position; writing to them changes the game."""
    return MODULES[game.header.game].see(game._position)


def set_up(
    name: str,
    players: int = 2,
    variant: str = "standard",
    options: Mapping[str, Any] | None = None,
    *,
    board: Mapping[str, str] | None = None,
    rest: str = "",
    empty: str = "",
    racks: Sequence[str] = (),
    scores: Sequence[str] = (),
    bag: str | None = None,
    turn: int = 0,
    opened: bool = True,
) -> Game:
    """Return a game in its middle, with a seat to place a tile.

    `board` lists cells by their letter, ^ for a pyramid; with `rest` all others but the
    `empty` ones have that letter. `racks` has a text of tiles a seat (others hold one
    tile), `scores` one of markers a side, such as "B17 R3" (others stand at 0). The bag
    holds what is on no rack, or just the tiles of `bag`. Where not `opened`, all first
    tiles are still to come.
    """
    game = Game(name, players=players, variant=variant, options=options)
    module = MODULES[name]
    s = fields_of(game)
    for letter, cells in (board or {}).items():
        for cell in cells.split():
            _cover(module, s, module.BOARD.numbers[cell], letter)
    if rest:
        for cell, number in module.BOARD.numbers.items():
            if s.cells[number] == EMPTY and cell not in empty.split():
                _cover(module, s, number, rest)
    for side, markers in enumerate(scores):
        for marker in markers.split():
            s.scores[side, module.LETTERS.index(marker[0])] = int(marker[1:])
    tiles = domino_list(module.LETTERS)
    for seat in range(players):
        rack = racks[seat].split() if seat < len(racks) else [tiles[0]]
        for k, tile in enumerate(sorted(rack, key=tiles.index)):
            s.racks[seat, k] = tiles.index(tile) + 1
            s.bag[tiles.index(tile)] -= 1
        s.rack_sizes[seat] = len(rack)
    if bag is not None:
        for number, tile in enumerate(tiles):
            s.bag[number] = bag.split().count(tile)
    s.bag_size = sum(s.bag)
    s.opened = (1 << players) - 1 if opened else 0
    s.turn = turn
    s.due = 0
    s.phase = PLACE
    game._acting = game._kernels.acting(game._position)
    return game


def _cover(module: ModuleType, s: Fields, cell: int, letter: str) -> None:
    """Put a colour or a pyramid on an empty cell; what the position derives from it follows."""
    assert s.cells[cell] == EMPTY, module.BOARD.names[cell]
    put_colour(s.cells, s.gains, module.TABLES, cell, max(0, module.LETTERS.find(letter)))
    assert letter != PYRAMID_LETTER or not any(s.gains[cell, c] for c in range(s.gains.shape[1]))
    bitset.subtract(s.free, module.TABLES.pair_masks, cell)


PYRAMID_LETTER = "^"


def deal(game: Game, *racks: str) -> None:
    """Deal the first racks, seat by seat."""
    for rack in racks:
        draw(game, rack)


def draw(game: Game, tiles: str) -> None:
    """Draw some tiles, such as "GO RB", one after the other."""
    for tile in tiles.split():
        game.play_chance(f"draw {tile}")


def gain(game: Game, move: str) -> dict[str, int]:
    """Play a move and return the steps of the markers by colour, as `explain` foretold them."""
    (seat,) = game.to_act
    foretold = game.explain(move)
    before = game.scores[seat]
    game.play(move)
    letters = MODULES[game.header.game].LETTERS
    steps = {
        letter: after - marker
        for letter, marker, after in zip(letters, before, game.scores[seat], strict=True)
        if after != marker
    }
    assert steps == foretold.points
    assert (foretold.ends == "") == (not game.over)
    return steps


def refused(game: Game, move: str, seat: int | None = None) -> str:
    """Return the id of the rule by which a move is refused."""
    before = game.position
    with pytest.raises(Refusal) as refusal:
        game.play(move, seat=seat)
    assert game.position == before
    return refusal.value.rule


def refused_draw(game: Game, tile: str) -> str:
    """Return the id of the rule by which a draw is impossible."""
    with pytest.raises(Refusal) as refusal:
        game.play_chance(f"draw {tile}")
    return refusal.value.rule


def seen(game: Game, viewer: int = -1) -> dict[str, Any]:
    """Return what a viewer, by default a spectator, may know."""
    return game.rules.public(game._position, viewer)


def owed(game: Game) -> int:
    """Return how many extra tiles are still to be played in this turn."""
    number: int = seen(game)["owed"]
    return number


def offers_swap(game: Game) -> bool:
    """Return whether the choice to swap or to keep is due, and nothing else."""
    choice = game.legal_texts()
    assert ("swap" in choice) == (choice == ["keep", "swap"])
    return "swap" in choice


def last_tile(
    name: str, cells: str, tile: str, players: int, scores: Sequence[str], variant: str = "standard"
) -> Result:
    """Return the result after a last tile that scores nothing on a board of violet."""
    game = set_up(
        name, players, variant, rest="V", empty=cells, racks=[tile] * players, scores=scores
    )
    assert gain(game, f"{tile} {cells}") == {}
    assert game.result is not None
    return game.result
