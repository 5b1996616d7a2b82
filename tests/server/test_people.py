"""People: guests, members, signing in elsewhere, names, leaving for good."""

from __future__ import annotations

from http.cookies import Morsel, SimpleCookie
from random import Random
from typing import Any

import httpx
import pytest

from kafelki.server.profiles import AVATARS
from kafelki.server.settings import Settings
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_CHANCE
from tests.server.players import guest, member, seated
from tests.server.running_server import Server, serving
from tests.waiting import PATIENCE


def browser(server: Server) -> httpx.Client:
    """Return a browser whose page is the server's own."""
    return httpx.Client(base_url=server.url, headers={"Origin": server.url}, timeout=PATIENCE)


def cookie_of(response: httpx.Response) -> Morsel[str]:
    found: SimpleCookie = SimpleCookie(response.headers["set-cookie"])
    return found["kafelki"]


def test_a_guest_is_in_with_a_name_and_a_cookie_that_scripts_cannot_read(server: Server) -> None:
    with browser(server) as page:
        response = page.post("/api/guests", json={"name": "Ola"})
        cookie = cookie_of(response)
        assert response.status_code == 201
        assert cookie["httponly"]
        assert cookie["samesite"] == "lax"
        assert cookie["path"] == "/"
        assert not cookie["secure"]
        assert "token" not in response.json()
        assert page.get("/api/me").json()["name"] == "Ola"


def test_a_cookie_is_for_https_alone_when_people_come_by_https(tmp_path: Any) -> None:
    settings = Settings(data_folder=tmp_path, public_url="https://tiles.example.org")
    with serving(settings) as server:
        response = httpx.post(f"{server.url}/api/guests", json={"name": "Ola"})
        assert cookie_of(response)["secure"]


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_guest_without_a_name_gets_one(server: Server, language: str) -> None:
    response = server.http.post(
        f"{server.url}/api/guests", json={"language": language, "token": True}
    )
    assert response.status_code == 201
    assert 3 <= len(response.json()["name"]) <= 24


def test_names_are_cleaned_and_have_a_limit(server: Server) -> None:
    assert guest(server, "  Ola \n\u202e Nowa \u0000 ").name == "Ola Nowa"
    assert guest(server, "Ola" * 20).name == ("Ola" * 20)[:24]
    response = server.http.post(f"{server.url}/api/guests", json={"name": "\u200b \u202e"})
    assert (response.status_code, response.json()["code"]) == (422, "malformed")


def test_a_bearer_token_says_who_somebody_is(server: Server) -> None:
    ania = guest(server)
    me = ania.get("/me")
    assert me.pop("avatar") in AVATARS
    assert me == {
        "person": ania.person,
        "name": "Ania",
        "member": False,
        "shows": ["games", "bests", "ratings", "bots"],
        "gives_games": False,
        "muted": [],
    }
    stranger = httpx.get(f"{server.url}/api/me", headers={"Authorization": "Bearer nonsense"})
    assert (stranger.status_code, stranger.json()["code"]) == (401, "not-signed-in")
    nobody = httpx.get(f"{server.url}/api/me")
    assert nobody.status_code == 401


def test_a_program_gets_a_token_of_its_own_that_outlives_the_page(server: Server) -> None:
    with browser(server) as page:
        page.post("/api/guests", json={"name": "Ola"})
        made = page.post("/api/me/tokens").json()
        bearer = {"Authorization": f"Bearer {made['token']}"}
        assert page.delete("/api/sessions/current").status_code == 204
        assert page.get("/api/me").status_code == 401
        assert httpx.get(f"{server.url}/api/me", headers=bearer).json()["name"] == "Ola"


def test_a_guest_sets_a_password_and_signs_in_elsewhere_without_losing_games(
    server: Server, random: Random
) -> None:
    table, (ania, _) = seated(server, WITH_RACKS, 2)
    account = f"Ania {ania.person}"
    body = {"account": account, "password": "correct horse"}
    assert ania.ask("PUT", "/me/password", body).status_code == 204
    with browser(server) as elsewhere:
        response = elsewhere.post("/api/sessions", json={**body, "account": account.upper()})
        assert response.status_code == 200, response.text
        assert response.json()["person"] == ania.person
        assert cookie_of(response)["httponly"]
        (mine,) = elsewhere.get("/api/me/tables").json()
        assert mine["table"]["id"] == table
        game = elsewhere.get(f"/api/tables/{table}").json()["game"]
        assert game["viewer"] == 0
        assert len(game["legal"]["moves"]) > 0
    assert ania.get("/me")["member"] is True


