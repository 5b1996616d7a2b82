"""`kafelki arena`: tournaments between bots, and how strong they are."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from kafelki.cli.ending import asked_for, say
from kafelki.cli.parameters import ONE_OF_THE_GAMES, Json, Options, Variant, Verbose, header_of
from kafelki.play.refusal import Refusal
from kafelki.rules.registry import GAMES, rules_of
from kafelki.terminal.progress import progress

if TYPE_CHECKING:
    from kafelki.arena.executors import Executor
    from kafelki.arena.ladder import Conditions
    from kafelki.arena.schedule import TournamentPlan
    from kafelki.arena.standings import Summary

commands = typer.Typer()


@commands.command(
    epilog=f"Examples: kafelki arena {GAMES[0]} level-3 level-4 level-5 --games 200 "
    "--out cup.jsonl; "
    f"kafelki arena {GAMES[0]} greedy random --players 4; "
    f"kafelki arena {GAMES[0]} expert 'exec:./mybot --fast' --seconds 0.2; "
    f"kafelki arena {GAMES[0]} greedy py:mybots:Cautious; "
    f"kafelki arena {GAMES[0]} expert@4000 expert@1000"
)
def arena(
    game: Annotated[str | None, Argument(metavar="GAME", help=ONE_OF_THE_GAMES)] = None,
    bot: Annotated[
        list[str] | None,
        Argument(
            metavar="BOT...",
            help="Bots by name (expert@4000: with so many nodes a move, expert@0.5s: seconds), "
            "your own classes: py:module:Class, or programs: 'exec:./mybot' "
            "('exec:./mybot @0.5s').",
        ),
    ] = None,
    players: Annotated[
        int | None, Option(help="How many play; by default 2, or as few as the game takes.")
    ] = None,
    variant: Variant = "standard",
    option: Options = None,
    games: Annotated[
        int, Option(min=1, help="For every lineup; rounded up to whole rotations of seats.")
    ] = 100,
    search_games: Annotated[
        int | None,
        Option(min=1, help="For --ladder: games of bots that search; by default as --games."),
    ] = None,
    seconds: Annotated[
        float | None, Option(min=0.001, help="Thinking time a move; 1 unless --nodes is given.")
    ] = None,
    nodes: Annotated[
        int | None, Option(min=1, help="Nodes a move: with these alone, games can be repeated.")
    ] = None,
    seed: Annotated[
        str | None, Option(help="The same seed gives the same draws; by default a new one.")
    ] = None,
    jobs: Annotated[
        int | None, Option(min=1, help="Games at a time; by default one a core.")
    ] = None,
    ray: Annotated[
        str | None, Option(metavar="ADDRESS", help="Play on a Ray cluster: its address, or auto.")
    ] = None,
    out: Annotated[
        Path | None,
        Option(
            metavar="FILE.jsonl",
            help="Write records as they are finished, and go on where it stopped; "
            "for --ladder, a folder.",
        ),
    ] = None,
    as_json: Json = False,
    markdown: Annotated[bool, Option("--markdown", help="Print Markdown tables.")] = False,
    interpreted: Annotated[
        bool, Option("--interpreted", help="Do not compile: quicker for a handful of games.")
    ] = False,
    verbose: Verbose = False,
    luck: Annotated[
        bool,
        Option(
            "--luck",
            help="Also print the results with luck taken out: far surer for random, greedy and "
            "levels 1 to 3 where a game can play these on by the thousand, hardly for others.",
        ),
    ] = False,
    ladder: Annotated[
        bool, Option("--ladder", help="All levels of all games (or of one), step by step.")
    ] = False,
    docs: Annotated[
        Path | None,
        Option(metavar="FILE.md", help="For --ladder: put the tables between its markers."),
    ] = None,
) -> None:
    """Let bots play tournaments: same draws for all, every seat for each, on all cores."""
    from kafelki.arena.ladder import Conditions
    from kafelki.arena.report import report
    from kafelki.arena.schedule import TournamentPlan
    from kafelki.arena.tournament import seed_in
    from kafelki.bots.protocol import Budget

    with asked_for():
        budget = Budget(1.0 if seconds is None and nodes is None else seconds, nodes)
        where = _executor(jobs, ray)
        if ladder:
            if bot or players or option or luck or variant != "standard":
                raise Refusal("--ladder chooses the bots and the players itself")
            chosen = [rules_of(game).id] if game else list(GAMES)
            conditions = Conditions(games, seed or "1", budget, not interpreted, search_games)
            _climb(chosen, conditions, where, out, as_json, docs)
            return
        if search_games is not None or docs is not None:
            raise Refusal("--search-games and --docs are for --ladder")
        if game is None or not bot:
            raise Refusal("say which game, and at least one bot")
        header = header_of(game, players, variant, option)
        drawn = seed or (out and seed_in(out)) or token_hex(8)
        plan = TournamentPlan(header, tuple(bot), games, drawn, budget, not interpreted, verbose)
        if luck:
            _print_without_luck(plan, where, out, as_json, markdown)
            return
        [summary] = _played([(plan, out)], where)
        _warn([summary])
        print(_as_line(summary) if as_json else report(summary, markdown))


def _print_without_luck(
    plan: TournamentPlan, where: Executor, out: Path | None, as_json: bool, markdown: bool
) -> None:
    """Play a tournament, and print what came of it with luck and without."""
    from kafelki.arena.report import markdown_table, report, text_table
    from kafelki.arena.standings import summarize
    from kafelki.arena.tournament import run
    from kafelki.review.luck import play_match_with_luck
    from kafelki.review.without_luck import rows_of, without_luck

    _prepare([plan] if plan.compiled else [])
    with redirect_stdout(sys.stderr), progress("playing", len(plan.matches())) as advance:
        results = run(plan, where, out, advance, play_match_with_luck)
    summary, found = summarize(results), without_luck(results)
    _warn([summary])
    if as_json:
        data = {**summary.as_json(), "without_luck": [asdict(each) for each in found]}
        print(json.dumps(data, ensure_ascii=False))
        return
    table = (markdown_table if markdown else text_table)(rows_of(found))
    print(f"{report(summary, markdown)}\n\nResults with luck and without it:\n\n{table}")


def _executor(jobs: int | None, ray: str | None) -> Executor:
    from kafelki.arena.executors import cores, in_processes, in_this_process, joined, on_ray

    if ray is not None:
        return partial(on_ray, joined(ray))
    jobs = jobs or cores()
    return in_this_process if jobs == 1 else partial(in_processes, jobs)


def _played(
    tournaments: Sequence[tuple[TournamentPlan, Path | None]], where: Executor
) -> list[Summary]:
    """Return what came of tournaments, each written to its file."""
    from kafelki.arena.standings import summarize
    from kafelki.arena.tournament import check_bots, run

    for plan, _ in tournaments:
        check_bots(plan)
    _prepare([plan for plan, _ in tournaments if plan.compiled])
    total = sum(len(plan.matches()) for plan, _ in tournaments)
    # Whatever bots or Ray print must not get between the lines of the report.
    with redirect_stdout(sys.stderr), progress("playing", total) as advance:
        return [summarize(run(plan, where, out, advance)) for plan, out in tournaments]


def _prepare(plans: Sequence[TournamentPlan]) -> None:
    """Compile once, here: the processes that play find it in the cache."""
    from kafelki.arena.simulation import warm_up
    from kafelki.rules.engine import FUNCTIONS, load_compiled

    if not plans:
        return
    games = list(dict.fromkeys(plan.header.game for plan in plans))
    bots = [(bot, plan.header) for plan in plans for bot in plan.bots]
    with progress("compiling", len(games) * FUNCTIONS + len(bots)) as advance:
        load_compiled(games, advance)
        for bot, header in bots:
            warm_up(bot, header.game, header.players, header.variant)
            advance(bot)


def _as_line(summary: Summary) -> str:
    return json.dumps(summary.as_json(), ensure_ascii=False)


def _warn(summaries: Iterable[Summary]) -> None:
    """Say on standard error who failed: a file or a pipe must not be all that tells."""
    from kafelki.arena.report import forfeits

    for summary in summaries:
        for sentence in forfeits(summary):
            say(f"warning: {sentence}")


def _climb(
    games: Sequence[str],
    conditions: Conditions,
    where: Executor,
    folder: Path | None,
    as_json: bool,
    docs: Path | None,
) -> None:
    """Play every tournament of the ladder, and print its tables or put them into the docs."""
    from kafelki.arena import ladder

    if docs is not None:
        ladder.check_markers(docs)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    plans = [plan for game in games for plan in ladder.ladder(game, conditions)]
    summaries = _played([(plan, folder and ladder.file_of(plan, folder)) for plan in plans], where)
    _warn(summaries)
    if as_json:
        for summary in summaries:
            print(_as_line(summary))
    command = shlex.join(["kafelki", *sys.argv[1:]])
    remark = f"Measured on {datetime.now(UTC).date()} with `{command}`."
    text = ladder.ladder_text(summaries, remark, conditions.options)
    if docs is not None:
        ladder.write_between_markers(docs, text)
    elif not as_json:
        print(text)
