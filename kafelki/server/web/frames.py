"""The frames that come on a socket: how many, and in how many pieces a message.

The library behind puts no limit to either. A frame without a word in it costs the sender six
bytes and us as much time as any other; a message in pieces without end is never let go of.
"""

from __future__ import annotations

import time

AT_ONCE, A_SECOND = 600, 60
"""Frames of one socket: a page that follows a finger sends a few a second."""
MOST_PIECES = 100
"""Frames of one message: a browser sends one."""

LAST, CONTROL, MASKED, LENGTH = 0x80, 0x08, 0x80, 0x7F
LONGER = {126: 2, 127: 8}
"""Bytes that a length takes which does not fit beside the mark of the mask (RFC 6455, 5.2)."""


class Frames:
    """Follows the frames of one socket, and keeps nothing of what they say."""

    def __init__(self, scale: float) -> None:
        self._most = AT_ONCE * scale
        self._rate = A_SECOND * scale
        self._room = self._most
        self._then = time.monotonic()
        self._begun = b""  # a frame's header, as far as it has come
        self._to_come = 0  # bytes of a frame
        self._pieces = 0

    def are_few(self, data: bytes) -> bool:
        """Whether the frames that begin in what comes are not too many."""
        now = time.monotonic()
        self._room = min(self._most, self._room + (now - self._then) * self._rate)
        self._then = now
        data = self._begun + data
        at = self._to_come
        while (header := _header(data, at)) is not None:
            size, first = header
            at += size
            self._room -= 1
            if not first & CONTROL:
                self._pieces = 0 if first & LAST else self._pieces + 1
            if (self._most and self._room < 0) or self._pieces > MOST_PIECES:
                return False
        self._begun = data[at:]
        self._to_come = max(0, at - len(data))
        return True


def _header(data: bytes, at: int) -> tuple[int, int] | None:
    """Return the size of the frame at a place, and its first byte; None until that is known."""
    if len(data) < at + 2:
        return None
    first, second = data[at], data[at + 1]
    length = second & LENGTH
    longer = LONGER.get(length, 0)
    if len(data) < at + 2 + longer:
        return None
    if longer:
        length = int.from_bytes(data[at + 2 : at + 2 + longer])
    return 2 + longer + (4 if second & MASKED else 0) + length, first
