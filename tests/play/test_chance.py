"""Fair chance: computed a second time here, with nothing but hashlib and the tiles' lists."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from kafelki.play.chance import commitment, fair_index, fair_number, new_seed
from kafelki.play.game import Game, Refusal, new_game, seed_of_number
from kafelki.play.record import record_of
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE

SEED = bytes(range(32))
SALT = b"what the devices of Ania and Ola added"

RACKS = {WITH_RACKS: 5, WITH_PAIRS: 6}
BOXES = {WITH_RACKS: ("GORVB", 7, 6), WITH_PAIRS: ("RGBOYV", 6, 5), AT_ONCE: ("OBVY", 1, 2)}
"""The letters, how many of each two-colour tile, how many of each double."""

TASK_STACKS = (["four"], ["I", "O", "L", "T"], ["single", "pair", "straight", "corner"])


# The contract, word by word


def fair_number_by_the_book(seed: bytes, salt: bytes, k: int, n: int) -> int:
    i = 0
    while True:
        message = seed + salt + k.to_bytes(8, "big") + i.to_bytes(8, "big")
        word = int.from_bytes(hashlib.sha256(message).digest()[:8], "big")
        if word < n * (2**64 // n):
            return word % n
        i += 1


def tiles_in_order(letters: str, two_colours: int, doubles: int) -> list[str]:
    """Return the tile list with repeats: first by one letter, then by the other."""
    pairs = ("".join(pair) for pair in combinations_with_replacement(letters, 2))
    return [tile for tile in pairs for _ in range(doubles if tile[0] == tile[1] else two_colours)]


def expected_chance(record: Mapping[str, Any], seed: bytes, salt: bytes) -> Iterator[str]:
    """Yield what each chance event of a record must be, given the events before it."""
    boxes = {AT_ONCE: _cards_left, WITHOUT_BOARD: _stack_left, WITHOUT_CHANCE: _no_boxes}
    for k, physical in enumerate(boxes.get(record["game"], _domino_boxes)(record)):
        yield physical[fair_number_by_the_book(seed, salt, k, len(physical))]


def _no_boxes(record: Mapping[str, Any]) -> Iterator[list[str]]:
    yield from ()


def _domino_boxes(record: Mapping[str, Any]) -> Iterator[list[str]]:
    """Yield the bag before each draw; the tiles of a swap return after its last draw."""
    bag = tiles_in_order(*BOXES[record["game"]])
    order = sorted(set(bag), key=bag.index)
    racks: list[list[str]] = [[] for _ in range(record["players"])]
    aside: list[str] = []
    swapping = 0
    for event in record["events"]:
        rack = racks[event["seat"]]
        if "chance" in event:
            yield [f"draw {tile}" for tile in bag]
            tile = event["chance"].removeprefix("draw ")
            bag.remove(tile)
            rack.append(tile)
            swapping -= 1
            if swapping == 0:
                bag = sorted(bag + aside, key=order.index)
        elif event["move"] == "swap":
            aside, rack[:] = rack.copy(), []
            swapping = RACKS[record["game"]]
        elif event["move"] not in ("keep", "pass"):
            letters = event["move"][:2]
            rack.remove(letters if letters in rack else letters[::-1])


def _cards_left(record: Mapping[str, Any]) -> Iterator[list[str]]:
    """Yield the round's tasks, the starting tiles left, the building cards left."""
    left: dict[str, list[str]] = {}
    rounds = iter(TASK_STACKS)
    for event in record["events"]:
        if "chance" not in event:
            continue
        word, name = event["chance"].split(" ")
        if word == "task":
            cards = tiles_in_order(*BOXES[AT_ONCE])
            starts = [tile for tile in cards if tile[0] != tile[1]]
            left = {"task": list(next(rounds)), "start": starts, "card": cards}
        yield [f"{word} {each}" for each in left[word]]
        left[word].remove(name)


def _stack_left(record: Mapping[str, Any]) -> Iterator[list[str]]:
    stack = [colour + shape for colour in "YROVGB" for shape in "sfhupn"]
    for event in record["events"]:
        if "chance" in event:
            word, tile = event["chance"].split(" ")
            yield [f"{word} {each}" for each in stack]
            stack.remove(tile)


def played(game: str, players: int, variant: str, number: int, salt: bytes = b"") -> Game:
    """Return a finished game of moves picked at random."""
    random = Random(number)
    started = new_game(game, players, variant, seed=number, salt=salt)
    while not started.over:
        seat = random.choice(started.to_act)
        legal = started.legal_moves(seat)
        # Swaps are rare: take each one that is offered, so that bags are refilled too.
        texts = [str(move) for move in legal] if len(legal) == 2 else []
        started.play("swap" if "swap" in texts else legal[random.randrange(len(legal))], seat)
    return started


SEATINGS = [
    (WITH_RACKS, 1, "standard"),
    (WITH_RACKS, 2, "standard"),
    (WITH_RACKS, 4, "standard"),
    (WITH_PAIRS, 2, "standard"),
    (WITH_PAIRS, 4, "pairs"),
    (AT_ONCE, 1, "standard"),
    (AT_ONCE, 4, "standard"),
    (WITHOUT_BOARD, 2, "standard"),
    (WITHOUT_BOARD, 4, "standard"),
]


