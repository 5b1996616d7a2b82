"""Back-ups: the whole database as compressed lines of JSON, of one moment, for any database.

A back-up of SQLite can be restored into PostgreSQL, and the other way round.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, LargeBinary, MetaData, Table, func, insert, select, text

from kafelki.server.private import packed_whole
from kafelki.server.storage.database import alembic_config, connect, migrate
from kafelki.server.storage.schema import metadata

FORMAT = 1
VERSION_TABLE = "alembic_version"
TOGETHER = 500  # rows in one insertion


class BackupTrouble(Exception):
    """A back-up that cannot be made or restored, and why."""


def back_up(url: str, target: Path) -> int:
    """Write a back-up, safely while servers run, and return the number of rows in it."""
    engine = connect(url)
    try:
        with engine.connect() as connection, packed_whole(target) as file:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            revision = MigrationContext.configure(connection).get_current_revision()
            if revision is None:
                raise BackupTrouble("there is no Kafelki database at that address")
            digest = hashlib.sha256()
            rows = 0
            for line in _lines(connection, revision):
                digest.update(line.encode())
                file.write(line)
                rows += 1
            file.write(json.dumps({"end": rows, "sha256": digest.hexdigest()}) + "\n")
    finally:
        engine.dispose()
    return rows - 1


def _lines(connection: Connection, revision: str) -> Iterator[str]:
    yield json.dumps({"kafelki_backup": FORMAT, "revision": revision}) + "\n"
    for table in metadata.sorted_tables:
        result = connection.execution_options(yield_per=TOGETHER).execute(select(table))
        for row in result.mappings():
            yield line_of(table.name, dict(row))


def line_of(table: str, row: dict[str, Any]) -> str:
    """Return a row of a table as a line of JSON."""
    values = {
        key: bytes(value).hex() if isinstance(value, bytes | memoryview) else value
        for key, value in row.items()
    }
    return json.dumps({"table": table, "row": values}, ensure_ascii=False) + "\n"


def restore(url: str, source: Path) -> int:
    """Fill an empty database from a back-up, all or nothing; return the number of rows."""
    revision = _checked_revision(source)
    migrate(url, revision)
    engine = connect(url).execution_options(writes=True)
    try:
        with engine.begin() as connection:
            then = MetaData()  # the tables as they were when the back-up was made
            then.reflect(connection)
            for table in then.sorted_tables:
                filled = connection.execute(select(table).limit(1)).first() is not None
                if filled and table.name != VERSION_TABLE:
                    raise BackupTrouble("the database is not empty: restore into a new one")
            rows = _insert_all(connection, source, then)
            if engine.dialect.name == "postgresql":
                _move_sequences(connection, then)
    finally:
        engine.dispose()
    migrate(url)
    return rows


def _checked_revision(source: Path) -> str:
    """Return the version of the tables in a whole back-up; BackupTrouble when it is not one."""
    digest = hashlib.sha256()
    last = ""
    try:
        for line in _read(source):
            digest.update(last.encode())
            last = line
        end = json.loads(last)
    except (OSError, EOFError, ValueError) as wrong:
        raise BackupTrouble(f"{source} is not a whole back-up: {wrong}") from None
    if not isinstance(end, dict) or end.get("sha256") != digest.hexdigest():
        raise BackupTrouble(f"{source} is not a whole back-up, or was changed")
    first = json.loads(next(_read(source)))
    if first.get("kafelki_backup") != FORMAT:
        raise BackupTrouble(f"{source} is a back-up of another format")
    revision = str(first["revision"])
    known = ScriptDirectory.from_config(alembic_config("sqlite://")).walk_revisions()
    if revision not in {each.revision for each in known}:
        raise BackupTrouble(f"{source} was made by a newer version of Kafelki than this one")
    return revision


def _read(source: Path) -> Iterator[str]:
    with gzip.open(source, "rt", encoding="utf-8") as file:
        yield from file


def _insert_all(connection: Connection, source: Path, then: MetaData) -> int:
    count = 0
    lines = (data for data in map(json.loads, _read(source)) if "table" in data)
    for name, group in groupby(lines, key=itemgetter("table")):
        table = then.tables[name]
        rows = (_typed(table, data["row"]) for data in group)
        while some := list(islice(rows, TOGETHER)):
            connection.execute(insert(table), some)
            count += len(some)
    return count


def _typed(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    return {
        key: bytes.fromhex(value)
        if isinstance(table.c[key].type, LargeBinary) and value is not None
        else value
        for key, value in row.items()
    }


def _move_sequences(connection: Connection, then: MetaData) -> None:
    """Let PostgreSQL number new rows after those that were restored."""
    for table in (each for each in metadata.sorted_tables if each.name in then.tables):
        numbered = table.autoincrement_column
        if numbered is None:
            continue
        highest = connection.scalar(select(func.max(numbered)))
        if highest is not None:
            connection.execute(
                text("SELECT setval(pg_get_serial_sequence(:table, :column), :highest)"),
                {"table": table.name, "column": numbered.name, "highest": highest},
            )
