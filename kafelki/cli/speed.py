"""`kafelki bench` and `compile`: how fast everything runs, and what makes it fast."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kafelki.cli.ending import stop
from kafelki.cli.parameters import Json, SomeGames
from kafelki.rules.engine import engine_of
from kafelki.rules.registry import GAMES, all_seatings, rules_of
from kafelki.terminal.progress import progress

if TYPE_CHECKING:
    from kafelki.rules.contract import Seating

commands = typer.Typer()


def compile_games(games: Sequence[str], bots: bool = False, loops: bool = False) -> None:
    """Let the rules of games run compiled from here on; their bots and loops, too, if asked to."""
    from kafelki.batch.preparing import LOOPS
    from kafelki.bots.registry import bots_of
    from kafelki.rules.engine import FUNCTIONS

    parts = len(games) * (FUNCTIONS + (LOOPS if loops else 0))
    players = sum(len(bots_of(game)) + 1 for game in games) if bots else 0
    with progress("compiling", parts + players) as advance:
        for game in games:
            _compile(game, bots, loops, advance)


def _compile(
    game: str,
    bots: bool = True,
    loops: bool = True,
    advance: Callable[[str], None] = lambda part: None,
) -> None:
    from kafelki.batch.preparing import prepare_loops
    from kafelki.bots.preparing import prepare
    from kafelki.review.reviewing import prepare_review
    from kafelki.rules.engine import load_compiled

    load_compiled([game], advance)
    if loops:
        prepare_loops(game, advance)
    if bots:
        prepare(game, advance)
        prepare_review(game)
        advance(f"{game} review")


def _compile_side_by_side(games: Sequence[str], processes: int) -> None:
    """Fill the cache with the machine code of games, as many at a time as there are processes."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor, as_completed

    fresh = multiprocessing.get_context("spawn")
    with (
        progress("compiling", len(games)) as advance,
        ProcessPoolExecutor(processes, fresh) as pool,
    ):
        under_way = {pool.submit(_compile, game): game for game in games}
        for done in as_completed(under_way):
            done.result()
            advance(under_way[done])


@commands.command(
    epilog=f"Examples: kafelki bench; kafelki bench {GAMES[0]} --seconds 5; kafelki bench --bots"
)
def bench(
    game: SomeGames = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="For each figure.")] = 1.0,
    bots: Annotated[
        bool, typer.Option("--bots", help="Measure how fast the bots search instead.")
    ] = False,
    batch: Annotated[
        bool, typer.Option("--batch", help="Measure many games at once instead.")
    ] = False,
    cuda: Annotated[
        bool, typer.Option("--cuda", help="Measure a graphics processor of NVIDIA's instead.")
    ] = False,
    check: Annotated[
        int, typer.Option(min=0, help="With --cuda: play so many games here, too, and compare.")
    ] = 0,
    as_json: Json = False,
) -> None:
    """Measure how fast random games run, one by one or in a batch; or how bots search."""
    chosen = [rules_of(each).id for each in game or GAMES]
    if cuda:
        _need_graphics()
    compile_games(chosen, bots)
    ready = [each for each in chosen if engine_of(each).compiled]
    seatings = [(each, seating) for each, seating in all_seatings() if each in ready]
    if bots:
        _bench_bots(seatings, seconds, as_json)
    elif batch:
        if cuda:
            _bench_batch_on_graphics(seatings, seconds, check, as_json)
        else:
            _bench_batch(seatings, seconds, as_json)
    elif cuda:
        _bench_graphics(seatings, seconds, check, as_json)
    else:
        _bench_rules(seatings, seconds, as_json)


def _bench_rules(seatings: list[tuple[str, Seating]], seconds: float, as_json: bool) -> None:
    from kafelki.arena.benchmark import WAYS, measure

    if not as_json:
        for letter, way in zip("abc", WAYS.values(), strict=True):
            print(f"({letter}) {way}")
        print(f"{'game':16}{'way':>5}{'moves/s':>12}{'games/s':>10}{'length':>8}{'branching':>11}")
    for (game, seating), (letter, way) in product(seatings, zip("abc", WAYS, strict=True)):
        speed = measure(game, seating, way, seconds)
        if as_json:
            print(json.dumps(speed.as_json()), flush=True)
            continue
        branching = "" if speed.branching is None else f"{speed.branching:.1f}"
        print(
            f"{_seating_name(game, seating):16}{f'({letter})':>5}{speed.moves_per_second:12,.0f}"
            f"{speed.games_per_second:10,.0f}{speed.mean_length:8.1f}{branching:>11}",
            flush=True,
        )


def _bench_batch(seatings: list[tuple[str, Seating]], seconds: float, as_json: bool) -> None:
    from kafelki.arena.executors import cores
    from kafelki.batch.benchmark import measure_batch

    if not as_json:
        print(WHAT_A_STEP_IS)
        print(f"{'game':16}{'threads':>9}{'games':>9}{'steps/s':>14}{'a core':>13}{'games/s':>12}")
    for (game, seating), threads in product(seatings, sorted({1, cores()})):
        speed = measure_batch(game, seating, threads, seconds)
        if as_json:
            print(json.dumps(speed.as_json()), flush=True)
            continue
        print(
            f"{_seating_name(game, seating):16}{threads:9}{speed.games:9,}"
            f"{speed.steps_per_second:14,.0f}{speed.steps_a_core:13,.0f}"
            f"{speed.ended / speed.seconds:12,.0f}",
            flush=True,
        )


