"""Who leaves for good, and who does not come back: what tells who they were goes.

Games are given up; words and names go, also from the public archive. Sessions and guests that
nobody comes back to go by themselves, some at a time.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

from kafelki.server import archive
from kafelki.server.identity import Identity
from kafelki.server.storage import forgetting, lobby, sessions
from kafelki.server.storage import tables as table_rows
from kafelki.server.storage.people import Person
from kafelki.server.storage.store import Store
from kafelki.server.table.clock import day_of
from kafelki.server.table.commands import Close, Leave, Resign
from kafelki.server.table.settings import DAY
from kafelki.server.tables import Tables

SECONDS = 600.0
"""Seconds between two rounds."""
AT_ONCE, PORTIONS = 200, 20
"""How many go in one transaction, and how many such there are in one round."""
MOST_TABLES = 100_000
"""More than anybody has."""


async def go_round(
    store: Store, identity: Identity, now: Callable[[], int], guest_days: float
) -> None:
    """Remove the sessions that have ended unused, and guests who never played and came no more."""
    for _ in range(PORTIONS):
        if await store.write(sessions.end_unused, identity.oldest, AT_ONCE) < AT_ONCE:
            break
    if guest_days <= 0:
        return
    before = int(now() - guest_days * DAY)
    for _ in range(PORTIONS):
        chosen = await store.read(forgetting.idle_guests, before, AT_ONCE)
        if chosen:
            await store.write(forgetting.purge, chosen, before, now())
        if len(chosen) < AT_ONCE:
            break


async def delete_person(
    store: Store, tables: Tables, identity: Identity, data_folder: Path, person: Person
) -> None:
    """Remove all that tells who a person was, wherever this server keeps it."""
    await _leave_tables(store, tables, person)
    changed = await identity.delete(person)
    tables.audience.let_go(person.id)
    await tables.loaded.reread(changed)
    await tables.loaded.person_changed(person.id)
    # Another tab may have sat down until the moment when the person was gone.
    if await _leave_tables(store, tables, person):
        await store.write(forgetting.forget_results, person.id)
    ends = await store.read(forgetting.ends_of, person.id)
    for day in {day_of(end) for end in ends} & set(archive.written_days(data_folder)):
        await archive.keep_day(store, data_folder, day)


async def _leave_tables(store: Store, tables: Tables, person: Person) -> bool:
    """Give up all that a person has under way; return whether there was anything."""
    under_way = ["open", "playing"]
    found = await store.read(lobby.ids_of, person.id, under_way, MOST_TABLES)
    for table in found:
        # Ids that the person cannot have used before: those would get an old answer.
        leave = Leave(id=secrets.token_hex(8), type="leave")
        resign = Resign(id=secrets.token_hex(8), type="resign")
        for command in (leave, resign):
            await tables.command(table, person, command)
    # What is left are tables that the person opened for others: nobody else could start them.
    opened = await store.read(table_rows.hosted_by, person.id)
    for table in opened:
        await tables.command(table, person, Close(id=secrets.token_hex(8), type="close"))
    return bool(found or opened)
