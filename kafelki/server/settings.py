"""How a server is run: from the command line or the environment (`KAFELKI_…`)."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, fields
from ipaddress import ip_address
from math import ceil
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from kafelki.review.depths import DEPTHS

PREFIX = "KAFELKI_"
KINDS = {"int": int, "float": float, "Path": Path, "str": str}
BOOLEANS = {"1": True, "true": True, "0": False, "false": False, "": False}


def default_folder() -> Path:
    """Return where a server keeps its data unless told otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "kafelki"


@dataclass(frozen=True)
class Settings:
    """All that can be set; every field can be given in the environment in capitals."""

    database_url: str = ""
    """SQLAlchemy's URL of the database; by default a SQLite file in `data_folder`."""
    redis_url: str = ""
    """For several processes: where they tell each other what changed."""
    data_folder: Path = field(default_factory=default_folder)
    """Where the database and the public archive are kept."""
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    """What people type to reach the server, such as https://tiles.example.org."""
    bot_workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    """Processes that make bots' moves."""
    hint_workers: int = 1
    """Processes that work hints out, beside those for moves."""
    review_depth: str = "standard"
    """How closely finished games are reviewed: `quick`, `standard` or `deep`."""
    bot_seconds: float = 1.0
    """How long the strongest level may think about a move."""
    ray_address: str = ""
    """A Ray cluster on which bots think instead, or "auto"."""
    proxies: int = 0
    """How many proxies of one's own people come through: who they are is then read from the
    right of `X-Forwarded-For`."""
    rate_limits: float = 1.0
    """Multiplies all limits on how often things may be done, and on how many connections and
    sockets an address may have; 0 turns them off."""
    header_bytes: int = 16 * 1024
    """How long the header of a request may be."""
    header_seconds: float = 10.0
    """How long a header may take to arrive, a connection to ask for anything, and a socket to
    say hello."""
    body_seconds: float = 20.0
    """How long a request's body may take to arrive."""
    idle_seconds: float = 15.0
    """How long a connection is kept open for another request."""
    write_seconds: float = 30.0
    """How long a client may keep us waiting that does not read what it asked for."""
    connections: int = 10_000
    """How many connections there may be at once; fewer where the system allows fewer."""
    connections_by_address: int = 200
    """How many of them may come from one address (unless people come through proxies)."""
    sockets: int = 8_000
    """How many of them may be sockets of tables."""
    sockets_by_address: int = 120
    session_days: float = 90.0
    """Days without use after which a session ends; 0: never."""
    guest_days: float = 30.0
    """Days after which a guest without games who was not here is removed; 0: never."""
    open_tables: int = 50
    """How many tables from one address may wait for people at once."""
    open_tables_each: int = 10
    """How many tables of one person may; both have no end where `rate_limits` is 0."""
    push_services: str = ""
    """Hosts to which notifications may be sent, by HTTPS, with commas between them; by default
    those of the browsers' makers. Also `http://127.0.0.1:8080/`, where one stands in for them."""
    secure_cookies: bool = False
    """Send cookies by HTTPS only; on by itself when `public_url` is https."""

    def __post_init__(self) -> None:
        if self.review_depth not in DEPTHS:
            allowed = ", ".join(DEPTHS)
            raise ValueError(
                f"KAFELKI_REVIEW_DEPTH cannot be {self.review_depth!r}: one of {allowed}"
            )
        for service in filter(None, self.push_services.split(",")):
            _check_push_service(service)

    @property
    def database(self) -> str:
        """The URL of the database."""
        return self.database_url or f"sqlite:///{self.data_folder / 'kafelki.db'}"

    @property
    def cookies_are_secure(self) -> bool:
        """Whether cookies are for HTTPS only."""
        return self.secure_cookies or self.public_url.startswith("https://")

    @property
    def most_connections_of_one(self) -> int:
        """How many connections an address may have; 0 when that is not limited."""
        return ceil(self.connections_by_address * self.rate_limits)

    @property
    def most_sockets_of_one(self) -> int:
        """How many sockets an address may have; 0 when that is not limited."""
        return ceil(self.sockets_by_address * self.rate_limits)

    @classmethod
    def from_environment(cls, **given: Any) -> Settings:
        """Return what the environment says, and what is given where it is not None."""
        found: dict[str, Any] = {}
        for each in fields(cls):
            text = os.environ.get(PREFIX + each.name.upper())
            if given.get(each.name) is not None:
                found[each.name] = given[each.name]
            elif text is not None:
                found[each.name] = _parsed(each.name, str(each.type), text)
        return cls(**found)


def _parsed(name: str, kind: str, text: str) -> Any:
    try:
        return BOOLEANS[text.lower()] if kind == "bool" else KINDS[kind](text)
    except (ValueError, KeyError):
        raise ValueError(f"{PREFIX}{name.upper()} cannot be {text!r}") from None


def _check_push_service(service: str) -> None:
    """Raise ValueError unless it is a host, or where one stands in on this machine."""
    if re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", service) and not service[-1].isdigit():
        return
    address = urlsplit(service)
    if address.scheme == "http" and service.endswith("/") and _is_this_machine(address.hostname):
        return
    raise ValueError(
        f"KAFELKI_PUSH_SERVICES cannot be {service!r}: "
        "a host such as push.example.org, or http://127.0.0.1:8080/ for a stand-in"
    )


def _is_this_machine(host: str | None) -> bool:
    try:
        return ip_address(host or "").is_loopback
    except ValueError:
        return False
