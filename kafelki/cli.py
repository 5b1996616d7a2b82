"""The command `kafelki`: simulate, replay, verify, show and play from a terminal."""

from __future__ import annotations

import json
import locale
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from io import TextIOWrapper
from itertools import product
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kafelki.arena.command import EPILOG as ARENA_EPILOG
from kafelki.arena.command import VARIANT, arena_command
from kafelki.play.refusal import Refusal
from kafelki.rules.help import help_text
from kafelki.rules.registry import GAMES, UnknownGame, all_seatings, rules_of
from kafelki.rules.texts import Text
from kafelki.server.admin import admin
from kafelki.server.command import LOADTEST_EPILOG, SERVE_EPILOG, loadtest, serve
from kafelki.server.moderating import moderation_commands

if TYPE_CHECKING:
    from kafelki.rules.contract import Seating

UNSOUND, MISUSED = 1, 2
"""Exit codes: a record or a game says no; the command was not used as it should be."""

AGES = Text("ages", "wiek:")
WHICH_GAME = Text("Which game? ", "Która gra? ")

COMPILE_FROM = 1000  # games; below that, compiling would take longer than playing

app = typer.Typer(
    name="kafelki",
    help="Five tile-laying board games by their printed rules.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(GAMES)}.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A record, or many as JSON lines.")]
