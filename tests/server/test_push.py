"""Notifications: sent when it is somebody's move who is away, saying which game and no more."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import http_ece
import pytest
from cachetools import LRUCache
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from kafelki.rules.registry import rules_of
from kafelki.server import delivery as module_of_delivery
from kafelki.server import push
from kafelki.server.delivery import SERVICES, Delivery
from kafelki.server.settings import Settings
from kafelki.server.storage.push import Subscription
from tests.games.examples import WITHOUT_CHANCE
from tests.server.players import Player, guest
from tests.server.running_server import HOUR, MINUTE, Server, serving
from tests.waiting import PATIENCE

DATABASES = ("sqlite",)

RANDOM = Random(1)
TITLE = rules_of(WITHOUT_CHANCE).name.en
"""The name of the game, the same in both languages."""


class Browser:
    """A browser's keys, and a push service that hands it what it is sent."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)
        self._letters: queue.Queue[tuple[dict[str, str], bytes]] = queue.Queue()
        self.status = 201
        self.location = ""
        self.answering = threading.Event()
        self.answering.set()
        browser = self

        class Service(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                browser._letters.put((headers, body))
                browser.answering.wait(PATIENCE)
                self.send_response(browser.status)
                if browser.location:
                    self.send_header("Location", browser.location)
                self.end_headers()

            def log_message(self, *args: object) -> None:
                pass

        self.service = ThreadingHTTPServer(("127.0.0.1", 0), Service)
        self.url = f"http://127.0.0.1:{self.service.server_port}/"

    def subscription(self, language: str) -> dict[str, Any]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"{self.url}send/1",
            "keys": {"p256dh": _base64(point), "auth": _base64(self._secret)},
            "language": language,
        }

    def letter(self) -> tuple[dict[str, str], dict[str, Any]]:
        """Return the next letter: its headers and what it says."""
        headers, body = self._letters.get(timeout=PATIENCE)
        plain = http_ece.decrypt(
            body, private_key=self._key, auth_secret=self._secret, version="aes128gcm"
        )
        return headers, json.loads(plain)

    @property
    def waiting(self) -> int:
        return self._letters.qsize()


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@contextmanager
def running_service() -> Iterator[Browser]:
    """Give a browser whose service runs."""
    made = Browser()
    thread = threading.Thread(target=made.service.serve_forever, daemon=True)
    thread.start()
    yield made
    made.service.shutdown()
    made.service.server_close()
    thread.join()


@pytest.fixture
def browser() -> Iterator[Browser]:
    with running_service() as made:
        yield made


@contextmanager
def _serving(folder: Path, browser: Browser) -> Iterator[Server]:
    settings = Settings(data_folder=folder, rate_limits=0, bot_workers=1, push_services=browser.url)
    with serving(settings) as server:
        yield server


def _begun(host: Player, guest: Player, clock: dict[str, Any] | None) -> str:
    """Return a table where it is the host's move."""
    table = host.open(WITHOUT_CHANCE, 2, settings={"clock": clock})
    guest.does(table, "sit")
    host.does(table, "start")
    return table


@pytest.mark.parametrize(
    ("language", "body"), [("en", f"{TITLE}: it is your move."), ("pl", f"{TITLE}: twój ruch.")]
)
def test_who_is_away_is_told_that_it_is_their_move(
    tmp_path: Path, browser: Browser, language: str, body: str
) -> None:
    with _serving(tmp_path, browser) as server:
        ania, ola = guest(server, "Ania"), guest(server, "Ola")
        assert ola.ask("PUT", "/me/push", browser.subscription(language)).status_code == 204
        table = _begun(ania, ola, {"kind": "days", "days": 2})
        ania.move(table, RANDOM)
        headers, letter = browser.letter()
    assert letter == {"title": "Kafelki", "body": body, "url": f"/t/{table}", "tag": table}
    assert headers["authorization"].startswith("vapid t=")
    assert int(headers["ttl"]) == 24 * 60 * 60


def test_nobody_is_told_in_a_fast_game_or_twice(tmp_path: Path, browser: Browser) -> None:
    with _serving(tmp_path, browser) as server:
        ania, ola = guest(server, "Ania"), guest(server, "Ola")
        ola.ask("PUT", "/me/push", browser.subscription("en"))
        fast = _begun(ania, ola, {"kind": "minutes", "minutes": 5})
        ania.move(fast, RANDOM)
        slow = _begun(ania, ola, None)
        ania.move(slow, RANDOM)
        assert browser.letter()[1]["url"] == f"/t/{slow}"
        ania.does(slow, "propose", what="take-back")  # the turn stays what it was
        ola.move(slow, RANDOM)
        ania.move(slow, RANDOM)
        assert browser.letter()[1]["url"] == f"/t/{slow}"
    assert browser.waiting == 0


def test_what_is_remembered_of_abandoned_tables_has_a_limit(
    sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_server.context.notifier, "_told", LRUCache(2))
    ania, ola = guest(sqlite_server, "Ania"), guest(sqlite_server, "Ola")
    tables = [_begun(ania, ola, None) for _ in range(3)]
    assert list(sqlite_server.context.notifier._told) == tables[1:]


