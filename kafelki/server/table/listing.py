"""What lists show of a table: kept beside its log, so that no game is played again for a list.

What is kept has nobody's name in it: names are looked up when the list is made.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import orjson

from kafelki.server.table import views
from kafelki.server.table.seat import Seat
from kafelki.server.table.state import TableState

Sitting = tuple[str, str, bool]
"""A person's id, how they are called at their seat, and whether a member is called so."""

KNOWN_BY_LOG = ("commitment", "seed", "ended", "clock", "proposal", "places", "rematch")
"""What nobody can tell of a table whose log cannot be read."""


def kept_view(state: TableState) -> str:
    """Return what is kept of a table for lists, as JSON."""
    view = views.table_view(state, {})
    for seat in view["seats"]:
        seat |= {"name": None, "member": False}
    return orjson.dumps(view).decode()


def listed_view(
    kept: str, sitting: Mapping[int, Sitting], here: Collection[str], seed: str | None
) -> dict[str, Any]:
    """Return a table as `views.table_view` would show it; ValueError when that was not kept.

    It gets who sits there as they are called now, who is here, and the seed once it is out.
    """
    view: dict[str, Any] = orjson.loads(kept)
    for number, seat in enumerate(view["seats"]):
        if seat["person"] is not None:
            name, member = sitting[number][1:]
            seat |= {"name": name, "member": member, "here": seat["person"] in here}
    view["seed"] = seed
    return view


def unreadable_view(row: Any, sitting: Mapping[int, Sitting]) -> dict[str, Any]:
    """Return what is known of a table without its log, for those who sit there."""
    return {
        "id": row.id,
        "status": "unreadable",
        "game": row.game,
        "players": row.players,
        "variant": row.variant,
        "options": {},
        "settings": {},
        "daily": row.daily,
        "host": row.host or "",
        "seats": [
            views.seat_view(Seat(person), {person: name}, (), {person} if member else ())
            | {"here": None}
            for person, name, member in sitting.values()
        ],
        "salt": "",
        "number": row.number,
        "after": 0,
        "created": row.created,
        "hints": [],
        **dict.fromkeys(KNOWN_BY_LOG),
    }
