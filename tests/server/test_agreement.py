"""What people at a table agree on, and giving up: resigning, stand-ins, take-backs, rematches."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from kafelki.play.record import parse_record
from kafelki.server.table import need
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.players import Player, guest, member, play_on, seated, sit_down, to_act
from tests.server.running_server import SECOND, Server
from tests.waiting import wait_until

DATABASES = ("sqlite",)


def shown(player: Player, table: str) -> dict[str, Any]:
    seen: dict[str, Any] = player.look(table)["table"]
    return seen


def kinds(player: Player, table: str) -> list[str]:
    return [entry["kind"] for entry in player.look(table)["entries"]]


# Resigning


@pytest.mark.parametrize("seat", [0, 1])
def test_of_two_the_other_wins_when_one_resigns(server: Server, random: Random, seat: int) -> None:
    table, people = seated(server, WITH_RACKS, 2)
    play_on(people, table, 3, random)
    people[seat].does(table, "resign")
    seen = shown(people[0], table)
    assert seen["status"] == "over"
    assert seen["places"] == ([2, 1] if seat == 0 else [1, 2])
    assert seen["seats"][seat]["resigned"] == "resigned"
    assert people[0].look(table)["game"]["to_act"] == []
    assert people[seat].is_refused(table, "resign") == "conflict"
    record = people[0].get(f"/tables/{table}/record")
    assert record["ended"]["places"] == seen["places"]
    assert record["ended"]["resigned"] == [{"seat": seat, "why": "resigned"}]
    assert not parse_record(record).verify().over


def test_of_three_a_bot_plays_on_and_who_resigned_is_last(server: Server, random: Random) -> None:
    table, people = seated(server, WITHOUT_BOARD, 3)
    people[1].does(table, "resign")
    assert shown(people[0], table)["status"] == "playing"
    assert people[1].is_refused(table, "resign") == "conflict"
    assert people[1].is_refused(table, "return") == "conflict"
    others = {0: people[0], 2: people[2]}
    while shown(people[0], table)["status"] == "playing":
        seat = (to_act(people, table) or [1])[0]
        if seat == 1:
            assert people[1].is_refused(table, "move", move="x", expected=0) == "conflict"
        else:
            others[seat].move(table, random)
    seen = shown(people[0], table)
    assert seen["places"][1] == 3
    result = people[0].look(table)["game"]["result"]["places"]
    assert (seen["places"][0] < seen["places"][2]) == (result[0] < result[2])
    record = people[0].get(f"/tables/{table}/record")
    assert record["resigned"] == [{"seat": 1, "why": "resigned"}]
    assert parse_record(record).verify().over


def test_a_pair_is_beaten_once_both_have_resigned(server: Server) -> None:
    table, people = seated(server, WITH_PAIRS, 4, variant="pairs")
    people[0].does(table, "resign")
    assert shown(people[1], table)["status"] == "playing"
    people[2].does(table, "resign")
    seen = shown(people[1], table)
    assert (seen["status"], seen["places"]) == ("over", [2, 1, 2, 1])


def test_a_solitaire_game_that_is_given_up_has_no_place(server: Server, random: Random) -> None:
    table, (ania,) = seated(server, WITH_RACKS, 1)
    ania.move(table, random)
    ania.does(table, "resign")
    seen = shown(ania, table)
    assert (seen["status"], seen["places"]) == ("over", None)
    mine = ania.get(f"/records/{WITH_RACKS}", period="mine")
    assert mine == []


def test_bots_do_not_play_on_when_all_people_have_resigned(server: Server) -> None:
    ania = guest(server)
    seats = [{"me": True}, {"bot": "level-1"}, {"bot": "level-1"}]
    table = ania.open(WITHOUT_BOARD, 3, seats=seats, start=True)
    ania.does(table, "resign")
    assert shown(ania, table)["status"] == "over"
    assert shown(ania, table)["places"][0] == 3


def test_one_of_two_on_a_device_resigns_alone(server: Server) -> None:
    ania = guest(server)
    table = ania.open(WITHOUT_CHANCE, 2, seats=[{"me": True}, {"label": "Ola"}], start=True)
    ania.does(table, "resign", seat=1)
    assert shown(ania, table)["places"] == [1, 2]


# Somebody who is away


def test_a_bot_stands_in_for_somebody_away_when_the_others_agree(
    own_server: Server, random: Random
) -> None:
    table, people = seated(own_server, WITHOUT_BOARD, 3)
    ania, kasia, julia = people
    with kasia.page(table):
        assert ania.is_refused(table, "propose", what="stand-in", seat=1) == "conflict"
    wait_until(lambda: not own_server.tables.audience.tables[table].listeners, "the page to close")
    own_server.clock.pass_by(29 * SECOND)
    assert ania.is_refused(table, "propose", what="stand-in", seat=1) == "conflict"
    own_server.clock.pass_by(2 * SECOND)
    with julia.page(table):
        assert ania.is_refused(table, "propose", what="stand-in", seat=0) == "conflict"
        ania.does(table, "propose", what="stand-in", seat=1)
        proposal = shown(julia, table)["proposal"]
        assert (proposal["what"], proposal["seat"]) == ("stand-in", 1)
        assert proposal["agreed"] == [ania.person]
        assert shown(julia, table)["seats"][1]["stand_in"] is None
        assert kasia.is_refused(table, "answer", agree=True) == "conflict"
        julia.does(table, "answer", agree=True)
    assert shown(julia, table)["seats"][1]["stand_in"] == "level-3"
    while 1 not in _moved(julia, table):
        seat = to_act(people, table)[0]
        if seat != 1:
            people[seat].move(table, random)
    # Who comes back takes the seat back, by word or by moving.
    kasia.does(table, "return")
    assert shown(kasia, table)["seats"][1]["stand_in"] is None
    assert kasia.is_refused(table, "return") == "conflict"
    while to_act(people, table) != [1]:
        people[to_act(people, table)[0]].move(table, random)
    kasia.move(table, random)


def _moved(player: Player, table: str) -> set[int]:
    entries = player.look(table)["entries"]
    return {entry["event"]["seat"] for entry in entries if entry["kind"] == "move"}


def test_returning_takes_the_seat_back(own_server: Server) -> None:
    table, (ania, kasia) = seated(own_server, WITHOUT_CHANCE, 2)
    kasia.does(table, "propose", what="stand-in", seat=0)  # nobody else is to agree
    wait_until(lambda: to_act([kasia], table) == [1], "the bot to move")
    kasia.does(table, "move", move=kasia.look(table)["game"]["legal"]["moves"][0], expected=1)
    wait_until(lambda: to_act([kasia], table) == [1], "the bot to move again")
    assert shown(ania, table)["seats"][0]["stand_in"] == "level-3"
    ania.does(table, "return")
    kasia.does(table, "move", move=kasia.look(table)["game"]["legal"]["moves"][0], expected=3)
    assert to_act([kasia], table) == [0]
    ania.does(table, "move", move=ania.look(table)["game"]["legal"]["moves"][0], expected=4)


def test_moving_takes_the_seats_back(own_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ania, kasia = guest(own_server, "Ania"), guest(own_server, "Kasia")
    seats = [{"me": True}, {}, {"label": "Ola"}]
    table = ania.open(AT_ONCE, 3, seats=seats)
    kasia.does(table, "sit")
    ania.does(table, "start")

    async def think(*_: Any) -> str:
        await asyncio.Event().wait()
        return "never"

    monkeypatch.setattr(own_server.context.movers.pool, "run", think)
    kasia.does(table, "propose", what="stand-in", seat=0)
    stand_ins = [seat["stand_in"] for seat in shown(ania, table)["seats"]]
    assert stand_ins == ["level-3", None, "level-3"]
    view = ania.look(table, seat=0)["game"]
    ania.does(table, "move", move=view["legal"]["moves"][0], expected=view["after"], seat=0)
    assert [seat["stand_in"] for seat in shown(ania, table)["seats"]] == [None, None, None]
    assert kinds(kasia, table)[-2:] == ["return", "move"]
    assert to_act([ania], table) == [1, 2]


def test_one_who_says_no_ends_a_proposal(server: Server) -> None:
    table, (ania, _, julia) = seated(server, WITHOUT_BOARD, 3)
    with julia.page(table):
        ania.does(table, "propose", what="stand-in", seat=1)
        assert julia.is_refused(table, "propose", what="stand-in", seat=0) == "conflict"
        julia.does(table, "answer", agree=False)
    assert shown(ania, table)["proposal"] is None
    assert julia.is_refused(table, "answer", agree=True) == "conflict"


def test_who_is_away_is_not_waited_for(own_server: Server, random: Random) -> None:
    table, people = seated(own_server, WITHOUT_BOARD, 3)
    ania = people[0]
    with ania.page(table):
        for seat in (1, 2):  # of three, two have gone: nobody else could ever agree
            ania.does(table, "propose", what="stand-in", seat=seat)
            assert shown(ania, table)["seats"][seat]["stand_in"] == "level-3"
        wait_until(lambda: to_act(people, table) == [0], "the bots to move")
        ania.move(table, random)


def test_who_plays_no_more_asks_for_nothing_but_a_rematch(own_server: Server) -> None:
    table, (ania, kasia, julia) = seated(own_server, WITHOUT_BOARD, 3)
    ania.does(table, "resign")
    assert ania.is_refused(table, "propose", what="stand-in", seat=1) == "conflict"
    julia.does(table, "propose", what="stand-in", seat=1)
    assert kasia.is_refused(table, "propose", what="stand-in", seat=2) == "conflict"
    assert shown(julia, table)["seats"][2]["stand_in"] is None
    kasia.does(table, "return")
    kasia.does(table, "resign")
    ania.does(table, "propose", what="rematch")


def test_nobody_stands_in_for_who_came_back_meanwhile(own_server: Server) -> None:
    table, (ania, kasia, julia) = seated(own_server, WITHOUT_BOARD, 3)
    with julia.page(table):
        ania.does(table, "propose", what="stand-in", seat=1)
        with kasia.page(table):
            assert julia.is_refused(table, "answer", agree=True) == "conflict"
            assert shown(ania, table)["seats"][1]["stand_in"] is None
        julia.does(table, "answer", agree=False)
    assert shown(ania, table)["proposal"] is None


def test_nobody_stands_in_for_a_bot_or_an_empty_number(server: Server) -> None:
    ania = guest(server)
    table = ania.open(WITHOUT_CHANCE, 2, seats=[{"me": True}, {"bot": "level-1"}], start=True)
    assert ania.is_refused(table, "propose", what="stand-in", seat=1) == "conflict"
    assert ania.is_refused(table, "propose", what="stand-in", seat=3) == "conflict"
    assert guest(server).is_refused(table, "propose", what="stand-in", seat=0) == "forbidden"


# Taking back


def test_a_move_is_taken_back_when_the_other_agrees(server: Server) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2)
    before = ania.look(table)["game"]
    moves = before["legal"]["moves"]
    ania.does(table, "move", move=moves[0], expected=0)
    ania.does(table, "propose", what="take-back")
    assert ania.is_refused(table, "answer", agree=True) == "conflict"
    assert guest(server).is_refused(table, "answer", agree=True) == "forbidden"
    assert kasia.look(table)["game"]["after"] == 1
    kasia.does(table, "answer", agree=True)
    assert ania.look(table)["game"] == before
    assert kinds(kasia, table)[-4:] == ["move", "propose", "answer", "take-back"]
    assert kasia.look(table)["entries"][-4]["event"]["undone"] is True
    server.drop_caches()
    assert ania.look(table)["game"] == before
    ania.does(table, "move", move=moves[1], expected=0)
    assert kasia.look(table)["game"]["last"]["move"] == moves[1]
    ania.does(table, "resign")
    record = parse_record(kasia.get(f"/tables/{table}/record"))
    assert [event.text for event in record.verify().events] == [moves[1]]


def test_a_take_back_needs_agreement(server: Server, random: Random) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2)
    ania.move(table, random)
    ania.does(table, "propose", what="take-back")
    kasia.does(table, "answer", agree=False)
    assert kasia.look(table)["game"]["after"] == 1
    # A move in the meantime is an answer too.
    ania.does(table, "propose", what="take-back")
    kasia.move(table, random)
    assert shown(ania, table)["proposal"] is None
    assert ania.look(table)["game"]["after"] == 2


def test_nothing_is_taken_back_across_another_players_move(server: Server, random: Random) -> None:
    table, people = seated(server, WITHOUT_CHANCE, 2)
    ania, kasia = people
    assert ania.is_refused(table, "propose", what="take-back") == "forbidden"
    play_on(people, table, 2, random)
    assert ania.is_refused(table, "propose", what="take-back") == "forbidden"
    assert kasia.is_refused(table, "propose", what="take-back", seat=0) == "forbidden"
    kasia.does(table, "propose", what="take-back")


def test_nothing_is_taken_back_across_a_draw(server: Server, random: Random) -> None:
    table, people = seated(server, WITHOUT_BOARD, 2)
    seat = to_act(people, table)[0]
    mover, other = people[seat], people[1 - seat]
    mover.move(table, random)
    after = mover.look(table)["game"]["after"]
    mover.does(table, "propose", what="take-back")  # placed, but nothing taken or drawn yet
    other.does(table, "answer", agree=True)
    assert mover.look(table)["game"]["after"] == after - 1
    mover.move(table, random)
    mover.move(table, random)
    assert mover.look(table)["entries"][-1]["kind"] == "chance"
    assert mover.is_refused(table, "propose", what="take-back") == "forbidden"


def test_at_once_only_the_last_to_place_takes_back_before_all_have(
    server: Server, random: Random
) -> None:
    table, people = seated(server, AT_ONCE, 3)
    after = people[0].look(table)["game"]["after"]
    people[0].move(table, random)
    people[1].move(table, random)
    assert people[0].is_refused(table, "propose", what="take-back") == "forbidden"
    people[1].does(table, "propose", what="take-back")
    people[0].does(table, "answer", agree=True)
    assert people[0].look(table)["game"]["after"] == after + 2
    people[2].does(table, "answer", agree=True)
    seen = people[0].look(table)
    assert seen["game"]["to_act"] == [1, 2]
    # What was taken back was never seen by the others, and is not shown to them now.
    undone = [e for e in seen["entries"] if e["kind"] == "move" and e["event"].get("undone")]
    assert [entry["event"]["move"] for entry in undone] == [None]
    people[1].move(table, random)
    people[2].move(table, random)
    assert people[2].is_refused(table, "propose", what="take-back") == "forbidden"


def test_in_a_rated_game_nothing_is_taken_back(server: Server, random: Random) -> None:
    people = [member(server, name) for name in ("Ania", "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE, settings={"rated": True})
    people[0].move(table, random)
    assert people[0].is_refused(table, "propose", what="take-back") == "forbidden"


def test_on_one_device_nobody_else_is_asked(server: Server) -> None:
    ania = guest(server)
    seats = [{"me": True}, {"label": "Julia"}]
    table = ania.open(WITHOUT_CHANCE, 2, seats=seats, start=True)
    ania.does(table, "move", move=ania.look(table)["game"]["legal"]["moves"][0], expected=0)
    ania.does(table, "propose", what="take-back")
    assert ania.look(table)["game"]["after"] == 0


def _plays(ania: Player, table: str, move: str) -> None:
    """Play a move against bots, and wait for theirs."""
    after = ania.look(table)["game"]["after"]
    ania.does(table, "move", move=move, expected=after)
    wait_until(lambda: to_act([ania], table) == [0], "the bots to move")


@pytest.mark.parametrize(
    ("game", "players"), [(WITH_RACKS, 3), (AT_ONCE, 2), (WITHOUT_CHANCE, 2), (WITHOUT_BOARD, 3)]
)
def test_among_bots_ones_last_decision_is_taken_back_at_once(
    server: Server, random: Random, game: str, players: int
) -> None:
    ania = guest(server)
    bots = [{"bot": "level-1"}] * (players - 1)
    table = ania.open(game, players, seats=[{"me": True}, *bots], start=True)
    assert ania.is_refused(table, "propose", what="take-back") == "forbidden"
    wait_until(lambda: to_act([ania], table) == [0], "the bots to move")
    moves, seen = [], [ania.look(table)["game"]]
    for _ in range(4):
        moves.append(random.choice(seen[-1]["legal"]["moves"]))
        _plays(ania, table, moves[-1])
        seen.append(ania.look(table)["game"])
    # More often than others may be asked: nobody is.
    for before in reversed(seen[:-1]):
        ania.does(table, "propose", what="take-back")
        assert ania.look(table)["game"] == before
    assert kinds(ania, table)[-4:] == ["take-back"] * 4
    server.drop_caches()
    assert ania.look(table)["game"] == seen[0]
    # What others drew and nobody saw is not told for having been taken back.
    for person, seats in ((ania, {0}), (guest(server), set[int]())):
        events = (entry.get("event") for entry in person.look(table)["entries"])
        undone = [event for event in events if isinstance(event, dict) and event.get("undone")]
        assert undone
        drawn = [event for event in undone if event.get("chance", "").startswith("draw ")]
        assert {event["seat"] for event in drawn} <= seats
    # The same moves bring the same draws, as the seed fixes them.
    for move in moves:
        _plays(ania, table, move)
    assert ania.look(table)["game"] == seen[-1]
    ania.does(table, "resign")
    assert not parse_record(ania.get(f"/tables/{table}/record")).verify().over


def test_a_solitaire_game_is_not_taken_back(server: Server, random: Random) -> None:
    table, (ania,) = seated(server, WITH_PAIRS, 1)
    ania.move(table, random)
    assert ania.is_refused(table, "propose", what="take-back") == "forbidden"


def test_who_is_away_is_not_asked_for_a_take_back_once_a_bot_stands_in(own_server: Server) -> None:
    table, people = seated(own_server, AT_ONCE, 3)
    ania, kasia, julia = people
    with ania.page(table), julia.page(table):
        ania.does(table, "propose", what="stand-in", seat=1)
        julia.does(table, "answer", agree=True)
        wait_until(lambda: to_act(people, table) == [0, 2], "the bot to place")
        assert kasia.is_refused(table, "propose", what="take-back") == "conflict"
        after = ania.look(table)["game"]["after"]
        move = ania.look(table)["game"]["legal"]["moves"][0]
        ania.does(table, "move", move=move, expected=after)
        ania.does(table, "propose", what="take-back")
        julia.does(table, "answer", agree=True)
        assert ania.look(table)["game"]["after"] == after


def test_nothing_is_taken_back_after_the_end(server: Server, random: Random) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2)
    ania.move(table, random)
    kasia.does(table, "resign")
    assert ania.is_refused(table, "propose", what="take-back") == "conflict"


# Rematches


@pytest.mark.parametrize("players", [2, 3])
def test_a_rematch_has_the_seats_moved_on_once_all_have_agreed(
    server: Server, players: int
) -> None:
    clock = {"kind": "days", "days": 2}
    table, people = seated(
        server, WITHOUT_BOARD, players, settings={"clock": clock, "chat": "everyone"}
    )
    assert people[0].is_refused(table, "propose", what="rematch") == "conflict"
    for person in people[1:]:
        person.does(table, "resign")
    before = shown(people[0], table)
    people[0].does(table, "propose", what="rematch")
    # Whoever gave up is asked like everybody else.
    for person in people[1:]:
        assert shown(people[0], table)["rematch"] is None
        person.does(table, "answer", agree=True)
    new = shown(people[0], table)["rematch"]
    after = shown(people[0], new)
    assert after["status"] == "playing"
    assert after["commitment"] != before["commitment"]
    assert after["settings"] == before["settings"]
    old_seats = [seat["person"] for seat in before["seats"]]
    assert [seat["person"] for seat in after["seats"]] == [old_seats[-1], *old_seats[:-1]]
    assert kinds(people[1], table)[-1] == "rematch"
    assert people[1].is_refused(table, "propose", what="rematch") == "conflict"


def test_a_rematch_against_a_bot_begins_at_once(server: Server) -> None:
    ania = guest(server)
    seats = [{"me": True}, {"bot": "level-1"}]
    table = ania.open(WITHOUT_CHANCE, 2, seats=seats, start=True)
    ania.does(table, "resign")
    ania.does(table, "propose", what="rematch")
    new = shown(ania, table)["rematch"]
    seats_now = shown(ania, new)["seats"]
    assert [seat["bot"] for seat in seats_now] == ["level-1", None]
    wait_until(lambda: to_act([ania], new) == [1], "the bot to begin")


# What is endless is not


def test_who_keeps_asking_must_wait_for_a_move(server: Server, random: Random) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2)
    ania.move(table, random)
    for _ in range(3):
        ania.does(table, "propose", what="take-back")
        ania.does(table, "answer", agree=False)
    assert ania.is_refused(table, "propose", what="take-back") == "conflict"
    length = len(kinds(ania, table))
    kasia.move(table, random)
    ania.move(table, random)
    ania.does(table, "propose", what="take-back")
    assert kinds(ania, table)[length:] == ["move", "move", "propose"]


def test_after_the_game_each_asks_for_another_three_times(server: Server) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2)
    kasia.does(table, "resign")
    for person in (ania, kasia):
        for _ in range(3):
            person.does(table, "propose", what="rematch")
            person.does(table, "answer", agree=False)
        assert person.is_refused(table, "propose", what="rematch") == "conflict"


def test_taking_back_has_an_end(
    server: Server, random: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(need, "TAKEN_BACK", 2)
    ania = guest(server)
    table = ania.open(WITHOUT_CHANCE, 2, seats=[{"me": True}, {"label": "Ola"}], start=True)
    for _ in range(2):
        ania.move(table, random)
        ania.does(table, "propose", what="take-back")
    ania.move(table, random)
    assert ania.is_refused(table, "propose", what="take-back") == "conflict"


def test_asking_has_an_end_in_all(
    server: Server, random: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(need, "ASKED_IN_ALL", 2)
    table, people = seated(server, WITHOUT_CHANCE, 2)
    for _ in range(2):
        people[0].move(table, random)
        people[0].does(table, "propose", what="take-back")
        people[1].does(table, "answer", agree=False)
        people[1].move(table, random)
    people[0].move(table, random)
    assert people[0].is_refused(table, "propose", what="take-back") == "conflict"


def test_before_the_start_nothing_is_endless(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(need, "CHANGED", 3)
    ania, ola = guest(server, "Ania"), guest(server, "Ola")
    table = ania.open(WITHOUT_CHANCE, 2)
    for _ in range(5):
        ola.does(table, "sit")
        ola.does(table, "leave")
    assert ola.is_refused(table, "sit") == "conflict"
    for _ in range(3):
        ania.does(table, "fill", seat=1, bot="level-1")
        ania.does(table, "salt", salt="00")
    assert ania.is_refused(table, "fill", seat=1) == "conflict"
    assert ania.is_refused(table, "salt", salt="00") == "conflict"
    ania.does(table, "start")


def test_a_chat_can_be_full(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(need, "SAID", 1)
    people = [member(server, name) for name in ("Ania", "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE)
    people[0].does(table, "chat", text="Cześć")
    assert people[1].is_refused(table, "chat", text="Cześć") == "conflict"


def test_a_hint_for_the_same_move_is_written_down_once(server: Server) -> None:
    table, (ania, _) = seated(server, WITHOUT_CHANCE, 2, settings={"hints": True})
    hints = [ania.ask("POST", f"/tables/{table}/hints", {}).json() for _ in range(2)]
    assert hints[0] == hints[1]
    assert kinds(ania, table).count("hint") == 1
