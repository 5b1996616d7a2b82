"""What the server says when it will not do something: a code for programs, words for people."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Any

from kafelki.play.refusal import Refusal
from kafelki.rules.texts import Text

Reply = dict[str, Any]
"""The answer that every command gets."""

STATUS = {
    "malformed": 422,
    "not-signed-in": 401,
    "forbidden": 403,
    "not-found": 404,
    "conflict": 409,
    "stale": 409,
    "illegal": 409,
    "old-page": 409,
    "unreadable": 410,
    "old-rules": 410,
    "too-large": 413,
    "too-many": 429,
    "unavailable": 503,
}
"""Each code of a denial, and the HTTP status that goes with it."""


FOR_GOOD = 253_402_300_799_000
"""The last moment of the year 9999: until then is for good."""


class Denial(Exception):
    """Something that was not done, and nothing was changed; `code` is one of `STATUS`."""

    def __init__(
        self,
        code: str,
        english: str,
        polish: str,
        rule: str | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(english)
        self.code = code
        self.text = Text(english, polish)
        self.rule = rule
        self.retry_after = retry_after
        """Seconds after which it may be tried again, where that is known."""

    def as_json(self) -> dict[str, Any]:
        """Return the denial as it is sent."""
        return {"code": self.code, "rule": self.rule, "text": self.text._asdict()}

    def reply_to(self, command: str) -> Reply:
        """Return the answer to a command that was not carried out."""
        return {"id": command, "ok": False, **self.as_json()}


def denial_of(refusal: Refusal, code: str = "illegal") -> Denial:
    """Return what the rules or the record refused as a denial."""
    return Denial(code, refusal.text.en, refusal.text.pl, refusal.rule)


forbidden = partial(Denial, "forbidden")
"""The answer to what somebody may not do."""
conflict = partial(Denial, "conflict")
"""The answer to what cannot be done as things are."""
malformed = partial(Denial, "malformed")
"""The answer to what cannot be understood, or makes no sense."""


def not_found() -> Denial:
    """Return the answer for what is not there, or not for this person's eyes: the same for both."""
    return Denial("not-found", "There is nothing here.", "Niczego tu nie ma.")


def unavailable() -> Denial:
    """Return the answer while storage cannot be reached."""
    return Denial(
        "unavailable",
        "The server cannot save anything right now. Nothing has changed; please try again soon.",
        "Serwer nie może teraz niczego zapisać. Nic się nie zmieniło; spróbuj za chwilę.",
        retry_after=2,
    )


def gone() -> Denial:
    """Return the answer to somebody who has deleted their data meanwhile."""
    return Denial("not-signed-in", "Your data was deleted.", "Twoje dane zostały usunięte.")


def muted(until: int) -> Denial:
    """Return the answer to somebody whom an operator does not let write."""
    return forbidden(
        f"An operator of this server has muted you{_until(until, ' until {} (UTC)')}: you cannot "
        "write or change names.",
        f"Operator serwera odebrał ci głos{_until(until, ' do {} (UTC)')}: nie możesz pisać ani "
        "zmieniać imion.",
    )


def banned(until: int) -> Denial:
    """Return the answer to somebody whom an operator does not let in."""
    return forbidden(
        f"An operator of this server has banned you{_until(until, ' until {} (UTC)')}.",
        f"Operator serwera zablokował ci dostęp{_until(until, ' do {} (UTC)')}.",
    )


def _until(moment: int, words: str) -> str:
    """Return until when, in words; nothing where it is for good."""
    if moment >= FOR_GOOD:
        return ""
    return words.format(datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y-%m-%d %H:%M"))
