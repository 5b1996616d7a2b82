"""The command `kafelki arena`: tournaments between bots, and how strong they are."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, redirect_stdout
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kafelki.play.refusal import Refusal
from kafelki.rules.registry import GAMES, rules_of

if TYPE_CHECKING:
    from kafelki.arena.executors import Executor
    from kafelki.arena.ladder import Conditions
    from kafelki.arena.schedule import Plan
    from kafelki.arena.standings import Summary
    from kafelki.bots.protocol import Budget

Progress = Callable[[str, int], AbstractContextManager[Callable[[str], None]]]
"""Shows a bar: given what is done and how many, yields what advances it by one."""

MISUSED = 2

VARIANT = "standard, or another that the game has: `kafelki games` lists them."

EPILOG = (
    f"Examples: kafelki arena {GAMES[0]} level-3 level-4 level-5 --games 200 --out cup.jsonl; "
    f"kafelki arena {GAMES[0]} greedy random --players 4; "
    f"kafelki arena {GAMES[0]} expert 'exec:./mybot --fast' --seconds 0.2; "
    f"kafelki arena {GAMES[0]} greedy py:mybots:Cautious; "
    f"kafelki arena {GAMES[0]} expert@4000 expert@1000"
)

Option = typer.Option


def arena_command(progress: Progress) -> Callable[..., None]:
    """Return the command, which shows its progress by the function given."""

    def arena(
        game: Annotated[
            str | None, typer.Argument(metavar="GAME", help=f"One of: {', '.join(GAMES)}.")
        ] = None,
        bot: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="BOT...",
                help="Bots by name (expert@4000: with so many nodes a move, expert@0.5s: seconds), "
                "your own classes: py:module:Class, or programs: 'exec:./mybot' "
                "('exec:./mybot @0.5s').",
            ),
        ] = None,
        players: Annotated[
            int | None, Option(help="How many play; by default 2, or as few as the game takes.")
        ] = None,
        variant: Annotated[str, Option(help=VARIANT)] = "standard",
        option: Annotated[
            list[str] | None, Option(metavar="NAME=VALUE", help="An option of the game.")
        ] = None,
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
            str | None,
            Option(metavar="ADDRESS", help="Play on a Ray cluster: its address, or auto."),
        ] = None,
        out: Annotated[
            Path | None,
            Option(
                metavar="FILE.jsonl",
                help="Write records as they are finished, and go on where it stopped; "
                "for --ladder, a folder.",
            ),
        ] = None,
        as_json: Annotated[
            bool, Option("--json", help="Print JSON for a program to read.")
        ] = False,
        markdown: Annotated[bool, Option("--markdown", help="Print Markdown tables.")] = False,
        interpreted: Annotated[
            bool, Option("--interpreted", help="Do not compile: quicker for a handful of games.")
        ] = False,
        verbose: Annotated[
            bool, Option("--verbose", help="Show what programs print on their standard error.")
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
        with _misuse():
            budget = _budget(seconds, nodes)
            where = _executor(jobs, ray)
            run = _Run(progress, where, compiled=not interpreted)
            if ladder:
                if bot or players or option or variant != "standard":
                    raise Refusal("--ladder chooses the bots and the players itself")
                if docs is not None:
                    _check_docs(docs)
                chosen = [rules_of(game).id] if game else list(GAMES)
                conditions = _conditions(games, search_games, seed, budget, not interpreted)
                summaries = run.ladder(chosen, conditions, out)
                _print_ladder(summaries, conditions, as_json, docs)
                return
            if search_games is not None or docs is not None:
                raise Refusal("--search-games and --docs are for --ladder")
            if game is None or not bot:
                raise Refusal("say which game, and at least one bot")
            from kafelki.arena.schedule import Plan

            header = _header(game, players, variant, option or [])
            plan = Plan(
                header, tuple(bot), games, _seed(seed, out), budget, not interpreted, verbose
            )
            summary = run.tournament(plan, out)
            _print(summary, as_json, markdown)

    return arena


@contextmanager
def _misuse() -> Iterator[None]:
    """Turn what cannot be done as asked into one sentence and an exit code."""
    try:
        yield
    except Refusal as refusal:
        print(f"kafelki: {refusal.text.en}", file=sys.stderr)
        raise typer.Exit(MISUSED) from None


class _Run:
    """Tournaments with a progress bar."""

    def __init__(self, progress: Progress, executor: Executor, compiled: bool) -> None:
        self.progress = progress
        self.executor = executor
        self.compiled = compiled

    def tournament(self, plan: Plan, out: Path | None) -> Summary:
        """Return the results of one tournament."""
        return self._all([(plan, out)])[0]

    def ladder(
        self, games: Sequence[str], conditions: Conditions, folder: Path | None
    ) -> list[Summary]:
        """Return the results of every tournament of the ladder."""
        from kafelki.arena.ladder import file_of, ladder

        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        plans = [plan for game in games for plan in ladder(game, conditions)]
        return self._all([(plan, folder and file_of(plan, folder)) for plan in plans])

    def _all(self, tournaments: Sequence[tuple[Plan, Path | None]]) -> list[Summary]:
        from kafelki.arena.standings import summarize
        from kafelki.arena.tournament import check_bots, run

        for plan, _ in tournaments:
            check_bots(plan)
        self._prepare([plan for plan, _ in tournaments])
        total = sum(len(plan.matches()) for plan, _ in tournaments)
        # Whatever bots or Ray print must not get between the lines of the report.
        with redirect_stdout(sys.stderr), self.progress("playing", total) as advance:
            return [summarize(run(plan, self.executor, out, advance)) for plan, out in tournaments]

    def _prepare(self, plans: Sequence[Plan]) -> None:
        """Compile once, here: the processes that play find it in the cache."""
        from kafelki.arena.worker import warm_up
        from kafelki.rules.engine import FUNCTIONS, load_compiled

        if not self.compiled:
            return
        games = list(dict.fromkeys(plan.header.game for plan in plans))
        tables = [plan.header for plan in plans for _ in plan.bots]
        bots = [bot for plan in plans for bot in plan.bots]
        with self.progress("compiling", len(games) * FUNCTIONS + len(bots)) as advance:
            load_compiled(games, advance)
            for bot, header in zip(bots, tables, strict=True):
                warm_up(bot, header.game, header.players, header.variant)
                advance(bot)


def _budget(seconds: float | None, nodes: int | None) -> Budget:
    from kafelki.bots.protocol import Budget

    return Budget(1.0 if seconds is None and nodes is None else seconds, nodes)


def _executor(jobs: int | None, ray: str | None) -> Executor:
    from kafelki.arena.executors import InThisProcess, LocalProcesses, cores

    if ray is not None:
        from kafelki.arena.ray_cluster import OnRay

        return OnRay(ray)
    jobs = jobs or cores()
    return InThisProcess() if jobs == 1 else LocalProcesses(jobs)


def _header(game: str, players: int | None, variant: str, option: Sequence[str]) -> Any:
    from kafelki.play.header import Header

    rules = rules_of(game)
    counts = [seating.players for seating in rules.seatings if seating.variant == variant]
    fewest = 2 if 2 in counts or not counts else min(counts)
    return Header(game, fewest if players is None else players, variant, _options(game, option))


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


def _seed(given: str | None, out: Path | None) -> str:
    """Return the seed asked for, else that of the tournament in the file, else a new one."""
    from kafelki.arena.archive import seed_in

    return given or (out and seed_in(out)) or token_hex(8)


def _print(summary: Summary, as_json: bool, markdown: bool) -> None:
    from kafelki.arena.report import report

    _warn([summary])
    if as_json:
        print(json.dumps(summary.as_json(), ensure_ascii=False))
    else:
        print(report(summary, markdown))


def _warn(summaries: Sequence[Summary]) -> None:
    """Say on standard error who failed: a file or a pipe must not be all that tells."""
    from kafelki.arena.report import forfeits

    for summary in summaries:
        for sentence in forfeits(summary):
            print(f"kafelki: warning: {sentence}", file=sys.stderr)


def _check_docs(docs: Path) -> None:
    from kafelki.arena.ladder import check_markers

    check_markers(docs)


def _conditions(
    games: int, search_games: int | None, seed: str | None, budget: Budget, compiled: bool
) -> Conditions:
    from kafelki.arena.ladder import Conditions

    return Conditions(games, seed or "1", budget, compiled, search_games)


def _print_ladder(
    summaries: Sequence[Summary], conditions: Conditions, as_json: bool, docs: Path | None
) -> None:
    from kafelki.arena.ladder import ladder_text, write_between_markers

    _warn(summaries)
    if as_json:
        for summary in summaries:
            print(json.dumps(summary.as_json(), ensure_ascii=False))
    text = ladder_text(summaries, _remark(), conditions.options)
    if docs is not None:
        write_between_markers(docs, text)
    elif not as_json:
        print(text)


def _remark() -> str:
    today = datetime.now(UTC).date()
    command = shlex.join(["kafelki", *sys.argv[1:]])
    return f"Measured on {today} with `{command}`."
