"""`kafelki puzzles`: find them in games, check them, choose those that ship, list them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kafelki.cli.ending import MISUSED, UNSOUND, asked_for, found_in, say, stop
from kafelki.cli.parameters import GameName, Language, SomeGames, language_of
from kafelki.rules.registry import GAMES, rules_of
from kafelki.terminal.progress import progress

if TYPE_CHECKING:
    from kafelki.review.puzzles import Puzzle

commands = typer.Typer(
    name="puzzles",
    help="Find puzzles in games, check them, list those that come with the games.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Worlds = Annotated[
    int, typer.Option(min=1, help="Another number: other worlds, in which moves are tried.")
]


@commands.command(
    epilog=f"Examples: kafelki puzzles make {GAMES[0]} --games 500 --out found.jsonl; "
    f"kafelki puzzles make {GAMES[0]} --from given.jsonl --out found.jsonl"
)
def make(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="How many games bots play for it.")] = 100,
    seed: Annotated[
        str | None, typer.Option(help="The same seed gives the same draws; by default a new one.")
    ] = None,
    first: Annotated[
        int, typer.Option(min=0, help="Begin with this game of the seed, to go on.")
    ] = 0,
    given: Annotated[
        list[Path] | None,
        typer.Option("--from", metavar="FILE", help="Look in these records of people instead."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.jsonl", help="Where to add them; else printed.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="How many processes look.")] = 1,
) -> None:
    """Find puzzles in games of bots, or of people who agreed.

    What is found in a game is written at once, so it can be stopped at any time; run again, it
    finds more, in other games.
    """
    from kafelki.play.header import Header
    from kafelki.review.puzzles.choosing import Distinct
    from kafelki.review.puzzles.mining import bots_games, peoples_games, searched
    from kafelki.review.puzzles.model import dump_puzzle
    from kafelki.review.puzzles.shipped import read_puzzles

    drawn = token_hex(8) if seed is None else seed
    header = Header(game, rules_of(game).usual_players())
    sources = list(
        bots_games(header, drawn, games, first)
        if given is None
        else peoples_games(record for file in given for record in _records(file, game))
    )
    distinct = Distinct()
    if out is not None and out.exists() and out.stat().st_size:
        with found_in(out):
            distinct.new(read_puzzles(out))
    found = 0
    with asked_for(), progress("looking", len(sources)) as advance:
        for puzzles in searched(sources, workers):
            new = [dump_puzzle(puzzle) for puzzle in distinct.new(puzzles)]
            _add(out, new)
            found += len(new)
            advance(f"found: {found}")
    say(f"{found} puzzles in {len(sources)} games" + (f" of the seed {drawn}" if not given else ""))


def _records(file: Path, game: str) -> Iterator[dict[str, Any]]:
    """Yield the records of a game in a file; those of other games are left out."""
    from kafelki.play.record import parse_text, read_texts

    with found_in(file):
        for text in read_texts(file):
            record = parse_text(text)
            if record["game"] == game:
                yield record


def _add(out: Path | None, lines: Sequence[str]) -> None:
    """Add lines to a file, or print them."""
    if out is None:
        print("\n".join(lines), end="\n" if lines else "", flush=True)
        return
    with out.open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)


@commands.command(epilog=f"Example: kafelki puzzles check {GAMES[0]} --worlds 2")
def check(
    game: SomeGames = None,
    file: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Puzzles in these files, not those that ship."),
    ] = None,
    worlds: Worlds = 1,
) -> None:
    """Look at puzzles again as deeply as when they were found, in new worlds or by a new proof."""
    from kafelki.review.puzzles import puzzles_of, read_puzzles
    from kafelki.review.puzzles.checking import fault_of

    named = [rules_of(each).id for each in game or GAMES]
    if file is not None:
        with found_in(", ".join(map(str, file))):
            puzzles = [puzzle for each in file for puzzle in read_puzzles(each)]
    else:
        puzzles = [puzzle for each in named for puzzle in puzzles_of(each)]
    faults: dict[str, str] = {}
    with progress("checking", len(puzzles)) as advance:
        for puzzle in puzzles:
            fault = fault_of(puzzle, worlds)
            if fault:
                faults[puzzle.id] = fault
                say(f"{puzzle.id}: {fault}")
            advance(f"wrong: {len(faults)}")
    print(_checked(puzzles, faults))
    if faults:
        stop(f"{len(faults)} of {len(puzzles)} puzzles do not hold")


def _checked(puzzles: Sequence[Puzzle], faults: dict[str, str]) -> str:
    """Return a table of how many puzzles of each game hold."""
    from kafelki.arena.report import text_table

    rows = [["game", "puzzles", "proven", "hold"]]
    for game in dict.fromkeys(puzzle.game for puzzle in puzzles):
        of_it = [puzzle for puzzle in puzzles if puzzle.game == game]
        hold = sum(puzzle.id not in faults for puzzle in of_it)
        proven = sum(puzzle.proof for puzzle in of_it)
        rows.append([game, str(len(of_it)), str(proven), str(hold)])
    return text_table(rows)


@commands.command(
    epilog=f"Example: kafelki puzzles choose {GAMES[0]} found.jsonl --most 200 "
    "--out puzzles.jsonl.gz"
)
def choose(
    game: GameName,
    file: Annotated[list[Path], typer.Argument(metavar="FILE...", help="What was found.")],
    out: Annotated[Path, typer.Option(metavar="FILE.jsonl.gz", help="Where to write them.")],
    most: Annotated[int, typer.Option(min=1, help="At most so many.")] = 200,
    worlds: Worlds = 1,
) -> None:
    """Check puzzles, and pack the best of those that hold, of every theme."""
    from kafelki.review.puzzles import read_puzzles
    from kafelki.review.puzzles.checking import fault_of
    from kafelki.review.puzzles.choosing import Distinct, chosen, write_packed

    with found_in(", ".join(map(str, file))):
        found = [puzzle for each in file for puzzle in read_puzzles(each) if puzzle.game == game]
    different = Distinct().new(found)
    hold = []
    with progress("checking", len(different)) as advance:
        for puzzle in different:
            if not fault_of(puzzle, worlds):
                hold.append(puzzle)
            advance(f"hold: {len(hold)}")
    if not hold:
        stop("none of them holds", UNSOUND)
    packed = chosen(hold, most)
    write_packed(out, packed)
    say(f"{out}: {len(packed)} puzzles, of {len(hold)} that hold, of {len(found)}")


@commands.command(name="list", epilog=f"Example: kafelki puzzles list {GAMES[0]} --lang pl")
def list_puzzles(game: SomeGames = None, lang: Language = None) -> None:
    """Count the puzzles that come with the games, by theme, with how hard they are."""
    from kafelki.arena.report import markdown_table
    from kafelki.review.puzzles import puzzles_of, themes_of

    language = language_of(lang)
    rows = [["game", "theme", "puzzles", "rating: lowest", "median", "highest"]]
    for each in game or GAMES:
        puzzles = puzzles_of(rules_of(each).id)
        groups = [("", list(puzzles))] if puzzles else []
        for theme, told in themes_of(each).items():
            of_it = [puzzle for puzzle in puzzles if puzzle.theme == theme]
            groups += [(told.name.in_language(language), of_it)] if of_it else []
        name = rules_of(each).name.in_language(language)
        rows += [[name, theme, *_counted(of_it)] for theme, of_it in groups]
    print(markdown_table(rows))


def _counted(puzzles: Sequence[Puzzle]) -> list[str]:
    """Return how many puzzles there are, and how hard."""
    ratings = sorted(puzzle.rating for puzzle in puzzles)
    told = (ratings[0], ratings[len(ratings) // 2], ratings[-1])
    return [str(len(puzzles)), *(f"{each:.0f}" for each in told)]


@commands.command(epilog="Example: kafelki puzzles show ID --lang pl")
def show(
    puzzle: Annotated[str, typer.Argument(metavar="ID", help="As the page's address has it.")],
    solution: Annotated[bool, typer.Option("--solution", help="Tell the solution, too.")] = False,
    lang: Language = None,
) -> None:
    """Show a puzzle that comes with a game as its solver sees it."""
    from kafelki.play.view import view
    from kafelki.review.puzzles import game_at, puzzles_of, themes_of
    from kafelki.terminal.board import board_text

    known = {each.id: each for game in GAMES for each in puzzles_of(game)}
    if puzzle not in known:
        stop(f"there is no puzzle {puzzle!r}", MISUSED)
    found, language = known[puzzle], language_of(lang)
    print(board_text(view(game_at(found), found.seat)))
    if not solution:
        return
    print(themes_of(found.game)[found.theme].name.in_language(language))
    for move in found.moves:
        for choice in move.choices:
            mark = "*" if choice.move in move.right else " "
            print(f"{mark} {choice.move}: {choice.value:.0%} {choice.why.in_language(language)}")
