"""Puzzles over HTTP: the next one, the day's one, answers, and how good one is at them.

A solution leaves the server only with the answer to the move that it belongs to. How far somebody
is, the server keeps; so nobody learns whether a move is right but by an answer that counts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from random import SystemRandom
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Query
from sqlalchemy import Connection
from starlette.responses import Response

from kafelki.bots.valuing import valuer_of
from kafelki.play.game import Game
from kafelki.play.refusal import Refusal
from kafelki.play.view import event_views, view, with_counted
from kafelki.review.puzzles import Puzzle, themes_of
from kafelki.rules.contract import Seating
from kafelki.server.daily import streak
from kafelki.server.denial import conflict, denial_of, gone, not_found
from kafelki.server.puzzles.catalogue import Asked, Catalogue, catalogue
from kafelki.server.puzzles.choosing import Candidate, chosen, order_of_day
from kafelki.server.puzzles.skill import Skill
from kafelki.server.storage import puzzles as rows
from kafelki.server.table.clock import day_of
from kafelki.server.web.access import AnyCaller, Caller, KnownCaller
from kafelki.server.web.answers import PROBLEMS, answer, file_of
from kafelki.server.web.context import Context, ThisServer
from kafelki.server.web.puzzle_models import (
    GivesGames,
    PuzzleAnswer,
    PuzzleJudged,
    PuzzleMoveExplained,
    PuzzleMoveRequest,
    PuzzlesView,
    PuzzleView,
    rating_view,
)

router = APIRouter(prefix="/api", tags=["puzzles"], responses=PROBLEMS)

PuzzleId = Annotated[str, Path(max_length=40)]
GameQuery = Annotated[str | None, Query(max_length=20, description="Else any game.")]
ThemeQuery = Annotated[str | None, Query(max_length=40, description="Else any.")]
SkipQuery = Annotated[str | None, Query(max_length=40, description="A puzzle not to get now.")]

random = SystemRandom()


async def _catalogue() -> Catalogue:
    """Return all puzzles; reading them the first time keeps nobody else waiting."""
    return await asyncio.to_thread(catalogue)


async def _found(puzzle: str) -> tuple[Puzzle, tuple[Asked, ...]]:
    """Return a puzzle and what it asks; Denial where it is not there, or not sound."""
    known = await _catalogue()

    def read() -> tuple[Puzzle, tuple[Asked, ...]] | None:
        found = known.get(puzzle)
        return None if found is None else (found, known.decisions(found))

    found = await asyncio.to_thread(read)
    if found is None:
        raise not_found()
    return found


@router.get("/puzzles", response_model=PuzzlesView)
async def puzzles(context: ThisServer, caller: AnyCaller) -> Response:
    """List the games that have puzzles, with their themes; the day's puzzle; how I have done."""
    await context.limiter.check("look", caller.id or caller.address)
    known = await _catalogue()
    day = day_of(context.now())
    today = await asyncio.to_thread(_today, known, day)
    games = [
        {"game": game, "count": len(ids), "themes": _themes(known, game)}
        for game, ids in known.ids_by_game().items()
    ]

    def read(connection: Connection) -> dict[str, Any]:
        return {
            "games": games,
            "today": today and _day_told(connection, day, today, caller.id),
            "mine": caller.id and _mine(connection, caller.id, day),
        }

    return answer(await context.store.read(read))


def _themes(known: Catalogue, game: str) -> list[dict[str, Any]]:
    return [_theme(game, theme, count) for theme, count in known.themes(game).items()]


def _theme(game: str, theme: str, count: int) -> dict[str, Any]:
    told = themes_of(game)[theme]
    return {
        "id": theme,
        "name": told.name._asdict(),
        "text": told.text._asdict(),
        "count": count,
    }


def _today(known: Catalogue, day: str) -> Puzzle | None:
    """Return the day's puzzle: the first of its order that is sound."""
    order = order_of_day(day, known.ids_by_game())
    return next((found for each in order if (found := known.get(each))), None)


def _day_told(
    connection: Connection, day: str, puzzle: Puzzle, person: str | None
) -> dict[str, Any]:
    level = rows.levels(connection).get(puzzle.id)
    mine = person and rows.progress(connection, person, puzzle.id)
    return {
        "day": day,
        "game": puzzle.game,
        "puzzle": puzzle.id,
        "tries": level.tries if level else 0,
        "solved": level.solved if level else 0,
        "mine": mine.solved if mine else None,
    }


