"""Handing letters to push services: to known ones only, none of which can hold up another."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import requests
from py_vapid import Vapid02
from pywebpush import WebPushException, webpush

from kafelki.server.storage.push import Subscription

log = logging.getLogger(__name__)

SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""Whose addresses browsers hand out; the server sends to no other."""
PLAIN_ADDRESS = re.compile(r"https://(?P<host>[a-z0-9.-]+)(:443)?/[!-\[\]-~]*", re.IGNORECASE)
"""Without a user's name, backslashes and the like, which not all programs read alike."""
AT_ONCE = 2
"""Letters on their way to one service; the others wait for these, and for no other service's."""
PATIENCE = (3.0, 7.0)
"""Seconds to wait for a connection, and for an answer."""
KEEP = 24 * 60 * 60
"""Seconds for which a service keeps a letter for a phone that is off."""
GONE = (404, 410)


class Delivery:
    """Sends letters, each service's by threads of its own."""

    def __init__(self, services: Sequence[str] = SERVICES) -> None:
        self._lanes = {
            service: ThreadPoolExecutor(AT_ONCE, thread_name_prefix="push") for service in services
        }

    def service_of(self, endpoint: str) -> str | None:
        """Return the service that an address belongs to, or None: we call no other."""
        address = PLAIN_ADDRESS.fullmatch(endpoint)
        host = address["host"].lower() if address else ""
        for service in self._lanes:
            if "://" in service and endpoint.startswith(service):
                return service
            if host == service or host.endswith(f".{service}"):
                return service
        return None

    async def send(self, to: Subscription, text: str, key: Vapid02, contact: str) -> bool:
        """Send a text; False when the subscription is no more."""
        service = self.service_of(to.endpoint)
        if service is None:
            return False
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._lanes[service], _send, to, text, key, contact)

    def close(self) -> None:
        """Send nothing more."""
        for lane in self._lanes.values():
            lane.shutdown(wait=False, cancel_futures=True)


class _Straight(requests.Session):
    """Goes where it is sent and nowhere else: a service could send it on to our own machines."""

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        return super().request(*args, **{**kwargs, "allow_redirects": False})


def _send(to: Subscription, text: str, key: Vapid02, contact: str) -> bool:
    try:
        with _Straight() as session:
            webpush(
                {"endpoint": to.endpoint, "keys": {"p256dh": to.p256dh, "auth": to.auth}},
                text,
                vapid_private_key=key,
                vapid_claims={"sub": contact},
                timeout=PATIENCE,
                ttl=KEEP,
                requests_session=session,
            )
    except WebPushException as wrong:
        status = getattr(wrong.response, "status_code", None)
        log.warning("a notification was not taken: %s", status)
        return status not in GONE
    except Exception as wrong:  # a service that is away must not matter to a game
        log.warning("a notification could not be sent: %s", type(wrong).__name__)
    return True
