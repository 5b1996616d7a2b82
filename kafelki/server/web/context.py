"""What the server's parts share: made once when it starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from kafelki.server.bot_moves import BotMoves
from kafelki.server.checking import Checking
from kafelki.server.devices import Devices
from kafelki.server.fairness import Whereabouts
from kafelki.server.identity import Identity
from kafelki.server.limits import Limiter
from kafelki.server.live.fan_out import FanOut
from kafelki.server.lobby import Lobby
from kafelki.server.push import Notifier
from kafelki.server.scheduler import Scheduler
from kafelki.server.settings import Settings
from kafelki.server.storage.lobby import Room
from kafelki.server.storage.pulse import Pulse
from kafelki.server.storage.store import Store
from kafelki.server.tables import Tables
from kafelki.server.trusted_time import TrustedTime
from kafelki.server.upkeep import Upkeep
from kafelki.server.web.connections import Places
from kafelki.server.worker_pool import Workers


@dataclass
class Context:
    """The parts of a running server."""

    settings: Settings
    store: Store
    fan_out: FanOut
    movers: Workers
    advisers: Workers
    tables: Tables
    lobby: Lobby
    room: Room
    identity: Identity
    devices: Devices
    bots: BotMoves
    checking: Checking
    upkeep: Upkeep
    scheduler: Scheduler
    limiter: Limiter
    places: Places
    whereabouts: Whereabouts
    notifier: Notifier
    pulse: Pulse
    now: Callable[[], int]
    trusted: TrustedTime
    """The time, for what must not be told early."""


def context_of(connection: HTTPConnection) -> Context:
    """Return the parts of the server that answers."""
    context: Context = connection.app.state.context
    return context


async def _this_server(connection: HTTPConnection) -> Context:
    return context_of(connection)


ThisServer = Annotated[Context, Depends(_this_server)]
"""What a route asks for that needs the server's parts."""