@pytest.mark.parametrize(
    ("language", "body"),
    [
        ("en", f"{TITLE}: your time for a move runs out in a few hours."),
        ("pl", f"{TITLE}: za kilka godzin minie twój czas na ruch."),
    ],
)
def test_who_has_little_time_left_is_reminded_once(
    tmp_path: Path, browser: Browser, language: str, body: str
) -> None:
    with _serving(tmp_path, browser) as server:
        ania, ola = guest(server, "Ania"), guest(server, "Ola")
        ola.ask("PUT", "/me/push", browser.subscription(language))
        fast = _begun(ania, ola, {"kind": "minutes", "minutes": 600})
        ania.move(fast, RANDOM)
        table = _begun(ania, ola, {"kind": "days", "days": 2})
        ania.move(table, RANDOM)
        browser.letter()  # it is her move
        server.clock.pass_by(42 * HOUR - MINUTE)
        server.remind()
        assert browser.waiting == 0
        server.clock.pass_by(MINUTE)
        server.remind()
        assert browser.letter()[1] == {
            "title": "Kafelki",
            "body": body,
            "url": f"/t/{table}",
            "tag": table,
        }
        ania.does(table, "propose", what="take-back")  # the deadline stays what it was
        server.restart()
        server.remind()
        assert browser.waiting == 0
        # For her next move she has two days again.
        ola.move(table, RANDOM)
        ania.move(table, RANDOM)
        browser.letter()
        server.clock.pass_by(43 * HOUR)
        server.remind()
        assert browser.letter()[1]["body"] == body
    assert browser.waiting == 0


def test_who_is_here_or_has_moved_is_not_reminded(tmp_path: Path, browser: Browser) -> None:
    with _serving(tmp_path, browser) as server:
        ania, ola = guest(server, "Ania"), guest(server, "Ola")
        ola.ask("PUT", "/me/push", browser.subscription("en"))
        table = _begun(ania, ola, {"kind": "days", "days": 1})
        with ola.page(table):
            ania.move(table, RANDOM)
            server.clock.pass_by(20 * HOUR)
            server.remind()
        ola.move(table, RANDOM)
        server.clock.pass_by(20 * HOUR)
        server.remind()  # Ania, who asked for no notifications
    assert browser.waiting == 0


def test_who_moved_through_another_process_is_told_again(tmp_path: Path, browser: Browser) -> None:
    with _serving(tmp_path, browser) as server, _serving(tmp_path, browser) as other:
        ania, ola = guest(server, "Ania"), guest(server, "Ola")
        ola.ask("PUT", "/me/push", browser.subscription("en"))
        table = _begun(ania, ola, None)
        ania.move(table, RANDOM)
        assert browser.letter()[1]["url"] == f"/t/{table}"
        ola.server = other
        ola.move(table, RANDOM)
        server.drop_caches()  # as a message from the other process would have it read the log
        ania.move(table, RANDOM)
        assert browser.letter()[1]["url"] == f"/t/{table}"


def test_a_subscription_that_is_no_more_is_dropped(tmp_path: Path, browser: Browser) -> None:
    browser.status = 410
    with _serving(tmp_path, browser) as server:
        ania, ola = guest(server, "Ania"), guest(server, "Ola")
        ola.ask("PUT", "/me/push", browser.subscription("en"))
        table = _begun(ania, ola, None)
        ania.move(table, RANDOM)
        browser.letter()
        ola.move(table, RANDOM)
        for _ in range(100):
            if not _subscriptions(server):
                break
            threading.Event().wait(0.1)
        assert not _subscriptions(server)
        ania.move(table, RANDOM)
    assert browser.waiting == 0


def _subscriptions(server: Server) -> list[str]:
    with server.context.store.engine.connect() as connection:
        return list(connection.exec_driver_sql("select endpoint from subscriptions").scalars())


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1:1/",
        "https://127.0.0.1/send",
        "https://example.org/send",
        "https://fcm.googleapis.com.example.org/send",
        "http://fcm.googleapis.com/send",
        "https://fcm.googleapis.com:8443/send",
        "https://fcm.googleapis.com:44333/send",
        "https://fcm.googleapis.com@127.0.0.1/send",
        "https://fcm.googleapis.com\\@127.0.0.1/send",
        "https://fcm.googleapis.com",
        "https://xfcm.googleapis.com/send",
        "https://[::1]/send",
        "https://2130706433/send",
        "file:///etc/passwd",
    ],
)
def test_the_server_calls_nobody_but_push_services(sqlite_server: Server, endpoint: str) -> None:
    ola = guest(sqlite_server, "Ola")
    keys = {"p256dh": "AAAA", "auth": "AAAA"}
    answer = ola.ask("PUT", "/me/push", {"endpoint": endpoint, "keys": keys})
    assert answer.status_code == 422
    assert answer.json()["code"] == "malformed"


