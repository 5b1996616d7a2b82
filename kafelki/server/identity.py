"""Who somebody is: guests, members with a password, and the tokens that say so."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection

from cachetools import TTLCache
from sqlalchemy import Connection

from kafelki.server import names
from kafelki.server.denial import conflict, forbidden
from kafelki.server.ids import new_id, portions
from kafelki.server.passwords import Passwords
from kafelki.server.storage import people as rows
from kafelki.server.storage import sessions
from kafelki.server.storage.forgetting import forget_person
from kafelki.server.storage.people import Person
from kafelki.server.storage.store import Conflict, Store
from kafelki.server.table.settings import DAY, HOUR

REMEMBERED = 10_000
FRESH, FRESH_ALONE = 30_000, 60_000
"""Milliseconds for which a token is taken to be whose it was, without asking the database:
beside other processes, whose word that it has ended may be lost, and as the only one."""
NOTED = HOUR
"""Milliseconds that may pass before it is noted again that a session is used."""
FEW = 10
"""Names to make up before it does not matter any more that somebody has one of them."""
TOGETHER = 500
"""Sessions that the database is asked about at once."""


def token_key(token: str) -> str:
    """Return what a session is known by: the token itself is not kept."""
    return hashlib.sha256(token.encode()).hexdigest()


class Identity:
    """People and their sessions."""

    def __init__(
        self, store: Store, now: Callable[[], int], fresh: int = FRESH, session_days: float = 0
    ) -> None:
        self._store = store
        self._now = now
        self._session_days = session_days
        self._known: TTLCache[str, sessions.Held] = TTLCache(REMEMBERED, fresh, timer=now)
        self.passwords = Passwords()

    @property
    def oldest(self) -> int:
        """The time since when a session must have been used, or it has ended."""
        return int(self._now() - self._session_days * DAY) if self._session_days else 0

    async def who(self, token: str) -> Person | None:
        """Return whose token it is."""
        key = token_key(token)
        held: sessions.Held | None = self._known.get(key)
        if held is None:
            held = (await self._store.read(sessions.held, [key], self.oldest)).get(key)
            if held is not None:
                self._known[key] = held
        return None if held is None else held.person

    def forget(self, person: str) -> None:
        """Ask the database again about a person."""
        for key in [key for key, held in self._known.items() if held.person.id == person]:
            self._known.pop(key, None)

    async def check_again(self, in_use: Collection[str]) -> set[str]:
        """Return which of the sessions in use, or remembered here, have ended or are shut out.

        The database alone is asked, whatever other processes have told or could not tell.
        """
        now = self._now()
        asked = {*self._known, *in_use}
        found: dict[str, sessions.Held] = {}
        for some in portions(sorted(asked), TOGETHER):
            found |= await self._store.read(sessions.held, some, self.oldest)
        for key in asked & self._known.keys():
            if key in found:
                self._known[key] = found[key]
            else:
                self._known.pop(key, None)
        unnoted = [key for key, held in found.items() if now - held.seen >= NOTED]
        for some in portions(unnoted, TOGETHER):
            await self._store.write(sessions.touch, some, now)
        shut_out = {key for key, held in found.items() if (held.person.banned_until or 0) > now}
        return (asked - found.keys()) | shut_out

    async def guest(self, name: str, kind: str) -> tuple[Person, str]:
        """Return a new guest, and the token of their first session."""
        person = Person(new_id(12), names.checked_name(name))
        await self._check_free(person, person.name)
        token = secrets.token_urlsafe(32)

        def job(connection: Connection) -> None:
            rows.add_person(connection, person.id, person.name, self._now())
            sessions.add(connection, token_key(token), person.id, kind, self._now())

        await self._store.write(job)
        return person, token

    async def free_name(self, language: str) -> str:
        """Return a name for a guest who gave none: one that no member has."""
        for _ in range(FEW):
            name = names.made_up_name(language)
            if not await self._store.read(rows.has_looks, names.skeleton(name), ""):
                break
        return name

    async def _check_free(self, person: Person, name: str) -> None:
        """Raise Denial when a name looks like a bot's or like that of another who is a member."""
        names.check_not_a_bots(name)
        if await self._store.read(rows.has_looks, names.skeleton(name), person.id):
            raise names.is_a_members()

    async def begin_session(self, person: Person, kind: str, instead_of: str = "") -> str:
        """Return the token of a new session of a person, which may take the place of another."""
        token = secrets.token_urlsafe(32)

        def job(connection: Connection) -> None:
            sessions.end(connection, token_key(instead_of))
            sessions.add(connection, token_key(token), person.id, kind, self._now())

        await self._store.write(job)
        self._known.pop(token_key(instead_of), None)
        return token

    async def rename(self, person: Person, name: str) -> str:
        """Give a person another name, and return it as it will be shown."""
        shown = names.checked_name(name)
        await self._check_free(person, shown)
        looks = names.skeleton(shown) if person.member else None
        try:
            await self._store.write(rows.set_name, person.id, shown, looks)
        except Conflict:  # another has just taken it
            raise names.is_a_members() from None
        self.forget(person.id)
        return shown

    async def set_password(
        self, person: Person, token: str, account: str | None, password: str, old: str | None
    ) -> None:
        """Make a guest a member, or give a member another password and end other sessions."""
        if person.member:
            await self.check_password(person, old or "")
            key = person.account or ""
        else:
            await self._check_free(person, person.name)
            key = names.account_key(names.checked_name(account or person.name))
        hashed = await self.passwords.hashed(password)

        def job(connection: Connection) -> None:
            rows.set_password(connection, person.id, key, hashed, names.skeleton(person.name))
            sessions.end_others(connection, person.id, token_key(token))

        try:
            await self._store.write(job)
        except Conflict:
            await self._check_free(person, person.name)
            raise conflict(
                "Somebody has an account of that name. Please choose another.",
                "Ktoś ma już konto o tej nazwie. Wybierz inną.",
            ) from None
        self.forget(person.id)

    async def member_called(self, account: str) -> Person | None:
        """Return the member whose account has a name, if there is one."""
        return await self._store.read(rows.person_with_account, names.account_key(account))

    async def check_password(self, person: Person | None, password: str) -> Person:
        """Return the member whose password it is; Denial for another, or for nobody.

        Taking as long for nobody as for somebody tells nobody who has an account.
        """
        kept = None if person is None else person.password
        if not await self.passwords.match(kept, password) or person is None:
            raise forbidden(
                "The name or the password is not right.", "Nazwa lub hasło się nie zgadza."
            )
        return person

    async def sign_out(self, token: str) -> None:
        """End a session."""
        await self._store.write(sessions.end, token_key(token))
        self._known.pop(token_key(token), None)

    async def sessions_of(self, person: Person, token: str) -> list[sessions.Session]:
        """Return a person's sessions, one of which has a token."""
        return await self._store.read(sessions.listed, person.id, token_key(token), self.oldest)

    async def end_session(self, person: Person, session: str) -> bool:
        """End one of a person's sessions; False when there is none such."""
        ended = await self._store.write(sessions.end_one, person.id, session)
        self.forget(person.id)
        return ended

    async def end_other_sessions(self, person: Person, token: str) -> None:
        """End all of a person's sessions but the one with a token."""
        await self._store.write(sessions.end_others, person.id, token_key(token))
        self.forget(person.id)

    async def delete(self, person: Person) -> list[str]:
        """Remove all that tells who a person was; return the tables whose logs may have changed."""
        changed = await self._store.write(forget_person, person.id, self._now())
        self.forget(person.id)
        return changed
