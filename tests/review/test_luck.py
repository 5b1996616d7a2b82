"""Tournaments with luck taken out: right on average, and told beside the plain result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kafelki.arena.executors import in_this_process
from kafelki.arena.schedule import TournamentPlan
from kafelki.arena.tournament import run
from kafelki.bots.protocol import Budget
from kafelki.cli import app
from kafelki.play.header import Header
from kafelki.play.refusal import Refusal
from kafelki.review.luck import play_match_with_luck
from kafelki.review.without_luck import Estimate, without_luck
from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_CHANCE


def arena(*arguments: object, code: int = 0) -> str:
    asked = ["arena", *map(str, arguments), "--jobs", "1", "--seed", "1"]
    result = CliRunner().invoke(app, asked)
    assert result.exit_code == code, result.output
    return result.stderr if code else result.stdout


def test_luck_is_taken_out_of_every_game() -> None:
    plan = TournamentPlan(Header(AT_ONCE, 2), ("greedy", "random"), 4, "1", Budget(None, 1), True)
    results = run(plan, in_this_process, play=play_match_with_luck)
    assert all(sum(game.luck) == pytest.approx(0) for game in results.played)
    greedy, random = without_luck(results)
    assert greedy.plain.mean + random.plain.mean == pytest.approx(1)
    assert greedy.adjusted.mean + random.adjusted.mean == pytest.approx(1)
    lucks = [game.luck[game.match.lineup.index("greedy")] for game in results.played]
    mean = sum(lucks) / len(lucks)
    assert greedy.adjusted.mean == pytest.approx(greedy.plain.mean - mean)


def test_what_bots_that_decide_at_once_score_is_known_far_better_without_luck() -> None:
    bots = ("greedy", "level-3")
    plan = TournamentPlan(Header(WITH_RACKS, 2), bots, 40, "1", Budget(None, 1), True)
    results = run(plan, in_this_process, play=play_match_with_luck)
    assert all(sum(game.luck) == pytest.approx(0) for game in results.played)
    for each in without_luck(results):
        assert each.narrower > 3
        # Half an interval is two standard errors: three of them hold always but 3 times in 1,000.
        assert abs(each.adjusted.mean - each.plain.mean) < 1.5 * each.plain.half


def test_without_chance_there_is_no_luck(tmp_path: Path) -> None:
    out = tmp_path / "cup.jsonl"
    asked = (WITHOUT_CHANCE, "greedy", "random", "--option", "size=5", "--games", 4, "--out", out)
    text = arena(*asked, "--luck")
    assert "Results with luck and without it:" in text
    data = json.loads(arena(*asked, "--luck", "--json"))
    for each in data["without_luck"]:
        assert each["plain"] == each["adjusted"]


def test_games_of_another_time_lack_their_luck(tmp_path: Path) -> None:
    out = tmp_path / "cup.jsonl"
    asked = (WITHOUT_CHANCE, "greedy", "random", "--option", "size=5", "--games", 2, "--out", out)
    arena(*asked)
    assert "without --luck" in arena(*asked, "--luck", code=2)
    assert "chooses the bots" in arena("--ladder", "--luck", code=2)


def test_deals_go_together() -> None:
    apart = Estimate.of([[1.0], [0.0], [1.0], [0.0]])
    together = Estimate.of([[1.0, 0.0], [1.0, 0.0]])
    assert apart.mean == together.mean == 0.5
    assert apart.half > together.half == 0.0
    assert Estimate.of([[0.5]]).half == float("inf")


def test_a_plan_without_luck_is_refused() -> None:
    plan = TournamentPlan(Header(AT_ONCE, 2), ("random",), 2, "1", Budget(None, 1), True)
    with pytest.raises(Refusal, match="without --luck"):
        without_luck(run(plan, in_this_process))
