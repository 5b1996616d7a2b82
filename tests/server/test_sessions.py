"""Sessions: new where somebody signs in, ended when unused, listed, and ended everywhere."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock, patch

import httpx
import pytest

from kafelki.server.checking import ROUNDS, Checking
from kafelki.server.denial import Denial
from kafelki.server.passwords import AT_ONCE, MOST_WAITING, Passwords
from kafelki.server.settings import Settings
from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE
from tests.server.players import guest, member, sit_down
from tests.server.running_server import DAY, HOUR, Server, Time, serving
from tests.server.test_people import browser
from tests.server.test_processes import at, both, shared  # noqa: F401  # fixtures
from tests.waiting import PATIENCE

PASSWORD = "correct horse"


def credentials(player: Any, **more: Any) -> dict[str, Any]:
    return {"account": f"Ania {player.person}", "password": PASSWORD, **more}


@contextmanager
def with_cookie(server: Server, value: str) -> Iterator[httpx.Client]:
    """Give a browser to which somebody has given a cookie of theirs."""
    with browser(server) as page:
        page.cookies.set("kafelki", value)
        yield page


def test_who_signs_up_has_a_new_session_and_the_one_before_has_ended(server: Server) -> None:
    with browser(server) as page:
        me = page.post("/api/guests", json={}).json()
        planted = page.cookies["kafelki"]
        body = {"account": f"Ola {me['person']}", "password": PASSWORD}
        assert page.put("/api/me/password", json=body).status_code == 204
        assert page.cookies["kafelki"] != planted
        assert page.get("/api/me").json()["member"] is True
        with with_cookie(server, planted) as thief:
            assert thief.get("/api/me").status_code == 401
        signed_up = page.cookies["kafelki"]
        changed = {"password": "another horse", "old": PASSWORD}
        assert page.put("/api/me/password", json=changed).status_code == 204
        assert page.get("/api/me").status_code == 200
        with with_cookie(server, signed_up) as thief:
            assert thief.get("/api/me").status_code == 401


def test_who_signs_in_has_a_new_session_and_the_guests_has_ended(server: Server) -> None:
    ania = member(server)
    with browser(server) as page:
        page.post("/api/guests", json={"name": "Gość"})
        planted = page.cookies["kafelki"]
        assert page.post("/api/sessions", json=credentials(ania)).status_code == 200
        assert page.cookies["kafelki"] != planted
        assert page.get("/api/me").json()["person"] == ania.person
        with with_cookie(server, planted) as thief:
            assert thief.get("/api/me").status_code == 401


def test_a_session_ends_when_it_is_not_used(tmp_path: Path) -> None:
    settings = Settings(data_folder=tmp_path, rate_limits=0, bot_workers=1, session_days=10)
    with serving(settings, Time()) as server:
        ania, kasia = guest(server, "Ania"), guest(server, "Kasia")
        check = server.context.checking
        for _ in range(3):
            server.clock.pass_by(9 * DAY)
            assert ania.ask("GET", "/me").status_code == 200
            server.call(check.look())  # notes that it is used
        assert kasia.ask("GET", "/me").status_code == 401
        server.clock.pass_by(10 * DAY + 1)
        assert ania.ask("GET", "/me").status_code == 401


def test_use_is_noted_once_an_hour_at_most(tmp_path: Path) -> None:
    with serving(Settings(data_folder=tmp_path, rate_limits=0), Time()) as server:
        ania = guest(server)
        identity = server.context.identity
        begun = server.clock.now

        def seen_after(passed: int) -> int:
            server.clock.now = begun + passed
            assert ania.ask("GET", "/me").status_code == 200
            server.call(identity.check_again([]))
            (session,) = ania.get("/me/sessions")
            return int(session["seen"]) - begun

        assert seen_after(HOUR - 1) == 0
        assert seen_after(HOUR) == HOUR
        assert seen_after(2 * HOUR - 1) == HOUR


def test_sessions_are_listed_without_their_tokens_and_ended_one_by_one(server: Server) -> None:
    ania = member(server)
    program = ania.ask("POST", "/me/tokens").json()["token"]
    with browser(server) as page:
        page.post("/api/sessions", json=credentials(ania))
        listed = page.get("/api/me/sessions").json()
        assert sorted(each["kind"] for each in listed) == ["cookie", "token", "token"]
        (current,) = [each for each in listed if each["current"]]
        assert current["kind"] == "cookie"
        for secret in (ania.token, program, page.cookies["kafelki"]):
            assert secret not in str(listed)
        mine = {each["id"] for each in ania.get("/me/sessions")}
        assert mine == {each["id"] for each in listed}
        stranger = guest(server, "Jan")
        assert stranger.ask("DELETE", f"/me/sessions/{current['id']}").status_code == 404
        assert ania.ask("DELETE", f"/me/sessions/{current['id']}").status_code == 204
        assert ania.ask("DELETE", f"/me/sessions/{current['id']}").status_code == 404
        assert page.get("/api/me").status_code == 401
    assert ania.ask("DELETE", "/me/sessions").status_code == 204
    assert len(ania.get("/me/sessions")) == 1
    assert replace(ania, token=program).ask("GET", "/me").status_code == 401


# Processes


def test_a_process_looks_at_intervals_and_at_once_when_redis_is_back() -> None:
    tables = Mock(news=AsyncMock())
    tables.audience.now.return_value = 0
    checking = Checking(Mock(), tables)
    looks = []
    with patch.object(checking, "look", AsyncMock()) as look:
        for connected in [True, True, True, False, False, False, True, True, True, True]:
            tables.audience.fan_out.connected = connected
            before = look.call_count
            asyncio.run(checking.go_round())
            looks.append(look.call_count - before)
    # The fifth and the tenth in their turn, and the one after the silence.
    assert ROUNDS == 5
    assert looks == [0, 0, 0, 0, 1, 0, 1, 0, 0, 1]


def look_again(server: Server) -> Checking:
    """Let a process compare what it believes with the database, without waiting for its turn."""
    checking = Checking(server.context.identity, server.tables)
    server.call(checking.look())
    return checking


@pytest.mark.parametrize("ending", ["sign-out", "password"])
def test_a_session_ends_everywhere_though_redis_was_away(
    both: tuple[Server, Server],  # noqa: F811
    ending: str,
) -> None:
    one, other = both
    ania, kasia = member(one, "Ania"), member(one, "Kasia")
    table = sit_down([ania, kasia], WITH_RACKS)
    thief = replace(at(ania, other), token=ania.ask("POST", "/me/tokens").json()["token"])
    with thief.page(table) as page, at(kasia, other).page(table) as others:
        assert page.game["hands"][0]["tiles"]
        with patch.object(one.context.fan_out, "tell"):  # nobody is told
            if ending == "sign-out":
                here = replace(ania, token=thief.token)
                assert here.ask("DELETE", "/sessions/current").status_code == 204
            else:
                new = {"password": "a new horse", "old": PASSWORD}
                assert ania.ask("PUT", "/me/password", new).status_code == 204
        look_again(other)
        assert page.closed_with() == 4408
        assert thief.ask("GET", "/me").status_code == 401
        assert others.command("chat", text="Jesteś?")["ok"]
    assert ania.ask("GET", "/me").status_code == 200


def test_a_new_name_shows_everywhere_though_redis_was_away(
    both: tuple[Server, Server],  # noqa: F811
) -> None:
    one, other = both
    ania, kasia = member(one, "Ania"), member(one, "Kasia")
    table = sit_down([ania, kasia], WITHOUT_CHANCE)
    with at(kasia, other).page(table) as page:
        with patch.object(one.context.fan_out, "tell"):
            assert ania.ask("PATCH", "/me", {"name": "Julia"}).status_code == 200
        look_again(other)
        while page.state["table"]["seats"][0]["name"] != "Julia":
            page.receive()


# Guessing


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Server]:
    """A server that counts attempts."""
    with serving(Settings(data_folder=tmp_path, rate_limits=1, bot_workers=1), Time()) as server:
        yield server


def sign_in(page: httpx.Client, player: Any, password: str = PASSWORD) -> int:
    body = credentials(player, password=password)
    return page.post("/api/sessions", json=body).status_code


def test_a_guesser_is_slowed_down_and_the_owner_is_not(limited: Server) -> None:
    """Even from the guesser's own address, a device that the owner has used lets them in."""
    ania = member(limited)
    with browser(limited) as owners, browser(limited) as guessers:
        assert sign_in(owners, ania) == 200
        owners.delete("/api/sessions/current")
        answers = [sign_in(guessers, ania, f"guess {k}") for k in range(12)]
        assert answers[:9] == [403] * 9
        assert answers[-1] == 429
        assert sign_in(guessers, ania) == 429  # not even with the right one
        assert sign_in(owners, ania) == 200
        owners.delete("/api/sessions/current")
        # A device has its own limit, and is known for its own person only.
        assert [sign_in(owners, ania, "wrong") for _ in range(11)][-1] == 429


