"""HTTP that leaves nothing behind when a socket takes its connection over."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class HandingOver(HttpToolsProtocol):
    """Uvicorn's HTTP, without the ring of a connection and its parser, which know each other.

    Every socket would leave one behind, for the collection of garbage to find.
    """

    def handle_websocket_upgrade(self) -> None:
        """Let a socket have the connection, and the parser go."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]