WHAT_A_STEP_IS = "a step: observation, packed mask, rewards, the next game where one has ended"


def _bench_batch_on_graphics(
    seatings: list[tuple[str, Seating]], seconds: float, check: int, as_json: bool
) -> None:
    from kafelki.batch.benchmark import compared, measure_on_graphics
    from kafelki.kernels.graphics import name

    if not as_json:
        print(f"{name()}; {WHAT_A_STEP_IS}")
        head = f"{'game':16}{'games':>9}{'steps/s':>14}{'games/s':>13}"
        print(head + (f"{'steps compared':>16}{'games that differ':>19}" if check else ""))
    differing = 0
    for game, seating in seatings:
        speed = measure_on_graphics(game, seating, seconds)
        steps, unlike = compared(game, seating, check) if check else (0, 0)
        differing += unlike
        if as_json:
            told = {"compared": steps, "differing": unlike} if check else {}
            print(json.dumps(speed.as_json() | told), flush=True)
            continue
        line = f"{_seating_name(game, seating):16}{speed.games:9,}{speed.steps_per_second:14,.0f}"
        told_too = f"{steps:16,}{unlike:19}" if check else ""
        print(f"{line}{speed.ended / speed.seconds:13,.0f}{told_too}", flush=True)
    _stop_unless_the_same(differing)


def _stop_unless_the_same(differing: int) -> None:
    if differing:
        stop("The two processors do not play the same games.")


def _need_graphics() -> None:
    from kafelki.kernels.graphics import capability

    try:
        capability()
    except RuntimeError as wrong:
        needed = "It needs one of NVIDIA's, its driver, and pip install 'kafelki[cuda]'."
        stop(f"{wrong}\n{needed}")


def _bench_graphics(
    seatings: list[tuple[str, Seating]], seconds: float, check: int, as_json: bool
) -> None:
    from kafelki.arena.graphics_benchmark import measure_graphics
    from kafelki.kernels.graphics import name

    if not as_json:
        print(f"{name()}; a thread plays the games of a row, one legal move sampled a turn")
        head = f"{'game':16}{'rows':>9}{'moves/s':>16}{'games/s':>13}"
        print(head + (f"{'compared':>13}{'rows that differ':>18}" if check else ""))
    differing = 0
    for game, seating in seatings:
        speed = measure_graphics(game, seating, seconds, check)
        differing += speed.differing
        if as_json:
            print(json.dumps(speed.as_json()), flush=True)
            continue
        line = f"{_seating_name(game, seating):16}{speed.rows:9,}{speed.moves_per_second:16,.0f}"
        compared = f"{speed.checked:13,}{speed.differing:18}" if check else ""
        print(f"{line}{speed.games_per_second:13,.0f}{compared}", flush=True)
    _stop_unless_the_same(differing)


def _bench_bots(seatings: list[tuple[str, Seating]], seconds: float, as_json: bool) -> None:
    from kafelki.arena.benchmark import has_search, measure_search

    if not as_json:
        head = f"{'game':16}{'bot':>8}{'budget':>10}{'moves':>7}{'ms a move':>11}"
        print(f"{head}{'nodes a move':>14}{'nodes/s':>12}")
    for game, seating in seatings:
        if not has_search(game):
            continue
        speed = measure_search(game, seating, seconds)
        if as_json:
            print(json.dumps(speed.as_json()), flush=True)
            continue
        print(
            f"{_seating_name(game, seating):16}{speed.bot:>8}{f'{speed.budget:g} s':>10}"
            f"{speed.moves:7}{1000 * speed.seconds / speed.moves:11.1f}"
            f"{speed.nodes_a_move:14,.0f}{speed.nodes_per_second:12,.0f}",
            flush=True,
        )


def _seating_name(game: str, seating: Seating) -> str:
    variant = "" if seating.variant == "standard" else f" {seating.variant}"
    return f"{game} {seating.players}{variant}"


class Target(StrEnum):
    """A machine that games can be compiled for."""

    NATIVE = "native"
    WASM = "wasm"


@commands.command(
    name="compile", epilog="Examples: kafelki compile; kafelki compile --target wasm --out modules"
)
def compile_all(
    game: SomeGames = None,
    target: Annotated[
        Target, typer.Option(help="This machine, or modules of WebAssembly.")
    ] = Target.NATIVE,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to write modules of WebAssembly.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Games compiled at a time; by default one a core.")
    ] = None,
) -> None:
    """Compile rules, loops and bots ahead of time; or modules of them for other machines."""
    games = [rules_of(each).id for each in game or GAMES]
    if (target == Target.WASM) != (out is not None):
        raise typer.BadParameter("--target wasm and --out belong together", param_hint="--out")
    if out is None:
        from kafelki.arena.executors import cores

        at_a_time = min(processes or cores(), len(games))
        if at_a_time == 1:
            compile_games(games, bots=True, loops=True)
        else:
            _compile_side_by_side(games, at_a_time)
        return
    from kafelki.arena.modules import write_modules

    with progress("compiling", len(games)) as advance:
        write_modules(games, out, advance)