def test_guesses_from_many_addresses_are_slowed_down_together_and_the_owner_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("throttled.utils.now_mono_f", lambda: 1000.0)  # nothing comes back
    settings = Settings(data_folder=tmp_path, rate_limits=1, bot_workers=1, proxies=1)
    with serving(settings, Time()) as server:
        ania = member(server)
        with browser(server) as owners, browser(server) as guessers:
            assert sign_in(owners, ania) == 200
            owners.delete("/api/sessions/current")
            answers = []
            for number in range(210):  # ten of an address, but two hundred of an account
                guessers.headers["X-Forwarded-For"] = f"198.51.100.{number // 5}"
                answers.append(sign_in(guessers, ania, f"guess {number}"))
            assert answers[:195] == [403] * 195
            assert answers[-5:] == [429] * 5
            assert sign_in(owners, ania) == 200


def test_a_device_is_known_for_its_own_person_only(limited: Server) -> None:
    devices = limited.context.devices
    word = limited.call(devices.new_word("ania"))
    assert limited.call(devices.known(word, "ania")) == word.partition(".")[0]
    for other in (word[:-1], "x" + word, "", ".", "ż.ż", word.replace(".", "")):
        assert limited.call(devices.known(other, "ania")) is None
    assert limited.call(devices.known(word, "kasia")) is None


def test_passwords_are_worked_on_a_few_at_a_time_and_a_flood_is_refused() -> None:
    passwords = Passwords()
    gate = threading.Event()
    begun = threading.Semaphore(0)
    lock = threading.Lock()
    working: list[int] = []
    now = 0

    def slowly(kept: str, password: str) -> bool:
        nonlocal now
        with lock:
            now += 1
            working.append(now)
        begun.release()
        gate.wait(PATIENCE)
        with lock:
            now -= 1
        return False

    async def flood() -> list[Any]:
        with patch.object(passwords, "_matches", slowly):
            asked = [
                asyncio.create_task(passwords.match("kept", "guess"))
                for _ in range(AT_ONCE + MOST_WAITING + 3)
            ]
            for _ in range(AT_ONCE):
                assert await asyncio.to_thread(begun.acquire, timeout=PATIENCE)
            gate.set()
            return await asyncio.gather(*asked, return_exceptions=True)

    answers = asyncio.run(flood())
    passwords.close()
    refused = [each for each in answers if isinstance(each, Denial)]
    assert [each.code for each in refused] == ["too-many"] * 3
    assert answers.count(False) == AT_ONCE + MOST_WAITING
    assert max(working) == AT_ONCE
