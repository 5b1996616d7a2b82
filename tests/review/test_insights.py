"""What reviews teach a player, and what many of them come to: with numbers worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

import kafelki
from kafelki.play.game import Game
from kafelki.review.insights import Habit, Mean, Played, insights
from kafelki.review.lessons import NOTHING, Lesson, Phase, Tally, lessons_of, lessons_of_review
from kafelki.review.model import Choice, Decision
from kafelki.rules.texts import Text
from tests.games.examples import WITH_PAIRS, WITH_RACKS, WITHOUT_CHANCE

JANUARY, FEBRUARY = 1_800_000_000_000, 1_802_000_000_000
"""15 January and 7 February 2027."""
WHY = Text("", "")


def lesson(
    accuracy: float | None = 80.0,
    luck: float = 0.0,
    result: float = 1.0,
    losses: tuple[int, float] = (10, 0.5),
    passed_over: dict[str, Tally] | None = None,
    phases: tuple[float | None, ...] = (90.0, 80.0, 70.0),
) -> Lesson:
    return Lesson(
        accuracy=accuracy,
        decisions=Tally(*losses),
        net_luck=luck,
        result=result,
        without_luck=result - luck,
        bands={"none": losses[0]},
        phases=tuple(Phase(each, Tally(3, 0.3)) for each in phases),
        passed_over=passed_over or {},
        parties=2,
        whole=1.0,
    )


def game_of(game: str, taught: Lesson, **more: object) -> Played:
    given = {"players": 2, "seat": 0, "ended": JANUARY, "opponents": ("level-2",)} | more
    return Played(game, lesson=taught, **given)  # type: ignore[arg-type]


def numbers(mean: Mean | None) -> list[Any]:
    assert mean is not None
    return [mean.mean, mean.half]


def test_games_are_put_together_each_counting_the_same() -> None:
    found = insights(
        [
            game_of(WITH_RACKS, lesson(70.0, 0.1, 1.0, (10, 0.5))),
            game_of(WITH_RACKS, lesson(90.0, -0.3, 0.0, (30, 0.3)), ended=FEBRUARY, seat=1),
            game_of(WITHOUT_CHANCE, lesson(None, 0.0, 0.5, (0, 0.0)), opponents=("Ola", "Jan")),
        ]
    )
    # (70 + 90) / 2; the standard error of two is half of what they differ by: 10.
    assert numbers(found.all.accuracy) == [80.0, pytest.approx(19.6)]
    assert (found.all.games, found.all.decisions) == (3, 40)
    assert found.all.loss == pytest.approx(0.8 / 40)
    assert found.all.luck is not None
    assert found.all.luck.mean == pytest.approx(-0.2 / 3)
    assert numbers(found.all.result) == [0.5, pytest.approx(1.96 * 0.5 / 3**0.5)]
    assert [(name, each.games) for name, each in found.games] == [
        (WITH_RACKS, 2),
        (WITHOUT_CHANCE, 1),
    ]
    assert dict(found.games)[WITHOUT_CHANCE].accuracy is None
    assert dict(found.games)[WITHOUT_CHANCE].luck == Mean(0.0, None)
    assert [name for name, _ in found.months] == ["2027-01", "2027-02"]
    assert [(name, each.games) for name, each in found.opponents] == [
        ("level-2", 2),
        ("Jan", 1),
        ("Ola", 1),
    ]
    assert [(name, each.games) for name, each in found.seats] == [("0", 2), ("1", 1)]
    assert [each.accuracy.mean for each in found.phases if each.accuracy] == [90.0, 80.0, 70.0]
    assert found.phases[2].decisions == 9
    assert found.phases[2].loss == pytest.approx(0.1)


def test_the_dearest_habit_comes_first() -> None:
    found = insights(
        [
            game_of(WITH_RACKS, lesson(passed_over={"R": Tally(2, 0.1), "": Tally(1, 0.3)})),
            game_of(WITH_RACKS, lesson(passed_over={"R": Tally(1, 0.25)})),
            game_of(WITH_PAIRS, lesson(passed_over={"R": Tally(5, 0.2)})),
        ]
    )
    assert [(each.game, each.what, each.errors.times) for each in found.habits] == [
        (WITH_RACKS, "R", 3),
        (WITH_RACKS, "", 1),
        (WITH_PAIRS, "R", 5),
    ]
    assert found.habits[0] == Habit(WITH_RACKS, "R", Tally(3, pytest.approx(0.35)))  # type: ignore[arg-type]


def test_strength_is_estimated_from_all_decisions_in_games_for_two() -> None:
    one = insights([game_of(WITHOUT_CHANCE, lesson(losses=(10, 0.5)))])
    many = insights([game_of(WITHOUT_CHANCE, lesson(losses=(10, 0.5)))] * 16)
    three = insights([game_of(WITHOUT_CHANCE, lesson(), players=3)])
    ((game, first),), ((_, later),) = one.strengths, many.strengths
    assert game == WITHOUT_CHANCE
    assert later.level == pytest.approx(first.level)
    assert later.high - later.low < first.high - first.low
    assert three.strengths == ()


def test_nothing_was_played() -> None:
    found = insights([])
    assert (found.all.games, found.all.accuracy, found.games, found.habits) == (0, None, (), ())
    assert [each.decisions for each in found.phases] == [0, 0, 0]


# What one review teaches


def error(event: int, played: str, best: str, loss: float) -> Decision:
    choices = (Choice(best, 0.6, 0.0, WHY), Choice(played, 0.6 - loss, 0.0, WHY))
    return Decision(event, event % 2, played, (0.0, 0.0), choices, legal=9, loss=loss)


def summary(accuracy: float | None = 50.0) -> dict[str, object]:
    return {
        "accuracy": accuracy,
        "net_luck": 0.0,
        "result": 1.0,
        "without_luck": 1.0,
        "bands": {"none": 0},
    }


def test_errors_are_told_by_what_the_better_move_brought() -> None:
    game = kafelki.new_game(WITHOUT_CHANCE, options={"size": 5})
    # Signs that touch make a line of two; X of the tile lies on the first cell that is named.
    for move in ("XO a1 b1", "XO a5 b5", "XO a3 b3", "XO e1 e2"):
        game.play(move)
    steps = [
        # Beside X on a1 and O on b1: X on a2 makes two of one's own, O on b2 two of the other's.
        error(2, "XO a3 b3", "XO a2 b2", 0.2),
        error(3, "XO e1 e2", "XO e2 e1", 0.05),
    ]
    first, second = lessons_of(game, steps, [summary(), summary()], 2, 1.0)
    own, theirs = game.rules.consequence_names
    assert first.passed_over == {own: Tally(1, 0.2)}
    assert second.passed_over == {NOTHING: Tally(1, 0.05)}
    assert theirs not in first.passed_over
    assert first.decisions == Tally(1, 0.2)
    # The third of four events is in the second third (3 · 2 / 4 = 1), the fourth in the last.
    assert [each.decisions.times for each in first.phases] == [0, 1, 0]
    assert [each.decisions.times for each in second.phases] == [0, 0, 1]
    assert [(each.event, each.move, each.choices[0].move) for each in first.mistakes] == [
        (2, "XO a3 b3", "XO a2 b2")
    ]


def test_small_errors_are_no_mistakes_and_forced_moves_no_decisions() -> None:
    game = kafelki.new_game(WITHOUT_CHANCE, options={"size": 5})
    for move in ("XO a1 b1", "XO a5 b5"):
        game.play(move)
    forced = Decision(1, 1, "XO a5 b5", (0.0, 0.0), legal=1, loss=0.0)
    small = error(0, "XO a1 b1", "XO c3 d3", 0.029)
    first, second = lessons_of(game, [small, forced], [summary(), summary(None)], 2, 1.0)
    assert (first.mistakes, first.decisions.times) == ((), 1)
    assert (second.decisions.times, second.accuracy) == (0, None)


def test_a_lesson_is_kept_as_text(finished: Game) -> None:
    review = kafelki.review(finished, depth="quick")
    for seat, taught in enumerate(lessons_of_review(finished, review)):
        kept = Lesson.from_json(taught.as_json())
        assert kept.accuracy == review.seats[seat].accuracy
        assert kept == Lesson(**{**vars(taught), "mistakes": ()})
        dearest = max(taught.mistakes, key=lambda each: each.loss)
        assert dearest.event == review.seats[seat].dearest


@pytest.fixture
def finished() -> Game:
    from tests.review.played import played, small

    return played(small(WITHOUT_CHANCE, size=5))
