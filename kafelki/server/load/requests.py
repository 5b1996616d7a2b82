"""The few requests that a crowd makes over HTTP, on connections that stay open."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import requests


class Requests:
    """A server's HTTP side."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._pool = ThreadPoolExecutor(4)
        self._session = requests.Session()
        self._session.trust_env = False  # a proxy would be measured, too

    def _post(self, path: str, body: dict[str, Any], token: str | None) -> dict[str, Any]:
        try:
            answer = self._ask(path, body, token)
        except requests.ConnectionError:
            answer = self._ask(path, body, token)  # the server closes connections that rest
        if answer.status_code >= 400:
            raise RuntimeError(f"{path}: {answer.status_code} {answer.json()}")
        return dict(answer.json())

    def _ask(self, path: str, body: dict[str, Any], token: str | None) -> requests.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self._session.post(self.url + path, json=body, headers=headers, timeout=60)

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
