"""What holds in any game: whole random games of every kind, beside a plain reading of the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import import_module
from random import Random
from types import ModuleType

import pytest

from kafelki.play.game import Game
from kafelki.play.record import parse_record, record_of
from kafelki.play.refusal import Refusal
from kafelki.play.view import consequences
from kafelki.rules.registry import GAMES
from tests.properties import (
    assert_alike,
    assert_same_moves,
    games,
    plain_of,
    reason_of,
    seeds,
    twins,
)
from tests.random_games import (
    EVERY_TABLE,
    Table,
    every_table,
    every_table_and_option,
    finished_game,
    play_event,
    plies,
    tastes_for,
)
from tests.reference import plain_game
from tests.symmetries import random_symmetry


def properties_of(game: str) -> ModuleType:
    """Return what the tests of a game say of its moves."""
    return import_module(f"tests.games.{game}.properties")


@every_table_and_option
@games(3)
@seeds
def test_a_game_is_what_a_plain_reading_of_the_rules_says(table: Table, seed: int) -> None:
    for game, plain in twins(table, seed):
        assert_alike(game, plain)
        if len(game.legal_moves()) < 100 or len(game.events) % 3 == 0:
            assert_same_moves(game, plain)


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
    # On hexagons a row is a letter, elsewhere a number.
    row_first = game.rules.appearance.cell == "hexagon"
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
        properties_of(table.game).check(told, before, game, plain, seat, move)
        plain.move(seat, move)


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
                assert row == properties_of(table.game).change(game, plain, seat, move)
            assert game.position == before


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


@pytest.mark.parametrize("game", GAMES)
def test_random_games_reach_what_is_special(game: str) -> None:
    """Otherwise the properties above would prove less than they seem to."""
    special, reached = properties_of(game).SPECIAL, set()
    tables = [table for table in EVERY_TABLE if table.game == game]
    for seed in range(60):
        reached |= specials_of(finished_game(tables[seed % len(tables)], seed))
        if reached >= special:
            return
    assert reached >= special


def specials_of(game: Game) -> set[str]:
    """Return what is special about a finished game."""
    plain = plain_game(game.header.game, game.header.players, game.header.variant)
    specials = properties_of(game.header.game).specials
    found = {reason_of(game)}
    for event in game.events:
        if event.is_chance:
            plain.chance(event.text)
        else:
            found |= {event.text, *specials(plain, event.seat, event.text)}
    return found