def test_a_browser_can_unsubscribe_and_only_its_own_person(sqlite_server: Server) -> None:
    ola, jan = guest(sqlite_server, "Ola"), guest(sqlite_server, "Jan")
    endpoint = "https://fcm.googleapis.com/send/1"
    keys = {"p256dh": "AAAA", "auth": "AAAA"}
    assert ola.ask("PUT", "/me/push", {"endpoint": endpoint, "keys": keys}).status_code == 204
    jan.ask("DELETE", "/me/push", {"endpoint": endpoint})
    assert _subscriptions(sqlite_server) == [endpoint]
    ola.ask("DELETE", "/me/push", {"endpoint": endpoint})
    assert _subscriptions(sqlite_server) == []


def test_the_key_stays_the_same(sqlite_server: Server) -> None:
    first = sqlite_server.http.get(f"{sqlite_server.url}/api/push/key").json()["key"]
    again = sqlite_server.http.get(f"{sqlite_server.url}/api/push/key").json()["key"]
    assert first == again
    assert len(base64.urlsafe_b64decode(first + "=")) == 65


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com:443/send",
        "https://FCM.googleapis.com/send",
        "https://updates.push.services.mozilla.com/wpush/v2/a",
    ],
)
def test_push_services_are_known_by_their_hosts(endpoint: str) -> None:
    assert Delivery().service_of(endpoint) in SERVICES


@pytest.mark.parametrize(
    "service", ["http://example.org/", "https://example.org/", "http://127.0.0.1:80", "10.0.0.1"]
)
def test_only_hosts_and_this_machine_can_be_set_as_push_services(service: str) -> None:
    with pytest.raises(ValueError, match="KAFELKI_PUSH_SERVICES"):
        Settings(push_services=f"push.example.org,{service}")


def _key() -> Vapid02:
    key = Vapid02()
    key.generate_keys()
    return key


def _subscribed(browser: Browser) -> Subscription:
    wanted = browser.subscription("en")
    return Subscription(wanted["endpoint"], **wanted["keys"], language="en")


@pytest.fixture
def other_browser() -> Iterator[Browser]:
    with running_service() as made:
        yield made


def test_a_service_that_is_slow_holds_up_nobody_elses_letters(
    browser: Browser, other_browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module_of_delivery, "PATIENCE", (60.0, 60.0))
    browser.answering.clear()
    delivery, key = Delivery([browser.url, other_browser.url]), _key()

    async def send() -> None:
        slow = [
            asyncio.create_task(delivery.send(_subscribed(browser), "{}", key, "mailto:a@b.pl"))
            for _ in range(20)
        ]
        assert await delivery.send(
            _subscribed(other_browser), '{"to": "you"}', key, "mailto:a@b.pl"
        )
        assert not any(task.done() for task in slow)
        browser.answering.set()
        assert all(await asyncio.gather(*slow))

    asyncio.run(send())
    delivery.close()
    assert other_browser.letter()[1] == {"to": "you"}


def test_a_service_that_does_not_answer_is_not_waited_for(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module_of_delivery, "PATIENCE", (0.2, 0.2))
    browser.answering.clear()
    delivery = Delivery([browser.url])
    assert asyncio.run(delivery.send(_subscribed(browser), "{}", _key(), "mailto:a@b.pl"))
    browser.answering.set()
    delivery.close()


def test_a_service_cannot_send_the_server_elsewhere(
    browser: Browser, other_browser: Browser
) -> None:
    browser.status, browser.location = 307, f"{other_browser.url}send/1"
    delivery = Delivery([browser.url])
    assert asyncio.run(delivery.send(_subscribed(browser), "{}", _key(), "mailto:a@b.pl"))
    delivery.close()
    assert (browser.waiting, other_browser.waiting) == (1, 0)


def test_letters_that_wait_have_a_limit(
    tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "MOST_WAITING", 1)
    browser.answering.clear()
    with _serving(tmp_path, browser) as server:
        ania, ola = guest(server, "Ania"), guest(server, "Ola")
        ola.ask("PUT", "/me/push", browser.subscription("en"))
        first, second = _begun(ania, ola, None), _begun(ania, ola, None)
        ania.move(first, RANDOM)
        ania.move(second, RANDOM)  # answered all the same
        browser.answering.set()
        assert browser.letter()[1]["url"] == f"/t/{first}"
    assert browser.waiting == 0


def test_a_person_has_ten_devices_at_most(sqlite_server: Server) -> None:
    ola = guest(sqlite_server, "Ola")
    keys = {"p256dh": "AAAA", "auth": "AAAA"}

    def subscribe(number: int) -> int:
        endpoint = f"https://fcm.googleapis.com/send/{number}"
        return ola.ask("PUT", "/me/push", {"endpoint": endpoint, "keys": keys}).status_code

    assert [subscribe(number) for number in range(10)] == [204] * 10
    assert subscribe(10) == 409
    assert subscribe(9) == 204
