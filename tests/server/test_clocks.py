"""Clocks: minutes with increment and days a move, from the times of the log alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.examples import AT_ONCE, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.players import Player, guest, member, seated, sit_down, to_act
from tests.server.running_server import DAY, MINUTE, SECOND, Server
from tests.waiting import wait_until

DATABASES = ("sqlite",)

MINUTES = {"clock": {"kind": "minutes", "minutes": 5, "increment": 10}}
DAYS = {"clock": {"kind": "days", "days": 2}}


def clock(player: Player, table: str) -> dict[str, Any]:
    shown: dict[str, Any] = player.look(table)["table"]["clock"]
    return shown


def test_there_is_no_clock_unless_one_is_wanted(own_server: Server, random: Random) -> None:
    table, (ania, _) = seated(own_server, WITHOUT_CHANCE, 2)
    assert ania.look(table)["table"]["clock"] is None
    own_server.clock.pass_by(60 * DAY)  # an unused session ends later than that
    own_server.look_after_due()
    ania.move(table, random)


def test_minutes_run_for_who_is_to_move_and_each_move_adds(
    own_server: Server, random: Random
) -> None:
    table, (ania, kasia) = seated(own_server, WITHOUT_CHANCE, 2, settings=MINUTES)
    start = own_server.clock.now
    assert clock(ania, table) == {"left": [300_000, 300_000], "running": [0], "since": start}
    own_server.clock.pass_by(MINUTE)
    ania.move(table, random)
    now = own_server.clock.now
    assert clock(ania, table) == {"left": [250_000, 300_000], "running": [1], "since": now}
    own_server.clock.pass_by(5 * SECOND)
    kasia.move(table, random)
    assert clock(ania, table)["left"] == [250_000, 305_000]


def test_clocks_are_the_same_after_a_restart(own_server: Server, random: Random) -> None:
    table, (ania, kasia) = seated(own_server, WITHOUT_CHANCE, 2, settings=MINUTES)
    own_server.clock.pass_by(MINUTE)
    ania.move(table, random)
    own_server.clock.pass_by(30 * SECOND)
    before = clock(ania, table)
    own_server.restart()
    assert clock(ania, table) == before
    own_server.clock.pass_by(30 * SECOND)
    kasia.move(table, random)
    assert clock(ania, table)["left"] == [250_000, 250_000]


def test_what_is_no_move_does_not_touch_the_clock(own_server: Server, random: Random) -> None:
    people = [member(own_server, name) for name in ("Ania", "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE, settings=MINUTES)
    own_server.clock.pass_by(MINUTE)
    people[1].does(table, "chat", text="Spokojnie")
    people[1].is_refused(table, "move", move="x", expected=0)
    own_server.clock.pass_by(MINUTE)
    people[0].move(table, random)
    assert clock(people[0], table)["left"] == [190_000, 300_000]


def test_who_runs_out_of_time_has_lost(own_server: Server, random: Random) -> None:
    table, (ania, kasia) = seated(own_server, WITHOUT_CHANCE, 2, settings=MINUTES)
    ania.move(table, random)
    own_server.clock.pass_by(5 * MINUTE - 1)
    own_server.look_after_due()
    assert kasia.look(table)["table"]["status"] == "playing"
    own_server.clock.pass_by(1)
    move = kasia.look(table)["game"]["legal"]["moves"][0]
    late = kasia.is_refused(table, "move", move=move, expected=1)
    assert late == "conflict"
    own_server.look_after_due()
    seen = kasia.look(table)["table"]
    assert (seen["status"], seen["places"]) == ("over", [1, 2])
    assert seen["seats"][1]["resigned"] == "time"
    assert seen["ended"] == own_server.clock.now


def test_time_that_ran_out_while_the_server_was_down_is_noticed(own_server: Server) -> None:
    table, (ania, _) = seated(own_server, WITHOUT_CHANCE, 2, settings=DAYS)
    own_server.stop()
    own_server.clock.pass_by(2 * DAY)
    own_server.start()
    wait_until(lambda: ania.look(table)["table"]["status"] == "over", "the clock to be noticed")
    assert ania.look(table)["table"]["places"] == [2, 1]


def test_days_are_for_every_move_anew(own_server: Server, random: Random) -> None:
    table, (ania, kasia) = seated(own_server, WITHOUT_CHANCE, 2, settings=DAYS)
    for person in (ania, kasia, ania):
        own_server.clock.pass_by(2 * DAY - SECOND)
        own_server.look_after_due()
        person.move(table, random)
    assert clock(ania, table)["left"] == [2 * DAY, 2 * DAY]
    assert ania.look(table)["table"]["status"] == "playing"
    own_server.clock.pass_by(2 * DAY)
    own_server.look_after_due()
    assert ania.look(table)["table"]["places"] == [1, 2]


def test_at_once_the_time_of_all_who_have_not_placed_runs(
    own_server: Server, random: Random
) -> None:
    table, people = seated(own_server, AT_ONCE, 3, settings=MINUTES)
    assert clock(people[0], table)["running"] == [0, 1, 2]
    own_server.clock.pass_by(MINUTE)
    people[1].move(table, random)
    assert clock(people[0], table)["running"] == [0, 2]
    own_server.clock.pass_by(MINUTE)
    people[0].move(table, random)
    people[2].move(table, random)
    shown = clock(people[0], table)
    assert shown["left"] == [190_000, 250_000, 190_000]
    assert shown["running"] == [0, 1, 2]


def test_at_once_who_has_time_may_place_when_another_has_none(
    own_server: Server, random: Random
) -> None:
    table, people = seated(own_server, AT_ONCE, 3, settings=MINUTES)
    own_server.clock.pass_by(MINUTE)
    for person in people[:2]:
        person.move(table, random)
    own_server.clock.pass_by(3 * MINUTE)
    people[2].move(table, random)  # has a minute and ten seconds left, the others 250 s
    own_server.clock.pass_by(2 * MINUTE)
    late = people[2].look(table)["game"]
    move = {"move": late["legal"]["moves"][0], "expected": late["after"]}
    assert people[2].is_refused(table, "move", **move) == "conflict"
    people[0].move(table, random)
    own_server.look_after_due()
    seen = people[0].look(table)["table"]
    assert [seat["resigned"] for seat in seen["seats"]] == [None, None, "time"]
    wait_until(lambda: to_act(people, table) == [1], "the bot to place")
    assert clock(people[0], table)["left"][0] == 140_000


def test_at_once_all_whose_time_ran_out_have_given_up(own_server: Server, random: Random) -> None:
    table, people = seated(own_server, AT_ONCE, 3, settings=MINUTES)
    people[1].move(table, random)
    own_server.clock.pass_by(5 * MINUTE)
    wait_until(
        lambda: people[0].look(table)["table"]["status"] == "over", "the clocks to be noticed"
    )
    seen = people[0].look(table)["table"]
    assert [seat["resigned"] for seat in seen["seats"]] == ["time", None, "time"]
    assert seen["places"] == [2, 1, 2]  # nobody is left to play against


@pytest.mark.parametrize("players", [2, 3])
def test_at_once_nobody_wins_by_a_seat_when_all_are_late_alike(
    own_server: Server, players: int
) -> None:
    table, people = seated(own_server, AT_ONCE, players, settings=DAYS)
    own_server.clock.pass_by(2 * DAY)
    own_server.look_after_due()
    seen = people[0].look(table)["table"]
    assert (seen["status"], seen["places"]) == ("over", [1] * players)
    assert [seat["resigned"] for seat in seen["seats"]] == ["time"] * players
    own_server.drop_caches()
    assert people[0].look(table)["table"] == seen


def test_of_three_a_bot_plays_on_for_who_ran_out_of_time(
    own_server: Server, random: Random
) -> None:
    table, people = seated(own_server, WITHOUT_BOARD, 3, settings=MINUTES)
    late = to_act(people, table)[0]
    own_server.clock.pass_by(5 * MINUTE)
    own_server.look_after_due()
    seen = people[0].look(table)["table"]
    assert seen["status"] == "playing"
    assert seen["seats"][late]["resigned"] == "time"
    wait_until(lambda: to_act(people, table) != [late], "the bot to move")
    assert late not in clock(people[0], table)["running"]
    people[to_act(people, table)[0]].move(table, random)


def test_a_bots_time_does_not_run(own_server: Server, random: Random) -> None:
    ania = guest(own_server)
    seats = [{"bot": "level-1"}, {"me": True}]
    table = ania.open(WITHOUT_CHANCE, 2, seats=seats, settings=MINUTES, start=True)
    wait_until(lambda: to_act([ania], table) == [1], "the bot to move")
    own_server.clock.pass_by(MINUTE)
    ania.move(table, random)
    wait_until(lambda: to_act([ania], table) == [1], "the bot to move")
    assert clock(ania, table)["left"][1] == 250_000


def test_a_clock_that_is_set_back_gives_nobody_time(own_server: Server, random: Random) -> None:
    table, (ania, kasia) = seated(own_server, WITHOUT_CHANCE, 2, settings=MINUTES)
    own_server.clock.pass_by(MINUTE)
    ania.move(table, random)
    own_server.clock.pass_by(-10 * MINUTE)
    kasia.move(table, random)
    assert clock(ania, table)["left"] == [250_000, 310_000]


@pytest.mark.parametrize("settings", [MINUTES, DAYS], ids=["minutes", "days"])
def test_nobodys_time_runs_after_the_end(own_server: Server, settings: dict[str, Any]) -> None:
    table, (ania, kasia) = seated(own_server, WITHOUT_CHANCE, 2, settings=settings)
    kasia.does(table, "resign")
    own_server.clock.pass_by(30 * DAY)
    own_server.look_after_due()
    assert clock(ania, table)["running"] == []
    assert ania.look(table)["table"]["places"] == [1, 2]