@pytest.mark.parametrize("password", ["wrong horse", "correct horse "])
def test_a_wrong_password_and_an_unknown_account_get_the_same_answer(
    server: Server, password: str
) -> None:
    ania = member(server)
    account = f"Ania {ania.person}"
    answers = [
        server.http.post(
            f"{server.url}/api/sessions",
            json={"account": name, "password": password, "token": True},
        )
        for name in (account, f"{account}x"[-24:])
    ]
    assert [answer.status_code for answer in answers] == [403, 403]
    assert answers[0].content == answers[1].content


def test_two_accounts_cannot_have_one_name(server: Server) -> None:
    ania = member(server)
    body = {"account": f"ANIA {ania.person}", "password": "another horse"}
    response = guest(server, "Kasia").ask("PUT", "/me/password", body)
    assert (response.status_code, response.json()["code"]) == (409, "conflict")


def test_a_changed_password_needs_the_old_one_and_ends_other_sessions(server: Server) -> None:
    ania = member(server)
    account = {"account": f"Ania {ania.person}", "token": True}
    signed = server.http.post(
        f"{server.url}/api/sessions", json={**account, "password": "correct horse"}
    )
    other = {"Authorization": f"Bearer {signed.json()['token']}"}
    new = {"password": "a new horse"}
    assert ania.ask("PUT", "/me/password", new).status_code == 403
    assert ania.ask("PUT", "/me/password", {**new, "old": "wrong horse"}).status_code == 403
    assert httpx.get(f"{server.url}/api/me", headers=other).status_code == 200
    assert ania.ask("PUT", "/me/password", {**new, "old": "correct horse"}).status_code == 204
    assert httpx.get(f"{server.url}/api/me", headers=other).status_code == 401
    assert ania.get("/me")["member"] is True
    old = server.http.post(
        f"{server.url}/api/sessions", json={**account, "password": "correct horse"}
    )
    assert old.status_code == 403


@pytest.mark.parametrize("password", ["short", ""])
def test_a_short_password_is_refused(server: Server, password: str) -> None:
    response = guest(server).ask("PUT", "/me/password", {"account": "x1", "password": password})
    assert (response.status_code, response.json()["code"]) == (422, "malformed")


def test_a_guest_with_games_is_warned_before_signing_in_as_somebody_else(server: Server) -> None:
    ania = member(server)
    credentials = {"account": f"Ania {ania.person}", "password": "correct horse"}
    with browser(server) as page:
        page.post("/api/guests", json={"name": "Ola"})
        page.post("/api/tables", json={"game": WITHOUT_CHANCE, "players": 2})
        refused = page.post("/api/sessions", json=credentials)
        assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
        assert page.get("/api/me").json()["name"] == "Ola"
        page.delete("/api/sessions/current")
        assert page.post("/api/sessions", json=credentials).status_code == 200


def test_a_new_name_shows_at_once_where_somebody_sits(server: Server) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2)
    with kasia.page(table) as page:
        response = ania.ask("PATCH", "/me", {"name": "Julia"})
        assert response.json()["name"] == "Julia"
        page.until("update")
        assert page.state["table"]["seats"][0]["name"] == "Julia"
    assert ania.get("/me")["name"] == "Julia"


def test_signing_out_ends_this_session_alone(server: Server) -> None:
    ania = guest(server)
    other = ania.ask("POST", "/me/tokens").json()["token"]
    assert ania.ask("DELETE", "/sessions/current").status_code == 204
    assert ania.ask("GET", "/me").status_code == 401
    ania.token = other
    assert ania.get("/me")["person"] == ania.person


