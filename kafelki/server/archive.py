"""The public archive: every night a file of the public games that ended the day before."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection

from kafelki.server.private import packed_whole, private_folder
from kafelki.server.storage import people as people_rows
from kafelki.server.storage import tables as table_rows
from kafelki.server.storage.forgetting import how_much_rewritten
from kafelki.server.storage.store import Store
from kafelki.server.table import views
from kafelki.server.table.clock import day_of
from kafelki.server.table.set_aside import SetAside
from kafelki.server.table.settings import DAY

log = logging.getLogger(__name__)

WEEK = timedelta(days=7)
ENDING = ".jsonl.gz"
DAY_NAME = re.compile(r"\d{4}-\d\d-\d\d")


def folder(data_folder: Path) -> Path:
    """Return where the files are."""
    return data_folder / "archive"


def files(data_folder: Path) -> list[str]:
    """Return the names of the files, newest first."""
    return sorted((path.name for path in folder(data_folder).glob(f"*{ENDING}")), reverse=True)


def missing_days(data_folder: Path, now: int) -> list[str]:
    """Return the days before today of which there is no file yet: a week, or since the last one."""
    today = date.fromisoformat(day_of(now))
    there = set(written_days(data_folder))
    last = date.fromisoformat(max(there)) if there else today
    first = min(today - WEEK, last + timedelta(days=1))
    days = (first + timedelta(days=k) for k in range((today - first).days))
    return [each for day in days if (each := day.isoformat()) not in there]


def written_days(data_folder: Path) -> list[str]:
    """Return the days that have a file, newest first."""
    names = (name.removesuffix(ENDING) for name in files(data_folder))
    return [name for name in names if DAY_NAME.fullmatch(name)]


async def keep_day(store: Store, data_folder: Path, day: str) -> None:
    """Write the file of a day; again when somebody's words and name were taken out meanwhile."""
    while True:
        before = await store.read(how_much_rewritten)
        await store.read(write_day, data_folder, day)
        if await store.read(how_much_rewritten) == before:
            return


def write_day(connection: Connection, data_folder: Path, day: str) -> Path:
    """Write the file of a day: complete, or not there at all."""
    begin = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    since = int(begin.timestamp() * 1000)
    target = folder(data_folder) / f"{day}{ENDING}"
    private_folder(target.parent)
    with packed_whole(target) as file:
        for table in list(table_rows.finished_public(connection, since)):
            try:
                state = table_rows.load_state(connection, table)
            except SetAside as wrong:
                log.warning("a table is not in the archive: %s", wrong.code)
                continue
            # People may have talked since: the day is that of the end.
            if state is None or not since <= (state.ended_at or 0) < since + DAY:
                continue
            names, _ = people_rows.names_and_members(connection, state.people)
            record = views.record(state, "all", names, seed_is_out=True)
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    return target