Files = Annotated[
    list[Path],
    typer.Argument(metavar="FILE...", help="Records: one a file, or many as JSON lines."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Verbose = Annotated[
    bool, typer.Option("--verbose", help="Show what programs print on their standard error.")
]
Language = Annotated[
    str | None, typer.Option("--lang", metavar="LANG", help="en or pl; by default your locale's.")
]


def main() -> None:
    """Run the command and turn a user's mistake into one sentence and an exit code."""
    for stream in sys.stdout, sys.stderr:
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows few characters shows "?"
    try:
        app()
    except BrokenPipeError:
        # The reader went away: not our mistake, nor one to talk about.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNSOUND)
    except UnknownGame as unknown:
        _fail(str(unknown), MISUSED)
    except Refusal as refusal:
        _fail(str(refusal), UNSOUND)
    except OSError as wrong:
        name = f"{wrong.filename}: " if wrong.filename else ""
        _fail(f"{name}{wrong.strerror or wrong}", MISUSED)
    except UnicodeEncodeError:
        _fail("an argument is not UTF-8 text", MISUSED)
    except KeyboardInterrupt:
        _fail("stopped", 130)


def _fail(message: str, code: int) -> None:
    print(f"kafelki: {message}", file=sys.stderr)
    sys.exit(code)


def _misuse(message: str) -> typer.Exit:
    print(f"kafelki: {message}", file=sys.stderr)
    return typer.Exit(MISUSED)


@contextmanager
def _asked_for() -> Iterator[None]:
    """Turn the refusal of something that the command was asked for into its misuse."""
    try:
        yield
    except Refusal as refusal:
        raise _misuse(refusal.text.en) from None


@contextmanager
def _found_in(place: object) -> Iterator[None]:
    """Say of a refusal where it was found."""
    try:
        yield
    except Refusal as refusal:
        _fail(f"{place}: {refusal}", UNSOUND)


# Descriptions


@app.command(epilog="Example: kafelki games --json")
def games(as_json: Json = False, lang: Language = None) -> None:
    """List the games, for how many players, and their options."""
    language = _language(lang)
    described = [_description(game, language) for game in GAMES]
    if as_json:
        print(json.dumps(described, ensure_ascii=False, indent=2))
        return
    for game in described:
        counts = ", ".join(
            f"{seating['players']}"
            + ("" if seating["variant"] == "standard" else f" ({seating['variant']})")
            for seating in game["seatings"]
        )
        print(f"{game['id']:8} {game['name']}, {game['author'] or '–'}")
        print(f"         {game['summary']}")
        least, most = game["ages"]["least"], game["ages"]["most"]
        ages = f"{least}+" if most is None else f"{least}–{most}"
        print(f"         {counts}; {game['minutes']} min; {AGES.in_language(language)} {ages}")
        for option in game["options"]:
            values = ", ".join(str(value) for value in option["values"])
            print(f"         {option['name']}: {option['text']} ({values})")


def _description(game: str, language: str) -> dict[str, Any]:
    rules = rules_of(game)
    return {
        "id": rules.id,
        "name": rules.name.in_language(language),
        "author": rules.author,
        "summary": rules.summary.in_language(language),
        "minutes": rules.minutes,
        "ages": asdict(rules.ages),
        "rules": rules.version,
        "seatings": [
            {"players": seating.players, "variant": seating.variant, "teams": seating.teams}
            for seating in rules.seatings
        ],
        "options": [
            {
                "name": option.name,
                "text": option.text.in_language(language),
                "values": list(option.values),
                "variants": list(option.variants),
            }
            for option in rules.options
        ],
        "components": [
            {
                "count": component.count,
                "text": component.text.in_language(language),
                "source": component.source,
                "rule": component.rule,
            }
            for component in rules.components
        ],
    }


@app.command(epilog=f"Example: kafelki rules {GAMES[0]} --lang pl")
def rules(game: GameName, lang: Language = None) -> None:
    """Explain a game's rules, in our own words."""
    language = _language(lang)
    print(help_text(game, language).rstrip())


def _language(given: str | None) -> str:
    if given is None:
        spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG")
        return "pl" if (spoken or locale.getlocale()[0] or "").lower().startswith("pl") else "en"
    if given not in ("en", "pl"):
        raise _misuse(f"there is no language {given!r}: en or pl")
    return given


# Games by bots


@app.command(
    epilog=f"Example: kafelki simulate {GAMES[0]} --players 4 --games 10 --seed 1 --out games.jsonl"
)
def simulate(
    game: GameName,
    players: Annotated[int, typer.Option(help="How many play.")] = 2,
    variant: Annotated[str, typer.Option(help=VARIANT)] = "standard",
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")
    ] = None,
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
    from kafelki.play.header import Header
    from kafelki.play.record import dump, record_of, write_whole

    rules_of(game)
    if verbose:
        _show_what_programs_say()
    with _asked_for():
        header = Header(game, players, variant, _options(game, option or []))
        if games >= COMPILE_FROM:
            _compile([game])
        chosen = token_hex(16) if seed is None else seed
        played = play(header, bot or ["random"], games, chosen, _report_fault)
        lines = (dump(record_of(each)) for each in played)
        if out is None:
            for line in lines:
                print(line)
            return
        with _progress("playing", games) as advance:
            written = []
            for line in lines:
                written.append(f"{line}\n")
                advance("")
    write_whole(out, "".join(written))


def _show_what_programs_say() -> None:
    from kafelki.bots.child_process import show_what_programs_say

    show_what_programs_say()


def _report_fault(fault: object) -> None:
    print(f"kafelki: a bot failed, another move was played for it: {fault}", file=sys.stderr)


def _options(game: str, given: list[str]) -> dict[str, Any]:
    known = {option.name: option for option in rules_of(game).options}
    options: dict[str, Any] = {}
    for each in given:
        name, equals, text = each.partition("=")
        if not equals:
            raise _misuse(f"an option is NAME=VALUE, not {each!r}")
        values = known[name].values if name in known else ()
        options[name] = next((v for v in values if json.dumps(v).strip('"') == text), text)
    return options


# Records


@app.command(
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

    checks = FileChecks(traced if trace else replayed, _progress, as_json, quiet=trace)
    raise typer.Exit(checks.run(file))


@app.command(epilog="Examples: kafelki verify games.jsonl; kafelki verify *.jsonl.gz")
def verify(file: Files, as_json: Json = False) -> None:
    """Replay records, and check the seed against the commitment and every chance outcome.

    A record that was written before its seed was out is checked as far as it goes.
    """
    from kafelki.terminal.checking import FileChecks, verified

    raise typer.Exit(FileChecks(verified, _progress, as_json).run(file))


@app.command(epilog="Example: kafelki show game.kafelki.json --at 40 --svg position.svg")
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

    with _found_in(file):
        texts = read_texts(file)
    if record > len(texts):
        raise _misuse(f"there is no record {record}: the file has {len(texts)}")
    with _found_in(f"{file}: record {record}"):
        game = parse_record(parse_text(texts[record - 1])).replay()
    if viewer is not None and not 0 <= viewer < game.header.players:
        raise _misuse(f"there is no seat {viewer}: seats are 0 to {game.header.players - 1}")
    with _asked_for():
        game.go_to(len(game.events) if at is None else at)
    seen = view(game, EVERYTHING if viewer is None else viewer)
    if svg is None:
        print(board_text(seen, _language(lang)))
    else:
        write_whole(svg, draw(seen, _language(lang)))


# Playing


@app.command(epilog=f"Example: kafelki play {GAMES[0]} --lang pl")
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Asked for if absent.")
    ] = None,
    players: Annotated[int | None, typer.Option(help="How many play, bots included.")] = None,
    variant: Annotated[str, typer.Option(help=VARIANT)] = "standard",
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")
    ] = None,
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
    from kafelki.play.chance import new_seed
    from kafelki.play.header import Header
    from kafelki.terminal.seating import seated_game
    from kafelki.terminal.typed_game import TypedGame

    if verbose:
        _show_what_programs_say()
    language = _language(lang)
    game = game or _ask_for_game(language)
    if game is None:
        return
    seatings = [seating for seating in rules_of(game).seatings if seating.variant == variant]
    if players is None:
        counts = [seating.players for seating in seatings] or [2]
        players = 2 if 2 in counts else counts[0]
    seats = [{"name": "You" if language == "en" else "Ty"}]
    seats += [{"name": f"{bot} {seat}", "bot": bot} for seat in range(1, players)]
    with _asked_for():
        header = Header(game, players, variant, _options(game, option or []))
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


# Speed


@app.command(
    epilog=f"Examples: kafelki bench; kafelki bench {GAMES[0]} --seconds 5; kafelki bench --bots"
)
def bench(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="By default all games.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="For each figure.")] = 1.0,
    bots: Annotated[
        bool, typer.Option("--bots", help="Measure how fast the bots search instead.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Measure how fast random games run on one core, driven in three ways; or how bots search."""
    chosen = [rules_of(each).id for each in game or GAMES]
    _compile(chosen, bots=bots)
    tables = [(each, seating) for each, seating in all_seatings() if each in chosen]
    if bots:
        _bench_bots(tables, seconds, as_json)
    else:
        _bench_rules(tables, seconds, as_json)


def _bench_rules(tables: list[tuple[str, Seating]], seconds: float, as_json: bool) -> None:
    from kafelki.arena.benchmark import WAYS, measure

    if not as_json:
        for letter, way in zip("abc", WAYS.values(), strict=True):
            print(f"({letter}) {way}")
        print(f"{'game':16}{'way':>5}{'moves/s':>12}{'games/s':>10}{'length':>8}{'branching':>11}")
    for (game, seating), (letter, way) in product(tables, zip("abc", WAYS, strict=True)):
        speed = measure(game, seating, way, seconds)
        if as_json:
            print(json.dumps(speed.as_json()), flush=True)
            continue
        branching = "" if speed.branching is None else f"{speed.branching:.1f}"
        print(
            f"{_table_name(game, seating):16}{f'({letter})':>5}{speed.moves_per_second:12,.0f}"
            f"{speed.games_per_second:10,.0f}{speed.mean_length:8.1f}{branching:>11}",
            flush=True,
        )


def _bench_bots(tables: list[tuple[str, Seating]], seconds: float, as_json: bool) -> None:
    from kafelki.arena.bot_benchmark import has_search, measure_search

    if not as_json:
        head = f"{'game':16}{'bot':>8}{'budget':>10}{'moves':>7}{'ms a move':>11}"
        print(f"{head}{'nodes a move':>14}{'nodes/s':>12}")
    for game, seating in [table for table in tables if has_search(table[0])]:
        speed = measure_search(game, seating, seconds)
        if as_json:
            print(json.dumps(speed.as_json()), flush=True)
            continue
        print(
            f"{_table_name(game, seating):16}{speed.bot:>8}{f'{speed.budget:g} s':>10}"
            f"{speed.moves:7}{1000 * speed.seconds / speed.moves:11.1f}"
            f"{speed.nodes_a_move:14,.0f}{speed.nodes_per_second:12,.0f}",
            flush=True,
        )


def _table_name(game: str, seating: Seating) -> str:
    return f"{game} {seating.players}" + (" pairs" if seating.variant == "pairs" else "")


@app.command(name="compile", epilog="Example: kafelki compile")
def compile_all(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="By default all games.")
    ] = None,
) -> None:
    """Compile the rules and the bots ahead of time, so that nothing waits for it later."""
    _compile([rules_of(each).id for each in game or GAMES], bots=True)


def _compile(games: list[str], bots: bool = False) -> None:
    from kafelki.bots.preparing import prepare
    from kafelki.bots.registry import bots_of
    from kafelki.rules.engine import FUNCTIONS, load_compiled

    players = sum(len(bots_of(game)) for game in games) if bots else 0
    with _progress("compiling", len(games) * FUNCTIONS + players) as advance:
        load_compiled(games, advance)
        for game in games if bots else []:
            prepare(game, advance)


@contextmanager
def _progress(what: str, total: int) -> Iterator[Callable[[str], None]]:
    """Show a bar on standard error, if that is a terminal and it takes over a second."""
    if not sys.stderr.isatty():
        yield lambda item: None
        return
    from kafelki.terminal.progress import progress

    with progress(what, total) as advance:
        yield advance


app.command(name="arena", epilog=ARENA_EPILOG)(arena_command(_progress))
app.command(epilog=SERVE_EPILOG)(serve)
app.command(epilog=LOADTEST_EPILOG)(loadtest)
admin.add_typer(moderation_commands)
app.add_typer(admin)
