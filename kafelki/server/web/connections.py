"""Connections that leave nothing behind when they end.

Uvicorn's know others that know them. Such a ring does not go by itself, and one that was
there when garbage was collected (see `steadiness`) would stay until it is done thoroughly.
"""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class TidyHttp(HttpToolsProtocol):
    """HTTP without the ring of a connection and its parser, once a socket takes it over."""

    def handle_websocket_upgrade(self) -> None:
        """Let a socket have the connection, and the parser go."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]


class TidySocket(WebSocketsSansIOProtocol):
    """A socket without the ring of its protocol and the generator that parses for it."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the parser go, and what it failed with: nothing comes any more."""
        super().connection_lost(exc)
        del self.conn.parser
        self.conn.parser_exc = None