def _mine(connection: Connection, person: str, day: str) -> dict[str, Any]:
    kept = rows.ratings_of(connection, person)
    together = kept.get(rows.ALL)
    return {
        "ratings": [
            rating_view(rows.skill_of(row))
            | {"game": game or None, "tries": row.tries, "solved": row.solved}
            for game, row in sorted(kept.items())
        ],
        "streak": together.streak if together else 0,
        "best_streak": together.best_streak if together else 0,
        "days": streak(day, rows.days_of(connection, person)),
    }


@router.get("/puzzles/next", response_model=PuzzleView)
async def next_puzzle(
    context: ThisServer,
    caller: AnyCaller,
    game: GameQuery = None,
    theme: ThemeQuery = None,
    skip: SkipQuery = None,
) -> Response:
    """Show a puzzle that is new to me and about as hard as I am good."""
    await context.limiter.check("puzzle", caller.id or caller.address)
    known = await _catalogue()

    def read(connection: Connection) -> tuple[Mapping[str, Any], Mapping[str, int], Any]:
        if caller.id is None:
            return {}, {}, rows.levels(connection)
        mine = rows.ratings_of(connection, caller.id)
        return mine, rows.seen(connection, caller.id), rows.levels(connection)

    mine, seen, levels = await context.store.read(read)
    while found := _chosen(known.of(game, theme), mine, seen, levels, skip):
        if await asyncio.to_thread(known.get, found):
            return await _shown(context, caller, found)
    raise not_found()


def _chosen(
    puzzles: list[Puzzle],
    mine: Mapping[str, Any],
    seen: Mapping[str, int],
    levels: Mapping[str, Any],
    skip: str | None,
) -> str | None:
    """Return the id of a puzzle to ask: of any of the games that have new ones."""
    able = [each for each in puzzles if each.id != skip] or puzzles
    if not able:
        return None
    able = [each for each in able if each.id not in seen] or able
    game = random.choice(sorted({each.game for each in able}))
    rating = mine.get(game) or mine.get(rows.ALL) or Skill()
    candidates = [
        Candidate(each.id, levels[each.id].value if each.id in levels else each.rating)
        for each in able
        if each.game == game
    ]
    return chosen(candidates, rating.value, seen, random)


@router.get("/puzzles/{puzzle}", response_model=PuzzleView)
async def show_puzzle(context: ThisServer, puzzle: PuzzleId, caller: AnyCaller) -> Response:
    """Show a puzzle: as far as I am in it, from the start once my first try is over."""
    await context.limiter.check("look", caller.id or caller.address)
    return await _shown(context, caller, puzzle)


async def _shown(context: Context, caller: Caller, puzzle: str) -> Response:
    found, decisions = await _found(puzzle)
    step, solved = await _progress(context, caller, puzzle)
    step = 0 if solved is not None else step
    header = decisions[step].position.header
    seating = Seating(header.players, header.variant, header.teams)
    shown = await asyncio.to_thread(_seen, decisions[step].position, found.seat)
    return answer(
        {
            "puzzle": puzzle,
            "game": found.game,
            "players": header.players,
            "variant": header.variant,
            "seat": found.seat,
            "parties": len(seating.parties),
            "whole": 1.0 if header.players > 1 else valuer_of(found.game).whole,
            "step": step,
            "steps": len(decisions),
            "view": shown,
            "events": event_views(decisions[step].position, found.seat),
            "solved": solved,
        }
    )


async def _progress(context: Context, caller: Caller, puzzle: str) -> tuple[int, bool | None]:
    """Return how many moves of a puzzle somebody has found, and how their first try ended."""
    if caller.id is None:
        return 0, None
    row = await context.store.read(rows.progress, caller.id, puzzle)
    return (row.step, row.solved) if row else (0, None)


def _seen(game: Game, seat: int) -> dict[str, Any]:
    """Return a position as its solver may know it: through the one door."""
    return with_counted(game, seat, view(game, seat))


async def _asked(
    context: Context, caller: Caller, puzzle: str, step: int
) -> tuple[Puzzle, tuple[Asked, ...]]:
    """Return a puzzle and what it asks; Denial unless somebody has come as far as a step."""
    found, decisions = await _found(puzzle)
    reached, solved = await _progress(context, caller, puzzle)
    if step >= len(decisions) or (solved is None and step > reached):
        raise conflict("This move is not asked yet.", "O ten ruch nikt jeszcze nie pyta.")
    return found, decisions


