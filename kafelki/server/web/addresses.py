"""From which address somebody calls: the connection's own, or what trusted proxies say."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

UNKNOWN = "unknown"
OF_ONE_HOUSEHOLD = 64
"""How many bits of an IPv6 address a household shares; the rest it may choose as it likes."""


def caller_address(peer: str | None, forwarded: Iterable[bytes], proxies: int) -> str:
    """Return who calls by way of so many proxies, as a group of addresses that count as one.

    Each proxy adds whom it heard from at the right of `X-Forwarded-For`; what lies to the left
    of what our own proxies wrote may be anybody's invention.

    >>> caller_address("10.0.0.1", [b"1.2.3.4, 198.51.100.7"], 1)
    '198.51.100.7'
    """
    if proxies > 0:
        said = [part.strip() for value in forwarded for part in value.decode("latin-1").split(",")]
        if said and (address := _parsed(said[-min(proxies, len(said))])) is not None:
            return _group(address)
    return network_of(peer)


@lru_cache(10_000)
def network_of(host: str | None) -> str:
    """Return the group of addresses that count as one with an address: itself, or its /64.

    >>> network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:10.0.0.1")
    ('2001:db8:1:2::/64', '10.0.0.1')
    """
    address = _parsed(host or "")
    return UNKNOWN if address is None else _group(address)


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """Return an address of a text that may also name a port; None where it is none."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return ip_address(text)
    except ValueError:
        return None


def _group(address: IPv4Address | IPv6Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    shared = 128 - OF_ONE_HOUSEHOLD
    return f"{IPv6Address(int(address) >> shared << shared)}/{OF_ONE_HOUSEHOLD}"
