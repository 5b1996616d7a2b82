"""How Bits is shown: a ramp a seat that tiles slide down, rounds, and the task cards."""

from __future__ import annotations

from typing import Any

from kafelki.games.bits.kernels import BOARD, EXACT_SIZE, SHAPE_LIST, TASKS, Task
from kafelki.rules.texts import Text
from kafelki.rules.traits import Consequence, Picture, Traits

ANY_FOUR = "##/.##"
"""Stands for every shape of four squares: the one that has no card of its own."""

CARDS = {
    "four": (Text("exactly four", "dokładnie cztery pola"), ANY_FOUR),
    "I": (Text("four in a line", "cztery w linii"), "####"),
    "O": (Text("four in a square", "cztery w kwadracie"), "##/##"),
    "L": (Text("four in an L", "cztery w kształcie L"), "#./#./##"),
    "T": (Text("four in a T", "cztery w kształcie T"), "###/.#."),
    "single": (Text("a single square", "pojedyncze pole"), "#"),
    "pair": (Text("a pair", "para pól"), "##"),
    "straight": (Text("three in a line", "trzy w linii"), "###"),
    "corner": (Text("three around a corner", "trzy w narożniku"), "#./##"),
}
"""What each task is called, and how its shape lies on its card."""

WORTH = (
    Text("ramp now worth {count} point", "rampa warta teraz {count} punkt"),
    Text("ramp now worth {count} points", "rampa warta teraz {count} punkty"),
    Text("ramp now worth {count} points", "rampa warta teraz {count} punktów"),
)
CLOSED_OFF = (
    Text("{count} square closed off", "{count} pole odcięte"),
    Text("{count} squares closed off", "{count} pola odcięte"),
    Text("{count} squares closed off", "{count} pól odciętych"),
)


def _task(number: int, task: Task) -> dict[str, Any]:
    """Return a task card with the forms of the areas that it looks for; none: any of its size."""
    text, shape = CARDS[task.name]
    return {
        "text": text._asdict(),
        "points": task.points,
        "rows": shape.split("/"),
        "forms": [_corner_cells(squares) for squares, of in SHAPE_LIST if of == number],
    }


def _corner_cells(squares: int) -> list[str]:
    return [name for cell, name in enumerate(BOARD.names) if squares >> cell & 1]


TRAITS = Traits(
    scores="rounds",
    consequences={
        "round_points": Consequence(WORTH, always=True, worth=0),
        "change": Consequence(better=Text("points of the round", "punkty rundy")),
        "fours": Consequence(worth=0),
        "holes": Consequence(
            CLOSED_OFF, worth=-1, better=Text("fewer squares closed off", "mniej odciętych pól")
        ),
    },
    slides=True,
    new_round="task",
    example="OB a1 a2",
    words={
        "prompt.chooseTile": Text("Your turn: choose a tile.", "Twoja kolej: wybierz kafelek."),
        "prompt.fall": Text(
            "Choose a column: the tile slides down.", "Wybierz kolumnę: kafelek sam zjedzie w dół."
        ),
        "prompt.secondColumn": Text(
            "Now the column of the other half; the same one stands the tile up.",
            "Teraz kolumna drugiej połówki; ta sama ustawi kafelek pionowo.",
        ),
        "prompt.resting": Text(
            "No room left on your ramp. You rest until the round is over.",
            "Na twojej rampie nie ma już miejsca. Odpoczywasz do końca rundy.",
        ),
        "rack.common": Text("The tile for everybody", "Kafelek dla wszystkich"),
        "board.of": Text("Ramp of {name}", "Rampa: {name}"),
        "boards.label": Text("Everybody’s ramps", "Rampy wszystkich"),
        "table.unseenHelp.cards": Text(
            "Building cards that were not turned over yet.",
            "Karty budowy, których jeszcze nie odkryto.",
        ),
        "history.hidden": Text("has placed a tile", "kafelek już leży"),
        "reason.three rounds": Text(
            "All three rounds have been played.", "Rozegrano wszystkie trzy rundy."
        ),
    },
    picture=Picture(
        rows=(". . . .", ". Y . .", "O Y V .", "O O V V", "B B O V"),
        tiles=((0, 4, 1, 4), (3, 3, 3, 4), (0, 2, 0, 3), (2, 2, 2, 3), (1, 1, 1, 2)),
    ),
    page={
        "exact_size": EXACT_SIZE,
        "tasks": {task.name: _task(number, task) for number, task in enumerate(TASKS)},
    },
)
