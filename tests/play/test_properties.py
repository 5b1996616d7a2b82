"""What holds in any game: whole random games of every kind, beside a plain reading of the rules."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from kafelki.play.game import Game
from kafelki.play.record import parse_record, record_of
from kafelki.play.refusal import Refusal
from kafelki.play.view import consequences
from kafelki.rules.contract import Explanation
from tests.games.bits.plain import PlainBits, area_points, square_of
from tests.games.exo.plain import PlainExo
from tests.games.exo.plain import square_of as exo_square_of
from tests.games.weakest_colour.plain import AXIO, PlainLines
from tests.games.zawrot.plain import TILES, PlainZawrot
from tests.random_games import (
    EVERY_TABLE,
    OTHER_OPTIONS,
    Table,
    every_table,
    every_table_and_option,
    finished_game,
    play_event,
    plies,
    tastes_for,
)
from tests.reference import PlainGame, plain_game
from tests.reference.plain_game import dominoes
from tests.symmetries import random_symmetry

seeds = given(seed=st.integers(0, 2**32 - 1))


def games(number: int) -> settings:
    """Return the settings for so many random games; a seed that fails is not made smaller.

    With KAFELKI_TEST_GAMES=20 in the environment there are twenty times as many.
    """
    return settings(
        max_examples=number * int(os.environ.get("KAFELKI_TEST_GAMES", "1")),
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


LINE_TABLES = [t for t in EVERY_TABLE + OTHER_OPTIONS if t.game in ("axio", "geniusz")]
line_tables = pytest.mark.parametrize("table", LINE_TABLES, ids=str)


def plain_of(table: Table) -> PlainGame:
    return plain_game(table.game, table.players, table.variant, table.options)


def side_by_side(game: Game, plain: PlainGame, random: Random) -> Iterator[tuple[Game, PlainGame]]:
    """Yield a random game and its plain twin before the first event and after each."""
    tastes = tastes_for(game, random)
    yield game, plain
    while not game.over:
        event = play_event(game, random, tastes)
        if event.is_chance:
            plain.chance(event.text)
        else:
            plain.move(event.seat, event.text)
        yield game, plain


def twins(table: Table, seed: int) -> Iterator[tuple[Game, PlainGame]]:
    """Yield a random game and its plain twin, from the start to the end."""
    return side_by_side(table.begin(), plain_of(table), Random(seed))


def assert_alike(game: Game, plain: PlainGame) -> None:
    """Check that everything a trace shows follows from the plain rules, and who acts."""
    assert game.to_act == plain.to_act()
    assert list(game.chance_outcomes().items()) == list(plain.outcomes().items())
    assert game.chance_seat == plain.chance_seat()
    assert game.chance_due == bool(plain.outcomes())
    assert game.scores == plain.scores()
    assert game.cells == plain.cells()
    assert game.hands == plain.hands()
    assert game.beside_board == plain.beside_board()
    assert (None if game.result is None else game.result[:2]) == plain.result()


def assert_same_moves(game: Game, plain: PlainGame) -> None:
    """Check the legal moves of every seat; none exactly for those who are not to act."""
    for seat in range(game.header.players):
        texts = game.legal_texts(seat)
        if seat in game.to_act:
            assert texts == sorted(plain.legal(seat))
            assert texts
        else:
            assert texts == []
    assert game.over == (not game.to_act and not game.chance_due)


@every_table_and_option
@games(3)
@seeds
def test_a_game_is_what_a_plain_reading_of_the_rules_says(table: Table, seed: int) -> None:
    for game, plain in twins(table, seed):
        assert_alike(game, plain)
        if len(game.legal_moves()) < 100 or len(game.events) % 3 == 0:
            assert_same_moves(game, plain)


def give_advantages(game: Game, plain: PlainLines, random: Random) -> None:
    """Let both games start with markers far ahead; AXIO often with hardly a tile to draw.

    (With Geniusz's 120 tiles at least 15 are always in the bag.)
    """
    s = game.rules.layout(game._position)
    letters = plain.box.letters
    ahead = random.choice((0, plain.limit - 6, plain.limit - 1))
    for side, card in enumerate(plain.cards):
        for number, letter in enumerate(letters):
            card[letter] = random.randint(ahead, plain.limit - 1)
            s.scores[side, number] = card[letter]
    if plain.box is AXIO and random.random() < 0.5:
        needed = plain.players * plain.rack
        kept = Counter(random.sample(sorted(plain.bag.elements()), needed + random.randrange(12)))
        for number, tile in enumerate(dominoes(letters)):
            plain.bag[tile] = kept[tile]
            s.bag[number] = kept[tile]
        s.bag_size = kept.total()


@line_tables
@games(6)
@seeds
def test_so_it_is_with_full_score_cards_and_an_empty_bag(table: Table, seed: int) -> None:
    random = Random(seed)
    game, plain = table.begin(), plain_of(table)
    assert isinstance(plain, PlainLines)
    give_advantages(game, plain, random)
    for each, twin in side_by_side(game, plain, random):
        assert_alike(each, twin)
        if len(each.events) % 3 == 0:
            assert_same_moves(each, twin)


class TestNothingIsLost:
    """Tiles are conserved at every step."""

    @line_tables
    @games(2)
    @seeds
    def test_lines(self, table: Table, seed: int) -> None:
        for game, plain in twins(table, seed):
            assert isinstance(plain, PlainLines)
            fields, box = game.position.fields, plain.box
            tiles = dominoes(box.letters)
            places = [e.text[:2] for e in game.events if not e.is_chance and " " in e.text]
            held = [tile for hand in game.hands for tile in hand]
            shown = [tiles[number - 1] for number in fields.shown.tolist() if number]
            placed = ["".join(sorted(tile, key=box.letters.index)) for tile in places]
            bag = Counter(dict(zip(tiles, fields.bag.tolist(), strict=True)))
            assert bag + Counter(held + shown + placed) == {
                tile: box.doubles if tile[0] == tile[1] else box.two_colours for tile in tiles
            }
            assert bag.total() == fields.bag_size
            letters = Counter("".join([*places, *box.printed.values()]))
            assert Counter(x for x in game.cells.values() if x != "^") == letters

    @pytest.mark.parametrize("table", [t for t in EVERY_TABLE if t.game == "bits"], ids=str)
    @games(4)
    @seeds
    def test_bits(self, table: Table, seed: int) -> None:
        placed = [0] * table.players
        cards: Counter[str] = Counter()
        for game in plies(table.begin(), Random(seed)):
            last = game.events[-1] if game.events else None
            if last and not last.is_chance:
                placed[last.seat] += 1
            elif last and last.text.startswith("task"):
                placed = [0] * table.players
                cards.clear()
            elif last and last.text.startswith("card"):
                cards[last.text.split(" ")[1]] += 1
            left = dict(zip(dominoes("OBVY"), game.position.fields.cards.tolist(), strict=True))
            assert Counter(left) + cards == {t: 1 + (t[0] == t[1]) for t in dominoes("OBVY")}
            assert [len(ramp) for ramp in game.cells] == [2 * tiles for tiles in placed]

    @pytest.mark.parametrize("table", [t for t in EVERY_TABLE if t.game == "zawrot"], ids=str)
    @games(6)
    @seeds
    def test_zawrot(self, table: Table, seed: int) -> None:
        for game in plies(table.begin(), Random(seed)):
            fields = game.position.fields
            stack = [tile for number, tile in enumerate(TILES) if int(fields.stack) >> number & 1]
            hands = [tile for hand in game.hands for tile in hand]
            everywhere = [*stack, *game.beside_board["bank"], *hands, *game.cells.values()]
            assert sorted(everywhere) == sorted(TILES)
            assert fields.left == 36 - len(game.cells)

    @games(12)
    @given(seed=st.integers(0, 2**32 - 1), size=st.sampled_from((5, 7, 10, 13, 19)))
    def test_exo(self, seed: int, size: int) -> None:
        for game in plies(Table("exo", 2, options={"size": size}).begin(), Random(seed)):
            placed = len(game.events)
            assert game.position.fields.left + placed == 60
            assert sum(int(value[1:]) for value in game.cells.values()) == 2 * placed


class TestDerivedFields:
    """What a position keeps up to date equals what follows from the board alone."""

    @line_tables
    @games(2)
    @seeds
    def test_gains_and_free_pairs(self, table: Table, seed: int) -> None:
        for game, plain in twins(table, seed):
            assert isinstance(plain, PlainLines)
            if game.chance_due or len(game.cells) % 3:
                continue
            fields, box = game.position.fields, plain.box
            names = list(game.rules.appearance.places)
            gains = dict(zip(names, fields.gains.tolist(), strict=True))
            for cell, letter in plain.board.items():
                naive = [0 if letter else plain.line_points(cell, colour) for colour in box.letters]
                assert gains.pop(box.name(cell)) == naive
            assert not any(any(row) for row in gains.values())
            free = {(box.name(a), box.name(b)) for a, b in plain.free_pairs()}
            assert pairs_of(game, fields.free.tolist()) == free

    @pytest.mark.parametrize("table", [t for t in EVERY_TABLE if t.game == "zawrot"], ids=str)
    @games(6)
    @seeds
    def test_open_and_forbidden_squares(self, table: Table, seed: int) -> None:
        for game, plain in twins(table, seed):
            assert isinstance(plain, PlainZawrot)
            fields = game.position.fields
            assert members(fields.open.tolist()) == {ring(xy) for xy in plain.open_squares()}
            if len(game.events) % 7 == 0:
                closed = {ring(xy) for xy in plain.forbidden_squares()}
                assert members(fields.closed.tolist()) == closed

    @games(10)
    @given(seed=st.integers(0, 2**32 - 1), size=st.sampled_from((5, 10, 19)))
    def test_free_pairs_and_whole_tiles_of_exo(self, seed: int, size: int) -> None:
        for game, plain in twins(Table("exo", 2, options={"size": size}), seed):
            if len(game.events) % 3:
                continue
            assert isinstance(plain, PlainExo)
            fields = game.position.fields
            free = {tuple(text.split(" ")[1:]) for text in plain.legal(0)}
            assert pairs_of(game, fields.free.tolist()) == free
            names = list(game.rules.appearance.places)
            linked = {names[k]: names[p - 1] for k, p in enumerate(fields.partners.tolist()) if p}
            assert linked == plain.other_halves()

    @pytest.mark.parametrize("table", [t for t in EVERY_TABLE if t.game == "bits"], ids=str)
    @games(4)
    @seeds
    def test_heights_of_columns(self, table: Table, seed: int) -> None:
        for game in plies(table.begin(), Random(seed)):
            for ramp, heights in zip(
                game.cells, game.position.fields.heights.tolist(), strict=False
            ):
                tops = [max((int(c[1:]) for c in ramp if c[0] == x), default=0) for x in "abcd"]
                assert heights == tops


def members(words: list[int]) -> set[int]:
    """Return the numbers in a set of 64-bit words."""
    return {64 * k + bit for k, word in enumerate(words) for bit in range(64) if word >> bit & 1}


def ring(square: tuple[int, int]) -> int:
    """Return a square's number when the table is rolled up to 37 by 37."""
    return square[1] % 37 * 37 + square[0] % 37


def pairs_of(game: Game, words: list[int]) -> set[tuple[str, ...]]:
    """Return the pairs of cells in a set of pairs: move number k covers pair k."""
    return {game.rules.move_cells(number) for number in members(words)}


class TestAcceptance:
    """A move is accepted exactly when the plain rules list it, its halves in either order."""

    @every_table
    @games(2)
    @seeds
    def test_of_texts(self, table: Table, seed: int) -> None:
        random = Random(seed)
        for game, plain in twins(table, seed):
            if random.random() < 0.1:
                for seat in game.to_act:
                    legal = plain.legal(seat)
                    some = random.sample(sorted(legal), min(6, len(legal)))
                    texts = {changed for text in some for changed in changes(text, random)}
                    for text in texts:
                        assert is_accepted(game, seat, text) == (written(game, text) in legal), text

    @every_table
    @games(2)
    @seeds
    def test_of_numbers(self, table: Table, seed: int) -> None:
        random = Random(seed)
        for game in plies(table.begin(), random):
            if random.random() < 0.1:
                for seat in game.to_act:
                    legal = set(game.legal_moves(seat).numbers.tolist())
                    others = random.sample(range(game.rules.move_count), 100)
                    for number in [*legal, *others]:
                        refusal = game._kernels.refusal(game._position, seat, number)
                        assert (refusal == 0) == (number in legal)
                        assert refusal == 0 or refusal in game.rules.objections


def is_accepted(game: Game, seat: int, text: str) -> bool:
    """Return whether a game lets a seat play a text; it is unchanged if not."""
    tried = game.copy()
    try:
        tried.play(text, seat)
    except Refusal:
        assert tried == game
        assert tried.position == game.position
        return False
    assert len(tried.events) == len(game.events) + 1
    return True


def changes(text: str, random: Random) -> Iterator[str]:
    """Yield a legal text, the same with its halves in the other order, and spoilt ones."""
    yield text
    parts = text.split(" ")
    yield " ".join([parts[0][::-1], *parts[:0:-1]])
    yield " ".join([parts[0], *parts[:0:-1]])
    yield " ".join([parts[0][::-1], *parts[1:]])
    yield from (text.lower(), text.upper(), f" {text}", f"{text} ", text.replace(" ", "  "), "")
    yield from (text[:-1], text[1:], text + "0", text.replace(" ", ""), f"{text} {text}", "pass")
    yield from ("swap", "keep", f"take {parts[0]}", parts[-1], re.sub(r"(\d+)", r"0\1", text))
    for _ in range(6):
        at = random.randrange(len(text))
        yield text[:at] + random.choice("abcdhmGORVBXYsfn0123456789,- ") + text[at + 1 :]


def written(game: Game, text: str) -> str:
    """Return how a record writes a text, when it is a domino on two cells."""
    match = re.fullmatch(r"([A-Z])([A-Z]) ([a-z])([1-9]\d*) ([a-z])([1-9]\d*)", text)
    if not match:
        return text
    a, b, *names = match.groups()
    cells = [(names[0], int(names[1])), (names[2], int(names[3]))]
    # In Geniusz a row is a letter, elsewhere a number.
    row_first = game.header.game == "geniusz"
    order = [cell if row_first else cell[::-1] for cell in cells]
    if order[0] > order[1]:
        a, b, cells = b, a, cells[::-1]
    return f"{a}{b} " + " ".join(f"{letter}{number}" for letter, number in cells)


@every_table_and_option
@games(2)
@seeds
def test_a_replayed_record_is_the_same_game_to_the_byte(table: Table, seed: int) -> None:
    random = Random(seed)
    for game in plies(table.begin(seed=bytes(32)), random):
        if game.over or random.random() < 0.05:
            data = json.loads(json.dumps(record_of(game)))
            again = parse_record(data).replay()
            assert again.position == game.position
            assert again == game
            assert record_of(again) == data


@every_table_and_option
@games(2)
@seeds
def test_what_is_explained_is_what_happens(table: Table, seed: int) -> None:
    random = Random(seed)
    game, plain = table.begin(), plain_of(table)
    tastes = tastes_for(game, random)
    while not game.over:
        if game.chance_due:
            plain.chance(play_event(game, random, tastes).text)
            continue
        seat = random.choice(game.to_act)
        move = game.rules.move_text(tastes[seat].choose(game, seat))
        told, before = game.explain(move, seat), game.copy()
        game.play(move, seat)
        assert before.explain(move, seat) == told
        if random.random() < 0.05:
            assert game.explain_event(len(game.events) - 1) == told
        CHECKS[table.game](told, before, game, plain, seat, move)
        plain.move(seat, move)


def check_lines(
    told: Explanation, before: Game, after: Game, plain: PlainGame, seat: int, move: str
) -> None:
    """Markers go as far as lines and pyramids take them, and no further than their card's end."""
    assert isinstance(plain, PlainLines)
    brought: Counter[str] = Counter()
    for line in told.lines:
        assert len(line.cells) == line.points
        assert {after.cells[cell] for cell in line.cells} == {line.of}
        assert not set(line.cells) & set(move.split(" "))
        brought[line.of] += line.points
    for pyramid in told.pyramids:
        brought.update(pyramid.points)
    steps, reached = {}, 0
    for letter, old, new in zip(
        plain.box.letters, before.scores[seat], after.scores[seat], strict=True
    ):
        end = 18 if old < 18 else plain.limit
        assert new == min(old + brought[letter], end)
        reached += old < new == end
        if new != old:
            steps[letter] = new - old
    assert told.points == steps
    assert [pyramid.cell for pyramid in told.pyramids] == [
        cell for cell, value in after.cells.items() if value == "^" != before.cells.get(cell)
    ]
    assert told.extra_turns == (reached if plain.players > 1 else 0)
    assert told.ends == reason_of(after)
    assert told.winner == (seat if told.ends == "all colours" else None)


def check_exo(
    told: Explanation, before: Game, after: Game, plain: PlainGame, seat: int, move: str
) -> None:
    assert told.ends == reason_of(after)
    winners = [k for k, score in enumerate(after.scores) if score == [1]]
    assert told.winner == (winners[0] if winners else None)
    made = {line.of for line in told.lines}
    assert len(made) == {"five": 1, "both five": 2}.get(told.ends, 0)
    for line in told.lines:
        assert len(line.cells) >= 5
        assert {after.cells[cell][0] for cell in line.cells} == {line.of}
        assert set(line.cells) & set(move.split(" "))


def check_zawrot(
    told: Explanation, before: Game, after: Game, plain: PlainGame, seat: int, move: str
) -> None:
    if move.startswith("take"):
        assert told == Explanation()
        return
    change = after.scores[seat][0] - before.scores[seat][0]
    assert told.points == {"lines": change}
    assert len(set(told.lines)) == len(told.lines) == change
    for line in told.lines:
        assert len(set(line.cells)) == 3
        assert move.split(" ")[1] in line.cells
        assert all(line.of in after.cells[cell] for cell in line.cells)
    assert told.ends == reason_of(after)


def check_bits(
    told: Explanation, before: Game, after: Game, plain: PlainGame, seat: int, move: str
) -> None:
    assert isinstance(plain, PlainBits)
    later = plain.copy()
    later.move(seat, move)
    ramp, tasks = later.ramps[seat], later.tasks
    assert told.points == {"round": ramp.points(tasks)}
    covered = {square_of(cell) for cell in move.split(" ")[1:]}
    expected = [(c, area, area_points(area, tasks)) for c, area in ramp.areas() if area & covered]
    found = [(area.of, {square_of(c) for c in area.cells}, area.points) for area in told.areas]
    assert sorted(found, key=repr) == sorted(expected, key=repr)
    # What follows from placements that are still unseen is not told.
    somebody_placed = before.events[-1].is_chance is False
    assert told.ends == ("" if somebody_placed else reason_of(after))


CHECKS = {
    "axio": check_lines,
    "geniusz": check_lines,
    "exo": check_exo,
    "zawrot": check_zawrot,
    "bits": check_bits,
}


def reason_of(game: Game) -> str:
    return "" if game.result is None else game.result.reason


@every_table_and_option
@games(2)
@seeds
def test_the_consequences_of_every_move_are_what_playing_it_changes(
    table: Table, seed: int
) -> None:
    random = Random(seed)
    for game, plain in twins(table, seed):
        if game.to_act and random.random() < 0.05:
            seat = random.choice(game.to_act)
            told = consequences(game, seat)
            assert told["moves"] == game.legal_texts(seat)
            assert told["columns"] == list(game.rules.consequence_names)
            rows = list(zip(told["moves"], told["rows"], strict=True))
            before = game.position
            for move, row in random.sample(rows, min(40, len(rows))):
                assert row == CHANGES[table.game](game, plain, seat, move)
            assert game.position == before


def change_of_lines(game: Game, plain: PlainGame, seat: int, move: str) -> list[int]:
    assert isinstance(plain, PlainLines)
    after = plain.copy()
    after.move(seat, move)
    old, new = plain.scores()[seat], after.scores()[seat]
    if " " not in move:
        return [0] * (len(old) + 3)
    ends = [18 if step < 18 else plain.limit for step in old]
    reached = sum(a < b == end for a, b, end in zip(old, new, ends, strict=True))
    pyramids = Counter(after.cells().values())["^"] - Counter(plain.cells().values())["^"]
    steps = [b - a for a, b in zip(old, new, strict=True)]
    extra = reached if plain.players > 1 else 0
    return [*steps, pyramids, extra, int(after.reason == "all colours")]


def change_of_exo(game: Game, plain: PlainGame, seat: int, move: str) -> list[int]:
    assert isinstance(plain, PlainExo)
    after = plain.copy()
    after.move(seat, move)
    tile, *cells = move.split(" ")
    through = {x: after.longest_through(exo_square_of(c)) for x, c in zip(tile, cells, strict=True)}
    return [through["XO"[seat]], through["OX"[seat]]]


def change_of_zawrot(game: Game, plain: PlainGame, seat: int, move: str) -> list[int]:
    assert isinstance(plain, PlainZawrot)
    tile, square = move.split(" ")
    if tile == "take":
        return [0, 0, 0]
    x, y = square.split(",")
    runs = plain.runs_of((int(x), int(y)), tile)
    by_colour, by_shape = runs[0::2].count(3), runs[1::2].count(3)
    return [by_colour + by_shape, by_colour, by_shape]


def change_of_bits(game: Game, plain: PlainGame, seat: int, move: str) -> list[int]:
    assert isinstance(plain, PlainBits)
    after = plain.copy()
    after.move(seat, move)
    ramp, tasks = after.ramps[seat], plain.tasks
    points = ramp.points(tasks)
    fours = sum(len(area) == 4 for _, area in ramp.areas())
    return [points, points - plain.ramps[seat].points(tasks), fours, ramp.gaps()]


CHANGES = {
    "axio": change_of_lines,
    "geniusz": change_of_lines,
    "exo": change_of_exo,
    "zawrot": change_of_zawrot,
    "bits": change_of_bits,
}


@every_table_and_option
@games(2)
@seeds
def test_a_turned_or_mirrored_game_goes_the_same_way(table: Table, seed: int) -> None:
    random = Random(seed)
    symmetry = random_symmetry(table, random)
    image = table.begin()
    for game in plies(table.begin(), random):
        if game.events:
            last = game.events[-1]
            if last.is_chance:
                image.play_chance(symmetry.chance(last.text))
            else:
                image.play(symmetry.move(last.text), last.seat)
        assert image.to_act == game.to_act
        assert image.result == game.result
        assert image.cells == symmetry.cells(game.cells)
        assert image.scores == symmetry.scores(game.scores)
        assert [sorted(hand) for hand in image.hands] == symmetry.hands(game.hands)
        if random.random() < 0.1:
            for seat in game.to_act:
                assert image.legal_texts(seat) == sorted(map(symmetry.move, game.legal_texts(seat)))


SPECIAL = {
    "axio": {"swap", "keep", "extra", "pyramid", "full card"},
    "geniusz": {"swap", "keep", "pass", "extra", "full card"},
    "bits": {"sits out", "loses points", "four"},
    "exo": {"five", "both five", "no tile", "third level"},
    "zawrot": {"point", "two points", "forbidden", "far away"},
}


@pytest.mark.parametrize("game", SPECIAL)
def test_random_games_reach_what_is_special(game: str) -> None:
    """Otherwise the properties above would prove less than they seem to."""
    reached: set[str] = set()
    tables = [table for table in EVERY_TABLE if table.game == game]
    for seed in range(60):
        reached |= specials_of(finished_game(tables[seed % len(tables)], seed))
        if reached >= SPECIAL[game]:
            return
    assert reached >= SPECIAL[game]


def specials_of(game: Game) -> set[str]:
    """Return what is special about a finished game."""
    plain = plain_game(game.header.game, game.header.players, game.header.variant)
    found = {reason_of(game)}
    for event in game.events:
        if event.is_chance:
            plain.chance(event.text)
        else:
            points = sum(plain.points) if isinstance(plain, PlainZawrot) else 0
            plain.move(event.seat, event.text)
            found |= {event.text, *specials_at(plain, points)}
    if isinstance(plain, PlainZawrot) and plain.forbidden_squares():
        found.add("forbidden")
    return found


def specials_at(plain: PlainGame, points: int) -> set[str]:
    """Return what is special after a move, before which all had so many points together."""
    marks: dict[str, Any] = {}
    if isinstance(plain, PlainLines):
        marks["extra"] = plain.stage == "extra"
        marks["pyramid"] = "^" in plain.board.values()
        marks["full card"] = any(plain.limit in row for row in plain.scores())
    elif isinstance(plain, PlainBits):
        marks["sits out"] = any(ramp.landings() for ramp in plain.ramps) and not all(
            ramp.landings() for ramp in plain.ramps
        )
        marks["loses points"] = any(row[2] < 0 for row in plain.points)
        marks["four"] = any(row[0] > 0 for row in plain.points)
    elif isinstance(plain, PlainExo):
        marks["third level"] = any(len(pile) > 2 for pile in plain.piles.values())
    elif isinstance(plain, PlainZawrot):
        gained = sum(plain.points) - points
        marks |= {"point": gained == 1, "two points": gained > 1}
        marks["far away"] = any(max(abs(x), abs(y)) > 30 for x, y in plain.table)
    return {name for name, holds in marks.items() if holds}
