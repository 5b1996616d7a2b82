"""Records that were written before their seed was out, checked as far as they go.

They are of a game under way, as one viewer saw it, or of a day's challenge before the day
was over. Nothing about their chance can be verified yet; what they show can be checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kafelki.play.game import Game
from kafelki.play.record import Record, play_event
from kafelki.play.refusal import Refusal, understood
from kafelki.rules.contract import Rules


def is_unfinished(record: Record) -> bool:
    """Return whether a record says that it was written before its seed was out."""
    return record.seed is None and any(key in record.extra for key in ("viewer", "daily"))


def check_unfinished(record: Record) -> Game:
    """Return the game as far as everything is known; Refusal when something shown is unsound.

    Behind the first event that was hidden from the viewer only the form can be checked.
    """
    if record.commitment is None:
        raise Refusal("the record has no commitment to check its seed against later")
    if "viewer" not in record.extra:
        return record.replay()
    viewer, players = record.extra["viewer"], record.header.players
    if viewer is not None and (type(viewer) is not int or not 0 <= viewer < players):
        raise Refusal(f"'viewer' is a seat or null, not {viewer!r}")
    if record.result is not None:
        raise Refusal("a game that has a result hides nothing from anybody")
    game = Game(record.header)
    known = True
    for number, event in enumerate(record.events):
        try:
            known = known and not _is_hidden(game.rules, event)
            if known:
                play_event(game, _without_shown(game.rules, event))
            else:
                _check_form(game, event)
        except Refusal as refusal:
            raise refusal.at(number) from None
    return game


def _without_shown(rules: Rules, event: Any) -> Any:
    """Return an event without the tiles that it laid open: they follow from the others."""
    moves = [rules.move_text(number) for number in rules.lays_open]
    if isinstance(event, Mapping) and event.get("move") in moves:
        return {key: value for key, value in event.items() if key != "shown"}
    return event


def _is_hidden(rules: Rules, event: Any) -> bool:
    """Return whether something happened that the viewer was not told."""
    if not isinstance(event, Mapping):
        return False
    if isinstance(event.get("chance"), str):
        return event["chance"] in rules.hidden_outcomes
    return rules.simultaneous and event.get("move", "") is None


def _check_form(game: Game, event: Any) -> None:
    """Refuse what could not be an event of the game, whatever was hidden before."""
    event = _without_shown(game.rules, event)
    kind = "move" if isinstance(event, Mapping) and "move" in event else "chance"
    if not isinstance(event, Mapping) or not {kind} <= set(event) <= {kind, "seat"}:
        raise Refusal(f"an event has 'seat' and 'move', or 'chance', not {event!r:.60}")
    seat = event.get("seat", 0 if kind == "chance" else None)
    if type(seat) is not int or not 0 <= seat < game.header.players:
        raise Refusal(f"there is no seat {seat!r:.60}")
    if _is_hidden(game.rules, event):
        return
    if not isinstance(event[kind], str):
        raise Refusal(f"a {kind} is a short text, not {event[kind]!r:.60}")
    number_of = game.rules.move_number if kind == "move" else game.rules.outcome_number
    understood(number_of, event[kind])
