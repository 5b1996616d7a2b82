"""What a review promises of any game: its sums, its refusals, that it is the same every time."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import kafelki
from kafelki.bots.valuing import PLAIN, Calibrations
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import parse_record, record_of
from kafelki.play.refusal import Refusal
from kafelki.review.depths import QUICK
from kafelki.review.luck import draws_of, net_luck_of
from kafelki.review.model import BANDS, Decision, Review, step_from_json, steps_as_json
from kafelki.review.reviewing import steps_of
from kafelki.review.summary import strength_of
from kafelki.review.worths import Worths
from kafelki.rules.registry import all_seatings, rules_of
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.review.played import AnyThenBest, BestByValue, played, small, worths_of

SEATINGS = [(game, each.players, each.variant) for game, each in all_seatings()]


@pytest.mark.parametrize(("name", "players", "variant"), SEATINGS)
def test_luck_and_moves_add_up_to_the_result(name: str, players: int, variant: str) -> None:
    worths = worths_of(name, players, variant)
    game = played(worths.header)
    start = worths.over_chance(worths.engine.first_position(*worths.header.numbers), worths.seats)
    # Nobody's moves are judged: what they changed is all that is asked here.
    steps = list(steps_of(game, worths, seat=-1))
    assert sum(step.events for step in steps) == len(game.events)
    total = start.values + np.sum([step.change for step in steps], axis=0)
    assert total == pytest.approx(worths.of_result(game._position), abs=1e-9)


@pytest.mark.parametrize("name", [AT_ONCE, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE])
def test_a_summary_adds_up_and_says_which_moves_mattered(name: str) -> None:
    header = small(name, size=5) if name == WITHOUT_CHANCE else Header(name, 2)
    game = played(header)
    review = kafelki.review(game, depth="quick")
    assert review.places == game.result.places  # type: ignore[union-attr]
    for each in review.seats:
        parts = each.start + each.luck + each.skill + each.others
        assert parts == pytest.approx(each.result, abs=1e-9)
        last, worth = review.curve(each.seat)[-1]
        assert last == len(game.events)
        assert worth == pytest.approx(each.result, abs=1e-9)
        own = [step for step in review.decisions if step.seat == each.seat]
        assert sum(each.bands.values()) == each.judged == sum(not d.is_forced for d in own)
        losses = [step.loss for step in own if step.loss is not None]
        assert min(losses) >= 0
        assert each.dearest is None or review.decision_at(each.dearest).loss == max(losses)
        assert each.accuracy is not None
        assert 0 <= each.accuracy <= 100
    assert len(review.turning_points) == 3
    sizes = [max(map(abs, step.change)) for step in review.steps]
    assert min(sizes[k] for k in review.turning_points) == sorted(sizes)[-3]


def test_every_decision_tells_the_best_few_and_why() -> None:
    review = kafelki.review(played(Header(WITH_RACKS, 2)), depth="quick")
    for each in review.decisions:
        values = [choice.value for choice in each.choices]
        assert values == sorted(values, reverse=True)
        assert each.move in [choice.move for choice in each.choices]
        assert all(choice.why.en and choice.why.pl for choice in each.choices)
        played_value = next(c.value for c in each.choices if c.move == each.move)
        assert each.loss is not None
        assert each.loss == pytest.approx(values[0] - played_value)
        assert each.band == [band for band, least in BANDS.items() if each.loss >= least][-1]


@pytest.mark.parametrize("name", [AT_ONCE, WITHOUT_CHANCE])
def test_the_best_player_makes_no_error_and_a_random_one_plenty(name: str) -> None:
    header = small(name, size=5) if name == WITHOUT_CHANCE else Header(name, 2)
    worths = Worths(header, QUICK)
    best = kafelki.review(played(header, 2, [BestByValue(worths)] * 2), depth="quick")
    assert [each.loss for each in best.decisions] == [0.0] * len(best.decisions)
    assert {each.accuracy for each in best.seats} == {100.0}
    assert {each.dearest for each in best.seats} == {None}
    anyhow = kafelki.review(played(header, 2), depth="quick")
    assert min(each.loss for each in anyhow.seats) > 0.2


@pytest.mark.parametrize("name", [WITH_RACKS, WITHOUT_BOARD])
def test_who_plays_best_from_some_move_on_makes_no_error_after_it(name: str) -> None:
    header = Header(name, 2)
    worths, late = Worths(header, QUICK), len(played(header, 2).events) - 8
    bots = [AnyThenBest(worths, late)] * 2
    found = kafelki.review(played(header, 2, bots), depth="quick").decisions
    assert [each.loss for each in found if each.event >= late and each.loss] == []
    assert any(each.event >= late and len(each.choices) > 1 for each in found)
    assert sum(each.loss or 0 for each in found if each.event < late) > 0.2


def test_moves_are_tried_in_worlds_and_a_small_lead_by_chance_is_no_error() -> None:
    game = played(Header(WITH_RACKS, 2), 3)
    review = kafelki.review(game, seat=1)
    judged = [each for each in review.decisions if each.seat == 1]
    assert any(choice.error > 0 for each in judged for choice in each.choices)
    assert all(each.loss is None and not each.choices for each in review.decisions if not each.seat)
    assert sum(each.loss or 0 for each in judged) > 0.2
    assert review == kafelki.review(game, seat=1)


def test_the_same_record_gives_the_same_bytes() -> None:
    game = played(Header(AT_ONCE, 2), 4)
    again = parse_record(json.loads(json.dumps(record_of(game)))).replay()
    one, other = (
        json.dumps(kafelki.review(each, depth="quick").as_json()) for each in (game, again)
    )
    assert one == other


def test_an_unfinished_game_is_not_reviewed() -> None:
    game = played(Header(AT_ONCE, 2), 4)
    game.back()
    with pytest.raises(Refusal, match="not over"):
        kafelki.review(game)
    with pytest.raises(Refusal, match="not over"):
        kafelki.review(Game(WITHOUT_CHANCE))


def test_a_review_is_asked_for_properly() -> None:
    game = played(Header(AT_ONCE, 1), 4)
    with pytest.raises(Refusal, match="no seat 1"):
        kafelki.review(game, 1)
    with pytest.raises(Refusal, match="no depth 'deepest'"):
        kafelki.review(game, depth="deepest")


class Stopped(Exception):
    """Somebody has stopped a review."""


def test_a_review_that_was_stopped_goes_on_where_it_stopped(tmp_path: Path) -> None:
    game = played(Header(AT_ONCE, 2), 5)
    seen: list[str] = []

    def stop_in_the_middle(item: str) -> None:
        seen.append(item)
        if len(seen) == 30:
            raise Stopped

    with pytest.raises(Stopped):
        kafelki.review(game, depth="quick", advance=stop_in_the_middle, cache=tmp_path)
    (file,) = tmp_path.iterdir()
    assert len(file.read_text().splitlines()) == 30
    file.write_text(file.read_text() + '{"kind": "dra')  # cut in the middle of a line
    review = kafelki.review(game, depth="quick", cache=tmp_path)
    assert review == kafelki.review(game, depth="quick")
    assert len(file.read_text().splitlines()) == len(review.steps)
    before = file.stat().st_mtime_ns
    assert kafelki.review(game, depth="quick", cache=tmp_path) == review
    assert file.stat().st_mtime_ns == before


def test_other_questions_are_kept_apart(tmp_path: Path) -> None:
    game = played(Header(AT_ONCE, 2), 5)
    for seat in (None, 0, 1):
        kafelki.review(game, seat, depth="quick", cache=tmp_path)
    kafelki.review(played(Header(AT_ONCE, 2), 6), depth="quick", cache=tmp_path)
    assert len(list(tmp_path.iterdir())) == 4


def test_steps_come_back_from_json() -> None:
    review = kafelki.review(played(Header(WITH_RACKS, 2), 7), depth="quick")
    told = json.loads(json.dumps(steps_as_json(review.steps)))
    assert tuple(step_from_json(each) for each in told) == review.steps


def test_mean_luck_is_nought() -> None:
    worths = worths_of(AT_ONCE)
    lucks = [net_luck_of(played(worths.header, number), worths)[0] for number in range(30)]
    error = np.std(lucks) / len(lucks) ** 0.5
    assert abs(np.mean(lucks)) < 4 * error
    assert np.std(lucks) > 0.01


def test_luck_by_itself_is_the_luck_of_the_review() -> None:
    worths = worths_of(WITH_RACKS)
    game = played(worths.header, 8)
    draws = [step for step in steps_of(game, worths, -1) if not isinstance(step, Decision)]
    alone = list(draws_of(game, worths))
    assert [each.texts for each in alone] == [each.texts for each in draws]
    for one, other in zip(alone, draws, strict=True):
        assert one.luck == pytest.approx(other.luck, abs=1e-12)
    net = net_luck_of(game, worths)
    assert sum(net) == pytest.approx(0, abs=1e-9)  # what one draws unseen, the other lacks


def test_what_others_draw_unseen_is_no_luck_of_ones_own() -> None:
    worths = worths_of(WITH_RACKS)
    for draw in draws_of(played(worths.header, 9), worths):
        if draw.events == 1 and draw.is_hidden:
            assert draw.luck[1 - draw.seat] == pytest.approx(0, abs=1e-12)


def test_partners_share_a_result() -> None:
    worths = worths_of(WITH_PAIRS, 4, "pairs")
    game = played(worths.header, 1)
    ended = worths.of_result(game._position)
    assert ended[0] == ended[2] == 1 - ended[1] == 1 - ended[3]


@pytest.mark.parametrize(
    ("places", "worths"),
    [
        ((1, 2, 3), (1.0, 0.5, 0.0)),
        ((1, 1, 3), (0.75, 0.75, 0.0)),
        ((2, 1, 2), (0.25, 1.0, 0.25)),
        ((1, 1, 1), (0.5, 0.5, 0.5)),
    ],
)
def test_a_place_among_three(
    places: tuple[int, ...], worths: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = worths_of(AT_ONCE, 3)
    monkeypatch.setattr(table.engine, "result", lambda position, players: (1, places))
    assert table.of_result(table.engine.first_position(*table.header.numbers)) == pytest.approx(
        worths
    )


def test_a_game_without_values_of_its_own_is_reviewed_plainly() -> None:
    header = Header(WITHOUT_BOARD, 2)
    worths = Worths(header, QUICK, PLAIN, Calibrations())
    game = played(header, 2)
    steps = list(steps_of(game, worths, 0))
    losses = [step.loss for step in steps if isinstance(step, Decision) and step.seat == 0]
    assert max(loss for loss in losses if loss is not None) > 0.1
    assert not worths.calibrations.measured(header)


def test_strength_lies_between_the_levels_that_give_away_as_much() -> None:
    known = Calibrations(losses=[(2, 0.10, 0.1), (3, 0.06, 0.1), (4, 0.02, 0.05)])
    found = strength_of([0.04] * 100, known)
    assert found is not None
    assert found.level == pytest.approx(3.5)
    assert found.low < 3.5 < found.high
    weak = strength_of([0.5] * 4, known)
    assert weak is not None
    assert weak.level == 0.0
    assert strength_of([], known) is None
    assert strength_of([0.1], Calibrations()) is None


def test_the_review_of_every_game_is_calibrated_for_two() -> None:
    for game, players, variant in SEATINGS:
        if players == 2:
            header = Header(game, players, variant)
            assert Worths(header, QUICK).calibrations.measured(header), game


def test_a_review_tells_itself_in_short() -> None:
    review = kafelki.review(played(small(WITHOUT_CHANCE, size=5)), depth="quick")
    assert isinstance(review, Review)
    assert repr(review).startswith(f"<review of {WITHOUT_CHANCE}, ")
    assert rules_of(WITHOUT_CHANCE).name.en in review._repr_html_()
