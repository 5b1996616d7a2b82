"""Reports: the numbers are those of the games, in text, Markdown and JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from kafelki.arena.executors import Finished
from kafelki.arena.report import budget_text, markdown_table, report, text_table
from kafelki.arena.schedule import Match, TournamentPlan
from kafelki.arena.standings import Meeting, Summary, contests_of, places_of, summarize
from kafelki.arena.tournament import PlayedMatch, Results
from kafelki.bots.protocol import Budget
from kafelki.play.header import Header
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_CHANCE

DUEL = TournamentPlan(Header(WITHOUT_CHANCE, 2), ("strong", "weak"), 4, "s")


def outcome(match: Match, places: tuple[int, ...], scores: Any, **more: Any) -> PlayedMatch:
    seats = len(places)
    times = more.get("times") or [{"moves": 10, "seconds": 0.02, "longest": 0.005}] * seats
    return PlayedMatch(
        match,
        places,
        tuple(map(tuple, scores)),
        tuple(times),
        tuple(more.get("fault_counts", [0] * seats)),
        tuple(more.get("faults", [])),
        "five",
    )


def results_of_two() -> Results:
    """Three wins of the strong bot and a draw; the weak one fails once."""
    places = [(1, 2), (2, 1), (1, 2), (1, 1)]
    outcomes = [
        outcome(match, place, [[int(place[s] < place[1 - s])] for s in range(2)])
        for match, place in zip(DUEL.matches(), places, strict=True)
    ]
    fault = {"bot": "weak", "seat": 1, "event": 6, "what": "answered None"}
    outcomes[0] = replace(outcomes[0], fault_counts=(0, 1), faults=(fault,))
    return Results(DUEL, outcomes)


def test_standings_and_meetings() -> None:
    summary = summarize(results_of_two())
    strong, weak = summary.standings
    assert (strong.bot, weak.bot) == ("strong", "weak")
    assert summary.meetings == {
        ("strong", "weak"): Meeting(3, 1, 0),
        ("weak", "strong"): Meeting(0, 1, 3),
    }
    assert (strong.share, weak.share) == (0.875, 0.125)
    # Won, won and drawn: the game with a fault is not measured.
    assert strong.measure == pytest.approx(2 / 3)
    assert weak.measure == 0
    assert (strong.place, weak.place) == (1, 1.75)
    assert strong.seconds == pytest.approx(0.002)
    assert strong.longest == 0.005
    assert (strong.faults, weak.faults) == (0, 1)
    assert strong.rating == -weak.rating > 0
    assert strong.interval[0] < strong.rating < strong.interval[1]
    assert summary.difference("strong", "weak")[0] == pytest.approx(2 * strong.rating)
    assert summary.standing("weak") is weak


def test_the_text_shows_it_all() -> None:
    text = report(summarize(results_of_two()))
    head, table, _, crosstable, forfeits, faults = text.split("\n\n")
    assert head == f"{WITHOUT_CHANCE}, 2 players: 4 games on 2 deals, at most 1 s a move, seed s"
    rows = [line.split() for line in table.splitlines()]
    assert rows[0][:3] == ["bot", "rating", "95"]
    assert rows[1][0] == "strong"
    assert rows[0][8:13] == ["±", "worst", "5–50–95", "%", "best"]
    assert rows[0][-2:] == ["faults", "forfeits"]
    assert rows[1][-7:] == ["0", "0.1–1–1", "1", "2.00", "5.00", "0", "0"]
    assert rows[2][-2:] == ["1", "1"]
    assert [line.split() for line in crosstable.splitlines()] == [
        ["strong", "weak"],
        ["strong", "·", "3–1–0", "87.5", "%"],
        ["weak", "0–1–3", "12.5", "%", "·"],
    ]
    assert forfeits == "weak failed in 1 of 4 games, lost for it"
    assert faults == "1 fault, such as:\n  weak (seat 1) at event 6: answered None"


def test_games_that_could_not_be_played_are_told() -> None:
    results = results_of_two()
    last = results.played.pop()
    results.lost.append(Finished(last.match, None, "its process died 3 times"))
    assert "1 game not played:\n  game 3: its process died 3 times" in report(summarize(results))


def test_nothing_played_is_still_a_report() -> None:
    assert "0 games on 0 deals" in report(summarize(Results(DUEL)))


def test_markdown() -> None:
    text = report(summarize(results_of_two()), markdown=True)
    assert "| strong | · | 3–1–0 87.5 % |" in text
    assert "|  | strong | weak |\n| --- | ---: | ---: |" in text
    assert markdown_table([["a|b"], ["c"]]) == "| a\\|b |\n| --- |\n| c |"


def test_json_holds_everything() -> None:
    summary = summarize(results_of_two())
    data = json.loads(json.dumps(summary.as_json()))
    assert data["game"] == WITHOUT_CHANCE
    assert data["measure"] == "wins"
    assert data["budget"] == {"seconds": 1.0, "nodes": None}
    assert [each["bot"] for each in data["standings"]] == ["strong", "weak"]
    assert data["meetings"][0] == {
        "bot": "strong",
        "other": "weak",
        "wins": 3,
        "draws": 1,
        "losses": 0,
    }
    assert data["faults"][0]["what"] == "answered None"
    assert [each["forfeits"] for each in data["standings"]] == [0, 1]


def summary_of(
    plan: TournamentPlan, places: Sequence[tuple[int, ...]], scores: Sequence[Any]
) -> Summary:
    matches = plan.matches()
    assert len(matches) == len(places)
    played = [outcome(*each) for each in zip(matches, places, scores, strict=True)]
    return summarize(Results(plan, played))


def test_a_game_with_a_fault_is_lost_for_who_made_it_whoever_won_by_the_rules() -> None:
    results = results_of_two()
    results.played[0] = replace(results.played[0], fault_counts=(2, 0))
    strong = summarize(results).standing("strong")
    # Of its games it lost the first by a fault; it won two, and one was a draw.
    assert summarize(results).meetings["strong", "weak"] == Meeting(2, 1, 1)
    assert strong.place == (2 + 1 + 1 + 1) / 4
    assert strong.measure == pytest.approx((1 + 1 + 0) / 3)
    assert (strong.faults, strong.forfeits) == (2, 1)


def test_who_makes_no_fault_stays_in_order_and_the_others_share_the_last_place() -> None:
    at_once = TournamentPlan(Header(AT_ONCE, 4), ("a", "b", "c", "d"), 4, "s")
    played = outcome(at_once.matches()[0], (1, 2, 3, 3), [[9], [8], [7], [7]])
    assert places_of(at_once, played) == (1, 2, 3, 3)
    assert places_of(at_once, replace(played, fault_counts=(1, 0, 0, 0))) == (4, 1, 2, 2)
    assert places_of(at_once, replace(played, fault_counts=(1, 0, 3, 0))) == (3, 1, 3, 2)
    assert places_of(at_once, replace(played, fault_counts=(1, 1, 1, 1))) == (1, 1, 1, 1)


def test_a_fault_of_one_partner_loses_the_game_for_both() -> None:
    pairs = TournamentPlan(Header(WITH_PAIRS, 4, "pairs"), ("a", "b"), 2, "s")
    played = outcome(pairs.matches()[0], (1, 2, 1, 2), [[4] * 6, [3] * 6] * 2)
    assert places_of(pairs, replace(played, fault_counts=(0, 0, 1, 0))) == (2, 1, 2, 1)


def test_alone_a_game_with_a_fault_is_behind_all_others() -> None:
    solo = TournamentPlan(Header(WITH_RACKS, 1), ("a", "b"), 1, "s")
    good, poor = solo.matches()
    played = [
        outcome(good, (1,), [[9] * 5], fault_counts=(1,)),
        outcome(poor, (1,), [[0] * 5]),
    ]
    summary = summarize(Results(solo, played))
    assert summary.meetings["a", "b"] == Meeting(0, 0, 1)
    # No game of its own is left to measure.
    (row,) = [line.split() for line in report(summary).splitlines() if line.startswith("a ")][:1]
    assert row.count("–") == 5


def test_the_measure_is_the_games_own() -> None:
    pairs = TournamentPlan(Header(WITH_PAIRS, 2), ("a", "b"), 2, "s")
    rows = [[3, 9, 9, 9, 9, 9], [5, 5, 5, 5, 5, 5]]
    summary = summary_of(pairs, [(2, 1), (1, 2)], [rows, rows[::-1]])
    assert summary.measure == "lowest colour"
    assert (summary.standing("a").measure, summary.standing("b").measure) == (3, 5)

    at_once = TournamentPlan(Header(AT_ONCE, 2), ("a", "b"), 2, "s")
    rows = [[3, 4, -2], [1, 1, 1]]
    summary = summary_of(at_once, [(1, 2), (2, 1)], [rows, rows[::-1]])
    assert summary.measure == "points"
    assert (summary.standing("a").measure, summary.standing("b").measure) == (5, 3)


def test_teams_count_as_one_side() -> None:
    pairs = TournamentPlan(Header(WITH_PAIRS, 4, "pairs"), ("a", "b"), 2, "s")
    rows = [[4] * 6, [3] * 6] * 2
    summary = summary_of(pairs, [(1, 2, 1, 2), (2, 1, 2, 1)], [rows, rows[::-1]])
    assert summary.meetings["a", "b"] == Meeting(2, 0, 0)
    assert summary.standing("a").games == 2


def test_alone_bots_are_compared_on_the_same_deal() -> None:
    solo = TournamentPlan(Header(WITH_RACKS, 1), ("a", "b"), 2, "s")
    # The lowest colour decides, then the next: as the game compares players.
    scores = [[[5, 9, 9, 9, 9]], [[5, 8, 9, 9, 9]], [[4] * 5], [[4] * 5]]
    summary = summary_of(solo, [(1,)] * 4, scores)
    assert summary.meetings["a", "b"] == Meeting(1, 1, 0)
    assert summary.standing("a").measure == 4.5
    assert summary.standing("a").quantiles[3] == 4.5


def test_a_bot_that_has_several_seats_never_meets_itself() -> None:
    three = TournamentPlan(Header(AT_ONCE, 3), ("a", "b"), 3, "s")
    places = [(1, 2, 3)] * len(three.matches())
    summary = summary_of(three, places, [[[3], [2], [1]]] * len(places))
    assert set(summary.meetings) == {("a", "b"), ("b", "a")}
    contests = contests_of(three, [outcome(m, (1, 2, 3), [[3], [2], [1]]) for m in three.matches()])
    assert {len(contest.bots) for contest in contests} == {3}
    assert summary.meetings["a", "b"].count == 2 * len(places)
    assert summary.standing("a").share == pytest.approx(0.5)


def test_budgets_in_words() -> None:
    assert budget_text(Budget()) == "at most 1 s a move"
    assert budget_text(Budget(0.25, 1000)) == "at most 0.25 s and 1,000 nodes a move"
    assert budget_text(Budget(None, None)) == "no limit a move"


def test_a_budget_in_a_name_is_told() -> None:
    plan = TournamentPlan(Header(WITHOUT_CHANCE, 2), ("expert@10", "exec:./my@bot"), 4, "s")
    said = "at most 1 s a move where a bot's name tells no other limit, seed s"
    assert said in report(summarize(Results(plan)))
    other = replace(plan, bots=("expert", "exec:./my@bot"))
    assert "at most 1 s a move, seed s" in report(summarize(Results(other)))


def test_columns_are_lined_up() -> None:
    assert text_table([["", "x"], ["long", "1"], ["a", "100"]]) == "        x\nlong    1\na     100"
