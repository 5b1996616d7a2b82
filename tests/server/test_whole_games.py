"""Whole games of every kind, over HTTP and over sockets, with nothing kept in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from kafelki.play.record import parse_record
from kafelki.server.table import state
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.random_games import EVERY_TABLE, Table
from tests.server.players import Json, Player, guest, page_at, sit_down
from tests.server.running_server import Server

NAMES = ("Ania", "Kasia", "Julia", "Feliks")


@pytest.fixture
def known_seed() -> Iterator[None]:
    """Let every table have the same seed, so that a test always plays the same games."""
    seeds = SimpleNamespace(token_bytes=lambda size: Random(5).randbytes(size))
    with patch.object(state, "secrets", seeds):
        yield


def chosen(view: Json, random: Random) -> str:
    """Return a move that brings much: exchanges, extra turns and ends come about by it."""
    legal = view["legal"]
    if "swap" in legal["moves"]:
        return "swap"
    best = max(
        range(len(legal["moves"])),
        key=lambda k: (sum(legal["rows"][k]), random.random()),
    )
    return str(legal["moves"][best])


def begun(server: Server, kind: Table) -> tuple[str, list[Player]]:
    people = [guest(server, name) for name in NAMES[: kind.players]]
    more = {"variant": kind.variant, "options": kind.options}
    return sit_down(people, kind.game, **more), people


def check_end(server: Server, kind: Table, table: str, people: list[Player]) -> Json:
    """Check what everybody may know of a game that is over; return it."""
    seen = people[0].look(table)
    shown, game = seen["table"], seen["game"]
    assert shown["status"] == "over"
    assert shown["places"] == game["result"]["places"]
    assert min(shown["places"]) == 1
    assert game["viewer"] == "all"
    anybody = server.http.get(f"{server.url}/api/tables/{table}").json()
    assert anybody["game"] == game
    record = parse_record(people[-1].get(f"/tables/{table}/record"))
    replayed = record.verify()
    assert replayed.result is not None
    told = {key: said for key, said in game["result"].items() if key != "title"}
    assert replayed.result.as_json() == told
    assert replayed.commitment == shown["commitment"]
    assert record.seed is not None
    assert record.seed.hex() == shown["seed"]
    assert [seat["name"] for seat in record.seats] == list(NAMES[: kind.players])
    assert people[0].is_refused(table, "move", move="x", expected=game["after"]) == "conflict"
    return seen


FOR_SHORT = [
    Table(WITH_RACKS, 1),
    Table(WITH_RACKS, 3),
    Table(WITH_PAIRS, 4, "pairs"),
    Table(AT_ONCE, 3),
    Table(WITHOUT_CHANCE, 2),
    Table(WITHOUT_BOARD, 2),
]
"""One of every kind, where not all numbers of players are needed."""


@pytest.mark.usefixtures("known_seed")
@pytest.mark.databases("sqlite")
@pytest.mark.parametrize("kind", EVERY_TABLE, ids=str)
def test_a_game_over_http_with_all_caches_dropped_before_every_move(
    server: Server, kind: Table, random: Random
) -> None:
    play_without_caches(server, kind, random)


@pytest.mark.usefixtures("known_seed")
@pytest.mark.databases("postgresql")
@pytest.mark.parametrize("kind", FOR_SHORT, ids=str)
def test_so_it_is_on_postgresql(server: Server, kind: Table, random: Random) -> None:
    play_without_caches(server, kind, random)


def play_without_caches(server: Server, kind: Table, random: Random) -> None:
    """Play a game in which nothing is remembered from one move to the next."""
    table, people = begun(server, kind)
    spectator = f"{server.url}/api/tables/{table}"
    seen = people[0].look(table)
    turns: list[tuple[int, str]] = []
    while seen["table"]["status"] == "playing":
        seat = random.choice(seen["game"]["to_act"])
        before = people[seat].look(table)
        public = server.http.get(spectator).content if len(turns) % 8 == 0 else None
        server.drop_caches()
        if public is not None:
            assert server.http.get(spectator).content == public
        assert people[seat].look(table) == before
        server.drop_caches()
        move = chosen(before["game"], random)
        people[seat].does(table, "move", move=move, expected=before["game"]["after"])
        turns.append((seat, move))
        seen = people[seat].look(table)
    end = check_end(server, kind, table, people)
    told = [
        each
        for entry in end["entries"]
        if entry["kind"] in ("move", "chance")
        for each in (entry.get("unspoken"), entry["event"])
    ]
    moves = [each for each in told if each is not None and "move" in each]
    assert [(move["seat"], move["move"]) for move in moves] == turns
    check_what_is_special(kind, turns)


def check_what_is_special(kind: Table, turns: list[tuple[int, str]]) -> None:
    """Check that what makes a game's turns special did come about."""
    words = Counter(move.split(" ")[0] for _, move in turns)
    again = [(a[1], b[1]) for a, b in pairwise(turns) if a[0] == b[0]]
    if kind.game in (WITH_RACKS, WITH_PAIRS) and kind.players == 4:
        assert words["swap"] > 0, "nobody swapped"
        assert any("swap" not in pair and "keep" not in pair for pair in again), "no extra turn"
    if kind.game == WITHOUT_BOARD:
        assert again, "nobody placed and then took"
    if kind.game == AT_ONCE:
        assert {seat for seat, _ in turns} == set(range(kind.players))


@pytest.mark.usefixtures("known_seed")
@pytest.mark.parametrize("kind", FOR_SHORT, ids=str)
def test_a_game_over_sockets_reaches_everybody(server: Server, kind: Table, random: Random) -> None:
    table, people = begun(server, kind)
    with ExitStack() as stack:
        pages = [stack.enter_context(person.page(table)) for person in people]
        watching = stack.enter_context(page_at(server, table))
        while pages[0].state["table"]["status"] == "playing":
            seat = random.choice(pages[0].game["to_act"])
            view = pages[seat].game
            assert view["viewer"] == seat
            answer = pages[seat].command("move", move=chosen(view, random), expected=view["after"])
            assert answer["ok"], answer
            for page in (*pages, watching):
                page.until_number(answer["number"])
        end = check_end(server, kind, table, people)
        whole = list(range(end["table"]["number"]))
        for page in (*pages, watching):
            assert sorted(page.entries) == whole
            assert page.game == end["game"]
