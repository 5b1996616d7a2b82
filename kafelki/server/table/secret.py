"""What a table holds back until the end."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass


@dataclass(frozen=True)
class Secret:
    """What a table holds back until the end: the seed, and whether it is a daily one."""

    seed: bytes
    daily: str | None = None
    """The day (UTC) of a daily challenge."""

    @classmethod
    def fresh(cls) -> Secret:
        """Return a secret that nobody can guess."""
        return cls(secrets.token_bytes(32))

    def stream(self, *label: object) -> str:
        """Return the seed of a bot's random stream, another one for each label.

        Nobody can know it before the table's own seed is out, of which it tells nothing: who
        knew it could choose a table where the bot plays badly, or foresee its moves.
        """
        words = " ".join(map(str, label)).encode()
        return hmac.digest(self.seed, b"bots " + words, "sha256").hex()
