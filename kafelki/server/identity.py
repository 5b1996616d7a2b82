"""Who somebody is: guests, members with a password, and the tokens that say so."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection

from kafelki.server.denial import Denial, unavailable
from kafelki.server.ids import ALPHABET
from kafelki.server.names import account_key, checked_name
from kafelki.server.storage import people as rows
from kafelki.server.storage.people import Person
from kafelki.server.storage.store import Conflict, StorageTrouble, Store

log = logging.getLogger(__name__)

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
REMEMBERED = 10_000
FRESH, FRESH_ALONE = 30_000, 60_000
"""Milliseconds for which a token is taken to be whose it was, without asking the database:
beside other processes, whose word that it has ended may be lost, and as the only one."""


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Identity:
    """People and their sessions."""

    def __init__(self, store: Store, now: Callable[[], int], fresh: int = FRESH) -> None:
        self._store = store
        self._now = now
        self._fresh = fresh
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
        self._known: OrderedDict[str, tuple[int, Person]] = OrderedDict()
        self._nobody = self._hasher.hash(secrets.token_hex(8))

    async def who(self, token: str) -> Person | None:
        """Return whose token it is."""
        key = _hashed(token)
        known = self._known.get(key)
        if known is not None and self._now() - known[0] < self._fresh:
            return known[1]
        try:
            person = await self._store.read(rows.person_of, key)
        except StorageTrouble as wrong:
            log.warning("a session could not be read: %s", type(wrong).__name__)
            raise unavailable() from None
        if person is None:
            self._known.pop(key, None)
            return None
        self._known[key] = (self._now(), person)
        self._known.move_to_end(key)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return person

    def forget(self, person: str) -> None:
        """Ask the database again about a person."""
        for key in [key for key, (_, each) in self._known.items() if each.id == person]:
            del self._known[key]

    async def guest(self, name: str, kind: str) -> tuple[Person, str]:
        """Return a new guest, and the token of their first session."""
        person = Person("".join(secrets.choice(ALPHABET) for _ in range(12)), checked_name(name))
        token = secrets.token_urlsafe(32)

        def job(connection: Connection) -> None:
            rows.add_person(connection, person.id, person.name, self._now())
            rows.add_session(connection, _hashed(token), person.id, kind, self._now())

        await self._write(job)
        return person, token

    async def new_token(self, person: Person, kind: str) -> str:
        """Return the token of another session of a person."""
        token = secrets.token_urlsafe(32)
        await self._write(rows.add_session, _hashed(token), person.id, kind, self._now())
        return token

    async def rename(self, person: Person, name: str) -> str:
        """Give a person another name, and return it as it will be shown."""
        shown = checked_name(name)
        await self._write(rows.set_name, person.id, shown)
        self.forget(person.id)
        return shown

    async def set_password(
        self, person: Person, token: str, account: str | None, password: str, old: str | None
    ) -> None:
        """Make a guest a member, or give a member another password and end other sessions."""
        _check_password(password)
        if person.member:
            await self._check(person, old or "")
            key = person.account or ""
        else:
            key = account_key(checked_name(account or person.name))
        hashed = await asyncio.to_thread(self._hasher.hash, password)
        try:
            await self._write(rows.set_password, person.id, key, hashed)
        except Conflict:
            raise Denial(
                "conflict",
                "Somebody has an account of that name. Please choose another.",
                "Ktoś ma już konto o tej nazwie. Wybierz inną.",
            ) from None
        await self._write(rows.end_other_sessions, person.id, _hashed(token))
        self.forget(person.id)

    async def sign_in(self, account: str, password: str) -> Person:
        """Return the member of that name; Denial when name or password are not right."""
        try:
            person = await self._store.read(rows.person_with_account, account_key(account))
        except StorageTrouble:
            raise unavailable() from None
        if person is None:
            # Taking as long as for somebody who exists tells nobody who does.
            await asyncio.to_thread(self._matches, self._nobody, password)
            raise _wrong_password()
        await self._check(person, password)
        return person

    async def _check(self, person: Person, password: str) -> None:
        if not await asyncio.to_thread(self._matches, person.password or "", password):
            raise _wrong_password()

    def _matches(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password[:LONGEST_PASSWORD])
        except (VerificationError, InvalidHashError):
            return False

    async def sign_out(self, token: str) -> None:
        """End a session."""
        self._known.pop(_hashed(token), None)
        await self._write(rows.end_session, _hashed(token))

    async def delete(self, person: Person) -> None:
        """Remove all that tells who a person was."""
        await self._write(rows.forget_person, person.id)
        self.forget(person.id)

    async def _write(self, job: Callable[..., None], *args: object) -> None:
        try:
            await self._store.write(job, *args)
        except StorageTrouble as wrong:
            log.warning("people could not be written: %s", type(wrong).__name__)
            raise unavailable() from None


def _check_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Denial(
            "malformed",
            f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters.",
            f"Hasło ma od {SHORTEST_PASSWORD} do {LONGEST_PASSWORD} znaków.",
        )


def _wrong_password() -> Denial:
    return Denial(
        "forbidden",
        "The name or the password is not right.",
        "Nazwa lub hasło się nie zgadza.",
    )
