"""Nobody gets at what is another's: cookies, origins, names, limits, sizes, tokens, secrets."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from kafelki.play.chance import commitment
from kafelki.play.record import parse_record
from kafelki.server.ids import new_id
from kafelki.server.limits import LIMITS
from kafelki.server.names import checked_name, cleaned
from kafelki.server.settings import Settings
from kafelki.server.web.answers import LARGEST_BODY
from kafelki.server.web.socket import LONGEST_MESSAGE
from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.safety_server import (
    NOON,
    RunningServer,
    hear,
    heard_so_far,
    new_database,
    running,
    say,
)
from tests.waiting import PATIENCE, wait_until

OPEN_TABLE = {"game": WITHOUT_CHANCE, "players": 2}
HOT_SEAT = {
    "game": WITHOUT_CHANCE,
    "players": 2,
    "seats": [{"me": True}, {"label": "Ola"}],
    "start": True,
    "first": 0,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server without limits on how often things may be done, where it is always noon."""
    folder = tmp_path_factory.mktemp("server")
    new_database(folder)
    with running(Settings(data_folder=folder, rate_limits=0), lambda: NOON) as server:
        yield server


@pytest.fixture
def strict_server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server with its usual limits."""
    new_database(tmp_path)
    with running(Settings(data_folder=tmp_path)) as server:
        yield server


@contextmanager
def page(server: RunningServer) -> Iterator[httpx.Client]:
    """Give a browser with our page and the cookie of a new guest."""
    with server.client(Origin=server.url) as client:
        assert client.post("/api/guests", json={"name": "Ania"}).status_code == 201
        yield client


def table_of(client: httpx.Client, **settings: Any) -> str:
    answer = client.post("/api/tables", json={**OPEN_TABLE, "settings": settings})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


class TestCookies:
    @pytest.mark.parametrize(
        ("more", "secure"),
        [
            ({}, False),
            ({"public_url": "https://tiles.example.org"}, True),
            ({"secure_cookies": True}, True),
        ],
    )
    def test_the_cookie_is_for_our_server_alone(
        self, tmp_path: Path, more: dict[str, Any], secure: bool
    ) -> None:
        new_database(tmp_path)
        with running(Settings(data_folder=tmp_path, **more)) as server, server.client() as client:
            answer = client.post("/api/guests", json={"name": "Ania"})
            (cookie,) = SimpleCookie(answer.headers["set-cookie"]).values()
            assert cookie["httponly"]
            assert cookie["samesite"] in ("lax", "strict")
            assert cookie["path"] == "/"
            assert not cookie["domain"]
            assert bool(cookie["secure"]) == secure
            assert cookie.value not in answer.text
            by_https_only = "max-age=31536000" if "public_url" in more else None
            for path in ("/", "/api/me", "/assets/nothing.js"):
                headers = client.get(path).headers
                assert headers.get("strict-transport-security") == by_https_only

    def test_a_program_gets_a_token_and_no_cookie(self, server: RunningServer) -> None:
        with server.client() as client:
            answer = client.post("/api/guests", json={"token": True})
            assert "set-cookie" not in answer.headers
            assert len(answer.json()["token"]) >= 43  # 32 bytes

    def test_signing_out_ends_the_session_itself(self, server: RunningServer) -> None:
        with page(server) as client:
            kept = dict(client.cookies)
            assert client.delete("/api/sessions/current").status_code == 204
            again = client.get("/api/me", headers={"Cookie": f"kafelki={kept['kafelki']}"})
            assert again.status_code == 401


class TestOtherSites:
    """A page of another site cannot do anything with the cookie of somebody's browser."""

    @pytest.mark.parametrize(
        "headers",
        [
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Origin": ""},
            {"Origin": "http://["},
            {"Origin": "http://127.0.0.1"},  # another port is another site
            {"Origin": "http://127.0.0.1:1"},
            {"Origin": "null", "Sec-Fetch-Site": "same-origin"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
            {},
        ],
        ids=str,
    )
    @pytest.mark.parametrize(
        ("method", "path"),
        [
            ("POST", "/api/tables"),
            ("PATCH", "/api/me"),
            ("DELETE", "/api/me"),
            ("DELETE", "/api/sessions/current"),
            ("POST", "/api/me/tokens"),
            ("POST", f"/api/daily/{WITH_RACKS}"),
        ],
    )
    def test_requests_that_change_something_are_refused(
        self, server: RunningServer, headers: dict[str, str], method: str, path: str
    ) -> None:
        with page(server) as client:
            cookie = {"Cookie": f"kafelki={client.cookies['kafelki']}"}
        with server.client(**cookie, **headers) as other:
            answer = other.request(
                method, path, json={"name": "Jan"} if method == "PATCH" else None
            )
            assert answer.status_code == 403
            assert answer.json()["code"] == "forbidden"
        with server.client(**cookie) as same:
            assert same.get("/api/me").json()["name"] == "Ania"

    @pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "same-origin"}, None], ids=str)
    def test_our_own_page_may(self, server: RunningServer, headers: dict[str, str] | None) -> None:
        with page(server) as client:
            cookie = {"Cookie": f"kafelki={client.cookies['kafelki']}"}
        with server.client(**cookie, **(headers or {"Origin": server.url})) as ours:
            assert ours.post("/api/tables", json=OPEN_TABLE).status_code == 201

    def test_nobody_is_signed_in_by_another_site(self, server: RunningServer) -> None:
        with server.client(Origin="https://evil.example") as client:
            for path in ("/api/guests", "/api/sessions"):
                given = {"account": "a", "password": "b"} if path.endswith("sessions") else {}
                assert client.post(path, json=given).status_code == 403
                assert not client.cookies

    def test_the_public_address_is_ours(self, tmp_path: Path) -> None:
        new_database(tmp_path)
        settings = Settings(data_folder=tmp_path, public_url="http://tiles.example.org/")
        with running(settings) as server, server.client() as client:
            for origin, status in (("http://tiles.example.org", 201), ("http://example.org", 403)):
                answer = client.post("/api/guests", json={}, headers={"Origin": origin})
                assert answer.status_code == status

    def test_no_answer_may_be_read_by_other_sites(self, server: RunningServer) -> None:
        with page(server) as client:
            for origin in ("https://evil.example", "null"):
                for method in ("GET", "OPTIONS"):
                    answer = client.request(method, "/api/me", headers={"Origin": origin})
                    assert not any("access-control" in name for name in answer.headers)

    @pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://[", None])
    def test_a_socket_is_not_opened_for_another_site(
        self, server: RunningServer, origin: str | None
    ) -> None:
        with page(server) as client:
            table = table_of(client)
            headers = {"Cookie": f"kafelki={client.cookies['kafelki']}"}
        if origin is not None:
            headers["Origin"] = origin
        with pytest.raises(InvalidStatus) as refused:
            server.socket(f"/api/tables/{table}/live", **headers).__enter__()
        assert refused.value.response.status_code == 403

    def test_a_socket_is_opened_for_our_page(self, server: RunningServer) -> None:
        with page(server) as client:
            table = table_of(client)
            person = client.get("/api/me").json()["person"]
            cookie = f"kafelki={client.cookies['kafelki']}"
        with server.socket(
            f"/api/tables/{table}/live", Cookie=cookie, Origin=server.url
        ) as connection:
            say(connection, type="hello")
            assert hear(connection)["you"]["person"] == person