@pytest.mark.parametrize("salt", [b"", SALT], ids=["no salt", "salt"])
@pytest.mark.parametrize(("game", "players", "variant"), SEATINGS)
def test_every_draw_follows_from_the_seed(
    game: str, players: int, variant: str, salt: bytes
) -> None:
    for number in range(3):
        record = record_of(played(game, players, variant, number, salt))
        happened = [event["chance"] for event in record["events"] if "chance" in event]
        assert happened == list(expected_chance(record, seed_of_number(number), salt))
        assert len(happened) > 15


def test_swaps_are_among_the_games_that_were_checked() -> None:
    records = [record_of(played(WITH_RACKS, 2, "standard", number)) for number in range(3)]
    moves = [event.get("move") for record in records for event in record["events"]]
    assert "swap" in moves


def test_a_game_without_chance_has_none() -> None:
    assert (
        list(expected_chance(record_of(played(WITHOUT_CHANCE, 2, "standard", 0)), SEED, b"")) == []
    )


def test_a_single_possible_outcome_is_still_an_event() -> None:
    """The first stack of tasks has one card: it is drawn, and the next draw is number 1."""
    game = new_game(AT_ONCE, 1, seed=4)
    assert game.events[0].text == "task four"
    starts = [tile for tile in tiles_in_order("OBVY", 1, 2) if tile[0] != tile[1]]
    number = fair_number_by_the_book(seed_of_number(4), b"", 1, len(starts))
    assert game.events[1].text == f"start {starts[number]}"


# The numbers themselves


@pytest.mark.parametrize("bound", [1, 2, 3, 9, 14, 36, 100, 120, 2**32, 2**63, 2**64 - 1, 2**64])
@pytest.mark.parametrize("salt", [b"", SALT])
def test_fair_number_is_the_one_of_the_contract(bound: int, salt: bytes) -> None:
    for event in (0, 1, 2, 255, 256, 2**40):
        number = fair_number(SEED, salt, event, bound)
        assert number == fair_number_by_the_book(SEED, salt, event, bound)
        assert 0 <= number < bound


def test_words_that_would_favour_low_numbers_are_drawn_again() -> None:
    """Just over half of all words is allowed, so about every second first word is not."""
    bound = 2**63 + 1
    first_words = [
        int.from_bytes(hashlib.sha256(SEED + k.to_bytes(8, "big") + bytes(8)).digest()[:8], "big")
        for k in range(40)
    ]
    rejected = [k for k, word in enumerate(first_words) if word >= bound]
    assert 8 < len(rejected) < 32
    for k, word in enumerate(first_words):
        number = fair_number(SEED, b"", k, bound)
        assert number == fair_number_by_the_book(SEED, b"", k, bound)
        assert (number == word) == (k not in rejected)


def test_all_outcomes_come_about_equally_often() -> None:
    """6000 draws of 6: each about 1000 times, with a deviation of about 29."""
    counts = Counter(fair_number(SEED, b"", k, 6) for k in range(6000))
    assert set(counts) == set(range(6))
    assert all(abs(count - 1000) < 150 for count in counts.values())


def test_outcomes_come_as_often_as_there_are_tiles() -> None:
    """Of the weights 1, 0, 3 the first comes a quarter of the time, the second never."""
    counts = Counter(fair_index(SEED, b"", k, [1, 0, 3]) for k in range(4000))
    assert set(counts) == {0, 2}
    assert abs(counts[0] - 1000) < 140


def test_fair_index_counts_through_the_tiles() -> None:
    weights = [2, 5, 0, 1]
    physical = [index for index, weight in enumerate(weights) for _ in range(weight)]
    for k in range(50):
        number = fair_number_by_the_book(SEED, SALT, k, len(physical))
        assert fair_index(SEED, SALT, k, weights) == physical[number]


def test_seed_salt_and_event_all_matter() -> None:
    def draws(seed: bytes, salt: bytes, first: int) -> list[int]:
        return [fair_number(seed, salt, k, 1000) for k in range(first, first + 20)]

    usual = draws(SEED, b"", 0)
    assert usual == draws(SEED, b"", 0)
    assert usual != draws(bytes(32), b"", 0)
    assert usual != draws(SEED, b"\x00", 0)
    assert usual != draws(SEED, b"", 20)


# Seeds


def test_commitment_is_the_sha_256_of_the_raw_bytes() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert (
        commitment(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    )
    assert new_game(WITHOUT_CHANCE, seed=SEED).commitment == hashlib.sha256(SEED).hexdigest()


def test_a_new_seed_is_32_bytes_that_never_come_again() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


def test_a_number_stands_for_a_seed() -> None:
    assert new_game(WITHOUT_BOARD, seed=7) == new_game(WITHOUT_BOARD, seed=seed_of_number(7))
    assert new_game(WITHOUT_BOARD, seed=7) != new_game(WITHOUT_BOARD, seed=8)
    assert new_game(WITHOUT_BOARD) != new_game(WITHOUT_BOARD)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(Refusal, match=f"a seed has 32 bytes, not {length}"):
        Game(WITHOUT_BOARD, seed=bytes(length))


def test_without_a_seed_nothing_can_be_dealt() -> None:
    with pytest.raises(Refusal, match="needs a seed"):
        Game(WITHOUT_BOARD, deals=True)
    game = Game(WITHOUT_BOARD)
    with pytest.raises(Refusal, match="no seed to draw from"):
        game.deal()
    assert game.commitment is None
    assert game.events == ()


def test_the_salt_changes_the_draws_but_not_the_commitment() -> None:
    plain, salted = new_game(WITH_RACKS, seed=1), new_game(WITH_RACKS, seed=1, salt=SALT)
    assert plain.commitment == salted.commitment
    assert plain.hands != salted.hands
