"""Without colour, all faces of a game can still be told apart."""

from __future__ import annotations

import base64
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.page.conftest import Newcomer
from tests.page.person import Person

SIDE = 64
"""Faces are compared as pictures of so many pixels a side."""
EDGES = {WITH_PAIRS: 17, WITHOUT_BOARD: 5}
"""So many pixels along the edges are left out: what lies beside a face reaches into them."""
EDGE = 10
BLOCK = 16
"""They are compared block by block, for a small sign can make the difference."""
SEEN = 40
"""The least difference in lightness, of 255, that is seen at a glance."""
LEAST = 0.1
"""The least share of a block that has to differ."""
COLOURS = {
    WITH_RACKS: "GORVB",
    WITH_PAIRS: "RGBOYV",
    AT_ONCE: "OBVY",
    WITHOUT_CHANCE: "XO",
    WITHOUT_BOARD: "YROVGB",
}

GREY = """async ([picture, side, boxes]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const drawing = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
    return boxes.map(([x, y, width, height]) => {
        drawing.drawImage(image, x, y, width, height, 0, 0, side, side);
        const { data } = drawing.getImageData(0, 0, side, side);
        return Array.from({ length: side * side }, (_, k) => Math.round(
            0.2126 * data[4 * k] + 0.7152 * data[4 * k + 1] + 0.0722 * data[4 * k + 2]));
    });
}"""
KEEP = """palette => {
    const kept = JSON.parse(localStorage['kafelki.settings']);
    localStorage['kafelki.settings'] = JSON.stringify({ ...kept, palette });
}"""
"""Has chosen other colours than the usual ones."""
OVER = ".sizes, .line, .counted, section[aria-labelledby=final]"
"""What is over faces: how large an area is, the line that won, the card of the result."""
MARKED = {AT_ONCE: 2}
"""So many halves of a colour may be marked as laid last, or printed on the board, at the most."""
SCALE = 2
HIGH = {"width": 1280, "height": 1600}


def table_with_all_faces(person: Person, game: str, random: Random) -> str:
    """Return a table where every face lies on the board, as far as can be before its end."""
    seats = [{"me": True}, {"bot": "level-1"}]
    while True:
        table = person.open_table(game, 2, seats=seats, start=True)
        while not (view := person.look(table))["over"]:
            if view["legal"]:
                # While it is one's turn, nobody else can end the round and clear the ramp.
                if game != WITHOUT_BOARD and has_all_colours(game, view["cells"]):
                    return table
                move = random.choice(view["legal"]["moves"])
                person.does(table, "move", move=move, expected=view["after"])
        if game == WITHOUT_BOARD:
            return table


def has_all_colours(game: str, cells: Any) -> bool:
    """Return whether every colour lies there, also where the last moves were not."""
    lies = [face[0] for face in (cells[0] if game == AT_ONCE else cells).values()]
    return all(lies.count(colour) > MARKED.get(game, 5) for colour in COLOURS[game])


def faces(person: Person) -> dict[str, list[str]]:
    """Return each face on the board with the cells where it lies as usual: neither printed on the
    board nor marked as laid since one's own last move.
    """
    marked = person.page.locator(".piece.last").evaluate_all(
        "pieces => pieces.map((piece) => piece.dataset.piece)"
    )
    special = {*marked, *person.view["last"]["cells"], *person.view.get("printed", ())}
    found: dict[str, list[str]] = {}
    for cell, face in person.board().items():
        if cell not in special:
            found.setdefault(face, []).append(cell)
    return found


def pictures(person: Person, cells: list[str]) -> list[NDArray[np.int64]]:
    """Return the lightness of each pixel of what lies on some cells."""
    shot = base64.b64encode(person.page.screenshot()).decode()
    boxes = [person.page.locator(f'[data-piece="{cell}"]').bounding_box() for cell in cells]
    parts = [
        [SCALE * each[side] for side in ("x", "y", "width", "height")] for each in boxes if each
    ]
    found = person.page.evaluate(GREY, [shot, SIDE, parts])
    return [np.array(each).reshape(SIDE, SIDE) for each in found]


def difference(one: NDArray[np.int64], other: NDArray[np.int64], edge: int) -> float:
    """Return the share of pixels that are seen to differ, in the block that differs most."""
    differs = (np.abs(one - other) > SEEN)[edge : SIDE - edge, edge : SIDE - edge]
    blocks = np.lib.stride_tricks.sliding_window_view(differs, (BLOCK, BLOCK))
    return float(blocks.mean(axis=(2, 3)).max())


@pytest.mark.parametrize("game", COLOURS)
def test_faces_can_be_told_apart(game: str, newcomer: Newcomer, random: Random) -> None:
    ania = newcomer("Ania", painted=True, device_scale_factor=SCALE, viewport=HIGH)
    table = table_with_all_faces(ania, game, random)
    ania.sit_at(table)
    for palette in ("vivid", "grey"):
        if palette != "vivid":
            ania.page.evaluate(KEEP, palette)
            ania.reload()
        if game == WITHOUT_BOARD:
            ania.page.get_by_role("button", name="Show the whole board").click()
        ania.page.evaluate(
            "over => { for (const each of document.querySelectorAll(over)) each.remove() }", OVER
        )
        lies = faces(ania)
        assert {face[0] for face in lies} >= set(COLOURS[game])
        edge = EDGES.get(game, EDGE)
        twice = next((cells for cells in lies.values() if len(cells) > 1), [])
        first = [cells[0] for cells in lies.values()]
        shown = pictures(ania, [*first, *twice[:2]])
        seen = dict(zip(lies, shown[: len(first)], strict=True))
        if game != WITHOUT_BOARD:  # where every tile is there once
            here, there = shown[len(first) :]
            assert difference(here, there, edge) < LEAST / 2, "the same face looks the same"
        shares = {
            f"{one} {other}": difference(seen[one], seen[other], edge)
            for one, other in combinations(seen, 2)
        }
        assert not {pair: share for pair, share in shares.items() if share < LEAST}, palette