def test_pages_of_an_ended_session_see_no_more_of_the_hand(server: Server) -> None:
    table, (ania, kasia) = seated(server, WITH_RACKS, 2)
    other = ania.ask("POST", "/me/tokens").json()["token"]
    with ania.page(table) as page, kasia.page(table) as others:
        assert page.game["hands"][0]["tiles"]
        assert ania.ask("DELETE", "/sessions/current").status_code == 204
        assert page.closed_with() == 4408
        assert others.command("chat", text="Jesteś?")["code"] != "not-signed-in"
    with ania.page(table) as page:
        assert page.others[0]["code"] == "not-signed-in"
        assert page.closed_with() == 4403
    ania.token = other
    with ania.page(table) as page:
        assert page.game["hands"][0]["tiles"]


def test_deleting_my_data_leaves_nothing_that_says_who_i_was(
    server: Server, random: Random
) -> None:
    people = [member(server, name) for name in ("Ania", "Kasia")]
    ania, kasia = people
    account = f"Ania {ania.person}"
    table = ania.open(WITHOUT_CHANCE, 2)
    waiting = ania.open(AT_ONCE, 2)
    kasia.does(table, "sit")
    ania.does(table, "start")
    ania.move(table, random)
    ania.does(table, "chat", text="Cześć, tu Ania z Łodzi")
    assert ania.ask("DELETE", "/me").status_code == 204

    assert ania.ask("GET", "/me").status_code == 401
    gone = server.http.post(
        f"{server.url}/api/sessions",
        json={"account": account, "password": "correct horse", "token": True},
    )
    assert gone.status_code == 403
    seen = kasia.look(table)
    assert seen["table"]["status"] == "over"
    assert seen["table"]["places"] == [2, 1]
    assert seen["table"]["seats"][0]["name"] == "—"
    assert kasia.look(waiting)["table"]["status"] == "closed"
    texts = [str(seen), kasia.ask("GET", f"/tables/{table}/record").text]
    assert not any("Ania" in text or "Łodzi" in text for text in texts)
    # The account's name is free again.
    body = {"account": account, "password": "correct horse"}
    assert guest(server).ask("PUT", "/me/password", body).status_code == 204


def test_deleting_my_data_takes_the_names_of_those_on_my_device_along(server: Server) -> None:
    ania, kasia = guest(server, "Ania"), guest(server, "Kasia")
    seats = [{"me": True}, {"label": "Feliks"}, {"label": "Alek"}, {}]
    table = ania.open(WITH_PAIRS, 4, seats=seats)
    kasia.does(table, "sit")
    ania.does(table, "fill", seat=2, label="Julia")
    ania.does(table, "start")
    assert [seat["name"] for seat in kasia.look(table)["table"]["seats"]][1:3] == [
        "Feliks",
        "Julia",
    ]
    assert ania.ask("DELETE", "/me").status_code == 204
    seen = kasia.look(table)
    assert [seat["name"] for seat in seen["table"]["seats"]] == ["—", "—", "—", kasia.name]
    texts = [str(seen), kasia.ask("GET", f"/tables/{table}/record").text]
    for name in ("Feliks", "Alek", "Julia"):
        assert not any(name in text for text in texts)


def test_deleting_my_data_gives_up_every_game(sqlite_server: Server) -> None:
    ania, ola = guest(sqlite_server, "Ania"), guest(sqlite_server, "Ola")
    tables = [ania.open(WITHOUT_CHANCE, 2) for _ in range(201)]
    assert ania.ask("DELETE", "/me").status_code == 204
    assert {ola.look(table)["table"]["status"] for table in (tables[0], tables[-1])} == {"closed"}


def test_deleting_my_data_closes_tables_that_nobody_else_could_start(server: Server) -> None:
    ania, ola = guest(server, "Ania"), guest(server, "Ola")
    for_others = ania.open(WITHOUT_CHANCE, 2, seats=[{}, {}])
    ola.does(for_others, "sit")
    handed_on = ania.open(WITHOUT_CHANCE, 2)
    ola.does(handed_on, "sit")
    assert ania.ask("DELETE", "/me").status_code == 204
    assert ola.look(for_others)["table"]["status"] == "closed"
    # Where the host sat, whoever sits there goes on as the host.
    assert ola.look(handed_on)["table"]["status"] == "open"
    ola.does(handed_on, "fill", seat=0, bot="level-1")
    ola.does(handed_on, "start")
    assert ola.look(handed_on)["table"]["status"] == "playing"
