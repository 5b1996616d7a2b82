"""`kafelki replay`, `verify` and `show`: what records hold, and whether it can be."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kafelki.cli.ending import MISUSED, asked_for, found_in, stop
from kafelki.cli.parameters import File, Files, Json, Language, language_of

commands = typer.Typer()


@commands.command(
    epilog="Examples: kafelki replay game.kafelki.json --trace | jq .scores; kafelki replay *.jsonl"
)
def replay(
    file: Files,
    trace: Annotated[
        bool, typer.Option("--trace", help="Print the position after every number of events.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Replay and check records: exit 0 if all are sound, 1 with the event and the rule if not."""
    from kafelki.terminal.checking import FileChecks, replayed, traced

    checks = FileChecks(traced if trace else replayed, as_json, quiet=trace)
    raise typer.Exit(checks.run(file))


@commands.command(epilog="Examples: kafelki verify games.jsonl; kafelki verify *.jsonl.gz")
def verify(file: Files, as_json: Json = False) -> None:
    """Replay records, and check the seed against the commitment and every chance outcome.

    A record that was written before its seed was out is checked as far as it goes.
    """
    from kafelki.terminal.checking import FileChecks, verified

    raise typer.Exit(FileChecks(verified, as_json).run(file))


@commands.command(epilog="Example: kafelki show game.kafelki.json --at 40 --svg position.svg")
def show(
    file: File,
    at: Annotated[
        int | None, typer.Option(metavar="N", help="After so many events; by default all.")
    ] = None,
    record: Annotated[int, typer.Option(min=1, help="Which record of the file.")] = 1,
    viewer: Annotated[
        int | None, typer.Option(metavar="SEAT", help="Only what this seat may know.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="OUT.svg", help="Draw it into a file; else as text.")
    ] = None,
    lang: Language = None,
) -> None:
    """Show any position of a record, as a drawing or as text."""
    from kafelki.drawing import draw
    from kafelki.play.record import parse_record, parse_text, read_texts, write_whole
    from kafelki.play.view import EVERYTHING, view
    from kafelki.terminal.board import board_text

    with found_in(file):
        texts = read_texts(file)
    if record > len(texts):
        stop(f"there is no record {record}: the file has {len(texts)}", MISUSED)
    with found_in(f"{file}: record {record}"):
        game = parse_record(parse_text(texts[record - 1])).replay()
    if viewer is not None and not 0 <= viewer < game.header.players:
        stop(f"there is no seat {viewer}: seats are 0 to {game.header.players - 1}", MISUSED)
    with asked_for():
        game.go_to(len(game.events) if at is None else at)
    seen = view(game, EVERYTHING if viewer is None else viewer)
    if svg is None:
        print(board_text(seen, language_of(lang)))
    else:
        write_whole(svg, draw(seen, language_of(lang)))
