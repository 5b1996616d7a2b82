"""The one door for information: what a viewer may know of a game, and nothing else.

Everything that people, bots or pages are shown comes from here. A viewer is a
seat's number, `None` for a spectator, or `EVERYTHING` for what is revealed once a
game is over. Views are built from allow-lists: two positions that a viewer cannot
tell apart give the same view to the byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from functools import cache
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from kafelki.play.game import Event, Game
from kafelki.play.refusal import Refusal
from kafelki.rules.registry import rules_of

EVERYTHING = "all"

Viewer = int | str | None
Rows = npt.NDArray[np.int16]


def view(game: Game, viewer: Viewer = None) -> dict[str, Any]:
    """Return what a viewer may know of a game now, ready for JSON.

    For a seat that is to act it holds the legal moves with what each would bring.
    """
    return view_of(game, viewer, common_view(game))


def common_view(game: Game) -> dict[str, Any]:
    """Return what all viewers of a game see in the same way: made once, it serves `view_of`."""
    return {
        "game": game.header.game,
        "players": game.header.players,
        "variant": game.header.variant,
        "options": dict(game.header.options),
        "teams": game.header.teams,
        "seats": [dict(seat) for seat in game.seats],
        "commitment": game.commitment,
        "after": told_events(game),
        "over": game.over,
        "chance": game.chance_due,
        "to_act": list(game.to_act),
        "result": _result(game),
        **({} if game.rules.hands else {"hands": _open_hands(game)}),
        **game.rules.common(game._position),
        **({"swapped": _swapped(game)} if game.rules.lays_open else {}),
    }


def _result(game: Game) -> dict[str, Any] | None:
    if (result := game.result) is None:
        return None
    return result.as_json() | ({"title": result.title._asdict()} if result.title else {})


def _swapped(game: Game) -> dict[str, Any] | None:
    """Return who has shown which tiles for a swap since the last placement (AX-13, GE-12)."""
    for number in reversed(range(len(game._events))):
        event = game._events[number]
        if _lays_open(event):
            return {"seat": event.seat, "tiles": _laid_open(game, [number])[number]}
        if not event.is_chance and game.rules.move_cells(event.number):
            return None
    return dict(game.origin.swapped) if game.origin and game.origin.swapped else None


def view_of(
    game: Game,
    viewer: Viewer,
    common: dict[str, Any],
    rows: Callable[[Rows], Any] = np.ndarray.tolist,
) -> dict[str, Any]:
    """Return what a viewer may know, with what is common to all viewers of that moment.

    What moves would bring is in lists, or in what `rows` makes of the table.
    """
    _check_viewer(game, viewer)
    sees_all = viewer == EVERYTHING or game.over
    eyes = viewer if isinstance(viewer, int) and not sees_all else -1
    may_move = isinstance(viewer, int) and viewer in game.to_act
    return {
        **common,
        **game.rules.own(game._position, eyes),
        **(_revealed(game, common) if sees_all else {}),
        "viewer": viewer,
        "last": _last_move(game, viewer),
        "legal": consequences(game, eyes, rows) if may_move else None,
    }


def open_view(game: Game, seat: int | None) -> dict[str, Any]:
    """Return a game laid open, with the legal moves of a seat that is to act.

    It is for who tries things out from a game that is over: they act for all, and see all.
    """
    shown = view(game, EVERYTHING)
    if seat is not None:
        shown |= {"viewer": seat, "legal": consequences(game, seat)}
    return with_counted(game, EVERYTHING, shown)


def _check_viewer(game: Game, viewer: Viewer) -> None:
    is_seat = type(viewer) is int and 0 <= viewer < game.header.players
    if not (is_seat or viewer is None or viewer == EVERYTHING):
        raise Refusal(f"{viewer!r} is not a viewer: a seat, None for a spectator, or 'all'")


def _revealed(game: Game, common: dict[str, Any]) -> dict[str, Any]:
    """Return the hands and boards laid open, and every event counted."""
    after = _before(game) + len(game._events)
    return {**common, "hands": _open_hands(game), "cells": game.cells, "after": after}


def _open_hands(game: Game) -> list[dict[str, Any]]:
    return [{"tiles": hand, "hidden": 0} for hand in game.hands]


def _before(game: Game) -> int:
    """Return how many events there were before the game was taken up."""
    return game.origin.after if game.origin else 0


def is_unspoken(event: Event) -> bool:
    """Return whether an event is a choice that nobody announces, such as not to swap."""
    return not event.is_chance and event.number in rules_of(event.game).unspoken


def told_events(game: Game) -> int:
    """Return how many events everybody counts: all once the game is over, else those announced."""
    if game.over or not game.rules.unspoken:
        return _before(game) + len(game._events)
    return _before(game) + sum(not is_unspoken(event) for event in game._events)


def event_views(
    game: Game, viewer: Viewer = None, numbers: Iterable[int] | None = None
) -> list[dict[str, Any]]:
    """Return events (all, or those numbered) as a viewer may know them; a hidden move is null.

    Others see that a tile was drawn, not which; in a simultaneous game, that a seat
    has moved, not how, until all have. A swap shows the tiles that it laid open. That
    somebody did not swap is left out until the game is over.
    """
    _check_viewer(game, viewer)
    events = game._events
    sees_all = viewer == EVERYTHING or game.over
    chosen = [
        number
        for number in (range(len(events)) if numbers is None else numbers)
        if sees_all or not is_unspoken(events[number])
    ]
    laid_open = _laid_open(game, [k for k in chosen if _lays_open(events[k])])
    shown = []
    for number in chosen:
        event = events[number]
        data = event.as_json()
        if _is_hidden(game, viewer, number):
            data |= {"chance": event.text.split(" ")[0]} if event.is_chance else {"move": None}
        if number in laid_open:
            data["shown"] = laid_open[number]
        shown.append(data)
    return shown


def _lays_open(event: Event) -> bool:
    return not event.is_chance and event.number in rules_of(event.game).lays_open


def _is_hidden(game: Game, viewer: Viewer, number: int) -> bool:
    event = game._events[number]
    if viewer == EVERYTHING or game.over:
        return False
    if is_unspoken(event):
        return True
    if event.seat == viewer:
        return False
    if event.is_chance:
        return event.text.split(" ")[0] in game.rules.hidden_outcomes
    # Whatever follows the last chance event is still under way while somebody is to act.
    return (
        game.rules.simultaneous
        and bool(game.to_act)
        and not any(later.is_chance for later in game._events[number:])
    )


def _laid_open(game: Game, swaps: list[int]) -> dict[int, list[str]]:
    """Return the tiles that each of these swaps laid open, by its number (AX-13, GE-12)."""
    if not swaps:
        return {}
    replayed = game.copy()
    tiles = {}
    for number in swaps:
        replayed.go_to(number + 1)
        tiles[number] = game.rules.common(replayed._position)["shown"]
    return tiles


def _last_move(game: Game, viewer: Viewer) -> dict[str, Any] | None:
    """Return the last move that the viewer may know, and the cells that were covered last.

    A choice that follows a placement (to swap, to take) leaves that placement marked.
    """
    moves = (game._events[number] for number in _known_moves(game, viewer))
    earlier = None if game.origin is None else game.origin.last
    last = next(moves, None)
    if last is None:
        return None if earlier is None else dict(earlier)
    placements = (game.rules.move_cells(event.number) for event in chain([last], moves))
    cells = next((cells for cells in placements if cells), earlier and earlier["cells"])
    return {"seat": last.seat, "move": last.text, "cells": list(cells or ())}


def _known_moves(game: Game, viewer: Viewer) -> Iterator[int]:
    """Yield the numbers of the moves that a viewer may know, the last one first."""
    events = game._events
    for number in reversed(range(len(events))):
        if not events[number].is_chance and not _is_hidden(game, viewer, number):
            yield number


def with_counted(game: Game, viewer: Viewer, shown: dict[str, Any]) -> dict[str, Any]:
    """Return a view in which the last move, if it is a placement, also says what it counted.

    Where all act at once on boards of their own, a move counts nothing by itself.
    """
    number = next(_known_moves(game, viewer), None)
    if number is None or game.rules.simultaneous:
        return shown
    if not game.rules.move_cells(game._events[number].number):
        return shown
    return shown | {"last": shown["last"] | {"counted": asdict(game.explain_event(number))}}


def consequences(
    game: Game, seat: int, as_rows: Callable[[Rows], Any] = np.ndarray.tolist
) -> dict[str, Any]:
    """Return a seat's legal moves in text order, and a row for each: what it would bring.

    `columns` names the numbers of a row: points by colour, pyramids, extra turns, …
    """
    moves = game.legal_moves(seat).numbers
    rows = game._engine.consequences(game._position, seat, moves)
    texts, places = _text_order(game.header.game)
    order = places[moves].argsort()
    return {
        "columns": list(game.rules.consequence_names),
        "moves": texts[moves[order]].tolist(),
        "rows": as_rows(rows[order]),
    }


@cache
def _text_order(game: str) -> tuple[npt.NDArray[np.object_], npt.NDArray[np.intp]]:
    """Return by a move's number its text, and its place in the order of all texts of the game."""
    rules = rules_of(game)
    texts = np.array([rules.move_text(number) for number in range(rules.move_count)], dtype=object)
    return texts, texts.argsort().argsort()
