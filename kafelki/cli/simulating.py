"""`kafelki simulate`: games that bots play, as records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_hex
from typing import Annotated

import typer

from kafelki.cli.ending import asked_for, say
from kafelki.cli.parameters import GameName, Options, Variant, Verbose, header_of
from kafelki.cli.speed import compile_games
from kafelki.rules.registry import GAMES
from kafelki.terminal.progress import progress

COMPILE_FROM = 1000  # games; below that, compiling would take longer than playing

commands = typer.Typer()


@commands.command(
    epilog=f"Example: kafelki simulate {GAMES[0]} --players 4 --games 10 --seed 1 --out games.jsonl"
)
def simulate(
    game: GameName,
    players: Annotated[int, typer.Option(help="How many play.")] = 2,
    variant: Variant = "standard",
    option: Options = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A bot for all seats, or one a seat: repeat it."),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    seed: Annotated[
        str | None, typer.Option(help="The same seed gives the same games; by default a new one.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.jsonl", help="Where to write; else printed.")
    ] = None,
    verbose: Verbose = False,
) -> None:
    """Let bots play, and write the records."""
    from kafelki.arena.simulation import simulate as play
    from kafelki.bots.child_process import show_what_programs_say
    from kafelki.play.record import dump, record_of, write_whole

    if verbose:
        show_what_programs_say()
    with asked_for():
        header = header_of(game, players, variant, option)
        if games >= COMPILE_FROM:
            compile_games([game])
        chosen = token_hex(16) if seed is None else seed
        played = play(header, bot or ["random"], games, chosen, _report_fault)
        lines = (dump(record_of(each)) for each in played)
        if out is None:
            for line in lines:
                print(line)
            return
        with progress("playing", games) as advance:
            write_whole(out, _told(lines, advance))


def _told(lines: Iterator[str], advance: Callable[[str], None]) -> Iterator[str]:
    """Yield the lines of a file as the games are played: as many as there are, few in memory."""
    for line in lines:
        yield f"{line}\n"
        advance("")


def _report_fault(fault: object) -> None:
    say(f"a bot failed, another move was played for it: {fault}")
