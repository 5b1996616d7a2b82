"""Numbers for operators, in Prometheus's format."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

SOCKETS = Gauge("kafelki_sockets", "Open sockets")
REQUESTS = Counter("kafelki_requests", "HTTP requests", ["method", "route", "status"])
SECONDS = Histogram(
    "kafelki_request_seconds",
    "Time to answer an HTTP request",
    ["route"],
    buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3),
)
ERRORS = Counter("kafelki_errors", "Exceptions that nobody expected")
BOT_FAULTS = Counter("kafelki_bot_faults", "Times that a bot failed", ["game", "bot"])
BOTS_WAITING = Gauge("kafelki_bots_waiting", "Work for bots that waits", ["work"])
TABLES = Gauge("kafelki_tables_in_memory", "Tables in memory")
UNREADABLE = Gauge("kafelki_unreadable_tables", "Tables whose logs cannot be read")
MOVES = Gauge("kafelki_moves", "Moves made through this process")
COMMITS = Gauge("kafelki_commits", "Transactions of the writer")
