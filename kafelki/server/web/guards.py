"""What every answer carries and no request exceeds: headers, sizes, counts, a line in the log."""

from __future__ import annotations

import logging
import time
from collections.abc import MutableMapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kafelki.server.denial import Denial
from kafelki.server.settings import Settings
from kafelki.server.web.addresses import caller_address
from kafelki.server.web.answers import LARGEST_BODY, problem, too_large
from kafelki.server.web.context import context_of
from kafelki.server.web.metrics import ERRORS, REQUESTS, SECONDS
from kafelki.server.web.socket import FORBIDDEN

log = logging.getLogger("kafelki.requests")

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
FILE_HEADERS = [(b"x-content-type-options", b"nosniff")]
"""For scripts and style sheets, which a phone waits for: policies are for pages."""
HEADERS = [
    *FILE_HEADERS,
    (b"content-security-policy", POLICY.encode()),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
BY_HTTPS_ONLY = [(b"strict-transport-security", b"max-age=31536000")]
"""For a year, where people come by HTTPS: a browser that has been here once comes no other way."""
OUR_MISTAKE = Denial(
    "unavailable",
    "Something went wrong on our side. Nothing has changed; please try again.",
    "Coś poszło nie tak po naszej stronie. Nic się nie zmieniło; spróbuj ponownie.",
)


class Guards:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._proxies = settings.proxies
        by_https = BY_HTTPS_ONLY if settings.public_url.startswith("https://") else []
        self._headers = HEADERS + by_https
        self._file_headers = FILE_HEADERS + by_https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with our headers, or refuse one that is too large or too many."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        address = self._address(scope)
        scope["client"] = (address, 0)
        limiter = context_of(HTTPConnection(scope)).limiter
        if scope["type"] == "websocket":
            try:
                await limiter.check("socket", address)
            except Denial:
                await send({"type": "websocket.close", "code": FORBIDDEN})
            else:
                await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status, size, begun = 500, 0, False

        async def limited() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > LARGEST_BODY:
                raise HTTPException(413)  # the framework takes others for a body it cannot parse
            return message

        async def dressed(message: MutableMapping[str, Any]) -> None:
            nonlocal status, begun
            if message["type"] == "http.response.start":
                status = message["status"]
                begun = True
                is_file = scope["path"].startswith("/assets/")
                ours = self._file_headers if is_file else self._headers
                message["headers"] = [*message.get("headers", []), *ours]
                if scope["path"].startswith("/api"):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        try:
            await limiter.check("request", address)
            if _announced_size(scope) > LARGEST_BODY:
                await problem(too_large())(scope, receive, dressed)
            else:
                await self._app(scope, limited, dressed)
        except Denial as denial:
            if not begun:
                await problem(denial)(scope, receive, dressed)
        except Exception:
            ERRORS.inc()
            log.exception("an error that nobody expected")
            if not begun:  # half an answer cannot be taken back: the connection breaks
                await problem(OUR_MISTAKE)(scope, receive, dressed)
        finally:
            _note(scope, status, time.perf_counter() - began)

    def _address(self, scope: Scope) -> str:
        """Return the address that a request counts for."""
        forwarded = (value for name, value in scope["headers"] if name == b"x-forwarded-for")
        peer = scope.get("client")
        return caller_address(peer[0] if peer else None, forwarded, self._proxies)


def _announced_size(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


def _note(scope: Scope, status: int, seconds: float) -> None:
    """Write a line about a request: its route, never the ids or tokens in it."""
    route = getattr(scope.get("route"), "path", "other")
    method = scope["method"] if scope["method"] in METHODS else "other"
    REQUESTS.labels(method, route, status).inc()
    SECONDS.labels(route).observe(seconds)
    took = round(seconds * 1000, 1)
    fields = {"method": method, "route": route, "status": status, "ms": took}
    log.info("request", extra={"fields": fields})
