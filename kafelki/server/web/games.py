"""The games over HTTP: what there is to play, how it looks, the rules in words, and trying them.

To try something, a short record comes in, and what can be done in its position goes out. Nothing
is stored and nobody's table is touched: the rules' diagrams and first lessons play so.
"""

from __future__ import annotations

import logging
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from kafelki.bots.characters import called, character_of, stars_of
from kafelki.bots.levels import Level
from kafelki.bots.registry import advisers_of, levels_of
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import Record
from kafelki.play.refusal import Refusal
from kafelki.play.view import view, with_counted
from kafelki.rules.help import help_text
from kafelki.rules.registry import GAMES, file_of, rules_of
from kafelki.rules.texts import as_data
from kafelki.rules.traits import traits_of
from kafelki.server.denial import denial_of, not_found
from kafelki.server.web.access import AnyCaller
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.answers import file_of as file_as
from kafelki.server.web.appearances import AppearanceView, appearance_of
from kafelki.server.web.context import ThisServer
from kafelki.server.web.lessons import Lessons, lessons_of
from kafelki.server.web.models import GameDescription, Language
from kafelki.server.web.position_models import Tried, TryRequest

log = logging.getLogger(__name__)

router = APIRouter(prefix="/api", tags=["games"], responses=PROBLEMS)

SCRIPT = "page.js"
"""The file of a game's package with its own part of the page."""

GameId = Annotated[str, Path(max_length=20)]


@router.get("/games", response_model=list[GameDescription])
async def games() -> Response:
    """List the games, for how many, with which options and bots."""
    return answer(all_described())


def all_described() -> list[dict[str, Any]]:
    """Return what there is to play."""
    return [described for game in GAMES if (described := _described(game)) is not None]


@cache
def _described(game: str) -> dict[str, Any] | None:
    """Return what there is to know of a game; None, and a warning, where that cannot be told."""
    try:
        described = _description(game)
        GameDescription.model_validate(described)
    except Exception as wrong:
        log.warning("%s is left out: %s: %s", game, type(wrong).__name__, wrong)
        return None
    return described


def _description(game: str) -> dict[str, Any]:
    rules = rules_of(game)
    described: dict[str, Any] = as_data(
        rules.facts()
        | {
            "extra": rules.extra or None,
            "solo_note": rules.solo_note,
            "call": rules.call,
            "simultaneous": rules.simultaneous,
            "colours": "".join(rules.appearance.colours),
            "draws": bool(rules.outcome_rules),
            "consequences": rules.consequence_names,
            "seatings": [
                vars(seating)
                | {"parties": seating.parties, "track_ends": traits_of(game).track_ends(seating)}
                for seating in rules.seatings
            ],
            "levels": [_level(level) for level in levels_of(game)],
            "hints": bool(advisers_of(game)),
            "lesson": lessons_of(game) is not None,
            "page": _script_address(game),
        }
    )
    return described


def _level(level: Level) -> dict[str, Any]:
    character = character_of(level)
    return {
        "id": level.id,
        "number": level.number,
        "name": called(level),
        "strength": level.name,
        "text": level.text,
        "stars": stars_of(level),
        "character": character and {"id": character.id, "text": character.text},
    }


def _script_address(game: str) -> str | None:
    script = file_of(game, SCRIPT)
    if script is None:
        return None
    return f"/api/games/{game}/{SCRIPT}?{sha256(script.encode()).hexdigest()[:20]}"


@router.get("/games/{game}/appearance", response_model=AppearanceView)
async def appearance(game: GameId) -> Response:
    """Return what a game looks like and how it is shown; symbols are SVG paths."""
    if game not in GAMES:
        raise not_found()
    return answer(appearance_of(game))


@router.get("/games/{game}/lesson", response_model=Lessons)
async def lesson(game: GameId) -> Response:
    """Return a game's first lesson and the diagrams of its rules, where it has some."""
    found = lessons_of(game) if game in GAMES else None
    if found is None:
        raise not_found()
    return answer(found.model_dump(exclude_unset=True))


@router.get("/games/{game}/page.js", **file_as("text/javascript"))
async def script(game: GameId) -> Response:
    """Return the script of a game's own part of the page, where it has one."""
    found = file_of(game, SCRIPT) if game in GAMES else None
    if found is None:
        raise not_found()
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}  # its address has its hash
    return Response(found, media_type="text/javascript", headers=headers)


@router.get("/games/{game}/rules", **file_as("text/markdown"))
async def rules_in_words(game: GameId, language: Annotated[Language, Query()] = "en") -> Response:
    """Return the rules of a game in words, as Markdown."""
    if game not in GAMES:
        raise not_found()
    return Response(help_text(game, language), media_type="text/markdown; charset=utf-8")


@router.post("/try", response_model=Tried)
async def try_out(context: ThisServer, asked: TryRequest, caller: AnyCaller) -> Response:
    """Show the position after some events, what a seat may do there, and what a move brings."""
    await context.limiter.check("look", caller.id or caller.address)
    game = _position(asked)
    explained = None
    try:
        if asked.move is not None:
            explained = asdict(game.explain(asked.move, asked.seat))
            game.play(asked.move, asked.seat)
        shown = with_counted(game, asked.seat, view(game, asked.seat))
        return answer({"game": shown, "explained": explained})
    except Refusal as refusal:
        raise denial_of(refusal) from None


def _position(asked: TryRequest) -> Game:
    events = [event.model_dump(exclude_unset=True) for event in asked.events]
    try:
        header = Header(asked.game, asked.players, asked.variant, asked.options)
        return Record(header, tuple(events)).replay()
    except Refusal as refusal:
        raise denial_of(refusal, "malformed") from None
