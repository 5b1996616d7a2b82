"""Moves and other commands: answers, refusals that say why, and answers that stay the same."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from kafelki.server.table.state import Secret
from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_CHANCE
from tests.server.players import Player, guest, new_command, play_on, seated, to_act
from tests.server.running_server import QuickPool, Server
from tests.waiting import wait_until


def a_move(player: Player, table: str, random: Random) -> dict[str, Any]:
    """Return a command that plays any legal move."""
    view = player.look(table)["game"]
    return new_command("move", move=random.choice(view["legal"]["moves"]), expected=view["after"])


def test_an_accepted_move_says_how_far_the_game_is(server: Server, random: Random) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2)
    number = ania.look(table)["table"]["number"]
    command = a_move(ania, table, random)
    answer = ania.send(table, command)
    assert answer == {"id": command["id"], "ok": True, "number": number + 1, "after": 1}
    seen = kasia.look(table)
    assert (seen["table"]["number"], seen["game"]["after"]) == (number + 1, 1)
    assert seen["game"]["last"]["move"] == command["move"]


def test_what_a_move_counted_is_what_was_explained_before_it(server: Server) -> None:
    table, (ania, kasia) = seated(server, WITH_RACKS, 2)
    legal = ania.look(table)["game"]["legal"]
    most = max(range(len(legal["rows"])), key=lambda row: sum(legal["rows"][row][:5]))
    move = legal["moves"][most]
    explained = ania.ask("POST", f"/tables/{table}/explain", {"move": move}).json()
    assert explained["lines"]
    after = ania.does(table, "move", move=move, expected=ania.look(table)["game"]["after"])["after"]
    assert kasia.look(table)["game"]["last"]["counted"] == explained
    assert kasia.get(f"/tables/{table}/at/{after}")["last"]["counted"] == explained
    (moved,) = [each for each in kasia.look(table)["entries"] if each["kind"] == "move"]
    assert moved["event"]["gained"] == [explained["points"].get(colour, 0) for colour in "GORVB"]


def test_a_move_says_whose_consequences_it_knows(server: Server) -> None:
    table, (ania, _) = seated(server, WITH_RACKS, 2)
    legal = ania.look(table)["game"]["legal"]
    assert legal["columns"][:5] == ["G", "O", "R", "V", "B"]
    assert len(legal["rows"]) == len(legal["moves"]) > 0
    explained = ania.ask("POST", f"/tables/{table}/explain", {"move": legal["moves"][0]}).json()
    assert [explained["points"].get(colour, 0) for colour in "GORVB"] == legal["rows"][0][:5]


def test_a_move_from_an_earlier_or_a_later_state_is_stale(server: Server, random: Random) -> None:
    table, people = seated(server, WITHOUT_CHANCE, 2)
    play_on(people, table, 1, random)
    kasia = people[1]
    move = random.choice(kasia.look(table)["game"]["legal"]["moves"])
    for expected in (0, 2, 99):
        assert kasia.is_refused(table, "move", move=move, expected=expected) == "stale"
    kasia.does(table, "move", move=move, expected=1)


def test_an_illegal_move_is_refused_with_its_rule_in_both_languages(
    server: Server, random: Random
) -> None:
    table, people = seated(server, WITHOUT_CHANCE, 2)
    ania, kasia = people
    view = ania.look(table)["game"]
    on_both = view["legal"]["moves"][0]
    ania.does(table, "move", move=on_both, expected=0)
    # The cells are taken: a tile must lie on two different tiles, or beside.
    refusal = kasia.send(table, new_command("move", move=on_both, expected=1))
    assert (refusal["ok"], refusal["code"]) == (False, "illegal")
    assert refusal["rule"].startswith("EX-")
    assert refusal["text"]["en"] != refusal["text"]["pl"]
    nonsense = kasia.send(table, new_command("move", move="castle", expected=1))
    assert nonsense["code"] == "illegal"
    explained = kasia.ask("POST", f"/tables/{table}/explain", {"move": on_both}).json()
    assert explained["rule"] == refusal["rule"]
    assert kasia.look(table)["game"]["after"] == 1


def test_a_move_out_of_turn_names_the_rule(server: Server) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2)
    move = ania.look(table)["game"]["legal"]["moves"][0]
    refusal = kasia.send(table, new_command("move", move=move, expected=0))
    assert (refusal["code"], refusal["rule"]) == ("illegal", "EX-3")


def test_only_who_sits_there_moves(server: Server, random: Random) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2)
    move = ania.look(table)["game"]["legal"]["moves"][0]
    stranger = guest(server, "Ola")
    assert stranger.is_refused(table, "move", move=move, expected=0) == "forbidden"
    assert stranger.is_refused(table, "move", move=move, expected=0, seat=0) == "forbidden"
    assert kasia.is_refused(table, "move", move=move, expected=0, seat=0) == "forbidden"
    ania.does(table, "move", move=move, expected=0, seat=0)


def test_nobody_moves_before_the_start_or_after_the_end(server: Server, random: Random) -> None:
    ania, kasia = guest(server, "Ania"), guest(server, "Kasia")
    table = ania.open(WITHOUT_CHANCE, 2)
    assert ania.is_refused(table, "move", move="RB a1 a2", expected=0) == "conflict"
    kasia.does(table, "sit")
    ania.does(table, "start")
    move = ania.look(table)["game"]["legal"]["moves"][0]
    kasia.does(table, "resign")
    assert ania.is_refused(table, "move", move=move, expected=0) == "conflict"


@pytest.mark.parametrize("dropped", [False, True])
def test_a_command_sent_again_gets_its_first_answer_and_acts_once(
    server: Server, random: Random, dropped: bool
) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2)
    command = a_move(ania, table, random)
    first = ania.send(table, command)
    assert first["ok"]
    kasia.send(table, a_move(kasia, table, random))
    if dropped:
        server.drop_caches()
    assert ania.send(table, command) == first
    # Even when something else is said under the same id.
    assert ania.send(table, {**command, "expected": 2}) == first
    assert ania.look(table)["game"]["after"] == 2


@pytest.mark.parametrize("dropped", [False, True])
def test_a_refusal_sent_again_stays_a_refusal(
    server: Server, random: Random, dropped: bool
) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2)
    move = ania.look(table)["game"]["legal"]["moves"][0]
    early = new_command("move", move=move, expected=1)
    refusal = ania.send(table, early)
    assert refusal["code"] == "stale"
    play_on([ania, kasia], table, 1, random)
    if dropped:
        server.drop_caches()
    assert ania.send(table, early) == refusal
    assert ania.look(table)["game"]["after"] == 1


def test_answers_outlive_a_restart(own_server: Server, random: Random) -> None:
    table, (ania, kasia) = seated(own_server, WITHOUT_CHANCE, 2)
    command = a_move(ania, table, random)
    accepted = ania.send(table, command)
    wrong = new_command("move", move="castle", expected=1)
    refused = kasia.send(table, wrong)
    before = kasia.look(table)
    own_server.restart()
    assert ania.send(table, command) == accepted
    assert kasia.send(table, wrong) == refused
    assert kasia.look(table) == before


def test_an_id_belongs_to_a_person_and_a_table(server: Server) -> None:
    tables = [seated(server, WITHOUT_CHANCE, 2) for _ in range(2)]
    for table, (ania, kasia) in tables:
        for person in (ania, kasia):
            view = person.look(table)["game"]
            command = {"type": "move", "id": "same", "expected": view["after"]}
            assert person.send(table, {**command, "move": view["legal"]["moves"][0]})["ok"]
        assert ania.look(table)["game"]["after"] == 2


def test_of_many_equal_commands_at_once_one_acts_and_all_get_its_answer(
    server: Server, random: Random
) -> None:
    table, (ania, _) = seated(server, WITHOUT_CHANCE, 2)
    command = a_move(ania, table, random)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: ania.send(table, command), range(16)))
    assert all(answer == answers[0] and answer["ok"] for answer in answers)
    assert ania.look(table)["game"]["after"] == 1


def test_of_many_moves_for_one_turn_one_is_played(server: Server, random: Random) -> None:
    table, (ania, _) = seated(server, WITHOUT_CHANCE, 2)
    moves = ania.look(table)["game"]["legal"]["moves"][:12]
    commands = [new_command("move", move=move, expected=0) for move in moves]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda command: ania.send(table, command), commands))
    assert sorted(answer.get("code", "ok") for answer in answers) == ["ok", *["stale"] * 11]
    assert ania.look(table)["game"]["after"] == 1


def test_everybody_moves_at_once_and_sees_it_when_all_have(server: Server, random: Random) -> None:
    table, people = seated(server, AT_ONCE, 3)
    views = [person.look(table)["game"] for person in people]
    assert [view["to_act"] for view in views] == [[0, 1, 2]] * 3
    commands = [
        new_command("move", move=random.choice(view["legal"]["moves"]), expected=view["after"])
        for view in views
    ]
    after = views[0]["after"]
    # Seat 2 is first; what the others answer to what they saw is not stale.
    assert people[2].send(table, commands[2])["ok"]
    hidden = [people[0].look(table), people[1].look(table)]
    for seen in hidden:
        event = seen["entries"][-1]["event"]
        assert event == {"seat": 2, "move": None}
        assert seen["game"]["to_act"] == [0, 1]
        assert seen["game"]["last"] is None
    again = new_command("move", move=commands[2]["move"], expected=after + 1)
    assert people[2].send(table, again)["code"] == "illegal"
    assert people[2].is_refused(table, "move", move="castle", expected=after) == "stale"
    assert people[0].send(table, commands[0])["ok"]
    with people[0].page(table) as page:
        assert people[1].send(table, commands[1])["ok"]
        page.until("update")
        moves = [
            entry["event"]["move"] for entry in page.entries.values() if entry["kind"] == "move"
        ]
        assert sorted(moves) == sorted(command["move"] for command in commands)
    assert to_act(people, table) == [0, 1, 2]


def test_an_earlier_round_is_stale(server: Server, random: Random) -> None:
    table, people = seated(server, AT_ONCE, 2)
    after = people[0].look(table)["game"]["after"]
    for person in people:
        person.move(table, random)
    move = people[0].look(table)["game"]["legal"]["moves"][0]
    assert people[0].is_refused(table, "move", move=move, expected=after) == "stale"


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"type": "move", "id": "a"},
        {"type": "fly", "id": "a"},
        {"type": "move", "id": "", "move": "x", "expected": 0},
        {"type": "move", "id": "a b", "move": "x", "expected": 0},
        {"type": "move", "id": "a", "move": "x" * 41, "expected": 0},
        {"type": "move", "id": "a", "move": "x", "expected": -1},
        {"type": "move", "id": "a", "move": "x", "expected": 0, "seat": 4},
        {"type": "start", "id": "a", "now": True},
    ],
    ids=str,
)
def test_a_malformed_command_is_refused_over_http_and_the_socket(
    server: Server, wrong: dict[str, Any]
) -> None:
    table, (ania, _) = seated(server, WITHOUT_CHANCE, 2)
    response = ania.ask("POST", f"/tables/{table}/commands", wrong)
    assert (response.status_code, response.json()["code"]) == (422, "malformed")
    with ania.page(table) as page:
        page.send(wrong)
        answer = page.until("answer")
        assert (answer["ok"], answer["code"]) == (False, "malformed")


def test_what_bots_draw_depends_on_the_secret_of_a_table_and_not_on_its_id(
    own_server: Server,
) -> None:
    # Who knew a bot's stream could open tables until one comes where it plays badly.
    pools = [own_server.context.movers.pool, own_server.context.advisers.pool]
    ania = guest(own_server)

    def streams(secret: Secret) -> list[str]:
        given = [pool.streams for pool in pools if isinstance(pool, QuickPool)]
        for each in given:
            each.clear()
        seats = [{"bot": "level-1"}, {"me": True}]
        with patch.object(Secret, "fresh", lambda: secret):
            table = ania.open(WITHOUT_CHANCE, 2, seats=seats, settings={"hints": True}, start=True)
        wait_until(lambda: to_act([ania], table) == [1], "the bot to move")
        assert ania.ask("POST", f"/tables/{table}/hints", {}).status_code == 200
        assert len({stream for each in given for stream in each}) == 2
        return [stream for each in given for stream in each]

    first = streams(Secret(bytes(32)))
    assert streams(Secret(bytes(32))) == first
    assert not set(streams(Secret(bytes([1]) * 32))) & set(first)
    assert not any(bytes(32).hex() in stream for stream in first)
