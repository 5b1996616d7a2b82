"""The few requests that a crowd makes over HTTP, on connections that stay open."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import local
from typing import Any
from urllib.parse import urlsplit

import orjson


class Requests:
    """A server's HTTP side."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._pool = ThreadPoolExecutor(4)
        self._own = local()

    def _post(self, path: str, body: dict[str, Any], token: str | None) -> dict[str, Any]:
        try:
            answer = self._ask(path, body, token)
        except (OSError, http.client.HTTPException):
            answer = self._ask(path, body, token)  # the server closes connections that rest
        data = orjson.loads(answer.read())
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {answer.status} {data}")
        return dict(data)

    def _ask(self, path: str, body: dict[str, Any], token: str | None) -> http.client.HTTPResponse:
        connection: http.client.HTTPConnection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=60)
            self._own.connection = connection
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            connection.request("POST", path, orjson.dumps(body), headers)
            return connection.getresponse()
        except (OSError, http.client.HTTPException):
            connection.close()
            raise

    async def post(self, path: str, body: dict[str, Any], token: str | None = None) -> Any:
        """Return what the server answers to a request."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, self._post, path, body, token)

    async def guest(self, name: str) -> str:
        """Return the token of a new guest."""
        answer = await self.post("/api/guests", {"name": name, "token": True})
        return str(answer["token"])

    async def open_table(self, game: str, tokens: Sequence[str]) -> str:
        """Return the id of a table where these people have begun to play."""
        new = {"game": game, "players": len(tokens)}
        table = str((await self.post("/api/tables", new, tokens[0]))["id"])
        path = f"/api/tables/{table}/commands"
        for token in tokens[1:]:
            await self.post(path, {"type": "sit", "id": "sit"}, token)
        await self.post(path, {"type": "start", "id": "start"}, tokens[0])
        return table
