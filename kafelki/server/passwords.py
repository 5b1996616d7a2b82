"""Passwords, and the devices where they were right before.

A few are hashed and compared at a time, however many ask. A device that has signed in keeps a
word that this server has signed for one person. It opens nothing: it says that attempts from
there are counted by themselves, and not with those of strangers who guess.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from kafelki.server.denial import Denial, malformed
from kafelki.server.storage import keys
from kafelki.server.storage.store import Store

T = TypeVar("T")

SHORTEST, LONGEST = 8, 200
AT_ONCE = 2
"""Passwords that are worked on at the same time: each takes 19 MiB, and a core."""
MOST_WAITING = 50
"""Passwords that may wait for their turn, about a second in all."""


class Passwords:
    """Hashes passwords with Argon2."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password")
        self._waiting = 0
        self._nobody = self._hasher.hash(secrets.token_hex(8))

    async def hashed(self, password: str) -> str:
        """Return what to keep of a password; Denial when it is too short or too long."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise malformed(
                f"A password has {SHORTEST} to {LONGEST} characters.",
                f"Hasło ma od {SHORTEST} do {LONGEST} znaków.",
            )
        return await self._in_turn(self._hasher.hash, password)

    async def match(self, kept: str | None, password: str) -> bool:
        """Whether a password is the one that was kept; never for None, which takes as long."""
        right = await self._in_turn(self._matches, kept or self._nobody, password)
        return right and kept is not None

    def _matches(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password[:LONGEST])
        except (VerificationError, InvalidHashError):
            return False

    async def _in_turn(self, job: Callable[..., T], *args: str) -> T:
        if self._waiting >= AT_ONCE + MOST_WAITING:
            raise Denial(
                "too-many",
                "Too many people are signing in right now. Please try again in a few seconds.",
                "Zbyt wiele osób właśnie się loguje. Spróbuj ponownie za kilka sekund.",
                retry_after=5,
            )
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, job, *args)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Let go of the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Devices:
    """Signs words for devices and recognises them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key = b""

    async def new_word(self, person: str) -> str:
        """Return a word for a device on which a person has signed in."""
        nonce = secrets.token_hex(12)
        return f"{nonce}.{await self._signature(person, nonce)}"

    async def known(self, word: str, person: str) -> str | None:
        """Return a device's name when its word is for this person; None for all others."""
        nonce, _, signature = word.partition(".")
        if not signature.isascii():
            return None
        right = hmac.compare_digest(signature, await self._signature(person, nonce))
        return nonce if right else None

    async def _signature(self, person: str, nonce: str) -> str:
        if not self._key:
            found = await keys.shared(self._store, "devices", lambda: secrets.token_hex(32))
            self._key = bytes.fromhex(found)
        return hmac.new(self._key, f"{person} {nonce}".encode(), sha256).hexdigest()
