"""Running the server: one process by default, several on PostgreSQL with Redis."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import cast

import uvicorn
from fastapi import FastAPI

from kafelki.server import ports
from kafelki.server.logs import write_json_lines
from kafelki.server.process import freeze_garbage_collection, switch_threads_often
from kafelki.server.settings import Settings
from kafelki.server.web.app import make_app
from kafelki.server.web.connections import Connections
from kafelki.server.web.gate import Gate
from kafelki.server.web.socket import LONGEST_MESSAGE

log = logging.getLogger(__name__)

SPARE_FILES = 200
"""Files that are not connections: the database's, the bots', Python's own."""


def with_port(settings: Settings, choose: bool) -> Settings:
    """Return settings with a port that can be had; if not as it is and not to be chosen, exit."""
    host, port = settings.host, settings.port
    if ports.is_free(host, port):
        return settings
    if ports.kafelki_answers(host, port):
        raise SystemExit(f"Kafelki runs already: see http://{host}:{port}")
    other = ports.next_free(host, port)
    if other is None or not choose:
        raise SystemExit(
            f"Something else listens at {host}:{port}. Choose another port, for example "
            f"with --port {other or 0}"
        )
    print(f"Something else listens at {host}:{port}, so it will be port {other}.", flush=True)
    return replace(settings, port=other)


def with_files(settings: Settings) -> Settings:
    """Return settings with as many connections as the system lets us have files for."""
    if sys.platform == "win32":
        return settings
    import resource

    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connections + SPARE_FILES
    if files < wanted:
        files = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    connections = min(settings.connections, files - SPARE_FILES)
    return replace(
        settings, connections=connections, sockets=min(settings.sockets, connections * 4 // 5)
    )


def server_of(app: FastAPI, settings: Settings) -> uvicorn.Server:
    """Return what serves an application, with all limits on connections."""
    gate = partial(Gate, Connections(settings), settings, lambda: app.state.context.limiter)
    return uvicorn.Server(
        uvicorn.Config(
            app,
            host=settings.host,
            port=settings.port,
            log_config=None,
            access_log=False,
            http=cast(type[asyncio.Protocol], gate),
            ws="websockets-sansio",
            ws_max_size=2 * LONGEST_MESSAGE,
            ws_ping_interval=15,  # a client that does not answer is gone, and may resume
            ws_ping_timeout=15,
            ws_per_message_deflate=False,  # its memory, a quarter of a megabyte, is worth more
            server_header=False,
            proxy_headers=False,  # the guards read them, from as many proxies as there are
            timeout_keep_alive=cast(int, settings.idle_seconds),
            timeout_graceful_shutdown=5,
            backlog=4096,
        )
    )


def run_server(settings: Settings, log_level: str = "INFO", open_page: bool = False) -> None:
    """Serve until stopped."""
    os.umask(0o077)  # also for what libraries write
    settings = with_files(with_port(settings, open_page))
    write_json_lines(log_level)
    switch_threads_often()
    address = settings.public_url or f"http://{settings.host}:{settings.port}"
    print(f"Kafelki is at {address} (Ctrl-C stops it)", flush=True)
    if open_page:
        ports.open_when_ready(address, settings.host, settings.port)
    if settings.public_url.startswith("https://") and not settings.proxies:
        log.warning("no proxies are stated: all who come through one count as one address")
    server = server_of(make_app(settings), settings)
    freeze_garbage_collection()
    with suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        raise SystemExit(1)
