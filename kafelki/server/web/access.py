"""Who asks: by cookie or by bearer token; and whether a page of ours asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends
from starlette.requests import HTTPConnection

from kafelki.server.denial import Denial, banned, forbidden, muted
from kafelki.server.storage.people import Person
from kafelki.server.web.addresses import UNKNOWN
from kafelki.server.web.context import Context, context_of

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
COOKIE, DEVICE = "kafelki", "kafelki_device"
"""Who somebody is, and that somebody has signed in here before."""
COOKIE_SECONDS = 400 * 24 * 60 * 60


@dataclass(frozen=True)
class Caller:
    """Who asks, how they said so, and from where."""

    person: Person | None
    token: str
    by_cookie: bool
    address: str

    @property
    def id(self) -> str | None:
        """The person's id."""
        return None if self.person is None else self.person.id


@dataclass(frozen=True)
class Somebody(Caller):
    """Somebody who is known."""

    person: Person


def address_of(connection: HTTPConnection) -> str:
    """Return the address that somebody calls from; the guards have put it there."""
    return connection.client.host if connection.client else UNKNOWN


async def caller(connection: HTTPConnection) -> Caller:
    """Return who asks; Denial when they may not, or a token is not valid, or another site asks."""
    found = await any_caller(connection)
    check_not_banned(found.person, context_of(connection).now())
    return found


def check_not_banned(person: Person | None, now: int) -> None:
    """Raise Denial when an operator does not let somebody in."""
    if person is not None and person.banned_until is not None and person.banned_until > now:
        raise banned(person.banned_until)


def check_not_muted(person: Person, now: int) -> None:
    """Raise Denial when an operator lets somebody write nothing."""
    if person.muted_until is not None and person.muted_until > now:
        raise muted(person.muted_until)


async def any_caller(connection: HTTPConnection) -> Caller:
    """Return who asks, let in or not; Denial when a token is not valid, or another site asks."""
    context = context_of(connection)
    address = address_of(connection)
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and bearer:
        person = await context.identity.who(bearer.strip())
        if person is None:
            raise _sign_in_first()
        context.whereabouts.note(person.id, address)
        return Caller(person, bearer.strip(), False, address)
    check_origin(connection, context)
    token = connection.cookies.get(COOKIE, "")
    person = await context.identity.who(token) if token else None
    if person is not None:
        context.whereabouts.note(person.id, address)
    return Caller(person, token, True, address)


def check_origin(connection: HTTPConnection, context: Context) -> None:
    """Raise Denial when a page of another site makes this browser ask."""
    if connection.scope.get("method") in SAFE_METHODS:  # a socket has none
        return
    origin = connection.headers.get("origin")
    if origin is not None:
        ours = _is_ours(origin, connection, context)
    else:
        # A browser says at least this; a program has no cookie, so nobody's to misuse.
        site = connection.headers.get("sec-fetch-site")
        ours = site in ("same-origin", "none") or (site is None and not connection.cookies)
    if not ours:
        raise forbidden(
            "This came from another site, or did not say from where.",
            "To zapytanie przyszło z innej strony albo nie podaje skąd.",
        )


def _is_ours(origin: str, connection: HTTPConnection, context: Context) -> bool:
    public = context.settings.public_url.rstrip("/")
    if public and origin == public:
        return True
    try:
        netloc = urlsplit(origin).netloc
    except ValueError:  # such as a bracket that nothing closes
        return False
    return bool(netloc) and netloc == connection.headers.get("host")


def _sign_in_first() -> Denial:
    return Denial(
        "not-signed-in",
        "Please say who you are first: enter with a name, or sign in.",
        "Najpierw się przedstaw: podaj imię albo się zaloguj.",
    )


AnyCaller = Annotated[Caller, Depends(caller)]


async def somebody(caller: AnyCaller) -> Somebody:
    """Return who asks; Denial when that is nobody."""
    if caller.person is None:
        raise _sign_in_first()
    return Somebody(caller.person, caller.token, caller.by_cookie, caller.address)


KnownCaller = Annotated[Somebody, Depends(somebody)]


async def leaving(caller: Annotated[Caller, Depends(any_caller)]) -> Somebody:
    """Return who asks, also who is not let in any more; Denial when that is nobody."""
    return await somebody(caller)


LeavingCaller = Annotated[Somebody, Depends(leaving)]
