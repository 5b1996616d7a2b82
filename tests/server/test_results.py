"""Results: solitaire records, daily challenges, ratings, hints."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from kafelki.play.record import parse_record
from kafelki.server.daily import SOLO_GAMES, days_before, game_of
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.players import Player, guest, member, play_on, seated, sit_down, to_act
from tests.server.running_server import DAY, HOUR, MINUTE, Server
from tests.waiting import wait_until


def play_alone(player: Player, table: str, random: Random) -> list[str]:
    """Play a solitaire game to its end; return the moves."""
    moves = []
    seen = player.look(table)
    while seen["table"]["status"] == "playing":
        moves.append(random.choice(seen["game"]["legal"]["moves"]))
        player.does(table, "move", move=moves[-1], expected=seen["game"]["after"])
        seen = player.look(table)
    return moves


def solo(player: Player, random: Random, game: str = AT_ONCE, **more: Any) -> str:
    table = player.open(game, 1, start=True, **more)
    play_alone(player, table, random)
    return table


def test_the_best_solitaire_results_are_listed_by_period_and_person(
    own_server: Server, random: Random
) -> None:
    ania, kasia = guest(own_server, "Ania"), guest(own_server, "Kasia")
    old = [solo(ania, random), solo(kasia, random)]
    own_server.clock.pass_by(7 * DAY + HOUR)
    new = [solo(ania, random), solo(ania, random)]
    everything = kasia.get(f"/records/{AT_ONCE}")
    assert {row["table"] for row in everything} == {*old, *new}
    scores = [row["score"] for row in everything]
    assert scores == sorted(scores, reverse=True)
    assert everything[0]["rank"] == 1
    assert {row["name"] for row in everything} == {"Ania", "Kasia"}
    assert [row["me"] for row in everything] == [row["name"] == "Kasia" for row in everything]
    assert {row["table"] for row in kasia.get(f"/records/{AT_ONCE}", period="week")} == set(new)
    assert {row["table"] for row in kasia.get(f"/records/{AT_ONCE}", period="mine")} == {old[1]}
    best = ania.look(everything[0]["table"])["game"]["scores"][0]
    assert everything[0]["score"] == sum(best)


def test_alone_the_lowest_colour_decides_and_then_the_next(
    own_server: Server, random: Random
) -> None:
    ania = guest(own_server)
    for _ in range(3):
        solo(ania, random, WITH_RACKS)
    rows = ania.get(f"/records/{WITH_RACKS}")
    keys = [row["colours"] for row in rows]
    assert keys == sorted(keys, reverse=True)
    for row in rows:
        scores = ania.look(row["table"])["game"]["scores"][0]
        assert row["colours"] == sorted(scores)
        assert row["score"] == min(scores)


def test_games_with_other_options_have_other_records(own_server: Server, random: Random) -> None:
    ania = guest(own_server)
    colour = solo(ania, random, WITH_RACKS, options={"pyramid": "colour"})
    assert ania.get(f"/records/{WITH_RACKS}") == []
    (row,) = ania.get(f"/records/{WITH_RACKS}", options='{"pyramid": "colour"}')
    assert row["table"] == colour


def test_there_are_no_records_of_a_game_for_two(server: Server) -> None:
    ania = guest(server)
    assert ania.ask("GET", f"/records/{WITHOUT_CHANCE}").status_code == 404
    assert ania.ask("GET", "/records/chess").status_code == 404
    assert ania.ask("GET", f"/records/{WITH_RACKS}", params={"options": "{"}).status_code == 422


def test_a_game_with_hints_is_marked_and_counts_for_no_record(
    own_server: Server, random: Random
) -> None:
    ania = guest(own_server)
    table = ania.open(AT_ONCE, 1, settings={"hints": True}, start=True)
    hints = ania.ask("POST", f"/tables/{table}/hints", {}).json()
    assert len(hints) == 3
    assert {hint["move"] for hint in hints} <= set(ania.look(table)["game"]["legal"]["moves"])
    assert all(set(hint["why"]) == {"en", "pl"} for hint in hints)
    after = ania.look(table)["game"]["after"]
    assert ania.look(table)["entries"][-1]["kind"] == "hint"
    play_alone(ania, table, random)
    assert ania.get(f"/records/{AT_ONCE}") == []
    record = ania.get(f"/tables/{table}/record")
    assert record["hints"] == [{"seat": 0, "event": after}]
    assert parse_record(record).verify().extra["hints"] == record["hints"]


def test_hints_are_for_who_is_to_move_where_the_table_allows_them(server: Server) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2, settings={"hints": True})
    path = f"/tables/{table}/hints"
    assert kasia.ask("POST", path, {}).status_code == 409
    assert kasia.ask("POST", path, {"seat": 0}).status_code == 403
    assert guest(server).ask("POST", path, {}).status_code == 403
    assert ania.ask("POST", path, {}).status_code == 200
    assert kasia.look(table)["table"]["hints"] == [{"seat": 0, "event": 0}]
    without, (julia, _) = seated(server, WITHOUT_CHANCE, 2)
    assert julia.ask("POST", f"/tables/{without}/hints", {}).status_code == 403


def test_on_one_device_a_hint_is_for_the_seat_to_move(server: Server, random: Random) -> None:
    ania = guest(server)
    seats = [{"me": True}, {"label": "Ola"}]
    table = ania.open(WITHOUT_CHANCE, 2, seats=seats, settings={"hints": True}, start=True)
    ania.move(table, random)
    assert ania.ask("POST", f"/tables/{table}/hints", {}).status_code == 200
    assert ania.look(table)["table"]["hints"] == [{"seat": 1, "event": 1}]


def test_nobody_gets_a_hint_in_a_rated_game(server: Server) -> None:
    people = [member(server, name) for name in ("Ania", "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE, settings={"rated": True, "hints": True})
    response = people[0].ask("POST", f"/tables/{table}/hints", {})
    assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    assert people[0].look(table)["table"]["hints"] == []


# Daily challenges


def test_a_daily_challenge_is_the_same_for_all_and_tried_once(
    own_server: Server, random: Random
) -> None:
    ania, kasia = guest(own_server, "Ania"), guest(own_server, "Kasia")
    challenge = ania.get(f"/daily/{AT_ONCE}")
    assert challenge["day"] == "2026-03-04"
    assert (challenge["seed"], challenge["table"]) == (None, None)
    assert challenge["board"] == challenge["guests"] == []
    tables = [person.ask("POST", f"/daily/{AT_ONCE}").json()["id"] for person in (ania, kasia)]
    assert ania.ask("POST", f"/daily/{AT_ONCE}").json()["id"] == tables[0]
    assert tables[0] != tables[1]
    commitments = [
        person.look(table)["table"]["commitment"]
        for person, table in zip((ania, kasia), tables, strict=True)
    ]
    assert commitments == [challenge["commitment"]] * 2
    moves = play_alone(ania, tables[0], random)
    own_server.clock.pass_by(MINUTE)  # of equal results, the first to come in is shown first
    for move in moves:  # the same moves are there, so the same tiles were drawn
        view = kasia.look(tables[1])["game"]
        kasia.does(tables[1], "move", move=move, expected=view["after"])
    ends = [
        person.look(table)["game"]["scores"]
        for person, table in zip((ania, kasia), tables, strict=True)
    ]
    assert ends[0] == ends[1]
    board = kasia.get(f"/daily/{AT_ONCE}")["guests"]
    assert [(row["rank"], row["name"], row["me"]) for row in board] == [
        (1, "Ania", False),
        (1, "Kasia", True),
    ]
    # A try is a try: the table gives no second one, and is no solitaire record.
    assert ania.ask("POST", f"/daily/{AT_ONCE}").json()["id"] == tables[0]
    assert ania.is_refused(tables[0], "propose", what="rematch") == "conflict"
    assert ania.get(f"/records/{AT_ONCE}") == []


def test_what_a_daily_challenge_draws_is_secret_until_its_day_is_over(
    own_server: Server, random: Random
) -> None:
    ania, kasia = guest(own_server, "Ania"), guest(own_server, "Kasia")
    before = kasia.get(f"/daily/{AT_ONCE}")
    table = ania.ask("POST", f"/daily/{AT_ONCE}").json()["id"]
    play_alone(ania, table, random)
    assert ania.look(table)["table"]["seed"] is None
    assert "seed" not in ania.get(f"/tables/{table}/record")
    for path in ("", "/record", "/at/0"):
        assert kasia.ask("GET", f"/tables/{table}{path}").status_code == 404
    assert kasia.get(f"/daily/{AT_ONCE}")["guests"][0]["table"] is None
    assert kasia.ask("GET", f"/daily/{AT_ONCE}", params={"day": "2026-03-05"}).status_code == 404
    own_server.clock.pass_by(12 * HOUR + 10 * MINUTE - 1)  # just over midnight, UTC
    assert kasia.get(f"/daily/{AT_ONCE}", day="2026-03-04")["seed"] is None
    own_server.clock.pass_by(1)
    after = kasia.get(f"/daily/{AT_ONCE}", day="2026-03-04")
    seed = bytes.fromhex(after["seed"])
    assert hashlib.sha256(seed).hexdigest() == before["commitment"] == after["commitment"]
    assert after["guests"][0]["table"] == table
    assert kasia.look(table)["table"]["seed"] == after["seed"]
    assert parse_record(kasia.get(f"/tables/{table}/record")).verify().over
    # The next day's seed was fixed and committed to the day before.
    today = kasia.get(f"/daily/{AT_ONCE}")
    assert today["day"] == "2026-03-05"
    assert today["commitment"] == before["next_commitment"] != before["commitment"]
    assert today["guests"] == []


def test_a_try_that_ends_after_its_day_does_not_count(own_server: Server, random: Random) -> None:
    # From midnight on the seed is known: who plays on then could know what will be drawn.
    ania, kasia = guest(own_server, "Ania"), guest(own_server, "Kasia")
    tables = [person.ask("POST", f"/daily/{AT_ONCE}").json()["id"] for person in (ania, kasia)]
    ania.move(tables[0], random)
    own_server.clock.pass_by(12 * HOUR - 1)
    play_alone(kasia, tables[1], random)
    own_server.clock.pass_by(10 * MINUTE + 1)
    assert kasia.get(f"/daily/{AT_ONCE}", day="2026-03-04")["seed"] is not None
    play_alone(ania, tables[0], random)
    assert ania.look(tables[0])["table"]["places"] == [1]
    board = ania.get(f"/daily/{AT_ONCE}", day="2026-03-04")["guests"]
    assert [row["name"] for row in board] == ["Kasia"]
    assert ania.get(f"/daily/{AT_ONCE}")["guests"] == []


def test_results_of_guests_and_of_accounts_are_ranked_apart(
    own_server: Server, random: Random
) -> None:
    ania, ola = member(own_server, "Ania"), guest(own_server, "Ola")
    tables = [person.ask("POST", f"/daily/{AT_ONCE}").json()["id"] for person in (ania, ola)]
    moves = play_alone(ania, tables[0], random)
    for move in moves:
        ola.does(tables[1], "move", move=move, expected=ola.look(tables[1])["game"]["after"])
    challenge = ola.get(f"/daily/{AT_ONCE}")
    assert [(row["rank"], row["name"], row["me"]) for row in challenge["board"]] == [
        (1, "Ania", False)
    ]
    assert [(row["rank"], row["name"], row["me"]) for row in challenge["guests"]] == [
        (1, "Ola", True)
    ]


def test_the_challenge_of_today_tells_ranks_streaks_and_days(
    own_server: Server, random: Random
) -> None:
    ania, ola = member(own_server, "Ania"), guest(own_server, "Ola")
    nobody = own_server.http.get(f"{own_server.url}/api/daily").json()
    assert (nobody["day"], nobody["game"]) == ("2026-03-04", game_of("2026-03-04"))
    assert (nobody["members"], nobody["guests"], nobody["streak"]) == (0, 0, 0)
    assert (nobody["table"], nobody["score"], nobody["rank"]) == (None, None, None)
    assert [day["day"] for day in nobody["days"]][::34] == ["2026-01-29", "2026-03-04"]
    game = nobody["game"]
    tables = [person.ask("POST", f"/daily/{game}").json()["id"] for person in (ania, ola)]
    assert ania.get("/daily")["table"] == tables[0]
    assert ola.get("/daily")["rank"] is None
    for person, table in zip((ania, ola), tables, strict=True):
        play_alone(person, table, random)
    mine = ania.get("/daily")
    assert (mine["members"], mine["guests"], mine["streak"]) == (1, 1, 1)
    assert mine["rank"] == ola.get("/daily")["rank"] == 1  # each among their own
    assert mine["score"] == ania.get(f"/daily/{game}")["board"][0]["score"]
    assert mine["days"][-1] == {"day": "2026-03-04", "games": [game]}
    own_server.clock.pass_by(DAY)
    assert ania.get("/daily")["streak"] == 1  # today is still to come
    another = next(each for each in SOLO_GAMES if each != ania.get("/daily")["game"])
    table = ania.ask("POST", f"/daily/{another}").json()["id"]
    play_alone(ania, table, random)
    assert ania.get("/daily")["streak"] == 2  # a challenge of any game counts
    own_server.clock.pass_by(2 * DAY)
    later = ania.get("/daily")
    assert (later["streak"], later["table"]) == (0, None)
    assert [day["games"] for day in later["days"][-4:]] == [[game], [another], [], []]


def test_every_game_has_its_day(server: Server) -> None:
    days = days_before("2026-03-04", len(SOLO_GAMES))
    assert {game_of(day) for day in days} == set(SOLO_GAMES)


def test_solitaire_results_have_their_titles(own_server: Server, random: Random) -> None:
    ania = guest(own_server)
    table = solo(ania, random)
    earned = ania.look(table)["game"]["result"]["title"]
    assert earned is not None
    assert ania.get(f"/records/{AT_ONCE}")[0]["title"] == earned
    solo(ania, random, WITH_RACKS)
    assert ania.get(f"/records/{WITH_RACKS}")[0]["title"] is None


def test_a_clock_that_is_wrong_for_a_while_gives_no_seed_away(
    own_server: Server, random: Random
) -> None:
    ania, kasia = guest(own_server, "Ania"), guest(own_server, "Kasia")
    table = ania.ask("POST", f"/daily/{AT_ONCE}").json()["id"]
    play_alone(ania, table, random)

    def is_secret() -> bool:
        challenge = kasia.get(f"/daily/{AT_ONCE}", day="2026-03-04")
        return (
            challenge["seed"] is None
            and challenge["guests"][0]["table"] is None
            and ania.look(table)["table"]["seed"] is None
            and "seed" not in ania.get(f"/tables/{table}/record")
            and kasia.ask("GET", f"/tables/{table}").status_code == 404
        )

    own_server.clock.jump(2 * DAY)
    assert is_secret()
    own_server.restart()  # a process that starts by a wrong clock
    ania.server = kasia.server = own_server
    own_server.clock.pass_by(HOUR)
    assert is_secret()
    own_server.clock.jump(-2 * DAY)  # 13:00 on the day, as it is
    assert is_secret()
    own_server.clock.pass_by(11 * HOUR + 10 * MINUTE)
    assert not is_secret()


def test_there_is_a_challenge_for_each_game_that_can_be_played_alone(server: Server) -> None:
    ania = guest(server)
    for game in (WITH_RACKS, WITH_PAIRS, AT_ONCE):
        table = ania.ask("POST", f"/daily/{game}").json()["id"]
        seen = ania.look(table)["table"]
        assert (seen["game"], seen["players"], seen["status"]) == (game, 1, "playing")
        assert seen["daily"] == ania.get(f"/daily/{game}")["day"]
    assert ania.ask("POST", f"/daily/{WITHOUT_CHANCE}").status_code == 404


# Ratings


def test_rated_games_between_members_make_ratings(own_server: Server, random: Random) -> None:
    people = [member(own_server, name) for name in ("Ania", "Kasia", "Julia")]
    ania, kasia, julia = people
    for winner, loser in ((ania, kasia), (kasia, julia), (ania, julia), (ania, kasia)):
        table = sit_down([winner, loser], WITHOUT_CHANCE, settings={"rated": True})
        loser.does(table, "resign")
    unrated = sit_down([julia, ania], WITHOUT_CHANCE)
    ania.does(unrated, "resign")
    rows = kasia.get(f"/ratings/{WITHOUT_CHANCE}/2")
    assert [row["name"] for row in rows] == ["Ania", "Kasia", "Julia"]
    assert [row["games"] for row in rows] == [3, 3, 2]
    assert [row["rank"] for row in rows] == [1, 2, 3]
    assert [row["me"] for row in rows] == [False, True, False]
    assert rows[0]["rating"] > 1500 > rows[2]["rating"]
    assert all(row["low"] < row["rating"] < row["high"] for row in rows)
    assert kasia.get(f"/ratings/{WITHOUT_BOARD}/2") == []
    assert kasia.ask("GET", f"/ratings/{WITHOUT_CHANCE}/3").status_code == 404
    own_server.clock.pass_by(2 * MINUTE)
    table = sit_down([julia, ania], WITHOUT_CHANCE, settings={"rated": True})
    ania.does(table, "resign")
    assert kasia.get(f"/ratings/{WITHOUT_CHANCE}/2")[2]["games"] == 3


def test_a_rated_game_is_for_different_members_without_bots_or_take_backs(
    server: Server,
) -> None:
    ania, ola = member(server, "Ania"), guest(server, "Ola")
    rated = {"settings": {"rated": True}}
    body = {"game": WITHOUT_CHANCE, "players": 2, **rated}
    assert ola.ask("POST", "/tables", body).status_code == 403
    table = ania.open(WITHOUT_CHANCE, 2, **rated)
    assert ola.is_refused(table, "sit") == "forbidden"
    assert ania.is_refused(table, "fill", seat=1, bot="level-1") == "forbidden"
    assert ania.is_refused(table, "fill", seat=1, label="Julia") == "forbidden"
    for seat in ({"bot": "level-1"}, {"label": "Julia"}):
        seats = [{"me": True}, seat]
        response = ania.ask("POST", "/tables", {**body, "seats": seats, "start": True})
        assert response.status_code == 403


def test_an_unfinished_rated_game_rates_nobody(own_server: Server, random: Random) -> None:
    people = [member(own_server, name) for name in ("Ania", "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE, settings={"rated": True})
    play_on(people, table, 2, random)
    assert people[0].get(f"/ratings/{WITHOUT_CHANCE}/2") == []


def test_who_loses_a_rated_game_cannot_have_it_played_by_a_bot(own_server: Server) -> None:
    people = [member(own_server, name) for name in ("Ania", "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE, settings={"rated": True})
    ania, kasia = people
    with ania.page(table):  # alone, as when the other sleeps
        ania.does(table, "propose", what="stand-in", seat=1)
    assert ania.look(table)["table"]["seats"][1]["stand_in"] is None
    assert kasia.look(table)["table"]["proposal"]["agreed"] == [ania.person]
    kasia.does(table, "answer", agree=False)
    ania.does(table, "resign")
    assert [row["name"] for row in ania.get(f"/ratings/{WITHOUT_CHANCE}/2")] == [
        kasia.name,
        ania.name,
    ]


def test_a_rated_game_that_a_bot_plays_in_by_agreement_of_all_rates_nobody(
    own_server: Server, random: Random
) -> None:
    people = [member(own_server, name) for name in ("Ania", "Kasia", "Ola")]
    table = sit_down(people, WITHOUT_BOARD, settings={"rated": True})
    ania, kasia, julia = people
    ania.does(table, "propose", what="stand-in", seat=1)
    julia.does(table, "answer", agree=True)
    assert ania.look(table)["table"]["seats"][1]["stand_in"] is None
    with kasia.page(table):  # who comes back is asked as well
        kasia.does(table, "answer", agree=True)
    assert ania.look(table)["table"]["seats"][1]["stand_in"] == "level-3"
    while not any(
        entry["kind"] == "move" and entry["event"]["seat"] == 1
        for entry in ania.look(table)["entries"]
    ):
        seat = to_act(people, table)[0]
        if seat != 1:
            people[seat].move(table, random)
    kasia.does(table, "return")
    kasia.does(table, "resign")
    julia.does(table, "resign")
    assert ania.look(table)["table"]["places"] == [1, 2, 2]
    assert ania.get(f"/ratings/{WITHOUT_BOARD}/3") == []


def test_a_stand_in_that_has_not_moved_leaves_a_rated_game_rated(own_server: Server) -> None:
    people = [member(own_server, name) for name in ("Ania", "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE, settings={"rated": True})
    ania, kasia = people
    ania.does(table, "propose", what="stand-in", seat=1)  # it is the other's turn
    kasia.does(table, "answer", agree=True)
    kasia.does(table, "return")
    kasia.does(table, "resign")
    assert [row["name"] for row in ania.get(f"/ratings/{WITHOUT_CHANCE}/2")] == [
        ania.name,
        kasia.name,
    ]


def test_who_runs_out_of_time_in_a_rated_game_has_lost_it(own_server: Server) -> None:
    people = [member(own_server, name) for name in ("Ania", "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE, settings={"rated": True})
    clock = people[1].look(table)["table"]["settings"]["clock"]
    assert clock == {"kind": "days", "days": 7}  # without one, who loses would never move again
    own_server.clock.pass_by(7 * DAY)
    wait_until(lambda: people[1].look(table)["table"]["status"] == "over", "the time to be up")
    assert [row["name"] for row in people[1].get(f"/ratings/{WITHOUT_CHANCE}/2")] == [
        people[1].name,
        people[0].name,
    ]


def test_a_game_that_is_not_rated_has_no_clock_unless_one_is_chosen(server: Server) -> None:
    ania = member(server)
    for settings, clock in (
        ({"rated": False}, None),
        ({"rated": True, "clock": {"kind": "days", "days": 3}}, {"kind": "days", "days": 3}),
    ):
        table = ania.open(WITHOUT_CHANCE, 2, settings=settings)
        assert ania.look(table)["table"]["settings"]["clock"] == clock
