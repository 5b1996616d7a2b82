"""Profiles: how somebody has played, and what others see of it."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import event, insert, select

from kafelki.server.profiles import AVATARS, avatar_of
from kafelki.server.storage import profiles, schema
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_CHANCE
from tests.server.players import Player, guest, member, seated, sit_down
from tests.server.running_server import Server
from tests.server.test_moderation import act
from tests.server.test_results import solo

RATED = {"settings": {"rated": True}}


def seen(server: Server, of: Player) -> dict[str, Any]:
    """Return what a stranger sees of somebody."""
    answer = httpx.get(f"{server.url}/api/people/{of.person}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def choose(player: Player, *shows: str, avatar: str = "moon") -> None:
    """Let somebody choose what others see."""
    answer = player.ask("PUT", "/me/profile", {"avatar": avatar, "shows": shows})
    assert answer.status_code == 204, answer.text


def ended(server: Server, player: Player, game: str, rows: list[dict[str, Any]]) -> None:
    """Write down how a game ended: who had which place, a bot or a person on each seat."""
    table = player.open(game, 2)
    common = {
        "table_id": table,
        "game": game,
        "players": len(rows),
        "variant": "standard",
        "options": "",
        "person": None,
        "bot": None,
        "score": 0,
        "order": "1000",
        "rated": False,
        "counts": True,
        "daily": None,
        "ended": 1,
    }
    with server.context.store.engine.begin() as connection:
        connection.execute(
            insert(schema.results), [common | {"seat": k} | row for k, row in enumerate(rows)]
        )


def test_games_are_counted_by_game_and_a_draw_is_no_win(server: Server) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2)
    kasia.does(table, "resign")
    me, her = {"person": ania.person}, {"person": kasia.person}
    ended(server, ania, WITHOUT_CHANCE, [me | {"place": 1}, her | {"place": 1}])
    ended(server, ania, WITHOUT_CHANCE, [me | {"place": 2}, her | {"place": 1}])
    ended(server, ania, WITH_RACKS, [me | {"place": 1}])
    counted = {"alone": 0, "won": 1, "drawn": 1}
    assert ania.get("/me/statistics")["games"] == [
        {"game": WITHOUT_CHANCE, "games": 3} | counted,
        {"game": WITH_RACKS, "games": 1, "alone": 1, "won": 0, "drawn": 0},
    ]
    assert seen(server, kasia)["games"] == [{"game": WITHOUT_CHANCE, "games": 3} | counted]


def test_bots_are_beaten_by_who_comes_before_them_without_help(server: Server) -> None:
    ania = guest(server)
    me = {"person": ania.person, "place": 1}
    lost = {"bot": "level-2", "place": 2}
    ended(server, ania, WITH_RACKS, [me, lost])
    ended(server, ania, WITH_RACKS, [me, lost, lost | {"place": 3}])
    ended(server, ania, WITH_RACKS, [me, {"bot": "level-1", "place": 2}])
    ended(server, ania, WITH_RACKS, [me | {"place": 2}, {"bot": "level-3", "place": 1}])
    ended(server, ania, WITH_RACKS, [me, {"bot": "level-4", "place": 1}])
    helped = {"counts": False}
    ended(server, ania, WITH_RACKS, [me | helped, {"bot": "level-5", "place": 2} | helped])
    assert ania.get("/me/statistics")["bots"] == [
        {"game": WITH_RACKS, "bot": "level-1", "games": 1},
        {"game": WITH_RACKS, "bot": "level-2", "games": 2},
    ]


def test_the_best_alone_is_that_of_the_usual_rules(server: Server, random: Random) -> None:
    ania = guest(server)
    tables = [solo(ania, random, WITH_RACKS) for _ in range(2)]
    solo(ania, random, WITH_RACKS, options={"pyramid": "colour"})
    results = {table: sorted(ania.look(table)["game"]["scores"][0]) for table in tables}
    (best,) = ania.get("/me/statistics")["bests"]
    assert best["colours"] == max(results.values())
    assert best["score"] == min(best["colours"])
    assert results[best["table"]] == best["colours"]


def test_a_rating_is_told_with_what_it_was_and_private_tables_to_me_alone(server: Server) -> None:
    ania, kasia = member(server, "Ania"), member(server, "Kasia")
    tables = []
    for private in (False, True):
        settings = {"settings": {"rated": True, "private": private}}
        table = sit_down([ania, kasia], WITHOUT_CHANCE, **settings)
        kasia.does(table, "resign")
        tables.append(table)
    (mine,) = ania.get("/me/statistics")["ratings"]
    (shown,) = seen(server, ania)["ratings"]
    # 1560 after the first win is worked out where ratings are tested.
    assert (mine["games"], mine["players"], mine["history"][1]["rating"]) == (2, 2, 1560)
    assert mine["history"][0]["rating"] == mine["rating"] > 1560
    assert [point["table"] for point in mine["history"]] == tables[::-1]
    assert [point["table"] for point in shown["history"]] == [None, tables[0]]
    assert shown["rating"] == mine["rating"]


def test_others_see_what_the_person_shows_and_no_more(server: Server) -> None:
    ania, kasia = member(server, "Ania"), member(server, "Kasia")
    table = sit_down([ania, kasia], WITHOUT_CHANCE, **RATED)
    kasia.does(table, "resign")
    everything = ania.get("/me/statistics")
    assert {part for part, value in everything.items() if value} == {"games", "ratings"}
    choose(ania, "games", "bots")
    assert ania.get("/me")["shows"] == ["games", "bots"]
    found = seen(server, ania)
    assert (found["ratings"], found["bests"]) == (None, None)
    assert (found["games"], found["bots"]) == (everything["games"], [])
    choose(ania)
    found = seen(server, ania)
    assert [found[part] for part in ("games", "bests", "ratings", "bots")] == [None] * 4
    assert (found["name"], found["member"], found["avatar"]) == (ania.name, True, "moon")
    assert set(found) == {
        *("person", "name", "member", "avatar", "since"),
        *("games", "bests", "ratings", "bots"),
    }
    assert ania.get("/me/statistics") == everything


def test_guests_have_a_profile_and_a_face_of_their_own(server: Server) -> None:
    ania = guest(server)
    before = seen(server, ania)
    assert before["member"] is False
    assert before["avatar"] == avatar_of(ania.person, None) == ania.get("/me")["avatar"]
    other = AVATARS[(AVATARS.index(before["avatar"]) + 1) % len(AVATARS)]
    choose(ania, "games", avatar=other)
    assert seen(server, ania)["avatar"] == other == ania.get("/me")["avatar"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"avatar": "a portrait", "shows": []},
        {"avatar": "moon", "shows": ["password"]},
        {"avatar": "moon", "shows": ["games"] * 5},
        {"avatar": "moon"},
    ],
)
def test_there_is_nothing_else_to_choose(server: Server, wrong: dict[str, Any]) -> None:
    ania = guest(server)
    assert ania.ask("PUT", "/me/profile", wrong).status_code == 422


def test_who_has_left_or_never_was_has_no_profile(server: Server) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2)
    choose(ania, "games", avatar="boat")
    ania.does(table, "resign")
    assert ania.ask("DELETE", "/me").status_code == 204
    for nobody in (ania.person, "nobody", "x" * 17):
        answer = kasia.ask("GET", f"/people/{nobody}")
        assert answer.status_code in (404, 422)
        assert ania.name not in answer.text
    with server.context.store.engine.connect() as connection:
        query = select(schema.people).where(schema.people.c.id == ania.person)
        row = connection.execute(query).one()
    assert (row.avatar, row.shows) == (None, None)


def test_who_is_banned_looks_at_nobody(server: Server) -> None:
    ania, kasia = guest(server), guest(server, "Kasia")
    act(server, "ban", ania.person, "--why", "groźby")
    assert ania.ask("GET", f"/people/{kasia.person}").status_code == 403
    assert ania.ask("GET", "/me/statistics").status_code == 403
    assert seen(server, ania)["name"] == ania.name


def test_a_profile_takes_few_queries_however_much_was_played(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profiles, "MOST_RESULTS", 3)
    monkeypatch.setattr(profiles, "MOST_POINTS", 2)
    ania, kasia = member(server, "Ania"), member(server, "Kasia")
    for game in (WITHOUT_CHANCE, WITH_PAIRS):
        for _ in range(3):
            table = sit_down([ania, kasia], game, **RATED)
            kasia.does(table, "resign")
    asked: list[str] = []
    engine = server.context.store.engine
    note = lambda *args: asked.append(args[2])  # noqa: E731
    event.listen(engine, "before_cursor_execute", note)
    try:
        with engine.connect() as connection:
            games = profiles.games_of(connection, ania.person)
            points = profiles.rating_points(connection, ania.person)
            profiles.bots_beaten(connection, ania.person)
            profiles.bests_of(connection, ania.person, [(AT_ONCE, "")])
    finally:
        event.remove(engine, "before_cursor_execute", note)
    assert len([query for query in asked if query.startswith("SELECT")]) == 4
    assert sum(row.games for row in games) == 3
    assert len(points) == 4
