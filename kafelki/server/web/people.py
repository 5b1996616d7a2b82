"""People over HTTP: coming in, signing up and in, names, leaving for good."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Request
from starlette.responses import Response

from kafelki.server import archive
from kafelki.server.denial import Denial
from kafelki.server.ids import ALPHABET
from kafelki.server.names import account_key, made_up_name
from kafelki.server.storage import people as people_rows
from kafelki.server.storage import results as result_rows
from kafelki.server.storage import tables as table_rows
from kafelki.server.storage.people import Person
from kafelki.server.table.clock import day_of
from kafelki.server.table.commands import Close, Leave, Resign
from kafelki.server.web.access import (
    COOKIE,
    COOKIE_SECONDS,
    AnyCaller,
    Caller,
    KnownCaller,
    person_of,
)
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import Context, context_of
from kafelki.server.web.models import Credentials, Me, NewGuest, NewName, NewPassword, Profile

router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)

MOST_TABLES = 100_000
"""More than anybody has."""


def _signed(context: Context, response: Response, token: str) -> Response:
    response.set_cookie(
        COOKIE,
        token,
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
async def come_in(request: Request, guest: NewGuest, caller: AnyCaller) -> Response:
    """Come in with a name, or with one that is made up."""
    context = context_of(request)
    context.limiter.check("guest", caller.address)
    kind = "token" if guest.token else "cookie"
    person, token = await context.identity.guest(guest.name or made_up_name(guest.language), kind)
    if guest.token:
        return answer(_me(person, token), 201)
    return _signed(context, answer(_me(person), 201), token)


@router.get("/me", response_model=Profile)
async def who_am_i(request: Request, caller: KnownCaller) -> Response:
    """Say who I am."""
    return answer(await profile(context_of(request), person_of(caller)))


async def profile(context: Context, person: Person) -> dict[str, object]:
    """Return what somebody is told of themselves."""
    muted = await context.store.read(people_rows.muted_by, person.id)
    return _me(person) | {"muted": sorted(muted)}


@router.patch("/me", response_model=Me)
async def rename(request: Request, new: NewName, caller: KnownCaller) -> Response:
    """Take another name."""
    context = context_of(request)
    person = person_of(caller)
    name = await context.identity.rename(person, new.name)
    await context.tables.person_changed(person.id)
    return answer(_me(person) | {"name": name})


@router.put("/me/password", status_code=204)
async def set_password(request: Request, new: NewPassword, caller: KnownCaller) -> Response:
    """Set a password: a guest becomes a member and can sign in anywhere."""
    context = context_of(request)
    person = person_of(caller)
    context.limiter.check("sign-in", person.id)
    await context.identity.set_password(person, caller.token, new.account, new.password, new.old)
    context.tables.let_go(person.id)
    await context.tables.person_changed(person.id)
    return Response(status_code=204)


@router.post("/sessions", response_model=Me)
async def sign_in(request: Request, given: Credentials, caller: AnyCaller) -> Response:
    """Sign in with name and password."""
    context = context_of(request)
    context.limiter.check("sign-in", caller.address)
    context.limiter.check("sign-in", f"account {account_key(given.account)}")
    await _check_nothing_is_lost(context, caller)
    person = await context.identity.sign_in(given.account, given.password)
    token = await context.identity.new_token(person, "token" if given.token else "cookie")
    if given.token:
        return answer(_me(person, token))
    return _signed(context, answer(_me(person)), token)


async def _check_nothing_is_lost(context: Context, caller: Caller) -> None:
    """Raise Denial when a guest has games under way that nobody could come back to."""
    guest = caller.person
    if guest is None or guest.member or not caller.by_cookie:
        return
    if await context.store.read(table_rows.tables_of, guest.id, ["open", "playing"], 1):
        raise Denial(
            "conflict",
            "You have games under way as a guest. Finish or leave them first, or sign out.",
            "Masz rozpoczęte gry jako gość. Najpierw je dokończ lub opuść albo się wyloguj.",
        )


@router.post("/me/tokens", response_model=Me, status_code=201)
async def new_token(request: Request, caller: KnownCaller) -> Response:
    """Make a bearer token for a program that plays in my name."""
    context = context_of(request)
    person = person_of(caller)
    context.limiter.check("guest", caller.address)
    return answer(_me(person, await context.identity.new_token(person, "token")), 201)


@router.delete("/sessions/current", status_code=204)
async def sign_out(request: Request, caller: KnownCaller) -> Response:
    """Sign out here."""
    context = context_of(request)
    await context.identity.sign_out(caller.token)
    context.tables.let_go(person_of(caller).id)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response


@router.delete("/me", status_code=204)
async def delete_me(request: Request, caller: KnownCaller) -> Response:
    """Delete my data: name, password, sessions, what I wrote; games under way are given up."""
    context = context_of(request)
    person = person_of(caller)
    under_way = ["open", "playing"]
    for row in await context.store.read(table_rows.tables_of, person.id, under_way, MOST_TABLES):
        # Ids that the person cannot have used before: those would get an old answer.
        leave = Leave(id=secrets.token_hex(8), type="leave")
        resign = Resign(id=secrets.token_hex(8), type="resign")
        for command in (leave, resign):
            await context.tables.command(row.id, person, command)
    # What is left are tables that the person opened for others: nobody else could start them.
    for table in await context.store.read(table_rows.opened_by, person.id):
        close = Close(id=secrets.token_hex(8), type="close")
        await context.tables.command(table, person, close)
    ends = await context.store.read(result_rows.ends_of, person.id)
    for table in await context.store.write(table_rows.forget_words, person.id):
        context.tables.forget(table)
    await context.identity.delete(person)
    context.tables.let_go(person.id)
    await context.tables.person_changed(person.id)
    # Their names are in the files of the days on which their games ended.
    folder = context.settings.data_folder
    for day in {day_of(end) for end in ends} & set(archive.written_days(folder)):
        await context.store.read(archive.write_day, folder, day)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response


@router.put("/me/mutes/{person}", status_code=204)
async def mute(request: Request, person: str, caller: KnownCaller) -> Response:
    """Do not show me what somebody writes."""
    return await _set_muted(context_of(request), caller, person, True)


@router.delete("/me/mutes/{person}", status_code=204)
async def unmute(request: Request, person: str, caller: KnownCaller) -> Response:
    """Show me again what somebody writes."""
    return await _set_muted(context_of(request), caller, person, False)


async def _set_muted(context: Context, caller: Caller, person: str, on: bool) -> Response:
    if not 1 <= len(person) <= 16 or any(letter not in ALPHABET for letter in person):
        raise Denial("malformed", "That is nobody's id.", "To nie jest niczyj identyfikator.")
    context.limiter.check("command", person_of(caller).id)
    await context.store.write(people_rows.set_muted, person_of(caller).id, person, on)
    await context.tables.mutes_changed(person_of(caller).id)
    return Response(status_code=204)
