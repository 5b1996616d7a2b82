"""Devices that have signed in before: their owner is not slowed down by who guesses passwords.

A device keeps a word that this server has signed for one person. It opens nothing: it says
that attempts from there are counted by themselves, and not with those of strangers.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

from kafelki.server.storage import keys
from kafelki.server.storage.store import Conflict, Store

KEY = "devices"


class Devices:
    """Signs words for devices and recognises them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key = ""

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
        key = bytes.fromhex(await self._secret())
        return hmac.new(key, f"{person} {nonce}".encode(), sha256).hexdigest()

    async def _secret(self) -> str:
        """Return the key that all processes of this server sign with."""
        if not self._key:
            found = await self._store.read(keys.value_of, KEY)
            if found is None:
                found = secrets.token_hex(32)
                try:
                    await self._store.write(keys.add, KEY, found)
                except Conflict:  # another process was first
                    found = await self._store.read(keys.value_of, KEY)
            assert found is not None
            self._key = found
        return self._key