class TestHeaders:
    @pytest.mark.parametrize(
        ("method", "path", "status"),
        [
            ("GET", "/api/games", 200),
            ("GET", f"/api/games/{WITH_RACKS}/rules", 200),
            ("GET", "/api/openapi.json", 200),
            ("GET", "/healthz", 200),
            ("GET", "/metrics", 200),
            ("GET", "/api/nothing", 404),
            ("GET", "/api/tables/nothing", 404),
            ("GET", "/api/me", 401),
            ("PUT", "/api/tables", 405),
            ("POST", "/api/guests", 422),
            ("GET", "/api/tables?playing=perhaps", 422),
            ("GET", "/%3Cscript%3E", 404),
        ],
    )
    def test_every_answer_carries_them(
        self, server: RunningServer, method: str, path: str, status: int
    ) -> None:
        with server.client() as client:
            answer = client.request(method, path)
        assert answer.status_code == status
        check_headers(answer)

    def test_the_page_carries_them_too(self, server: RunningServer) -> None:
        with server.client() as client:
            for path in ("/", "/t/whatever", "/profile"):
                check_headers(client.get(path))

    def test_mistakes_of_ours_carry_them_and_say_nothing(
        self, server: RunningServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fails(*args: object, **kwargs: object) -> None:
            raise KeyError("the secret of the house")

        monkeypatch.setattr(server.context.identity, "who", fails)
        with server.client("token") as client:
            answer = client.get("/api/me")
        assert answer.status_code == 503
        assert "secret" not in answer.text
        check_headers(answer)

    def test_half_an_answer_is_broken_off(
        self, server: RunningServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What fails in the middle of a download ends it: nothing else is added to it."""
        _, token = server.guest("Ania")
        state_for = server.context.tables.loaded.state_for
        calls: list[str] = []

        async def fails_later(table: str, person: str | None) -> Any:
            calls.append(table)
            if len(calls) > 1:
                raise KeyError("the secret of the house")
            return await state_for(table, person)

        with server.client(token) as client:
            for _ in range(2):
                assert client.post("/api/tables", json=HOT_SEAT).status_code == 201
            monkeypatch.setattr(server.context.tables.loaded, "state_for", fails_later)
            received: list[bytes] = []
            with (
                client.stream("GET", "/api/me/games.jsonl") as answer,
                pytest.raises(httpx.RemoteProtocolError),
            ):
                received.extend(answer.iter_bytes())
        assert len(calls) == 2
        assert json.loads(b"".join(received))["table"] == calls[0]

    def test_what_is_personal_is_not_kept_by_caches(self, server: RunningServer) -> None:
        with page(server) as client:
            for path in ("/api/me", "/api/me/tables", "/api/tables", "/api/nothing"):
                assert client.get(path).headers["cache-control"] == "no-store"


def check_headers(answer: httpx.Response) -> None:
    policy = dict(
        part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["base-uri"] == "'none'"
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] in ("same-origin", "no-referrer")
    assert "server" not in answer.headers


class TestTexts:
    @pytest.mark.parametrize(
        ("typed", "shown"),
        [
            ("  Ania \t\n Nowa ", "Ania Nowa"),
            ("Ａｎｉａ", "Ania"),  # full width
            ("Zo\u0301sia", "Zósia"),
            ("Ania\u202eaiseK", "AniaaiseK"),  # right-to-left override
            ("A\u2066n\u2069i\u200ba\u200d\ufeff", "Ania"),  # isolates, zero widths
            ("An\x00i\x07a\x1b", "Ania"),
            ("A" * 99, "A" * 24),
            ("\U0001d4d0nia", "Ania"),
            ("Ania\u3164\u115f\u2800", "Ania"),  # letters that show nothing
            ("Ania\ufe0f\U000e0101", "Ania"),
        ],
    )
    def test_names_are_made_plain(self, server: RunningServer, typed: str, shown: str) -> None:
        with server.client() as client:
            answer = client.post("/api/guests", json={"name": typed})
            assert answer.json()["name"] == shown

    @pytest.mark.parametrize("typed", ["", " ", "\u200b", "\u3164", "…", "\u202e\u202c", "ﾠ"])
    def test_a_name_must_show_something(self, server: RunningServer, typed: str) -> None:
        with page(server) as client:
            assert client.patch("/api/me", json={"name": typed}).status_code == 422
            assert client.get("/api/me").json()["name"] == "Ania"

    @pytest.mark.parametrize("typed", ["x" * 101, 7, None, ["Ania"]])
    def test_a_name_is_a_short_text(self, server: RunningServer, typed: object) -> None:
        with page(server) as client:
            assert client.patch("/api/me", json={"name": typed}).status_code == 422

    def test_cleaning_a_clean_text_changes_nothing(self) -> None:
        for text in ("Żółw 7", "Ola & Jan <3", "日本", "a" * 24):
            assert checked_name(text) == text
            assert cleaned(cleaned(text, 24), 24) == text

    def test_markup_is_text_in_json_and_nowhere_else(self, server: RunningServer) -> None:
        name = "<b>Ania</b>"
        script = "<script>alert(1)</script>"
        _, token = server.guest(name)
        with server.client(token) as client:
            table = client.post(
                "/api/tables", json={**HOT_SEAT, "settings": {"chat": "everyone"}}
            ).json()["id"]
            chat = {"type": "chat", "text": script, "id": "c"}
            assert client.post(f"/api/tables/{table}/commands", json=chat).json()["ok"]
            bad = client.post(f"/api/tables/{table}/explain", json={"move": script})
            extra = client.post(f"/api/tables/{table}/explain", json={script: 1})
            shown = client.get(f"/api/tables/{table}")
            for answer in (bad, extra, shown, client.get(f"/api/tables/{table}/record")):
                assert answer.headers["content-type"] == "application/json"
                assert isinstance(answer.json(), dict)
            assert shown.json()["table"]["seats"][0]["name"] == name
            assert shown.json()["entries"][-1]["text"] == script

    def test_half_characters_are_refused_and_answered(self, server: RunningServer) -> None:
        with page(server) as client:
            for body in (
                b'{"name": "\\ud800"}',
                b'{"\\ud800": 1}',
                b'{"name": "Ania", "\\udfff\\ud800": {}}',
                b'{"' + b"k" * 60_000 + b'": 1}',
            ):
                answer = client.patch(
                    "/api/me", content=body, headers={"Content-Type": "application/json"}
                )
                assert answer.status_code == 422
                assert len(answer.content) < 2000


class TestLimits:
    def test_an_address_that_asks_too_much_is_told_when_to_come_back(
        self, strict_server: RunningServer
    ) -> None:
        with strict_server.client() as client:
            answers = [client.post("/api/guests", json={"token": True}) for _ in range(60)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert 60 - len(refused) >= LIMITS["guest"].burst
        assert refused
        for answer in refused:
            assert 1 <= int(answer.headers["retry-after"]) <= 10
            assert answer.json()["code"] == "too-many"
            check_headers(answer)

    def test_a_person_is_limited_and_another_is_not(self, strict_server: RunningServer) -> None:
        tokens = [strict_server.guest(name)[1] for name in ("Ania", "Kasia")]
        clients = [strict_server.client(token) for token in tokens]
        with clients[0], clients[1]:
            statuses = [
                clients[0].post("/api/tables", json=HOT_SEAT).status_code for _ in range(40)
            ]
            assert statuses.count(429) > 0
            assert statuses[: int(LIMITS["table"].burst)] == [201] * int(LIMITS["table"].burst)
            assert clients[1].post("/api/tables", json=HOT_SEAT).status_code == 201

    def test_commands_on_the_socket_are_limited_and_each_is_answered(
        self, strict_server: RunningServer
    ) -> None:
        _, token = strict_server.guest("Ania")
        with strict_server.client(token) as client:
            table = client.post("/api/tables", json=HOT_SEAT).json()["id"]
        with strict_server.socket(f"/api/tables/{table}/live") as connection:
            say(connection, type="hello", token=token)
            for number in range(90):
                say(connection, type="leave", id=f"c{number}")
            answers = [
                m for m in map(json.loads, heard_so_far(connection)) if m["type"] == "answer"
            ]
        assert [answer["id"] for answer in answers] == [f"c{number}" for number in range(90)]
        codes = {answer["code"] for answer in answers}
        assert codes == {"conflict", "too-many"}

    def test_questions_on_the_socket_are_limited(self, strict_server: RunningServer) -> None:
        _, token = strict_server.guest("Ania")
        with strict_server.client(token) as client:
            table = client.post("/api/tables", json=HOT_SEAT).json()["id"]
        most = int(LIMITS["look"].burst)
        with strict_server.socket(f"/api/tables/{table}/live") as connection:
            say(connection, type="hello", token=token)
            for number in range(2 * most):
                say(connection, type="explain", id=number, move="XO a1 b1", seat=0)
            found: list[dict[str, Any]] = []
            while len(found) < 2 * most:
                message = hear(connection)
                if message["type"] == "explained":
                    found.append(message)
            assert [message["id"] for message in found] == list(range(2 * most))
            assert sum(message["ok"] for message in found) >= most
            assert {m["code"] for m in found if not m["ok"]} == {"too-many"}

    def test_looking_for_tables_is_limited(self, strict_server: RunningServer) -> None:
        with strict_server.client() as client:
            statuses = [
                client.get(f"/api/tables/{new_id()}").status_code
                for _ in range(int(LIMITS["lookup"].burst) + 30)
            ]
        assert set(statuses) == {404, 429}

    def test_connections_of_an_address_are_limited(self, strict_server: RunningServer) -> None:
        _, token = strict_server.guest("Ania")
        with strict_server.client(token) as client:
            where = f"/api/tables/{table_of(client)}/live"
        opened: list[str] = []

        def open_many() -> None:
            while True:
                with strict_server.socket(where):
                    opened.append(where)

        with pytest.raises(InvalidStatus) as refused:
            open_many()
        assert refused.value.response.status_code == 403
        assert len(opened) >= LIMITS["socket"].burst

    def test_guessing_a_password_is_limited_by_account_and_by_address(
        self, strict_server: RunningServer
    ) -> None:
        _, token = strict_server.guest("Ania")
        password = {"account": "Ania", "password": "right password"}
        with strict_server.client(token) as client:
            assert client.put("/api/me/password", json=password).status_code == 204
        with strict_server.client() as client:
            guess = {"account": "Ania", "password": "wrong password"}
            statuses = [client.post("/api/sessions", json=guess).status_code for _ in range(15)]
            assert statuses[:10] == [403] * 10
            assert 429 in statuses
            # Neither case nor width of the letters gives another ten.
            again = client.post("/api/sessions", json={**guess, "account": "ＡNIA"})
            assert again.status_code == 429


class TestSizes:
    def test_a_body_is_at_most_so_large(self, server: RunningServer) -> None:
        with page(server) as client:
            for length, status in ((LARGEST_BODY + 1, 413), (LARGEST_BODY * 100, 413)):
                body = b'{"name": "' + b" " * (length - 12) + b'"}'
                answer = client.patch("/api/me", content=body)
                assert answer.status_code == status
                assert answer.json()["code"] == "too-large"
                check_headers(answer)

    def test_a_body_that_does_not_say_its_size_is_counted(self, server: RunningServer) -> None:
        def parts() -> Iterator[bytes]:
            yield b'{"name": "'
            for _ in range(40):
                yield b" " * 4096
            yield b'"}'

        with page(server) as client:
            answer = client.patch(
                "/api/me", content=parts(), headers={"Content-Type": "application/json"}
            )
            assert answer.request.headers["transfer-encoding"] == "chunked"
            assert answer.status_code == 413
            assert answer.json()["code"] == "too-large"

    @pytest.mark.parametrize(
        "body", [b"[" * 60_000, b"1" * 60_000, b'{"name":' * 7000, b"\xff\xfe"]
    )
    def test_strange_bodies_are_refused(self, server: RunningServer, body: bytes) -> None:
        with page(server) as client:
            answer = client.patch(
                "/api/me", content=body, headers={"Content-Type": "application/json"}
            )
            assert 400 <= answer.status_code < 500
            assert set(answer.json()["text"]) == {"en", "pl"}

    @pytest.mark.parametrize("length", [LONGEST_MESSAGE + 1, 4 * LONGEST_MESSAGE, 1 << 20])
    def test_a_message_on_the_socket_is_at_most_so_large(
        self, server: RunningServer, length: int
    ) -> None:
        _, token = server.guest("Ania")
        with server.client(token) as client:
            table = table_of(client)
        with server.socket(f"/api/tables/{table}/live") as connection:
            say(connection, type="hello", token=token)
            heard_so_far(connection)
            connection.send('"' + "x" * length + '"')
            with pytest.raises(ConnectionClosed) as closed:
                hear_until_closed(connection)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code in (1009, 4400)
        with server.client(token) as client:
            assert client.get(f"/api/tables/{table}").status_code == 200


def hear_until_closed(connection: ClientConnection) -> None:
    while True:
        hear(connection)


class TestPrivateTables:
    def test_ids_cannot_be_guessed(self) -> None:
        ids = {new_id() for _ in range(2000)}
        assert len(ids) == 2000
        assert all(re.fullmatch(r"[2-9a-z]{10}", each) for each in ids)
        for place in range(10):
            assert len({each[place] for each in ids}) == 31  # 31 ** 10: almost 50 bits

    def test_they_are_listed_nowhere(self, server: RunningServer) -> None:
        _, token = server.guest("Ania")
        _, other = server.guest("Ola")
        with server.client(token) as client:
            waiting = table_of(client, private=True)
            solo = {"game": WITH_RACKS, "players": 1, "settings": {"private": True}, "start": True}
            played = client.post("/api/tables", json=solo).json()["id"]
            going_on = client.post(
                "/api/tables", json={**HOT_SEAT, "settings": {"private": True}}
            ).json()["id"]
            play_to_the_end(client, played)
            assert played in client.get(f"/api/records/{WITH_RACKS}").text
        public = (
            "/api/tables",
            "/api/tables?playing=true",
            f"/api/records/{WITH_RACKS}",
            f"/api/records/{WITH_RACKS}?period=week",
            f"/api/records/{WITH_RACKS}?period=mine",
            f"/api/daily/{WITH_RACKS}",
            f"/api/ratings/{WITHOUT_CHANCE}/2",
            "/api/me/tables",
            "/api/me/tables?over=true",
            "/api/me/games.jsonl",
            "/api/archive",
            "/metrics",
        )
        for viewer in (other, None):
            with server.client(viewer) as client:
                for path in public:
                    text = client.get(path).text
                    for table in (waiting, played, going_on):
                        assert table not in text, path
        with server.client(other) as client:
            assert '"name":"Ania"' in client.get(f"/api/records/{WITH_RACKS}").text
        log = "\n".join(server.logged)
        assert not any(table in log for table in (waiting, played, going_on))

    def test_they_are_found_by_their_link(self, server: RunningServer) -> None:
        _, token = server.guest("Ania")
        with server.client(token) as client:
            table = table_of(client, private=True)
        with server.client() as nobody:
            assert nobody.get(f"/api/tables/{table}").json()["table"]["id"] == table


def play_to_the_end(client: httpx.Client, table: str) -> dict[str, Any]:
    """Play the first legal move until the game is over, and return the table then."""
    for number in range(500):
        now: dict[str, Any] = client.get(f"/api/tables/{table}").json()
        if now["table"]["status"] == "over":
            return now
        seat = now["game"]["to_act"][0]
        command = {
            "type": "move",
            "move": now["game"]["legal"]["moves"][0],
            "expected": now["table"]["after"],
            "seat": seat,
            "id": f"end-{number}",
        }
        answer = client.post(f"/api/tables/{table}/commands", json=command).json()
        assert answer["ok"], answer
    raise AssertionError("the game does not end")


class TestSeats:
    """What one may do with the token of one seat, and not with another's."""

    @pytest.fixture
    def two(self, server: RunningServer) -> tuple[str, str, str]:
        """Return a table of two people where seat 0 is to act, and their tokens."""
        _, first = server.guest("Ania")
        _, second = server.guest("Kasia")
        with server.client(first) as host, server.client(second) as guest:
            table = table_of(host, chat="everyone")
            where = f"/api/tables/{table}/commands"
            assert guest.post(where, json={"type": "sit", "id": "sit"}).json()["ok"]
            start = {"type": "start", "id": "start", "first": 0}
            assert host.post(where, json=start).json()["ok"]
        return table, first, second

    @pytest.mark.parametrize(
        "command",
        [
            {"type": "move", "move": "XO e5 f5", "expected": 0, "seat": 0},
            {"type": "move", "move": "XO e5 f5", "expected": 0},
            {"type": "resign", "seat": 0},
            {"type": "propose", "what": "take-back", "seat": 0},
            {"type": "start"},
            {"type": "close"},
            {"type": "fill", "seat": 0},
        ],
        ids=str,
    )
    @pytest.mark.parametrize("who", ["the other seat", "a stranger", "nobody"])
    def test_nobody_acts_for_another_seat(
        self, server: RunningServer, two: tuple[str, str, str], command: dict[str, Any], who: str
    ) -> None:
        table, first, second = two
        tokens = {"the other seat": second, "a stranger": server.guest("Ola")[1], "nobody": None}
        token = tokens[who]
        with server.client(first) as client:
            before = client.get(f"/api/tables/{table}").json()
        with server.client(token) as client:
            answer = client.post(f"/api/tables/{table}/commands", json={**command, "id": "no"})
            assert answer.status_code in (401, 403, 409)
        with server.socket(f"/api/tables/{table}/live") as connection:
            say(connection, type="hello", token=token, seat=0)
            say(connection, **command, id="no-either")
            say(connection, type="look", seat=0)
            heard = [json.loads(message) for message in heard_so_far(connection)]
            (said,) = (message for message in heard if message["type"] == "answer")
            assert said["ok"] is False
            eyes = {m["you"]["looking_as"] for m in heard if m["type"] in ("snapshot", "update")}
            assert eyes == {1 if who == "the other seat" else None}
        with server.client(first) as client:
            after = client.get(f"/api/tables/{table}").json()
        for shown in (before, after):
            shown["table"].pop("seats")  # who is here changes
        assert before == after

    def test_an_answer_is_given_to_its_sender_alone(
        self, server: RunningServer, two: tuple[str, str, str]
    ) -> None:
        table, first, second = two
        chat = {"type": "chat", "text": "Hej!", "id": "same-id"}
        with server.client(first) as one, server.client(second) as other:
            answers = [
                c.post(f"/api/tables/{table}/commands", json=chat).json() for c in (one, other)
            ]
            assert answers[1]["number"] == answers[0]["number"] + 1

    def test_a_session_that_was_ended_does_nothing_on_an_open_socket(
        self, server: RunningServer, two: tuple[str, str, str]
    ) -> None:
        table, first, second = two
        with server.socket(f"/api/tables/{table}/live") as connection:
            say(connection, type="hello", token=first)
            heard_so_far(connection)
            with server.client(first) as client:
                assert client.delete("/api/sessions/current").status_code == 204
            with pytest.raises(ConnectionClosed):
                connection.recv(timeout=PATIENCE)
            with pytest.raises(ConnectionClosed):
                say(connection, type="move", move="XO e5 f5", expected=0, id="late")
        with server.client(second) as client:
            assert client.get(f"/api/tables/{table}").json()["game"]["after"] == 0


class TestSecretsAtRest:
    def test_neither_tokens_nor_passwords_are_in_the_database(self, tmp_path: Path) -> None:
        new_database(tmp_path)
        password = "correct horse battery"
        with running(Settings(data_folder=tmp_path)) as server, page(server) as client:
            cookie = client.cookies["kafelki"]
            token = client.post("/api/me/tokens").json()["token"]
            given = {"account": "Ania", "password": password}
            assert client.put("/api/me/password", json=given).status_code == 204
            signed = client.post("/api/sessions", json={**given, "token": True}).json()["token"]
        stored = b"".join(path.read_bytes() for path in tmp_path.glob("kafelki.db*"))
        for secret in (cookie, token, signed, password):
            assert secret.encode() not in stored
        database = sqlite3.connect(tmp_path / "kafelki.db")
        ((hashed,),) = database.execute("select password from people").fetchall()
        database.close()
        assert hashed.startswith("$argon2id$")

    def test_a_change_of_password_ends_the_other_sessions(self, server: RunningServer) -> None:
        _, token = server.guest("Kasia")
        account = f"Kasia {new_id()}"
        with server.client(token) as client:
            first = {"account": account, "password": "first password"}
            assert client.put("/api/me/password", json=first).status_code == 204
            with server.client() as elsewhere:
                stolen = elsewhere.post("/api/sessions", json={**first, "token": True}).json()[
                    "token"
                ]
            wrong = {"password": "second password", "old": "not the first"}
            assert client.put("/api/me/password", json=wrong).status_code == 403
            right = {**wrong, "old": "first password"}
            assert client.put("/api/me/password", json=right).status_code == 204
            assert client.get("/api/me").status_code == 200
        with server.client(stolen) as thief:
            assert thief.get("/api/me").status_code == 401

    def test_who_has_an_account_cannot_be_found_out(self, server: RunningServer) -> None:
        _, token = server.guest("Jan")
        account = f"Jan {new_id()}"
        with server.client(token) as client:
            given = {"account": account, "password": "long enough"}
            assert client.put("/api/me/password", json=given).status_code == 204
        hashings = []
        passwords = server.context.identity.passwords
        matches = passwords._matches
        passwords._matches = (  # type: ignore[method-assign]
            lambda *args: hashings.append(1) or matches(*args)  # type: ignore[func-returns-value]
        )
        try:
            with server.client() as client:
                answers = [
                    client.post("/api/sessions", json={"account": name, "password": "not right"})
                    for name in (account, "nobody at all")
                ]
        finally:
            del passwords._matches
        assert answers[0].status_code == answers[1].status_code == 403
        assert answers[0].content == answers[1].content
        assert len(hashings) == 2  # as slow for who does not exist

    def test_errors_of_the_database_do_not_say_what_was_written(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        new_database(tmp_path)
        seed = b"\x07secret seed of thirty-two bytes"
        monkeypatch.setattr("secrets.token_bytes", lambda count: seed)
        with running(Settings(data_folder=tmp_path)) as server:
            _, token = server.guest("Ania")
            database = sqlite3.connect(tmp_path / "kafelki.db")
            database.execute("drop table seatings")
            database.commit()
            database.close()
            with server.client(token) as client:
                answer = client.post("/api/tables", json=OPEN_TABLE)
                assert answer.status_code == 503
                assert client.get("/api/me/tables").status_code == 503
            log = "\n".join(server.logged)
        assert "StorageTrouble" in log
        for text in (log, answer.text):
            assert "secret seed" not in text
            assert seed.hex() not in text
            assert token not in text

    def test_a_deleted_person_leaves_no_trace_of_who_it_was(self, tmp_path: Path) -> None:
        new_database(tmp_path)
        with running(Settings(data_folder=tmp_path)) as server:
            _, token = server.guest("Feliks")
            _, other = server.guest("Ola")
            with server.client(token) as client, server.client(other) as friend:
                given = {"account": "felixthecat", "password": "long enough"}
                assert client.put("/api/me/password", json=given).status_code == 204
                table = table_of(client, chat="everyone")
                where = f"/api/tables/{table}/commands"
                for who, command in (
                    (friend, {"type": "sit"}),
                    (client, {"type": "start", "first": 0}),
                    (client, {"type": "chat", "text": "moje sekrety"}),
                    (client, {"type": "leave", "id": "gone"}),
                    (client, {"type": "chat", "text": "znowu", "id": "gone-too"}),
                ):
                    who.post(where, json={"id": command["type"], **command})
                assert client.delete("/api/me").status_code == 204
                assert client.get("/api/me").status_code == 401
                shown = friend.get(f"/api/tables/{table}")
                assert shown.json()["table"]["status"] == "over"  # given up: nobody waits
                assert shown.json()["table"]["seats"][0]["resigned"] == "resigned"
                for word in ("Feliks", "sekrety", "znowu", "felixthecat"):
                    assert word not in shown.text
                again = friend.post("/api/sessions", json=given)
                assert again.status_code == 403
        database = sqlite3.connect(tmp_path / "kafelki.db")
        dump = "\n".join(database.iterdump())
        database.close()
        for word in ("Feliks", "sekrety", "znowu", "felixthecat"):
            assert word not in dump


class TestPushServices:
    """The server calls addresses that people give it: only those of push services."""

    @pytest.mark.parametrize(
        "endpoint",
        [
            "https://evil.example/",
            "https://evilfcm.googleapis.com/",
            "https://fcm.googleapis.com@evil.example/",
            "https://evil.example\\@fcm.googleapis.com/",  # programs read this differently
            "https://127.0.0.1:8000\\.fcm.googleapis.com/",
            "https://evil.example#.fcm.googleapis.com/",
            "https://evil.example?.fcm.googleapis.com/",
            "https://[",
            "https://fcm.googleapis.com/\r\nHost: evil.example",
            "https://fcm.googleapis.com/\x00",
            "//fcm.googleapis.com/",
        ],
    )
    def test_no_other_address_is_taken(self, server: RunningServer, endpoint: str) -> None:
        keys = {"p256dh": "BAAA", "auth": "AAAA"}
        with page(server) as client:
            answer = client.put("/api/me/push", json={"endpoint": endpoint, "keys": keys})
            assert answer.status_code == 422

    def test_theirs_are_and_go_with_the_person(self, tmp_path: Path) -> None:
        new_database(tmp_path)
        keys = {"p256dh": "BAAA", "auth": "AAAA"}
        with running(Settings(data_folder=tmp_path)) as server, page(server) as client:
            for endpoint in (
                "https://fcm.googleapis.com/fcm/send/abc:DEF-1_2",
                "https://updates.push.services.mozilla.com/wpush/v2/gAAA=",
            ):
                answer = client.put("/api/me/push", json={"endpoint": endpoint, "keys": keys})
                assert answer.status_code == 204
            database = sqlite3.connect(tmp_path / "kafelki.db")
            count = "select count(*) from subscriptions"
            assert database.execute(count).fetchone() == (2,)
            assert client.delete("/api/me").status_code == 204
            assert database.execute(count).fetchone() == (0,)
            database.close()


class TestSeeds:
    def test_a_seed_is_32_bytes_that_nobody_can_guess(
        self, server: RunningServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Every seed comes from the system's source of secrets, whole and by itself."""
        given: list[bytes] = []

        def token_bytes(count: int | None = None) -> bytes:
            given.append(bytes([len(given) + 1] * (count or 32)))
            return given[-1]

        _, token = server.guest("Ania")
        monkeypatch.setattr("secrets.token_bytes", token_bytes)
        with server.client(token) as client:
            for number in range(2):
                table = client.post("/api/tables", json=HOT_SEAT).json()["id"]
                shown = client.get(f"/api/tables/{table}").json()["table"]
                assert len(given[number]) == 32
                assert shown["commitment"] == commitment(given[number])

    def test_the_commitment_is_known_before_the_first_draw_and_the_seed_after_the_end(
        self, server: RunningServer
    ) -> None:
        _, token = server.guest("Ania")
        with server.client(token) as client:
            table = client.post("/api/tables", json={"game": WITHOUT_BOARD, "players": 2}).json()[
                "id"
            ]
            before = client.get(f"/api/tables/{table}").json()
            where = f"/api/tables/{table}/commands"
            salt = {"type": "salt", "salt": "0123abcd", "id": "salt"}
            assert client.post(where, json=salt).json()["ok"]
            fill = {"type": "fill", "seat": 1, "label": "Ola", "id": "fill"}
            assert client.post(where, json=fill).json()["ok"]
            assert client.post(where, json={"type": "start", "id": "start"}).json()["ok"]
            assert before["game"] is None
            assert before["table"]["after"] == 0
            assert re.fullmatch("[0-9a-f]{64}", before["table"]["commitment"])
            assert client.get(f"/api/tables/{table}").json()["table"]["seed"] is None
            assert "seed" not in client.get(f"/api/tables/{table}/record").json()
            over = play_to_the_end(client, table)
            seed = bytes.fromhex(over["table"]["seed"])
            assert commitment(seed) == before["table"]["commitment"]
            record = client.get(f"/api/tables/{table}/record").json()
            assert record["seed"] == seed.hex()
            assert parse_record(record).verify().over
        assert seed.hex() not in "\n".join(server.logged)

    def test_the_seed_of_a_day_is_out_when_the_day_is_over(self, tmp_path: Path) -> None:
        new_database(tmp_path)
        now = [NOON]
        day = datetime.fromtimestamp(NOON / 1000, UTC).date()
        with running(Settings(data_folder=tmp_path, rate_limits=0), lambda: now[0]) as server:
            _, token = server.guest("Ania")
            _, other = server.guest("Ola")
            with server.client(token) as client, server.client(other) as curious:
                table = client.post(f"/api/daily/{AT_ONCE}").json()["id"]
                promised = client.get(f"/api/daily/{AT_ONCE}").json()
                assert client.get(f"/api/tables/{table}").json()["table"]["seed"] is None
                play_to_the_end(client, table)
                texts = [
                    who.get(path).text
                    for who in (client, curious)
                    for path in (
                        f"/api/tables/{table}",
                        f"/api/tables/{table}/record",
                        f"/api/daily/{AT_ONCE}",
                        f"/api/daily/{AT_ONCE}?day={day + timedelta(days=1)}",
                        "/api/me/games.jsonl",
                        "/api/me/tables?over=true",
                        f"/api/records/{AT_ONCE}",
                    )
                ]
                # Whoever has not played yet must not learn the draws from who has.
                assert curious.get(f"/api/tables/{table}").status_code == 404
                assert curious.get(f"/api/tables/{table}/record").status_code == 404
                assert client.get(f"/api/daily/{AT_ONCE}").json()["guests"][0]["table"] is None
                now[0] += (12 * 60 + 10) * 60 * 1000  # ten minutes after midnight
                after = curious.get(f"/api/daily/{AT_ONCE}?day={day}").json()
                assert commitment(bytes.fromhex(after["seed"])) == promised["commitment"]
                assert not any(after["seed"] in text for text in texts)
                assert curious.get(f"/api/tables/{table}").json()["table"]["seed"] == after["seed"]
                current = curious.get(f"/api/daily/{AT_ONCE}").json()
                assert current["seed"] is None
                assert current["commitment"] == promised["next_commitment"]


def test_the_log_of_a_real_server_names_nobody_and_nothing_secret(tmp_path: Path) -> None:
    """As an operator starts it: what it writes, with its own settings for the log."""
    code = (
        "from unittest.mock import patch\n"
        "from kafelki.cli import main\n"
        "async def nothing(): pass\n"
        "with patch('kafelki.server.web.app.load_in_background', nothing): main()"
    )
    arguments = ["serve", "--port", "0", "--data", str(tmp_path / "data")]
    with (tmp_path / "log").open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments], stdout=subprocess.DEVNULL, stderr=file
        )
    try:
        port = _port_of(process.pid)
        server = RunningServer(None, port, [])  # type: ignore[arg-type]
        _, token = server.guest("Feliks")
        with server.client(token) as client:
            table = table_of(client)
            client.get(f"/api/tables/{table}?token={token}")
            client.get("/api/me", headers={"Authorization": "Bearer not-a-token"})
            client.post("/api/sessions", json={"account": "Feliks", "password": "my password"})
            with server.socket(f"/api/tables/{table}/live") as connection:
                say(connection, type="hello", token=token)
                heard_so_far(connection)
    finally:
        process.terminate()
        process.wait(PATIENCE)
    log = (tmp_path / "log").read_text()
    lines = [json.loads(line) for line in log.splitlines()]
    assert {"/api/guests", "/api/tables", "/api/sessions"} <= {line.get("route") for line in lines}
    for secret in (token, "not-a-token", "my password", table, "Feliks"):
        assert secret not in log


def _port_of(process: int) -> int:
    """Return the port on which a process listens, once it does."""
    found: list[int] = []

    def look() -> bool:
        inodes = set()
        for link in Path(f"/proc/{process}/fd").iterdir():
            with suppress(FileNotFoundError):  # it was closed just now
                inodes.add(link.readlink().name)
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            parts = line.split()
            if parts[3] == "0A" and f"socket:[{parts[9]}]" in inodes:
                found.append(int(parts[1].split(":")[1], 16))
        return bool(found)

    wait_until(look, "a port to be listened at")
    return found[0]
