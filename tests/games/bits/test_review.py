"""Values of Bits near the end, beside what plain enumeration finds."""

from __future__ import annotations

from random import Random

import pytest

import kafelki
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import play_event
from kafelki.review.reviewing import steps_of
from tests.review.played import played, worths_of


def test_the_last_card_of_a_player_alone() -> None:
    worths = worths_of("bits", 1)
    game = played(worths.header, 1)
    before = Game(game.header, engine=worths.engine)
    for event in game.events[:-2]:
        before._repeat(event)
    assert before.chance_due
    total = weight = 0
    for card, cards in before.chance_outcomes().items():
        shown = before.copy()
        shown.play_chance(card)
        best = -99
        for move in shown.legal_texts(0):
            after = shown.copy()
            after.play(move, 0)
            assert after.over
            best = max(best, sum(after.scores[0]))
        total += cards * best
        weight += cards
    found = worths.over_chance(before._position, worths.seats)
    assert found.values[0] * 20 == pytest.approx(total / weight, abs=1e-12)


def test_the_last_card_of_two() -> None:
    worths = worths_of("bits")
    for number in range(20):
        game = played(worths.header, number)
        if game.events[-3].is_chance:  # both had room for a last tile
            break
    before = Game(game.header, engine=worths.engine)
    for event in game.events[:-3]:
        before._repeat(event)
    assert before.chance_due
    total = weight = 0.0
    for card, cards in before.chance_outcomes().items():
        shown = before.copy()
        shown.play_chance(card)
        points = [
            max(_points(shown, seat, move) for move in shown.legal_texts(seat)) for seat in (0, 1)
        ]
        total += cards * (1.0 if points[0] > points[1] else 0.5 * (points[0] == points[1]))
        weight += cards
    found = worths.over_chance(before._position, worths.seats)
    assert found.values[0] == pytest.approx(total / weight, abs=1e-12)
    assert found.values[1] == pytest.approx(1 - total / weight, abs=1e-12)


def _points(game: Game, seat: int, move: str) -> int:
    """Return all points of a seat when it makes a move and the other one any."""
    after = game.copy()
    after.play(move, seat)
    for other in after.to_act:
        after.play(after.legal_moves(other)[0], other)
    assert after.over
    return sum(after.scores[seat])


def test_other_colours_give_the_same_values() -> None:
    worths = worths_of("bits")
    game = played(worths.header, 2)
    letters = dict(zip("OBVY", Random(1).sample("OBVY", 4), strict=True))
    other = Game(game.header)
    for event in game.events:
        play_event(other, _recoloured(event.as_json(), letters))
    ours, theirs = (list(steps_of(each, worths, -1)) for each in (game, other))
    for one, mapped in zip(ours, theirs, strict=True):
        assert one.change == pytest.approx(mapped.change, abs=1e-12)


def _recoloured(event: dict[str, object], letters: dict[str, str]) -> dict[str, object]:
    key = "move" if "move" in event else "chance"
    words = str(event[key]).split(" ")
    at = 0 if key == "move" else 1
    if words[0] != "task":
        tile = "".join(letters[letter] for letter in words[at])
        words[at] = tile if key == "move" else "".join(sorted(tile, key="OBVY".index))
    return {**event, key: " ".join(words)}


def test_a_review_tells_of_every_round() -> None:
    review = kafelki.review(played(Header("bits", 2), 3), 0, depth="quick")
    assert [remark.en[:8] for remark in review.seats[0].remarks] == [
        "Round 1:",
        "Round 2:",
        "Round 3:",
    ]
