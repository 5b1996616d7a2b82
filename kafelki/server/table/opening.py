"""New tables: their first entry, and another game for the same people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kafelki.server.ids import new_id
from kafelki.server.table.decision import Decision
from kafelki.server.table.entries import Entry
from kafelki.server.table.seating import begin
from kafelki.server.table.secret import Secret
from kafelki.server.table.state import TableState
from kafelki.server.table.versions import FORMAT, rules_now


def opened(
    table: str,
    secret: Secret,
    now: int,
    game: str,
    **data: Any,
) -> TableState:
    """Return a new table: nothing but its first entry, which says by which versions it is."""
    versions = {"format": FORMAT, "rules": rules_now(game)}
    entry = Entry.of(0, "open", now, versions | {"game": game} | data)
    return TableState.of(table, secret, [entry])


def rematch_of(old: TableState, now: int, members: Iterable[str]) -> TableState:
    """Return a table for the same people and bots, every seat moved on by one, and started.

    Who starts was drawn once: now it goes round.
    """
    seats = [seat.as_json() for seat in old.seats]
    state = opened(
        new_id(),
        Secret.fresh(),
        now,
        game=old.header.game,
        players=old.header.players,
        variant=old.header.variant,
        options=dict(old.header.options),
        settings=old.settings.as_opened().model_dump(),
        host=old.host,
        seats=seats[-1:] + seats[:-1],
    )
    decision = Decision(state, now)
    begin(decision, set(members), first=0)
    return state
