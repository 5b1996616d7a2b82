"""Running the server: one process by default, several on PostgreSQL with Redis."""

from __future__ import annotations

import os
from dataclasses import replace

import uvicorn

from kafelki.server import ports
from kafelki.server.browser import open_when_ready
from kafelki.server.logs import write_json_lines
from kafelki.server.settings import Settings
from kafelki.server.steadiness import answer_evenly
from kafelki.server.web.app import make_app
from kafelki.server.web.connections import TidyHttp, TidySocket
from kafelki.server.web.socket import LONGEST_MESSAGE


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


def run_server(settings: Settings, log_level: str = "INFO", open_page: bool = False) -> None:
    """Serve until stopped."""
    os.umask(0o077)  # also for what libraries write
    settings = with_port(settings, open_page)
    write_json_lines(log_level)
    answer_evenly()
    address = settings.public_url or f"http://{settings.host}:{settings.port}"
    print(f"Kafelki is at {address} (Ctrl-C stops it)", flush=True)
    if open_page:
        open_when_ready(address, settings.host, settings.port)
    uvicorn.run(
        make_app(settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        http=TidyHttp,
        ws=TidySocket,
        ws_max_size=2 * LONGEST_MESSAGE,
        ws_ping_interval=15,  # a client that does not answer is gone, and may resume
        ws_ping_timeout=15,
        ws_per_message_deflate=False,  # its memory, a quarter of a megabyte a socket, is worth more
        server_header=False,
        timeout_graceful_shutdown=5,
        limit_concurrency=None,
        backlog=4096,
    )
