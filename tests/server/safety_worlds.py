"""Pairs of servers that differ only in what one viewer has no means to know.

A table in the middle of a game is put into two databases: the same public past, other
hidden tiles or placements, another seed. Both servers then go on with the same moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection

from kafelki.play.chance import commitment
from kafelki.play.game import Event, Game, seed_of_number
from kafelki.play.view import Viewer
from kafelki.server.daily import SOLO_GAMES, day_after
from kafelki.server.storage import keys
from kafelki.server.storage import results as result_rows
from kafelki.server.storage import tables as table_rows
from kafelki.server.table.clock import day_of
from kafelki.server.table.entries import Entry, EntryKind
from kafelki.server.table.state import Secret, TableState
from kafelki.testing.secrecy import other_worlds, points_of, same_turn
from tests.games.examples import WITHOUT_CHANCE
from tests.random_games import Table, finished_game
from tests.server.safety_server import NOON, add_person, new_database

TABLE = "tab2tab2xy"
PEOPLE = {  # by id: their name, and the token with which they come
    "persnania222": ("Ania", "token-of-ania"),
    "persnkasia22": ("Kasia", "token-of-kasia"),
    "persnjulia22": ("Julia", "token-of-julia"),
    "persnfeliks2": ("Feliks", "token-of-feliks"),
}
IDS = list(PEOPLE)
STRANGER = ("persnalek222", "Alek", "token-of-alek")
"""Somebody who does not sit at the table."""
SEEDS = 100


@dataclass(frozen=True)
class World:
    """A game so far, its seed, and the move that will be made, if any: a seat and a text."""

    game: Game
    seed: bytes
    move: tuple[int, str] | None

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    def after(self) -> Game:
        """Return the game after the move, and what chance then brings."""
        game = Game(self.game.header, seed=self.seed, engine=self.game._engine)
        for event in self.game.events:
            game._repeat(event)
        if self.move is not None:
            seat, text = self.move
            game.play(text, seat)
            game.deal()
        return game


@dataclass(frozen=True)
class Pair:
    """Two worlds that a viewer cannot tell apart."""

    viewer: Viewer
    one: World
    other: World


def pairs(table: Table, viewer: Viewer, number: int, acting: bool) -> Iterator[Pair]:
    """Yield pairs of worlds for a viewer who is to act, or is not."""
    random = Random(number)
    for game in points_of(finished_game(table, number), random):
        if table.game == WITHOUT_CHANCE and len(game.to_act) == 1:
            # Nothing is hidden but the seed, which nothing follows from.
            move = game.to_act[0], random.choice(game.legal_texts())
            yield Pair(viewer, World(game.copy(), b"2" * 32, move), World(game, b"1" * 32, move))
        if not game.to_act or (viewer in game.to_act) != acting:
            continue
        if game.rules.simultaneous and len(game.to_act) < 2:
            continue  # somebody must be left to place, or all is shown
        for other in other_worlds(game, viewer, random, attempts=3):
            if table.players == 1:  # its only tile is on the rack, and another in the other world
                yield Pair(
                    viewer, World(game.copy(), b"2" * 32, None), World(other, b"1" * 32, None)
                )
                continue
            found = _continued(game, other, viewer, random)
            if found is not None:
                yield found


def _continued(game: Game, other: Game, viewer: Viewer, random: Random) -> Pair | None:
    """Return the pair with a move to come that looks the same in both worlds, if there is one."""
    seat = random.choice(game.to_act)
    common = sorted(set(game.legal_texts(seat)) & set(other.legal_texts(seat)))
    if not common:
        return None
    move = seat, random.choice(common)
    one = World(game.copy(), seed_of_number(-1), move)
    first = one.after()
    for number in range(SEEDS):
        two = World(other, seed_of_number(number), _unseen_other(other, move, viewer, random))
        if _looks_the_same(first, two.after(), len(announced(game)), viewer):
            return Pair(viewer, one, two)
    return None


def _unseen_other(
    game: Game, move: tuple[int, str], viewer: Viewer, random: Random
) -> tuple[int, str]:
    """Return the same move; where it stays unseen, any."""
    seat, _ = move
    if not game.rules.simultaneous or seat == viewer:
        return move
    return seat, random.choice(game.legal_texts(seat))


def _looks_the_same(first: Game, second: Game, since: int, viewer: Viewer) -> bool:
    """Whether nobody but those whose secrets differ could notice a difference.

    Written from the rules of secrecy, not with the views that are to be tested.
    """
    news = announced(first)[since:], announced(second)[since:]
    if first.over or len(news[0]) != len(news[1]) or not same_turn(first, second):
        return False
    return all(
        _same_for(one, two, viewer, first.rules.simultaneous)
        for one, two in zip(*news, strict=True)
    )


def announced(game: Game) -> list[Event]:
    """Return the events without the choices that nobody tells others (AX-13, GE-12)."""
    return [event for event in game.events if event.text != "keep"]


def _same_for(one: Event, two: Event, viewer: Viewer, at_once: bool) -> bool:
    if (one.is_chance, one.seat) != (two.is_chance, two.seat):
        return False
    if one.is_chance:
        words = one.text.split(" ")[0], two.text.split(" ")[0]
        unseen = words == ("draw", "draw") and one.seat != viewer
        return unseen or one.text == two.text
    return one.text == two.text or (at_once and one.seat != viewer)


def state_of(world: World, **settings: Any) -> TableState:
    """Return the table of a world, as its log would have made it."""
    header = world.game.header
    people = IDS[: header.players]
    opening = {
        "game": header.game,
        "players": header.players,
        "variant": header.variant,
        "options": dict(header.options),
        "settings": {"hints": True, "chat": "everyone"} | settings,
        "host": people[0],
        "seats": [{"person": person} for person in people],
    }
    return TableState.of(
        TABLE,
        Secret(world.seed),
        [
            Entry.of(0, "open", NOON - 5000, opening),
            Entry.of(1, "start", NOON - 4000, {"salt": ""}),
            *_events_of(world.game, NOON - 3000),
        ],
    )


def _events_of(game: Game, time: int) -> Iterator[Entry]:
    """Yield the entries of a game's events: a choice that nobody tells goes with the next draw."""
    numbers = count(2)
    unspoken: dict[str, Any] = {}
    for event in game.events:
        if event.text == "keep":
            unspoken = {"unspoken": event.as_json()}
            continue
        kind: EntryKind = "chance" if event.is_chance else "move"
        yield Entry.of(next(numbers), kind, time, {"event": event.as_json()} | unspoken)
        unspoken = {}


def keep(world: World, folder: Path, **settings: Any) -> None:
    """Put a world's table and its people into the database of a folder."""

    def fill(connection: Connection) -> None:
        for person, (name, token) in PEOPLE.items():
            add_person(connection, person, name, token)
        add_person(connection, *STRANGER)
        keys.note_moment(connection, NOON)  # a clock is believed only where it was before
        for game in SOLO_GAMES:
            for day in (day_of(NOON), day_after(day_of(NOON))):
                result_rows.add_daily_seed(connection, day, game, bytes(32))
        keys.note_moment(connection, NOON)  # as a server that has run all morning
        table_rows.add_table(connection, state_of(world, **settings))

    new_database(folder, fill)
