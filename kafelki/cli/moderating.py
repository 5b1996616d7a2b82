"""The part of `kafelki admin` that is about people: reports, mute, ban, rename, close, actions."""

from __future__ import annotations

import getpass
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kafelki.cli.admin import connected
from kafelki.cli.ending import stop
from kafelki.cli.parameters import DatabaseUrl, DataFolder

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from kafelki.server.storage.moderation import Note, Sanction

commands = typer.Typer()

LONGEST = 300
MOST = 1000

PersonId = Annotated[str, typer.Argument(metavar="PERSON", help="An id, as in the reports.")]
Why = Annotated[str, typer.Option("--why", help="The reason, for the log of actions.")]
Operator = Annotated[
    str | None, typer.Option("--as", metavar="NAME", help="Who does it; by default who you are.")
]
Report = Annotated[
    int | None, typer.Option("--report", help="The number of a report that is done with by this.")
]
Days = Annotated[
    float | None, typer.Option("--days", min=0.001, help="For how long; by default for good.")
]
Most = Annotated[int, typer.Option("--most", min=1, max=100_000, help="How many at most.")]


@commands.command(epilog="Example: kafelki admin reports --data ./data")
def reports(
    all_of_them: Annotated[bool, typer.Option("--all", help="Those done with, too.")] = False,
    most: Most = MOST,
    database_url: DatabaseUrl = None,
    data: DataFolder = None,
) -> None:
    """Print what people reported, a line of JSON each: what was written, by whom, where, when."""
    from kafelki.server.storage import moderation

    with connected(database_url, data) as connection:
        _print_lines(moderation.reports(connection, all_of_them, most))


@commands.command(epilog="Example: kafelki admin actions --data ./data")
def actions(most: Most = MOST, database_url: DatabaseUrl = None, data: DataFolder = None) -> None:
    """Print what operators have done, the newest first, a line of JSON each."""
    from kafelki.server.storage import moderation

    with connected(database_url, data) as connection:
        _print_lines(moderation.actions(connection, most))


def _print_lines(rows: Any) -> None:
    for row in rows:
        print(json.dumps(row, ensure_ascii=False))


def _sanctioning(
    name: str, which: Sanction, explained: str, for_a_time: bool
) -> Callable[..., None]:
    """Add a command that mutes or bans somebody, or lets them be."""

    def command(
        person: PersonId,
        why: Why,
        days: Days = None,
        report: Report = None,
        operator: Operator = None,
        database_url: DatabaseUrl = None,
        data: DataFolder = None,
    ) -> None:
        from kafelki.server.denial import FOR_GOOD
        from kafelki.server.storage.moderation import sanction
        from kafelki.server.table.settings import DAY

        if days is not None and not for_a_time:
            stop(f"{name} is at once and for good: it takes no --days")
        with _acting(database_url, data, operator, why, report) as (connection, note):
            until = None
            if for_a_time:
                until = FOR_GOOD if days is None else int(note.time + days * DAY)
            sanction(connection, name, which, person, until, note)
        print(f"{name}: {person}")

    command.__doc__ = explained
    example = f"Example: kafelki admin {name} 2ab3cd4ef5gh --why spam --data ./data"
    return commands.command(name, epilog=example)(command)


mute = _sanctioning("mute", "muted_until", "Let somebody write nothing, nor change the name.", True)
unmute = _sanctioning("unmute", "muted_until", "Let somebody write again.", False)
ban = _sanctioning("ban", "banned_until", "Let somebody in no more.", True)
unban = _sanctioning("unban", "banned_until", "Let somebody in again.", False)


@commands.command(epilog="Example: kafelki admin rename 2ab3cd4ef5gh --why rude --data ./data")
def rename(
    person: PersonId,
    why: Why,
    name: Annotated[str | None, typer.Option(help="By default one that is made up.")] = None,
    report: Report = None,
    operator: Operator = None,
    database_url: DatabaseUrl = None,
    data: DataFolder = None,
) -> None:
    """Give somebody another name."""
    from kafelki.server.denial import Denial
    from kafelki.server.names import checked_name, made_up_name, skeleton
    from kafelki.server.storage import moderation

    try:
        new = checked_name(name or made_up_name())
    except Denial as denial:
        stop(denial.text.en)
    with _acting(database_url, data, operator, why, report) as (connection, note):
        looks = skeleton(new) if moderation.is_member(connection, person) else None
        moderation.rename(connection, person, new, looks, note)
    print(f"{person}: {new}")


@commands.command(epilog="Example: kafelki admin close 2ab3cd4ef5 --why abuse --data ./data")
def close(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table.")],
    why: Why,
    report: Report = None,
    operator: Operator = None,
    database_url: DatabaseUrl = None,
    data: DataFolder = None,
) -> None:
    """Close a table; a game on it ends without a result."""
    from kafelki.server.storage import moderation

    with _acting(database_url, data, operator, why, report) as (connection, note):
        moderation.close_table(connection, table, note)
    print(f"closed: {table}")


@commands.command(epilog="Example: kafelki admin resolve 17 --why nothing --data ./data")
def resolve(
    report: Annotated[int, typer.Argument(help="The number of a report.")],
    why: Why,
    operator: Operator = None,
    database_url: DatabaseUrl = None,
    data: DataFolder = None,
) -> None:
    """Let a report be done with."""
    from kafelki.server.storage import moderation

    with _acting(database_url, data, operator, why, report) as (connection, note):
        moderation.add_note(connection, "resolve", note)
    print(f"resolved: {report}")


@contextmanager
def _acting(
    database_url: str | None, data: Path | None, operator: str | None, why: str, report: int | None
) -> Iterator[tuple[Connection, Note]]:
    """Give a transaction to act in and what to note; a report that it is about is done with."""
    import time

    from sqlalchemy.exc import IntegrityError

    from kafelki.server.storage.moderation import Note, NothingThere, resolve

    who = (operator or getpass.getuser())[:100]
    note = Note(who, int(time.time() * 1000), why[:LONGEST], report)
    with connected(database_url, data, writes=True) as connection:
        try:
            with connection.begin():
                if report is not None:
                    resolve(connection, note)
                yield connection, note
        except NothingThere as nothing:
            stop(str(nothing))
        except IntegrityError:
            stop("somebody else has just changed that: please try again")
