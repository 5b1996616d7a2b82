"""What the server's parts share: made once when it starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from kafelki.server.caretaker import Caretaker
from kafelki.server.crew import Bench
from kafelki.server.devices import Devices
from kafelki.server.fairness import Whereabouts
from kafelki.server.identity import Identity
from kafelki.server.limits import Limiter
from kafelki.server.live.fan_out import FanOut
from kafelki.server.lobby import Lobby
from kafelki.server.push import Notifier
from kafelki.server.settings import Settings
from kafelki.server.storage.lobby import Room
from kafelki.server.storage.pulse import Pulse
from kafelki.server.storage.store import Store
from kafelki.server.sure_time import SureTime
from kafelki.server.tables import Tables
from kafelki.server.web.connections import Places


@dataclass
class Context:
    """The parts of a running server."""

    settings: Settings
    store: Store
    fan_out: FanOut
    movers: Bench
    advisers: Bench
    tables: Tables
    lobby: Lobby
    room: Room
    identity: Identity
    devices: Devices
    caretaker: Caretaker
    limiter: Limiter
    places: Places
    whereabouts: Whereabouts
    notifier: Notifier
    pulse: Pulse
    now: Callable[[], int]
    sure: SureTime
    """The time, for what must not be told early."""


def context_of(connection: HTTPConnection) -> Context:
    """Return the parts of the server that answers."""
    context: Context = connection.app.state.context
    return context
