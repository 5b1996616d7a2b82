"""Sets up AXIO and Geniusz at any point of a game, for the tests of their rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import pytest

from kafelki.games.axio import rules as axio
from kafelki.games.geniusz import rules as geniusz
from kafelki.games.weakest_colour.kernels import PLACE
from kafelki.kernels import bitset
from kafelki.kernels.language import Fields
from kafelki.kernels.randomness import RandomState, random_state
from kafelki.play.game import Game, Refusal, Result
from kafelki.rules.dominoes import domino_list
from kafelki.rules.lines import EMPTY, PYRAMID, put_colour

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
    if letter == "^":
        s.cells[cell] = PYRAMID
        for colour in range(s.gains.shape[1]):
            s.gains[cell, colour] = 0
    else:
        put_colour(s.cells, s.gains, module.BOARD.tables, cell, module.LETTERS.index(letter))
    bitset.subtract(s.free, module.BOARD.tables.pair_masks, cell)


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


STEPS = {
    "axio": ((1, 0), (0, 1), (-1, 0), (0, -1)),
    "geniusz": ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)),
}
"""From a cell to its neighbours: how far its letter and its number go."""


def walk(cell: str, step: tuple[int, int]) -> str:
    """Return the cell one step on.

    >>> walk("h9", (1, 1))
    'i10'
    """
    return f"{chr(ord(cell[0]) + step[0])}{int(cell[1:]) + step[1]}"


def recount(game: Game, move: str) -> Counter[str]:
    """Return the points of a placement by colour, before any limit, by the plain text of the rules.

    (AX-8, AX-9, GE-9) Nothing is kept from move to move: every line is walked along afresh.
    """
    tile, first, second = move.split()
    cells: dict[str, str] = game.cells
    points: Counter[str] = Counter()
    for colour, half, other in ((tile[0], first, second), (tile[1], second, first)):
        for step in STEPS[game.header.game]:
            cell = walk(half, step)
            while cell != other and cells.get(cell) == colour:
                points[colour] += 1
                cell = walk(cell, step)
    if game.header.game == "axio":
        cells = cells | {first: tile[0], second: tile[1]}
        holes = {cell for cell in seen(game)["area"] if cell not in cells}
        for hole in holes:
            around = [walk(hole, step) for step in STEPS["axio"]]
            if not holes & set(around):
                colours = [cells[cell] for cell in around if cell in cells]
                by_colour = game.header.options.get("pyramid") == "colour"
                points.update(set(colours) if by_colour else colours)
    return points


def play_recounted(game: Game, seed: int) -> None:
    """Play a game to its end by the best of a few random moves, and recount all it scores."""
    random = random_state(seed)
    kernels = game.rules.kernels
    solo_or_pairs = game.header.players == 1 or game.header.variant == "pairs"
    limit = 36 if solo_or_pairs else 18
    while not game.over:
        if game.chance_due:
            outcome = kernels.sample_outcome(game._position, random.data)
            game.play_chance(game.rules.outcome_text(outcome))
            continue
        move = _promising(game, random)
        if len(move.split()) == 1:
            game.play(move)
            continue
        (seat,) = game.to_act
        expected = []
        before, points = game.scores[seat], recount(game, move)
        for letter, marker in zip(MODULES[game.header.game].LETTERS, before, strict=True):
            end = 18 if marker < 18 else limit
            expected.append(min(marker + points[letter], end))
        gain(game, move)
        assert game.scores[seat] == expected, move


def _promising(game: Game, random: RandomState) -> str:
    """Return the best of some random legal moves by its points alone."""
    (seat,) = game.to_act
    legal = set(game.legal_moves().numbers.tolist())
    moves = []
    for _ in range(10):
        number = game.rules.kernels.sample_move(game._position, seat, random.data)
        assert number in legal
        moves.append(game.rules.move_text(number))
    placements = [move for move in moves if " " in move]
    return max(placements, key=lambda move: recount(game, move).total(), default=moves[0])


def frequencies(game: Game, draws: int, seed: int) -> Counter[str]:
    """Return how often each move or draw comes when it is sampled."""
    random = random_state(seed).data
    kernels, position = game.rules.kernels, game._position
    if game.chance_due:
        drawn = (kernels.sample_outcome(position, random) for _ in range(draws))
        return Counter(map(game.rules.outcome_text, drawn))
    (seat,) = game.to_act
    return Counter(
        game.rules.move_text(kernels.sample_move(position, seat, random)) for _ in range(draws)
    )
