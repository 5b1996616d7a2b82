"""`kafelki play`: a game against bots, with typed moves."""

from __future__ import annotations

from typing import Annotated

import typer

from kafelki.cli.ending import asked_for
from kafelki.cli.parameters import Language, Options, Variant, Verbose, header_of, language_of
from kafelki.rules.registry import GAMES, UnknownGame, rules_of
from kafelki.rules.texts import Text

WHICH_GAME = Text("Which game? ", "Która gra? ")
YOU = Text("You", "Ty")

commands = typer.Typer()


@commands.command(epilog=f"Example: kafelki play {GAMES[0]} --lang pl")
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Asked for if absent.")
    ] = None,
    players: Annotated[int | None, typer.Option(help="How many play, bots included.")] = None,
    variant: Variant = "standard",
    option: Options = None,
    bot: Annotated[str, typer.Option(metavar="NAME", help="Who plays against you.")] = "random",
    first: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Who starts: 0 for you, 1 for the first bot, …; by default it is drawn by lot.",
        ),
    ] = None,
    lang: Language = None,
    verbose: Verbose = False,
) -> None:
    """Play against a bot, with typed moves."""
    from kafelki.bots.child_process import show_what_programs_say
    from kafelki.play.chance import new_seed
    from kafelki.terminal.typed_game import TypedGame, seated_game

    if verbose:
        show_what_programs_say()
    language = language_of(lang)
    game = game or _ask_for_game(language)
    if game is None:
        return
    with asked_for():
        header = header_of(game, players, variant, option)
        seats = [{"name": YOU.in_language(language)}]
        seats += [{"name": f"{bot} {seat}", "bot": bot} for seat in range(1, header.players)]
        started, seat = seated_game(header, seats, new_seed(), first)
        typed = TypedGame(started, bot, language, print, input, seat)
    try:
        typed.run()
    finally:
        typed.bot.close()


def _ask_for_game(language: str) -> str | None:
    for game in GAMES:
        print(f"{game:8} {rules_of(game).summary.in_language(language)}")
    while True:
        try:
            answer = input(WHICH_GAME.in_language(language)).strip()
        except (EOFError, KeyboardInterrupt):
            return None
        if answer in GAMES:
            return answer
        try:
            rules_of(answer)
        except UnknownGame as unknown:
            print(unknown)
