"""What the drawing says, in English and in natural Polish."""

from __future__ import annotations

from collections.abc import Sequence

from kafelki.rules.texts import Text

TO_MOVE = Text("to move", "ruch")
YOU = Text("you", "ty")
LAST_MOVE = Text("Last move", "Ostatni ruch")
GAME_OVER = Text("Game over", "Koniec gry")
DRAW = Text("a draw", "remis")
CHANCE = Text("Next: a draw by chance", "Teraz losowanie")
RACK_SHOWN = Text("Shown before the swap", "Pokazane przed wymianą")
BANK = Text("Bank", "Bank")
TOGETHER = Text("together", "razem")
PLAYER = Text("Player", "Gracz")

TILES = (Text("tile", "płytka"), Text("tiles", "płytki"), Text("tiles", "płytek"))

IN_BAG = Text("in the bag", "w woreczku")
IN_STACK = Text("in the stack", "w stosie")
IN_STOCK = Text("in the stock", "w zapasie")


def after_events(number: int, language: str) -> str:
    """Return how far the game has come."""
    if language == "pl":
        return f"po {number} {'zdarzeniu' if number == 1 else 'zdarzeniach'}"
    return f"after {number} {'event' if number == 1 else 'events'}"


def place(number: int, language: str, short: bool = False) -> str:
    """Return a place in the final order.

    >>> place(2, "en"), place(2, "pl"), place(2, "en", short=True)
    ('2nd place', '2. miejsce', '2nd')
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number, "th")
    said = Text(f"{number}{ending} place", f"{number}. miejsce").in_language(language)
    return said.split(" ")[0] if short else said


def moving(names: Sequence[str], language: str) -> str:
    """Return whose move it is; names stay as they are, whatever their case would be."""
    people = ", ".join(names)
    return f"Ruch: {people}" if language == "pl" else f"{people} to move"


def won(names: Sequence[str], language: str) -> str:
    """Return who has won."""
    people = ", ".join(names)
    if language == "pl":
        return f"{'wygrywa' if len(names) == 1 else 'wygrywają'}: {people}"
    return f"{people} {'wins' if len(names) == 1 else 'win'}"
