"""What a connection is told that never gets to the server behind the gate."""

from __future__ import annotations

import orjson

from kafelki.rules.texts import decimal
from kafelki.server.denial import Denial, malformed
from kafelki.server.web.socket import TOO_MANY

REASONS = {
    400: "Bad Request",
    408: "Request Timeout",
    413: "Content Too Large",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
    503: "Service Unavailable",
}

FULL = Denial(
    "unavailable",
    "Too many people are connected right now. Please try again soon.",
    "Zbyt wiele osób jest teraz połączonych. Spróbuj za chwilę.",
)
NOT_HTTP = malformed("That is not HTTP.", "To nie jest HTTP.")
NO_SOCKET = malformed("A socket cannot be opened like that.", "Tak nie da się otworzyć gniazda.")
TOO_MANY_AT_ONCE = Denial(
    "too-many", "Too many requests came at once.", "Zbyt wiele zapytań przyszło naraz."
)
SLOW = malformed("The request did not arrive in time.", "Zapytanie nie nadeszło na czas.")

CLOSING_FRAME = bytes((0x88, 2)) + TOO_MANY.to_bytes(2)
"""What tells a client that its socket is closed, and why."""


def refusal(status: int, denial: Denial) -> bytes:
    """Return an answer in HTTP, after which the connection is closed."""
    body = orjson.dumps(denial.as_json())
    wait = "" if denial.retry_after is None else f"retry-after: {denial.retry_after}\r\n"
    head = (
        f"HTTP/1.1 {status} {REASONS[status]}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\n{wait}connection: close\r\n\r\n"
    )
    return head.encode() + body


def long_header(most: int) -> Denial:
    """Return the answer to a header that is too long."""
    size = decimal(most / 1024)
    return Denial(
        "too-large",
        f"The header of a request has at most {size.en.removesuffix('.0')} KiB.",
        f"Nagłówek zapytania ma najwyżej {size.pl.removesuffix(',0')} KiB.",
    )
