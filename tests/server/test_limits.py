"""How often things may be done: in one process, in several, and from which address."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from kafelki.server import limits
from kafelki.server.denial import Denial
from kafelki.server.limits import LIMITS, Limiter
from kafelki.server.settings import Settings
from kafelki.server.web.addresses import caller_address, network_of
from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE
from tests.server.players import guest
from tests.server.running_server import Server, serving
from tests.server.services import Redis
from tests.sockets import open_socket
from tests.waiting import PATIENCE


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let time stand still but for what a test lets pass."""
    now = [1000.0]

    def pass_by(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr("throttled.utils.now_mono_f", lambda: now[0])
    return pass_by


def times(limiter: Limiter, what: str, who: str = "Ania", most: int = 1000) -> int:
    """Return how often something is allowed before it is refused."""
    return asyncio.run(times_awaited(limiter, what, who, most))


def test_a_bucket_is_emptied_and_fills_up_again(clock: Callable[[float], None]) -> None:
    limiter = Limiter()
    assert times(limiter, "chat", "Ania") == 6
    assert times(limiter, "chat", "Kasia") == 6
    clock(3.9)
    assert times(limiter, "chat", "Ania") == 1  # one in two seconds
    clock(1000)
    assert times(limiter, "chat", "Ania") == 6


def test_the_time_to_wait_is_told(clock: Callable[[float], None]) -> None:
    limiter = Limiter()
    times(limiter, "password", "Ania")
    with pytest.raises(Denial) as refused:
        limiter.check_here("password", "Ania")
    assert refused.value.retry_after == 20
    clock(19)
    with pytest.raises(Denial) as refused:
        limiter.check_here("password", "Ania")
    assert refused.value.retry_after in (1, 2)


@pytest.mark.usefixtures("clock")
def test_limits_are_multiplied_or_turned_off() -> None:
    assert times(Limiter(5), "chat") == 30
    assert times(Limiter(0.01), "chat") == 1
    assert times(Limiter(0), "chat") == 1000


def test_when_memory_is_full_the_oldest_bucket_is_forgotten(
    clock: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 100)
    limiter = Limiter()
    for person in ("first", "second"):
        assert times(limiter, "chat", person) == 6
    for number in range(98):
        limiter.check_here("chat", f"other {number}")
    with pytest.raises(Denial):
        limiter.check_here("chat", "first")
    limiter.check_here("chat", "one more")
    assert times(limiter, "chat", "first") == 0
    assert times(limiter, "chat", "second") == 6


def test_the_name_of_an_account_is_not_taken_for_an_address() -> None:
    limiter = Limiter()
    times(limiter, "sign-in", "account 10.0.0.1")
    limiter.check_here("sign-in", "10.0.0.1")


@pytest.fixture
def awaited_redis(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> Redis:
    """Redis, waited for as long as a busy machine needs."""
    monkeypatch.setattr(limits, "PATIENCE", PATIENCE)
    return redis


def test_processes_count_together_on_redis(awaited_redis: Redis) -> None:
    async def allowed() -> list[int]:
        one, other = (Limiter(1, awaited_redis.url) for _ in range(2))
        try:
            return [
                # One of these comes back in 20 seconds, by Redis's own clock.
                await times_awaited(one, "password", "from here", 6),
                await times_awaited(other, "password", "from here", 1000),
                await times_awaited(one, "password", "from there", 1000),
                # What is asked with every move does not wait for Redis.
                await times_awaited(one, "command", "Ania", 1000),
                await times_awaited(other, "command", "Ania", 1000),
            ]
        finally:
            await one.close()
            await other.close()

    together, rest, there, here, also_here = asyncio.run(allowed())
    assert (together, rest, there) == (6, 4, 10)
    assert here >= 40
    assert also_here >= 40


async def times_awaited(limiter: Limiter, what: str, who: str, most: int) -> int:
    for number in range(most):
        try:
            await limiter.check(what, who)
        except Denial:
            return number
    return most


@pytest.fixture
def stopped_redis(awaited_redis: Redis) -> Iterator[Redis]:
    """Redis, stopped for a test."""
    awaited_redis.stop()
    yield awaited_redis
    awaited_redis.stop()
    awaited_redis.start()


def test_while_redis_is_away_each_process_counts_for_itself(
    stopped_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "AWAY", 0.0)  # so it is asked again at once

    async def allowed() -> list[int]:
        one, other = (Limiter(1, stopped_redis.url) for _ in range(2))
        try:
            found = [await times_awaited(one, "password", "lonely", 1000)]
            stopped_redis.start()
            found.append(await times_awaited(one, "password", "again", 6))
            found.append(await times_awaited(other, "password", "again", 1000))
            return found
        finally:
            await one.close()
            await other.close()

    assert asyncio.run(allowed()) == [10, 6, 4]


def test_redis_that_did_not_answer_is_left_alone_for_a_while(
    stopped_redis: Redis, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "AWAY", 3600.0)

    async def ask() -> int:
        limiter = Limiter(1, stopped_redis.url)
        try:
            return await times_awaited(limiter, "password", "lonely", 1000)
        finally:
            await limiter.close()

    assert asyncio.run(ask()) == 10
    (warning,) = caplog.records
    assert warning.getMessage().startswith("redis does not count")


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxies", "address"),
    [
        ("10.0.0.1", [], 0, "10.0.0.1"),
        ("10.0.0.1", [b"1.2.3.4"], 0, "10.0.0.1"),
        ("10.0.0.1", [], 1, "10.0.0.1"),
        ("10.0.0.1", [b"1.2.3.4"], 1, "1.2.3.4"),
        ("10.0.0.1", [b"6.6.6.6, 1.2.3.4"], 1, "1.2.3.4"),
        ("10.0.0.1", [b"6.6.6.6", b"1.2.3.4"], 1, "1.2.3.4"),
        ("10.0.0.1", [b"6.6.6.6, 1.2.3.4, 10.0.0.2"], 2, "1.2.3.4"),
        ("10.0.0.1", [b"1.2.3.4"], 2, "1.2.3.4"),  # past the outer proxy, not past both
        ("10.0.0.1", [b"6.6.6.6, nonsense"], 1, "10.0.0.1"),
        ("10.0.0.1", [b"6.6.6.6, "], 1, "10.0.0.1"),
        ("10.0.0.1", [b"\xff\xfe"], 1, "10.0.0.1"),
        ("10.0.0.1", [b"1.2.3.4:5678"], 1, "1.2.3.4"),
        ("10.0.0.1", [b"[2001:db8::7]:5678"], 1, "2001:db8::/64"),
        ("10.0.0.1", [b"2001:db8:0:1:2:3:4:5"], 1, "2001:db8:0:1::/64"),
        ("2001:db8:1:2:ffff::1", [], 0, "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", [], 0, "192.0.2.1"),
        ("fe80::1%eth0", [], 0, "fe80::/64"),
        (None, [], 0, "unknown"),
        ("/a/socket", [], 0, "unknown"),
    ],
)
def test_who_calls_is_read_from_the_right(
    peer: str | None, forwarded: list[bytes], proxies: int, address: str
) -> None:
    assert caller_address(peer, forwarded, proxies) == address


def test_a_household_is_one_address_and_its_neighbour_another() -> None:
    household = {network_of(f"2001:db8:0:7::{number:x}") for number in range(1, 50)}
    assert len(household) == 1
    assert network_of("2001:db8:0:8::1") not in household


FEW = 0.02
"""Of 300 requests at once six are left, of 30 guests one."""


@pytest.fixture(scope="module")
def behind_two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("data")
    with serving(Settings(data_folder=folder, rate_limits=FEW, proxies=2)) as server:
        yield server


def ask(server: Server, method: str, path: str, forwarded: str, **more: object) -> httpx.Response:
    headers = {"X-Forwarded-For": forwarded}
    return server.http.request(method, f"{server.url}{path}", headers=headers, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/games", None),
        ("GET", f"/api/games/{WITH_RACKS}/rules", None),
        ("GET", "/api/archive", None),
        ("GET", "/api/push/key", None),
        ("GET", "/api/tables", None),
        ("GET", "/api/openapi.json", None),
        ("GET", "/", None),
        ("GET", "/t/nothing", None),
        ("GET", "/assets/nothing.js", None),
        ("GET", "/healthz", None),
        ("GET", "/metrics", None),
        ("GET", "/nothing", None),
        ("PUT", "/api/tables", None),
        ("POST", "/api/guests", b"{not json"),
        ("POST", "/api/guests", b'{"name": 7}'),
        ("POST", "/api/tables", b"{}"),
        ("POST", "/api/tables/x/commands", b'{"type": "nonsense"}'),
        ("GET", "/api/tables?playing=perhaps", None),
    ],
)
def test_requests_of_an_address_are_counted_whatever_they_ask_for(
    behind_two: Server,
    clock: Callable[[float], None],
    method: str,
    path: str,
    body: bytes | None,
) -> None:
    """Pages too, and what is malformed or not there."""
    behind_two.context.limiter = Limiter(FEW)
    invented = iter(range(1, 100))

    def status() -> int:
        # What somebody makes up at the left does not make them another.
        forwarded = f"9.9.9.{next(invented)}, 192.0.2.1, 10.0.0.9"
        return ask(behind_two, method, path, forwarded, content=body).status_code

    assert 429 not in [status() for _ in range(5)]
    assert 429 in [status() for _ in range(2)]
    clock(1)
    assert status() != 429
    elsewhere = ask(behind_two, method, path, "192.0.2.2, 10.0.0.9", content=body)
    assert elsewhere.status_code != 429


