"""People over HTTP: coming in, signing up and in, names, leaving for good."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field, StrictBool
from sqlalchemy import Connection
from starlette.responses import Response

from kafelki.server.denial import conflict, malformed, not_found
from kafelki.server.ids import ALPHABET
from kafelki.server.names import account_key
from kafelki.server.profiles import Avatar, Part, avatar_of, shown_parts
from kafelki.server.purging import delete_person
from kafelki.server.storage import lobby
from kafelki.server.storage import people as people_rows
from kafelki.server.storage import profiles as profile_rows
from kafelki.server.storage.people import Person
from kafelki.server.table.settings import Strict
from kafelki.server.web.access import (
    COOKIE,
    COOKIE_SECONDS,
    DEVICE,
    AnyCaller,
    Caller,
    KnownCaller,
    LeavingCaller,
    check_not_banned,
    check_not_muted,
)
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import Context, ThisServer
from kafelki.server.web.models import Language

router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)


class NewGuest(Strict):
    """Somebody who wants to play."""

    name: str | None = Field(default=None, max_length=100)
    language: Language = "en"
    token: StrictBool = Field(
        default=False, description="Answer with a bearer token instead of setting a cookie."
    )


class Credentials(Strict):
    """How a member signs in."""

    account: str = Field(min_length=1, max_length=100)
    password: str = Field(min_length=1, max_length=200)
    token: bool = False


class NewPassword(Strict):
    """What makes a guest a member, or gives a member another password."""

    account: str | None = Field(default=None, max_length=100)
    password: str = Field(min_length=1, max_length=200)
    old: str | None = Field(default=None, max_length=200)


class NewName(Strict):
    """Another name."""

    name: str = Field(min_length=1, max_length=100)


class Me(BaseModel):
    """Who I am."""

    person: str
    name: str
    member: bool
    token: str | None = Field(default=None, description="Only when one was asked for.")


class Profile(BaseModel):
    """Who I am, what I show of myself, and whom I do not want to read."""

    person: str
    name: str
    member: bool
    avatar: Avatar
    shows: list[Part] = Field(description="What others may see of how I have played.")
    gives_games: bool = Field(description="Whether my finished games may become puzzles.")
    muted: list[str]


class SessionView(BaseModel):
    """A session of mine: a browser where I am signed in, or a program with a token."""

    id: str
    kind: Literal["cookie", "token"]
    created: int
    seen: int = Field(description="When it was last used, to the hour.")
    current: bool = Field(description="Whether it is the one that asks.")


def _kept(context: Context, response: Response, name: str, value: str) -> Response:
    """Let a browser keep something that its page cannot read."""
    response.set_cookie(
        name,
        value,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=context.settings.cookies_are_secure,
    )
    return response


def _me(person: Person, token: str | None = None) -> dict[str, object]:
    me: dict[str, object] = {"person": person.id, "name": person.name, "member": person.member}
    return me | ({"token": token} if token else {})


@router.post("/guests", response_model=Me, status_code=201)
async def come_in(context: ThisServer, guest: NewGuest, caller: AnyCaller) -> Response:
    """Come in with a name, or with one that is made up."""
    await context.limiter.check("guest", caller.address)
    kind = "token" if guest.token else "cookie"
    name = guest.name or await context.identity.free_name(guest.language)
    person, token = await context.identity.guest(name, kind)
    if guest.token:
        return answer(_me(person, token), 201)
    return _kept(context, answer(_me(person), 201), COOKIE, token)


@router.get("/me", response_model=Profile)
async def who_am_i(context: ThisServer, caller: KnownCaller) -> Response:
    """Say who I am."""
    return answer(await profile(context, caller.person))


async def profile(context: Context, person: Person) -> dict[str, object]:
    """Return what somebody is told of themselves."""

    def read(connection: Connection) -> dict[str, object]:
        row = profile_rows.person_shown(connection, person.id)
        return {
            "avatar": avatar_of(person.id, row and row.avatar),
            "shows": shown_parts(row and row.shows),
            "gives_games": bool(row and row.gives_games),
            "muted": sorted(people_rows.muted_by(connection, person.id)),
        }

    return _me(person) | await context.store.read(read)


@router.patch("/me", response_model=Me)
async def rename(context: ThisServer, new: NewName, caller: KnownCaller) -> Response:
    """Take another name."""
    person = caller.person
    check_not_muted(person, context.now())
    name = await context.identity.rename(person, new.name)
    await context.tables.loaded.person_changed(person.id)
    return answer(_me(person) | {"name": name})


@router.put("/me/password", status_code=204)
async def set_password(context: ThisServer, new: NewPassword, caller: KnownCaller) -> Response:
    """Set a password: a guest becomes a member and can sign in anywhere.

    Other sessions end. A browser's own session is a new one from here on; a program keeps its
    token.
    """
    person = caller.person
    await context.limiter.check("password", f"{person.id} {caller.address}")
    await context.identity.set_password(person, caller.token, new.account, new.password, new.old)
    response = Response(status_code=204)
    if caller.by_cookie:
        token = await context.identity.begin_session(person, "cookie", caller.token)
        await _remember_device(context, _kept(context, response, COOKIE, token), person)
    context.tables.audience.let_go(person.id)
    await context.tables.loaded.person_changed(person.id)
    return response


@router.post("/sessions", response_model=Me)
async def sign_in(
    request: Request, context: ThisServer, given: Credentials, caller: AnyCaller
) -> Response:
    """Sign in with name and password."""
    member = await context.identity.member_called(given.account)
    await _slow_down(context, caller, given.account, member, request.cookies.get(DEVICE, ""))
    await _check_nothing_is_lost(context, caller)
    person = await context.identity.check_password(member, given.password)
    check_not_banned(person, context.now())
    if given.token:
        return answer(_me(person, await context.identity.begin_session(person, "token")))
    before = caller.token if caller.by_cookie else ""
    token = await context.identity.begin_session(person, "cookie", before)
    if caller.by_cookie and caller.person is not None:
        context.tables.audience.let_go(caller.person.id)
    response = _kept(context, answer(_me(person)), COOKIE, token)
    return await _remember_device(context, response, person)


async def _slow_down(
    context: Context, caller: Caller, account: str, member: Person | None, word: str
) -> None:
    """Count an attempt at a password; Denial when it is one too many.

    Whoever guesses is counted: by address, and by address and account; and those of many
    addresses by account. A device where the member has signed in before is counted by itself,
    so that no guesser can keep the owner out.
    """
    device = await context.devices.known(word, member.id) if member and word else None
    if device is not None:
        await context.limiter.check("password", f"device {device}")
        return
    key = account_key(account)
    await context.limiter.check("sign-in", caller.address)
    await context.limiter.check("password", f"{caller.address} {key}")
    await context.limiter.check("account", key)


def _signed_out() -> Response:
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response


async def _remember_device(context: Context, response: Response, person: Person) -> Response:
    """Let a browser be known as one where somebody has signed in."""
    return _kept(context, response, DEVICE, await context.devices.new_word(person.id))


async def _check_nothing_is_lost(context: Context, caller: Caller) -> None:
    """Raise Denial when a guest has games under way that nobody could come back to."""
    guest = caller.person
    if guest is None or guest.member or not caller.by_cookie:
        return
    if await context.store.read(lobby.ids_of, guest.id, ["open", "playing"], 1):
        raise conflict(
            "You have games under way as a guest. Finish or leave them first, or sign out.",
            "Masz rozpoczęte gry jako gość. Najpierw je dokończ lub opuść albo się wyloguj.",
        )


@router.post("/me/tokens", response_model=Me, status_code=201)
async def new_token(context: ThisServer, caller: KnownCaller) -> Response:
    """Make a bearer token for a program that plays in my name."""
    person = caller.person
    await context.limiter.check("guest", caller.address)
    return answer(_me(person, await context.identity.begin_session(person, "token")), 201)


@router.delete("/sessions/current", status_code=204)
async def sign_out(context: ThisServer, caller: LeavingCaller) -> Response:
    """Sign out here."""
    await context.identity.sign_out(caller.token)
    context.tables.audience.let_go(caller.person.id)
    return _signed_out()


@router.get("/me/sessions", response_model=list[SessionView])
async def my_sessions(context: ThisServer, caller: KnownCaller) -> Response:
    """List my sessions, the last used first."""
    return answer(await context.identity.sessions_of(caller.person, caller.token))


@router.delete("/me/sessions/{session}", status_code=204)
async def end_session(context: ThisServer, session: str, caller: KnownCaller) -> Response:
    """End one of my sessions."""
    person = caller.person
    if not await context.identity.end_session(person, session[:16]):
        raise not_found()
    context.tables.audience.let_go(person.id)
    return Response(status_code=204)


@router.delete("/me/sessions", status_code=204)
async def end_other_sessions(context: ThisServer, caller: KnownCaller) -> Response:
    """End all my sessions but this one."""
    person = caller.person
    await context.identity.end_other_sessions(person, caller.token)
    context.tables.audience.let_go(person.id)
    return Response(status_code=204)


@router.delete("/me", status_code=204)
async def delete_me(context: ThisServer, caller: LeavingCaller) -> Response:
    """Delete my data: name, password, sessions, what I wrote; games under way are given up."""
    person = caller.person
    await delete_person(
        context.store, context.tables, context.identity, context.settings.data_folder, person
    )
    return _signed_out()


@router.put("/me/mutes/{person}", status_code=204)
async def mute(context: ThisServer, person: str, caller: KnownCaller) -> Response:
    """Do not show me what somebody writes."""
    return await _set_muted(context, caller.person.id, person, True)


@router.delete("/me/mutes/{person}", status_code=204)
async def unmute(context: ThisServer, person: str, caller: KnownCaller) -> Response:
    """Show me again what somebody writes."""
    return await _set_muted(context, caller.person.id, person, False)


async def _set_muted(context: Context, by: str, person: str, on: bool) -> Response:
    if not 1 <= len(person) <= 16 or any(letter not in ALPHABET for letter in person):
        raise malformed("That is nobody's id.", "To nie jest niczyj identyfikator.")
    await context.limiter.check("command", by)
    await context.store.write(people_rows.set_muted, by, person, on)
    await context.tables.news.mutes_changed(by)
    return Response(status_code=204)