@router.post("/puzzles/{puzzle}/explain", response_model=PuzzleMoveExplained)
async def explain(
    context: ThisServer, puzzle: PuzzleId, asked: PuzzleMoveRequest, caller: AnyCaller
) -> Response:
    """Say what a move would score and why, or which rule forbids it: not whether it is right."""
    await context.limiter.check("look", caller.id or caller.address)
    found, decisions = await _asked(context, caller, puzzle, asked.step)
    try:
        told = asdict(decisions[asked.step].position.explain(asked.move, found.seat))
    except Refusal as refusal:
        return answer({"explained": None, "problem": denial_of(refusal).as_json()})
    return answer({"explained": told, "problem": None})


@router.post("/puzzles/{puzzle}/answers", response_model=PuzzleJudged)
async def judge(
    context: ThisServer, puzzle: PuzzleId, given: PuzzleAnswer, caller: KnownCaller
) -> Response:
    """Judge the move that I have found; without one I give up. My first try counts."""
    person = caller.person.id
    await context.limiter.check("puzzle", person)
    found, decisions = await _asked(context, caller, puzzle, given.step)
    asked, last = decisions[given.step], given.step == len(decisions) - 1
    right, then = _judged(found, asked, given, last)
    noted = await context.store.write(
        rows.note_answer,
        rows.Answered(
            person=person,
            puzzle=puzzle,
            game=found.game,
            step=given.step,
            last=last,
            right=right,
            now=context.now(),
            level=Skill(found.rating, found.deviation),
        ),
    )
    if noted is None:
        raise gone()
    over = last or not right
    move = found.moves[given.step]
    return answer(
        {
            "right": right,
            "over": over,
            "best": [asdict(each) | {"why": each.why._asdict()} for each in move.choices],
            "solutions": move.right,
            "then": await asyncio.to_thread(lambda: [_seen(game, found.seat) for game in then]),
            "counts": noted.after is not None,
            "solved": noted.solved,
            "before": noted.before and rating_view(noted.before),
            "after": noted.after and rating_view(noted.after),
            "streak": noted.streak,
            "theme": await _theme_of(found) if over else None,
            "level": rating_view(await _level(context, found)) if over else None,
            "proof": found.proof,
        }
    )


def _judged(
    puzzle: Puzzle, asked: Asked, given: PuzzleAnswer, last: bool
) -> tuple[bool, tuple[Game, ...]]:
    """Return whether an answer is right, and what is played after it.

    Where several moves are right and more is asked, it goes on with the first of them.
    """
    if given.move is None:
        return False, ()
    position, seat = asked.position, puzzle.seat
    rights = puzzle.moves[given.step].right
    try:
        planned = position.planned(given.move, seat)
    except Refusal as refusal:
        raise denial_of(refusal) from None
    if planned not in [position.planned(each, seat) for each in rights]:
        return False, ()
    if not last:
        return True, asked.then
    game = position.copy()
    game.play(given.move, seat)
    return True, (game,)


async def _theme_of(puzzle: Puzzle) -> dict[str, Any]:
    count = (await _catalogue()).themes(puzzle.game)[puzzle.theme]
    return _theme(puzzle.game, puzzle.theme, count)


async def _level(context: Context, puzzle: Puzzle) -> Skill:
    row = (await context.store.read(rows.levels)).get(puzzle.id)
    return rows.skill_of(row) if row else Skill(puzzle.rating, puzzle.deviation)


@router.get("/me/puzzles.jsonl", **file_of("application/x-ndjson"))
async def my_puzzles(context: ThisServer, caller: KnownCaller) -> Response:
    """Download all that is kept of my puzzles: ratings, days and tries, one a line."""
    person = caller.person.id
    await context.limiter.check("download", person)

    def read(connection: Connection) -> bytes:
        return b"".join(orjson.dumps(each) + b"\n" for each in rows.all_of(connection, person))

    return Response(await context.store.read(read), media_type="application/x-ndjson")


@router.put("/me/gives-games", status_code=204)
async def give_games(context: ThisServer, new: GivesGames, caller: KnownCaller) -> Response:
    """Say whether my finished games may become puzzles, without names, if all who played agree."""
    person = caller.person.id
    await context.limiter.check("command", person)
    await context.store.write(rows.set_gives, person, new.gives_games)
    return Response(status_code=204)
