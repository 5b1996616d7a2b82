"""Who starts, by lot: computed a second time here, with nothing but hashlib."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from kafelki.play.chance import drawn_to_start
from kafelki.play.game import new_game, seed_of_number
from kafelki.play.header import Header
from kafelki.play.record import LOT, parse_record, record_of
from kafelki.play.refusal import Refusal
from kafelki.terminal.typed_game import seated_game
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_CHANCE
from tests.play.test_chance import played

PEOPLE = [{"name": "Ania"}, {"name": "Kasia"}, {"name": "Julia"}, {"name": "Feliks"}]


def test_the_lot_is_sha_256_of_a_label_the_seed_the_salt_and_a_counter() -> None:
    # printf 'kafelki: who starts', 32 zero bytes and 8 more of the counter | sha256sum
    # begins with d89f7f961fd5f406, which ends in binary 110: even, and 2 beyond a multiple of 4.
    assert drawn_to_start(bytes(32), b"", 2) == 0
    assert drawn_to_start(bytes(32), b"", 4) == 2
    message = b"kafelki: who starts" + bytes(32) + b"salt" + bytes(8)
    word = int.from_bytes(hashlib.sha256(message).digest()[:8], "big")
    assert drawn_to_start(bytes(32), b"salt", 3) == word % 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_is_drawn_about_as_often(players: int) -> None:
    drawn = Counter(drawn_to_start(seed_of_number(k), b"", players) for k in range(1200))
    assert set(drawn) == set(range(players))
    # Six standard deviations of a binomial count: the seeds are fixed, so it holds or it does not.
    deviation = (1200 * (players - 1)) ** 0.5 / players
    assert all(abs(count - 1200 / players) < 6 * deviation for count in drawn.values())


def test_a_record_says_who_was_drawn_and_verify_checks_it() -> None:
    data = record_of(played(WITHOUT_CHANCE, 2, "standard", 1))
    drawn = drawn_to_start(bytes.fromhex(data["seed"]), b"", 2)
    parse_record(data | {LOT: drawn}).verify()
    for wrong in (1 - drawn, 2, True, str(drawn), None):
        with pytest.raises(Refusal, match="the lot was not fair"):
            parse_record(data | {LOT: wrong}).verify()
        parse_record(data | {LOT: wrong}).replay()  # whoever sat there, the game was this one


def test_the_draws_of_a_game_are_as_without_a_lot() -> None:
    seed = bytes(32)  # which draws number 2 of four: see above
    header = Header(WITH_RACKS, 4)
    game, mine = seated_game(header, PEOPLE, seed)
    assert [seat["name"] for seat in game.seats] == ["Julia", "Feliks", "Ania", "Kasia"]
    assert (mine, game.extra[LOT]) == (2, 2)
    assert game.events == new_game(WITH_RACKS, 4, seed=seed).events


def test_partners_stay_opposite_whoever_starts() -> None:
    header = Header(WITH_PAIRS, 4, "pairs")
    for first in range(4):
        game, mine = seated_game(header, PEOPLE, bytes(32), first)
        names = [seat["name"] for seat in game.seats]
        assert {frozenset(names[::2]), frozenset(names[1::2])} == {
            frozenset({"Ania", "Julia"}),
            frozenset({"Kasia", "Feliks"}),
        }
        assert names[mine] == "Ania"
        assert names[0] == PEOPLE[first]["name"]
        assert LOT not in game.extra


@pytest.mark.parametrize(("game", "players"), [(AT_ONCE, 2), (AT_ONCE, 1), (WITH_RACKS, 1)])
def test_nobody_is_drawn_where_nobody_moves_first(game: str, players: int) -> None:
    started, mine = seated_game(Header(game, players), PEOPLE[:players], b"\x01" * 32)
    assert (mine, LOT in started.extra) == (0, False)


def test_only_who_plays_can_start() -> None:
    with pytest.raises(Refusal, match="nobody of number 2"):
        seated_game(Header(WITHOUT_CHANCE, 2), PEOPLE[:2], bytes(32), 2)