def test_what_is_not_even_http_is_counted(
    sqlite_server: Server, clock: Callable[[float], None]
) -> None:
    sqlite_server.context.limiter = Limiter(FEW)
    answers = [status_of(sqlite_server, b"nonsense\r\n\r\n") for _ in range(8)]
    assert (answers[:5], answers[6:]) == ([400] * 5, [429] * 2)
    refused = sqlite_server.http.get(f"{sqlite_server.url}/api/games")
    assert refused.status_code == 429
    clock(1)
    assert status_of(sqlite_server, b"nonsense\r\n\r\n") == 400


def test_behind_a_proxy_nobody_pays_for_what_others_send(
    behind_two: Server, clock: Callable[[float], None]
) -> None:
    behind_two.context.limiter = Limiter(FEW)
    assert [status_of(behind_two, b"nonsense\r\n\r\n") for _ in range(8)] == [400] * 8


def status_of(server: Server, request: bytes) -> int:
    """Return the status with which something is answered that no library would send."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(request)
        return int(connection.recv(65536).split()[1])


def test_sockets_are_counted_wherever_they_are_asked_for(
    sqlite_server: Server, clock: Callable[[float], None]
) -> None:
    table = guest(sqlite_server).open(WITHOUT_CHANCE, 2)
    sqlite_server.context.limiter = Limiter(FEW)
    url = sqlite_server.url.replace("http", "ws", 1)
    for path in ("/nothing", "/", f"/api/tables/{table}/live"):  # of 120 at once, two are left
        with pytest.raises(InvalidStatus) as refused, open_socket(url + path):
            pass
        assert refused.value.response.status_code == 403
    clock(10)
    with open_socket(f"{url}/api/tables/{table}/live"):
        pass


@pytest.mark.usefixtures("clock")
def test_a_refusal_says_when_to_come_back(behind_two: Server) -> None:
    behind_two.context.limiter = Limiter(FEW)
    for _ in range(2):
        refused = ask(
            behind_two, "POST", "/api/guests", "192.0.2.1, 10.0.0.9", json={"token": True}
        )
    assert refused.status_code == 429
    assert abs(int(refused.headers["retry-after"]) - 5 / FEW) <= 1
    assert set(refused.json()["text"]) == {"en", "pl"}


@pytest.mark.usefixtures("clock")
def test_a_header_that_nobody_trusts_changes_nothing(sqlite_server: Server) -> None:
    sqlite_server.context.limiter = Limiter(FEW)
    statuses = [
        ask(sqlite_server, "GET", "/api/games", f"192.0.2.{number}").status_code
        for number in range(1, 30)
    ]
    assert 429 in statuses


def test_every_limit_lets_somebody_do_it_at_least_once() -> None:
    for what in LIMITS:
        assert times(Limiter(0.001), what) >= 1, what
