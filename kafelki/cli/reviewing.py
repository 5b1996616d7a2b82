"""`kafelki review`: what a finished game teaches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from kafelki.cli.ending import MISUSED, asked_for, found_in, stop
from kafelki.cli.parameters import File, Json, Language, language_of
from kafelki.terminal.progress import progress

commands = typer.Typer()


@commands.command(
    epilog="Examples: kafelki review game.kafelki.json; kafelki review games.jsonl --record 3 "
    "--seat 0 --html report.html; kafelki review game.kafelki.json --json | jq .seats"
)
def review(
    file: File,
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="Judge only this seat's moves.")
    ] = None,
    record: Annotated[int, typer.Option(min=1, help="Which record of the file.")] = 1,
    html: Annotated[
        Path | None, typer.Option(metavar="OUT.html", help="Write a report that stands alone.")
    ] = None,
    depth: Annotated[str, typer.Option(help="quick, standard or deep.")] = "standard",
    anew: Annotated[
        bool, typer.Option("--anew", help="Work everything out again; nothing is kept.")
    ] = False,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    """Review a finished game: what every move gave away, and what luck brought.

    It can be stopped at any time: the same command goes on where it stopped.
    """
    from kafelki.play.record import parse_record, parse_text, read_texts, write_whole
    from kafelki.review.cache import default_folder
    from kafelki.review.page import page
    from kafelki.review.reviewing import review as reviewed
    from kafelki.terminal.reviewing import review_text

    with found_in(file):
        texts = read_texts(file)
    if record > len(texts):
        stop(f"there is no record {record}: the file has {len(texts)}", MISUSED)
    with found_in(f"{file}: record {record}"):
        game = parse_record(parse_text(texts[record - 1])).replay()
    with asked_for(), progress("reviewing", len(game.events)) as advance:
        cache = None if anew else default_folder()
        found = reviewed(game, seat, depth=depth, advance=advance, cache=cache)
    if html is not None:
        write_whole(html, page(found, language_of(lang)))
    if as_json:
        print(json.dumps(found.as_json(), ensure_ascii=False))
    elif html is None:
        print(review_text(found, language_of(lang)))
