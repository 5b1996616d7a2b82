"""The games over HTTP: what there is to play, how it looks, and the rules in words."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from kafelki.bots.registry import levels_of
from kafelki.rules.contract import Rules, Seating
from kafelki.rules.help import help_text
from kafelki.rules.registry import GAMES, rules_of
from kafelki.rules.traits import traits_of
from kafelki.server.denial import not_found
from kafelki.server.web.answers import PROBLEMS, answer, file_of
from kafelki.server.web.appearances import AppearanceView, appearance_of
from kafelki.server.web.models import GameDescription, Language

router = APIRouter(prefix="/api/games", tags=["games"], responses=PROBLEMS)

GameId = Annotated[str, Path(max_length=20)]


@router.get("", response_model=list[GameDescription])
async def games() -> Response:
    """List the games, for how many, with which options and bots."""
    return answer(all_described())


def all_described() -> list[dict[str, Any]]:
    """Return what there is to play."""
    return [_described(game) for game in GAMES]


@cache
def _described(game: str) -> dict[str, Any]:
    rules = rules_of(game)
    return {
        "id": rules.id,
        "name": rules.name._asdict(),
        "author": rules.author,
        "summary": rules.summary._asdict(),
        "minutes": rules.minutes,
        "ages": asdict(rules.ages),
        "components": [
            asdict(component) | {"text": component.text._asdict()} for component in rules.components
        ],
        "extra": rules.extra or None,
        "solo_note": rules.solo_note and rules.solo_note._asdict(),
        "call": rules.call and rules.call._asdict(),
        "rules": rules.version,
        "simultaneous": rules.simultaneous,
        "colours": _colours(rules),
        "draws": bool(rules.outcome_rules),
        "consequences": list(rules.consequence_names),
        "seatings": [_seating(rules, seating) for seating in rules.seatings],
        "options": [
            {
                "name": option.name,
                "text": option.text._asdict(),
                "values": list(option.values),
                "variants": list(option.variants),
                "names": {str(value): name._asdict() for value, name in option.names.items()},
            }
            for option in rules.options
        ],
        "levels": [
            {
                "id": level.id,
                "number": level.number,
                "name": level.name._asdict(),
                "text": level.text._asdict(),
            }
            for level in levels_of(game)
        ],
    }


def _seating(rules: Rules, seating: Seating) -> dict[str, Any]:
    return asdict(seating) | {
        "parties": seating.parties,
        "track_end": traits_of(rules.id).track_end(seating),
    }


def _colours(rules: Rules) -> str:
    return "".join(rules.appearance.colours)


@router.get("/{game}/appearance", response_model=AppearanceView)
async def appearance(game: GameId) -> Response:
    """Return what a game looks like and how it is shown; symbols are SVG paths."""
    if game not in GAMES:
        raise not_found()
    return answer(appearance_of(game))


@router.get("/{game}/rules", **file_of("text/markdown"))
async def rules_in_words(game: GameId, language: Annotated[Language, Query()] = "en") -> Response:
    """Return the rules of a game in words, as Markdown."""
    if game not in GAMES:
        raise not_found()
    return Response(help_text(game, language), media_type="text/markdown; charset=utf-8")
