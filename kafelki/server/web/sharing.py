"""What a link to a table shows in a chat: its title, a line about it, and a picture.

All of it is what anybody may know who has the link, whoever asks.
"""

from __future__ import annotations

import logging
from html import escape
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from kafelki.bots.characters import called
from kafelki.bots.registry import levels_of
from kafelki.drawing import draw_card
from kafelki.play.view import view
from kafelki.rules.registry import GAMES, rules_of
from kafelki.rules.texts import Text
from kafelki.server.denial import Denial, not_found
from kafelki.server.pictures import png
from kafelki.server.storage.store import StorageTrouble
from kafelki.server.table import views, visibility
from kafelki.server.table.set_aside import OldRules, Unreadable
from kafelki.server.table.state import TableState
from kafelki.server.web.access import AnyCaller, Caller, address_of
from kafelki.server.web.answers import PROBLEMS, file_of
from kafelki.server.web.context import Context, ThisServer, context_of
from kafelki.server.web.tables import find
from kafelki.server.web.working import GONE, worked_out

router = APIRouter(prefix="/api", tags=["tables"], responses=PROBLEMS)

log = logging.getLogger(__name__)

LONGEST_ADDRESS = 60
WHILE_PLAYING, FOR_A_DAY = "public, max-age=60", "public, max-age=86400"

COME = Text("A seat is free: come and play.", "Jest wolne miejsce: zagraj z nami.")
UNDER_WAY = Text("The game is on: look on.", "Gra trwa: popatrz.")
ENDED = Text("The game is over: see how it went.", "Gra skończona: zobacz, jak przebiegła.")
HOME = Text(
    "Tile-laying board games with friends, with bots or alone. No sign-up.",
    "Gry w układanie kafelków: ze znajomymi, z botami albo w pojedynkę. Bez zakładania konta.",
)


@router.get("/tables/{table}/picture.png", **file_of("image/png"))
async def picture(
    request: Request,
    context: ThisServer,
    table: str,
    caller: AnyCaller,
    language: Annotated[Literal["en", "pl"], Query(description="Of what is written in it.")] = "en",
) -> Response:
    """Draw a table's game for a chat, 1200 × 630, as anybody may see it who has the link."""
    await context.limiter.check("download", caller.address)
    state, names = await _anybodys(context, table, caller.address)
    if state.status not in ("playing", "over"):
        raise not_found()
    cache = FOR_A_DAY if state.status == "over" else WHILE_PLAYING
    address = _origin(request).partition("://")[2][:LONGEST_ADDRESS] + f"/t/{state.id}"
    svg = _card(state, names, language, address)
    found = await worked_out(request, caller, svg, png, svg)
    if found is None:
        return Response(status_code=GONE)
    return Response(found, 200, {"Cache-Control": cache}, "image/png")


def _card(state: TableState, names: views.Names, language: str, address: str) -> str:
    game = state.game.copy()
    game.seats = _people(state, names, language)
    return draw_card(view(game, visibility.viewer_for(state, None, None)), language, address)


def _people(state: TableState, names: views.Names, language: str) -> list[dict[str, Any]]:
    """Return who sits at a table, bots by what people call them."""
    bots = {level.id: called(level).in_language(language) for level in levels_of(state.header.game)}
    seats = views.record_seats(state.seats, names)
    return [seat | {"name": bots.get(seat["name"], seat["name"])} for seat in seats]


async def _anybodys(context: Context, table: str, address: str) -> tuple[TableState, views.Names]:
    """Return a table as somebody may know it who is nobody in particular."""
    state, live = await find(context, table, Caller(None, "", False, address))
    return state, live.names


async def link_tags(request: Request, language: str) -> bytes:
    """Return the tags that tell a chat what a link leads to, for the head of the page."""
    title, about, image = "Kafelki", HOME.in_language(language), "/icon-512.png"
    if (game := request.path_params.get("game", "")) in GAMES:
        title, about = _named(game, language), rules_of(game).summary.in_language(language)
    if "table" in request.path_params:
        try:
            state, names = await _anybodys(
                context_of(request), request.path_params["table"].lower(), address_of(request)
            )
        except (Denial, OldRules, StorageTrouble, Unreadable) as wrong:
            # The page itself says what the matter is.
            log.debug("no tags for a table: %s", type(wrong).__name__)
        else:
            title, about, image = _of_table(state, names, language)
    origin = _origin(request)
    tags = {
        "og:site_name": "Kafelki",
        "og:type": "website",
        "og:title": title,
        "og:description": about,
        "og:url": origin + request.url.path,
        "og:image": origin + image,
        "twitter:card": "summary_large_image",
    }
    return "".join(
        f'<meta property="{name}" content="{escape(value)}">' for name, value in tags.items()
    ).encode("utf-8", "replace")


def _of_table(state: TableState, names: views.Names, language: str) -> tuple[str, str, str]:
    """Return a table's title, a line about it, and where its picture is."""
    sitting = [seat["name"] for seat in _people(state, names, language) if seat["name"] != "?"]
    title = _named(state.header.game, language)
    title += f": {', '.join(sitting)}" if sitting else ""
    if state.status == "open":
        return title, COME.in_language(language), "/icon-512.png"
    about = ENDED if state.status == "over" else UNDER_WAY
    image = f"/api/tables/{state.id}/picture.png?language={language}"
    return title, about.in_language(language), image


def _named(game: str, language: str) -> str:
    return rules_of(game).name.in_language(language)


def _origin(request: Request) -> str:
    public = context_of(request).settings.public_url.rstrip("/")
    return public or f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"
