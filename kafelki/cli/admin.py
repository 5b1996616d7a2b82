"""`kafelki admin`: back-up, restore, migrate, figures, the archive, bad tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kafelki.cli.ending import say, stop
from kafelki.cli.parameters import DatabaseUrl, DataFolder
from kafelki.cli.serving import settings_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

commands = typer.Typer(
    name="admin",
    help="Look after a server's database.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def database(database_url: str | None, data: Path | None) -> str:
    """Return the URL of the database that a command is about."""
    return settings_of(database_url=database_url, data_folder=data).database


@contextmanager
def _trouble_told() -> Iterator[None]:
    """Let a database that is not there, or not as it should be, be told in one line."""
    from sqlalchemy.exc import SQLAlchemyError

    from kafelki.server.storage.backup import BackupTrouble

    try:
        yield
    except (BackupTrouble, SQLAlchemyError) as wrong:
        stop(str(wrong).splitlines()[0])


@contextmanager
def connected(
    database_url: str | None, data: Path | None, writes: bool = False
) -> Iterator[Connection]:
    """Give a connection to a database of ours; fail where there is none."""
    from alembic.migration import MigrationContext

    from kafelki.server.storage.database import connect

    with _trouble_told():
        engine = connect(database(database_url, data)).execution_options(writes=writes)
        try:
            with engine.connect() as connection:
                if MigrationContext.configure(connection).get_current_revision() is None:
                    stop("there is no Kafelki database at that address")
                connection.rollback()
                yield connection
        finally:
            engine.dispose()


@commands.command(epilog="Example: kafelki admin backup kafelki-backup.gz --data ./data")
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it.")],
    database_url: DatabaseUrl = None,
    data: DataFolder = None,
) -> None:
    """Write a back-up of one moment; servers may go on running."""
    from kafelki.server.storage.backup import back_up

    with _trouble_told():
        rows = back_up(database(database_url, data), file)
    print(f"{file}: {rows} rows")


@commands.command(epilog="Example: kafelki admin restore kafelki-backup.gz --data ./new-data")
def restore(
    file: Annotated[Path, typer.Argument(help="A back-up.", exists=True, dir_okay=False)],
    database_url: DatabaseUrl = None,
    data: DataFolder = None,
) -> None:
    """Fill an empty database from a back-up, of SQLite or of PostgreSQL."""
    from kafelki.server.storage.backup import restore as fill

    with _trouble_told():
        rows = fill(database(database_url, data), file)
    print(f"{rows} rows restored")


@commands.command(epilog="Example: kafelki admin migrate --database-url postgresql+psycopg://…")
def migrate(database_url: DatabaseUrl = None, data: DataFolder = None) -> None:
    """Bring the database's tables to this version (a server does so when it starts)."""
    from kafelki.server.storage.database import migrate as upgrade

    with _trouble_told():
        upgrade(database(database_url, data))
    print("the database is up to date")


@commands.command(epilog="Example: kafelki admin stats --data ./data")
def stats(database_url: DatabaseUrl = None, data: DataFolder = None) -> None:
    """Print how much there is of everything, as JSON."""
    from kafelki.server.storage.results import counts

    with connected(database_url, data) as connection:
        print(json.dumps(counts(connection), indent=2))


@commands.command(epilog="Example: kafelki admin ratings --data ./data")
def ratings(database_url: DatabaseUrl = None, data: DataFolder = None) -> None:
    """Compute all ratings again from the logs of the games; servers may go on running."""
    from kafelki.server.storage.rating_again import rate_again

    with connected(database_url, data) as connection:
        done = rate_again(connection.engine)
    print(f"{done.games} games rated, {done.people} people, {done.changed} rows mended")
    for table in done.unreadable:
        say(f"the game at {table} cannot be replayed; it counts as it did")


@commands.command(epilog="Example: kafelki admin lessons --data ./data")
def lessons(database_url: DatabaseUrl = None, data: DataFolder = None) -> None:
    """Learn again from all reviews that are kept; servers may go on running."""
    from kafelki.server.lessons import learn_again

    settings = settings_of(database_url=database_url, data_folder=data)
    with connected(database_url, data) as connection:
        done = learn_again(connection.engine, settings)
    print(f"games: {done.games}")
    for table in done.unreadable:
        say(f"the game at {table} cannot be replayed; what it taught stays")


@commands.command(epilog="Example: kafelki admin archive --day 2026-11-14 --data ./data")
def archive(
    day: Annotated[str, typer.Option(help="The day (UTC), as in 2026-11-14.")],
    database_url: DatabaseUrl = None,
    data: DataFolder = None,
) -> None:
    """Write the public archive of a day now (a server does so every night)."""
    from kafelki.server.archive import write_day

    settings = settings_of(database_url=database_url, data_folder=data)
    with connected(database_url, data) as connection:
        try:
            print(write_day(connection, settings.data_folder, day))
        except ValueError:
            stop(f"{day} is not a day such as 2026-11-14")


@commands.command(
    epilog="Example: kafelki admin unreadable --export bad-tables.jsonl --data ./data"
)
def unreadable(
    export: Annotated[
        Path | None, typer.Option(help="Write all rows of these tables there, with their seeds.")
    ] = None,
    database_url: DatabaseUrl = None,
    data: DataFolder = None,
) -> None:
    """List the tables that cannot be read, one a line as JSON; export them for repair."""
    from kafelki.server.private import open_private
    from kafelki.server.storage import unreadable as rows
    from kafelki.server.storage.backup import line_of

    with connected(database_url, data) as connection:
        found = rows.marked(connection)
        for row in found:
            print(json.dumps(dict(row._mapping), ensure_ascii=False))
        if export is None:
            return
        with open_private(export) as file:
            for row in found:
                parts = rows.rows_of(connection, row.table_id)
                file.writelines(line_of(*each).encode() for each in parts)


@commands.command(epilog="Example: kafelki admin check --data ./data")
def check(database_url: DatabaseUrl = None, data: DataFolder = None) -> None:
    """Read every table's log: mark those that cannot be read, unmark those that can again."""
    from kafelki.server.storage import unreadable as rows

    with connected(database_url, data) as connection:
        read = rows.read_all(connection)
    with connected(database_url, data, writes=True) as connection:
        rows.note_all(connection, read)
        connection.commit()
    bad = sum(found is not None for found in read.values())
    print(f"{len(read)} tables, {bad} of them cannot be read")


@commands.command(
    name="puzzle-games", epilog="Example: kafelki admin puzzle-games given.jsonl --data ./data"
)
def puzzle_games(
    file: Annotated[Path, typer.Argument(help="Where to write them, a record a line.")],
    database_url: DatabaseUrl = None,
    data: DataFolder = None,
) -> None:
    """Write the finished games of which all who played agree that they become puzzles.

    Nobody's name is in them, nor what would find the table. `kafelki puzzles make --from` reads
    them.
    """
    from kafelki.play.record import dump, write_whole
    from kafelki.server.storage.puzzles import given_records

    with connected(database_url, data) as connection:
        records = [dump(record) + "\n" for record in given_records(connection)]
    write_whole(file, records)
    print(f"{file}: {len(records)} games")
