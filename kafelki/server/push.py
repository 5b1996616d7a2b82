"""Notifications: a word to somebody's phone when it is their move in a game without hurry.

Another comes when their time for it is running out.

The text says which game and nothing else: what is pushed passes through other companies.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from collections.abc import Callable, Iterable
from typing import Any

from cachetools import LRUCache
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from kafelki.rules.texts import Text
from kafelki.server.delivery import Delivery
from kafelki.server.denial import malformed
from kafelki.server.storage import keys
from kafelki.server.storage import push as rows
from kafelki.server.storage.store import StorageTrouble, Store
from kafelki.server.table.settings import MinutesClock
from kafelki.server.table.state import TableState

log = logging.getLogger(__name__)

KEY = "push"
YOUR_MOVE = Text("{game}: it is your move.", "{game}: twój ruch.")
LITTLE_TIME = Text(
    "{game}: your time for a move runs out in a few hours.",
    "{game}: za kilka godzin minie twój czas na ruch.",
)
MOST_TOLD = 10_000
"""Tables of which it is remembered who was told: those where nobody moves fall out first."""
MOST_WAITING = 1000
"""People who are being told; while services are so slow, nobody else is."""


class Notifier:
    """Sends notifications to those who asked for them."""

    def __init__(
        self, store: Store, contact: str, is_here: Callable[[str, str], bool], delivery: Delivery
    ) -> None:
        self._store = store
        self._contact = contact
        self._is_here = is_here
        self._delivery = delivery
        self._key: Vapid02 | None = None
        self._told: LRUCache[str, dict[str, int]] = LRUCache(MOST_TOLD)
        """By table and person: how long the log was when they were told."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def public_key(self) -> str:
        """Return the key by which browsers know this server."""
        point = (await self._own_key()).public_key.public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    async def _own_key(self) -> Vapid02:
        """Return the server's key, the same for all its processes."""
        if self._key is None:
            kept = await keys.shared(self._store, KEY, _new_key)
            self._key = Vapid02.from_pem(kept.encode())
        return self._key

    def check_endpoint(self, endpoint: str) -> None:
        """Raise Denial unless an address belongs to a push service: we call no other."""
        if self._delivery.service_of(endpoint) is None:
            raise malformed(
                "That is not the address of a push service.",
                "To nie jest adres usługi powiadomień.",
            )

    def see(self, state: TableState) -> None:
        """Tell those who have just come to be on move and are not here."""
        if isinstance(state.settings.clock, MinutesClock):
            return
        waiting = state.people_to_act
        told = {
            person: number
            for person, number in self._told.pop(state.id, {}).items()
            if person in waiting and not _has_moved(state, person, number)
        }
        fresh = [person for person in waiting if person not in told]
        if waiting:
            self._told[state.id] = told | dict.fromkeys(fresh, state.number)
        self._tell_absent(fresh, state, YOUR_MOVE)

    def remind(self, state: TableState) -> None:
        """Tell those on move who are not here that their time is running out."""
        self._tell_absent(state.people_to_act, state, LITTLE_TIME)

    def _tell_absent(self, people: Iterable[str], state: TableState, text: Text) -> None:
        for person in people:
            if self._is_here(state.id, person):
                continue
            if len(self._tasks) >= MOST_WAITING:
                log.warning("the push services are too slow: somebody is not told")
                return
            task = asyncio.create_task(self._tell(person, state, text))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _tell(self, person: str, state: TableState, text: Text) -> None:
        try:
            found = await self._store.read(rows.subscriptions_of, person)
            await asyncio.gather(*(self._send(each, state, text) for each in found))
        except StorageTrouble as wrong:
            log.warning("notifications could not be sent: %s", type(wrong).__name__)

    async def _send(self, to: rows.Subscription, state: TableState, text: Text) -> None:
        message = json.dumps(_message(state, to.language, text), ensure_ascii=False)
        if not await self._delivery.send(to, message, await self._own_key(), self._contact):
            await self._store.write(rows.remove, to.endpoint)

    async def close(self) -> None:
        """Stop."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._delivery.close()


def _new_key() -> str:
    key = Vapid02()
    key.generate_keys()
    return str(key.private_pem().decode())


def _has_moved(state: TableState, person: str, since: int) -> bool:
    """Whether somebody has moved since the log was so long, by way of any process."""
    own = state.seats_of(person)
    return any(entry.mover in own for entry in state.entries[since:])


def _message(state: TableState, language: str, text: Text) -> dict[str, Any]:
    name = state.header.rules.name.in_language(language)
    return {
        "title": "Kafelki",
        "body": text.in_language(language).format(game=name),
        "url": f"/t/{state.id}",
        "tag": state.id,
    }
