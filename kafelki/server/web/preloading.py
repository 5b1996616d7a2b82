"""Answers that come with the page, because it is about to ask for them.

A phone waits for every question and its answer; what is already there needs no waiting.
They are the very answers that the addresses in them give to whoever asks.
"""

from __future__ import annotations

import asyncio
import logging

import orjson
from fastapi import Request

from kafelki.rules.registry import GAMES
from kafelki.server.denial import Denial
from kafelki.server.storage.store import StorageTrouble
from kafelki.server.web import daily, games, people, tables
from kafelki.server.web.access import Caller, caller
from kafelki.server.web.appearances import appearance_of
from kafelki.server.web.context import Context, context_of
from kafelki.server.web.lessons import lessons_of

log = logging.getLogger(__name__)

Answers = dict[str, object]


async def preloaded_answers(request: Request) -> Answers:
    """Return the answers by the address of their question; none where something is amiss."""
    found: Answers = {"/api/games": games.all_described()}
    try:
        who = await caller(request)
        if who.person is not None:
            found["/api/me"] = await people.profile(context_of(request), who.person)
        found |= _of_lesson(request)
        found |= await _of_table(request, who)
        if request.url.path == "/":
            found |= await _of_home(context_of(request), who)
    except (Denial, StorageTrouble) as wrong:
        # The page will ask for what is not here, and is told what the matter is.
        log.debug("no preloaded answers: %s", type(wrong).__name__)
    return found


def _of_lesson(request: Request) -> Answers:
    game = request.path_params.get("game", "")
    lessons = lessons_of(game) if game in GAMES and request.url.path.endswith("/lesson") else None
    if lessons is None:
        return {}
    return {
        f"/api/games/{game}/lesson": lessons.model_dump(exclude_unset=True),
        appearance_address(game): appearance_of(game),
    }


async def _of_table(request: Request, who: Caller) -> Answers:
    asked = request.path_params
    if "table" not in asked or "rest" in asked:  # of the addresses in `page`, only a table's own
        return {}
    table = asked["table"].lower()
    context = context_of(request)
    state, live = await tables.find(context, table, who)
    update = await tables.snapshot(context, state, live, who)
    return {
        f"/api/tables/{table}": orjson.Fragment(update),
        appearance_address(state.header.game): appearance_of(state.header.game),
    }


async def _of_home(context: Context, who: Caller) -> Answers:
    lobby = context.lobby
    asked = {
        "/api/tables": lobby.public("open"),
        "/api/tables?playing=true": lobby.public("playing"),
        "/api/daily": daily.summary_of_today(context, who),
    }
    if who.person is not None:
        asked["/api/me/tables"] = lobby.of(who.person.id)
    # Side by side: the database is asked once, for as long as the longest of them takes.
    found = zip(asked, await asyncio.gather(*asked.values()), strict=True)
    return {address: answer for address, answer in found if answer is not None}


def game_shown(answers: Answers) -> str | None:
    """Return the game whose looks are among the answers: the one that the page is about to show."""
    return next((game for game in GAMES if appearance_address(game) in answers), None)


def appearance_address(game: str) -> str:
    """Return where it is told what a game looks like."""
    return f"/api/games/{game}/appearance"


def as_data(answers: Answers) -> bytes:
    """Return the answers as an element of the page that holds data and runs nothing."""
    # Within an element of this kind only "<" can end it.
    text = orjson.dumps(answers).replace(b"<", b"\\u003c")
    return b'<script type="application/json" id="preloaded">' + text + b"</script>"
