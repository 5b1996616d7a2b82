"""Nobody learns what is hidden: worlds that a viewer cannot tell apart look the same to the byte.

For a point of a random game and a viewer, a second world is made that differs only in what
the viewer has no means to know: other tiles were drawn unseen, other moves are not shown yet.
It is played from the start, so it is a game that could have happened. Games are compiled here: what
is looked at are the views, and machine_code.py holds compiled and interpreted rules equal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

from kafelki.batch.observing import observed
from kafelki.play.game import Game
from kafelki.play.record import record_of
from kafelki.play.refusal import Refusal
from kafelki.play.view import EVERYTHING, Viewer, consequences, event_views, is_unspoken, view
from kafelki.rules.contract import Rules
from kafelki.rules.engine import compiled_engine
from kafelki.testing.random_games import Table, finished_game, plies, raised
from kafelki.testing.views import viewers_of

ENOUGH = 6
"""So many other worlds are compared."""
TRIED = 60
"""So many moves, legal or not, are tried for what is said about them."""


def worlds_that_a_viewer_cannot_tell_apart_look_the_same(table: Table) -> None:
    """Check all that each viewer is told, and what bots and learners are given to think with."""
    for viewer in (None, *range(table.players)):
        random = Random(31)
        compared = 0
        for game in points_of(finished_game(table, 31, engine=compiled_engine(table.game)), random):
            for world in other_worlds(game, viewer, random, attempts=2):
                assert told(world, viewer) == told(game, viewer)
                assert _known(world, viewer) == _known(game, viewer)
                assert _observed(world, viewer) == _observed(game, viewer)
                assert view(world, EVERYTHING) != view(game, EVERYTHING)
                compared += 1
            if compared >= ENOUGH:
                break
        assert compared >= ENOUGH or not has_secrets(table, game.rules, viewer), "too few worlds"


def who_holds_other_tiles_can_tell(table: Table) -> None:
    """Check the same worlds, seen by those whose own tiles or boards have changed."""
    random = Random(32)
    noticed = 0
    for game in points_of(finished_game(table, 32, engine=compiled_engine(table.game)), random):
        for world in other_worlds(game, None, random, attempts=1):
            for seat in range(table.players):
                if _own(game, seat) != _own(world, seat):
                    assert told(world, seat) != told(game, seat)
                    assert _observed(world, seat) != _observed(game, seat)
                    noticed += 1
        if noticed >= ENOUGH:
            return
    assert not has_secrets(table, game.rules, None), "too few worlds"


def events_tell_no_more_than_views(table: Table) -> None:
    """Check that a draw which changes nothing in what somebody sees is not told to them either."""
    for game in plies(table.begin(engine=compiled_engine(table.game)), Random(33)):
        outcomes = list(game.chance_outcomes())
        worlds = [game.copy() for _ in outcomes[:2]]
        for world, outcome in zip(worlds, outcomes, strict=False):
            world.play_chance(outcome)
        for viewer in (None, *range(table.players)) if len(worlds) == 2 else ():
            one, other = (json.dumps(view(world, viewer)) for world in worlds)
            if one == other:
                one, other = (json.dumps(event_views(world, viewer)[-1]) for world in worlds)
                assert one == other


def the_seed_leaves_no_game_before_its_end(table: Table) -> None:
    """Check views, events and records: they commit to the seed without giving it away."""
    seed = bytes(range(100, 132))
    for game in plies(table.begin(seed=seed), Random(35)):
        assert game.commitment is not None
        if len(game.events) % 19 == 0 or game.over:
            outlets = [(view(game, who), event_views(game, who)) for who in viewers_of(game)]
            text = json.dumps([outlets, record_of(game), repr(game)])
            assert (seed.hex() in text) == game.over
            assert game.commitment in text


def has_secrets(table: Table, rules: Rules, viewer: Viewer) -> bool:
    """Return whether there ever is something to hide from a viewer."""
    if rules.simultaneous:
        return table.players > 1
    return bool(rules.hidden_outcomes) and (table.players > 1 or viewer is None)


def points_of(whole: Game, random: Random) -> Iterator[Game]:
    """Yield a finished game at all its points but the last, in any order."""
    for number in random.sample(range(len(whole.events)), len(whole.events)):
        whole.go_to(number)
        yield whole


def other_worlds(game: Game, viewer: Viewer, random: Random, attempts: int) -> Iterator[Game]:
    """Yield games that differ from this one in what the viewer cannot know, and only there."""
    change = _with_other_moves if game.rules.simultaneous else _with_other_draws
    for _ in range(attempts):
        world = _replayed(game, change(game, viewer, random))
        if world and world.position != game.position and same_turn(game, world):
            yield world


def same_turn(game: Game, world: Game) -> bool:
    """Return whether everybody sees the same thing happen next: a move, a draw, the end."""
    return (game.to_act, game.chance_due) == (world.to_act, world.chance_due)


def _with_other_draws(game: Game, viewer: Viewer, random: Random) -> dict[int, str]:
    """Return other texts for some draws that the viewer did not see: later ones trade with them."""
    texts = [event.text for event in game.events]
    unseen = [
        number
        for number, event in enumerate(game.events)
        if event.is_chance
        and event.seat != viewer
        and texts[number].split(" ")[0] in game.rules.hidden_outcomes
    ]
    # What was drawn long ago was mostly played since: another tile could not have been.
    late = unseen[-random.choice((1, 3, 9)) :]
    for number in random.sample(late, min(len(late), random.choice((1, 2)))):
        before = game.copy()
        before.go_to(number)
        other = random.choice(list(before.chance_outcomes()))
        later = [k for k in unseen if k > number and texts[k] == other]
        if later:
            texts[later[0]] = texts[number]
        texts[number] = other
    return {number: texts[number] for number in unseen}


def _with_other_moves(game: Game, viewer: Viewer, random: Random) -> dict[int, str]:
    """Return other texts for the moves that are not shown yet."""
    texts = {}
    for number in reversed(range(len(game.events) if game.to_act else 0)):
        event = game.events[number]
        if event.is_chance:
            break
        if event.seat != viewer:
            before = game.copy()
            before.go_to(number)
            texts[number] = random.choice(before.legal_texts(event.seat))
    return texts


def _replayed(game: Game, changes: dict[int, str]) -> Game | None:
    """Return the game with other texts for some of its events, if it could have gone so.

    Who has in one world only a choice that is not announced says nothing in it.
    """
    world = Game(game.header, seats=game.seats, engine=game._engine)
    try:
        for number, event in enumerate(game.events):
            text = changes.get(number, event.text)
            silent = _unspoken(world)
            if event.is_chance:
                if silent:
                    world.play(silent)
                world.play_chance(text)
            elif is_unspoken(event) and not silent:
                continue
            else:
                world.play(text, event.seat)
    except Refusal:  # such as: in this world that tile is not held
        return None
    return world


def _unspoken(game: Game) -> str:
    """Return the move that is to be made without announcing it, if there is one."""
    if not game.rules.unspoken:
        return ""
    legal = game.legal_moves().numbers.tolist()
    return next((game.rules.move_text(k) for k in legal if k in game.rules.unspoken), "")


def told(game: Game, viewer: Viewer) -> str:
    """Return everything that a viewer is told, as text."""
    everything: list[object] = [view(game, viewer), event_views(game, viewer)]
    if isinstance(viewer, int) and viewer in game.to_act:
        everything.append(consequences(game, viewer))
        moves = game.legal_moves(viewer)
        everything += [repr(game.explain(move, viewer)) for move in moves[:: 1 + len(moves) // 9]]
    if isinstance(viewer, int):
        numbers = range(0, game.rules.move_count, 1 + game.rules.move_count // TRIED)
        texts = map(game.rules.move_text, numbers)
        everything += [str(raised(Refusal, game.explain, text, viewer) or "") for text in texts]
    return json.dumps(everything)


def _known(game: Game, viewer: Viewer) -> bytes:
    """Return the position as far as a viewer knows it: what bots of that seat think with."""
    position = game._position.copy()
    game._kernels.conceal(position, viewer if isinstance(viewer, int) else -1)
    return position.tobytes()


def _observed(game: Game, viewer: Viewer) -> list[bytes]:
    """Return what a seat observes; spectators do not."""
    if not isinstance(viewer, int):
        return []
    return [array.tobytes() for array in observed(game, viewer)]


def _own(game: Game, seat: int) -> object:
    """Return what only a seat itself knows: its hand, or its board while all act at once."""
    return game.hands[seat] or (game.cells[seat] if game.rules.simultaneous else None)
