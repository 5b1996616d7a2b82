"""What several commands are told, and what it means."""

from __future__ import annotations

import json
import locale
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kafelki.cli.ending import MISUSED, stop
from kafelki.play.refusal import Refusal
from kafelki.rules.registry import GAMES, rules_of

if TYPE_CHECKING:
    from kafelki.play.header import Header

ONE_OF_THE_GAMES = f"One of: {', '.join(GAMES)}."

GameName = Annotated[str, typer.Argument(metavar="GAME", help=ONE_OF_THE_GAMES)]
SomeGames = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME]...", help="By default all games.")
]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A record, or many as JSON lines.")]
Files = Annotated[
    list[Path],
    typer.Argument(metavar="FILE...", help="Records: one a file, or many as JSON lines."),
]
Variant = Annotated[
    str, typer.Option(help="standard, or another that the game has: `kafelki games` lists them.")
]
Options = Annotated[
    list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Verbose = Annotated[
    bool,
    typer.Option(
        "--verbose", help="Show programs' standard error, and where in its code a class failed."
    ),
]
Language = Annotated[
    str | None, typer.Option("--lang", metavar="LANG", help="en or pl; by default your locale's.")
]
DatabaseUrl = Annotated[
    str | None,
    typer.Option("--database-url", metavar="URL", help="By default SQLite in the data folder."),
]
DataFolder = Annotated[
    Path | None, typer.Option("--data", metavar="FOLDER", help="Where data is kept.")
]


def header_of(game: str, players: int | None, variant: str, given: Sequence[str] | None) -> Header:
    """Return the game that is asked for: unless told otherwise for two, or as few as it takes."""
    from kafelki.play.header import Header

    usual = rules_of(game).usual_players(variant)
    options = _options(game, given or [])
    return Header(game, usual if players is None else players, variant, options)


def _options(game: str, given: Sequence[str]) -> dict[str, Any]:
    known = {option.name: option.values for option in rules_of(game).options}
    options: dict[str, Any] = {}
    for each in given:
        name, equals, text = each.partition("=")
        if not equals:
            raise Refusal(f"an option is NAME=VALUE, not {each!r}")
        values = known.get(name, ())
        options[name] = next((v for v in values if json.dumps(v).strip('"') == text), text)
    return options


def language_of(given: str | None) -> str:
    """Return the language that is asked for, or that of the user's locale."""
    if given is None:
        spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG")
        return "pl" if (spoken or locale.getlocale()[0] or "").lower().startswith("pl") else "en"
    if given not in ("en", "pl"):
        stop(f"there is no language {given!r}: en or pl", MISUSED)
    return given
