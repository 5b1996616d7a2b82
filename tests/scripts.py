"""Games written down in short, as tests tell them."""

from __future__ import annotations

from typing import Any


def events_of(script: str) -> list[dict[str, Any]]:
    """Return the events of a script.

    "0: XO a1 b1" is a move of seat 0, "0< draw RB" a draw of seat 0, "< card OB" is for all.
    """
    return [_event(line.strip()) for line in script.split(";") if line.strip()]


def _event(line: str) -> dict[str, Any]:
    seat, _, text = line.partition(" ")
    if seat == "<":
        return {"chance": text}
    if seat.endswith("<"):
        return {"chance": text, "seat": int(seat[:-1])}
    return {"seat": int(seat[:-1]), "move": text}


def draws(seat: int, tiles: str) -> str:
    return "".join(f"{seat}< draw {tile};" for tile in tiles.split())
