"""The schedule: nobody gains from seats or luck, and longer ones go on where shorter ones end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from kafelki.arena.schedule import TournamentPlan, cyclic_orders, lineups_of, rotations
from kafelki.bots.protocol import Budget
from kafelki.play.header import Header
from kafelki.play.refusal import Refusal
from kafelki.rules.registry import all_seatings
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITHOUT_BOARD, WITHOUT_CHANCE

SEATINGS = [(game, seating.players, seating.variant) for game, seating in all_seatings()]
BOTS = ("a", "b", "c", "d", "e")


def plan_of(
    game: str = WITHOUT_CHANCE,
    players: int = 2,
    variant: str = "standard",
    bots: int = 2,
    games: int = 12,
) -> TournamentPlan:
    return TournamentPlan(Header(game, players, variant), BOTS[:bots], games, "1")


every_seating = pytest.mark.parametrize(("game", "players", "variant"), SEATINGS)
every_count = pytest.mark.parametrize("bots", [1, 2, 3, 4, 5])


@every_seating
@every_count
def test_on_every_deal_each_bot_has_each_seat_equally_often(
    game: str, players: int, variant: str, bots: int
) -> None:
    plan = plan_of(game, players, variant, bots)
    for deal in range(plan.deals):
        lineups = [match.lineup for match in plan.matches() if match.deal == deal]
        seats = Counter((bot, seat) for lineup in lineups for seat, bot in enumerate(lineup))
        by_bot = [[seats[bot, seat] for seat in range(players)] for bot in plan.bots]
        assert all(len(set(row)) == 1 for row in by_bot)  # no seat more often than another
        assert by_bot.count(by_bot[0]) == bots  # no bot more often than another


@every_seating
@every_count
def test_every_deal_has_the_same_lineups(game: str, players: int, variant: str, bots: int) -> None:
    plan = plan_of(game, players, variant, bots)
    by_deal = [
        Counter(tuple(sorted(match.lineup)) for match in plan.matches() if match.deal == deal)
        for deal in range(plan.deals)
    ]
    assert all(set(each) == set(by_deal[0]) for each in by_deal)


def test_who_sits_behind_whom_is_balanced_too() -> None:
    plan = plan_of(AT_ONCE, 4, bots=4, games=4 * 6)
    follows = Counter(
        (match.lineup[seat - 1], match.lineup[seat])
        for match in plan.matches()
        for seat in range(4)
    )
    assert len(follows) == 12
    assert len(set(follows.values())) == 1


def test_two_bots_play_every_deal_from_both_seats() -> None:
    matches = plan_of(games=4).matches()
    assert [(match.index, match.deal, match.lineup) for match in matches] == [
        (0, 0, ("a", "b")),
        (1, 0, ("b", "a")),
        (2, 1, ("a", "b")),
        (3, 1, ("b", "a")),
    ]


@pytest.mark.parametrize(("game", "variant"), [(WITH_PAIRS, "pairs"), (WITHOUT_BOARD, "standard")])
def test_partners_are_the_same_bot(game: str, variant: str) -> None:
    plan = plan_of(game, 4, variant, bots=3)
    assert {match.lineup for match in plan.matches()} == {
        (one, other, one, other) for one in "abc" for other in "abc" if one != other
    }


def test_alone_everybody_has_the_same_deals() -> None:
    plan = plan_of(AT_ONCE, 1, bots=3, games=5)
    assert [match.lineup for match in plan.matches()] == [("a",), ("b",), ("c",)] * 5


def test_the_number_of_games_is_rounded_up_to_whole_rotations() -> None:
    assert len(plan_of(games=5).matches()) == 6
    assert len(plan_of(bots=3, games=10).matches()) == 3 * 10
    assert len(plan_of(bots=1, games=7).matches()) == 7


@every_count
def test_more_games_only_add_some_at_the_end(bots: int) -> None:
    short, long = (plan_of(AT_ONCE, 3, bots=bots, games=games) for games in (6, 30))
    assert long.matches()[: len(short.matches())] == short.matches()
    assert long.key == short.key


def test_the_key_changes_with_whatever_decides_the_games() -> None:
    plan = plan_of()
    others = [
        replace(plan, seed="2"),
        replace(plan, bots=("b", "a")),
        replace(plan, budget=Budget(seconds=None, nodes=5)),
        replace(plan, header=Header(WITHOUT_CHANCE, 2, options={"size": 7})),
        replace(plan, header=Header(AT_ONCE, 2)),
    ]
    assert len({plan.key, *(other.key for other in others)}) == 6
    assert replace(plan, compiled=False).key == plan.key


def test_seeds_are_different_for_every_use() -> None:
    plan = plan_of()
    matches = plan.matches()
    streams = {plan.stream(match, seat) for match in matches for seat in range(2)}
    chances = {plan.chance(deal) for deal in range(plan.deals)}
    assert len(streams) == 2 * len(matches)
    assert len(chances) == plan.deals
    assert not streams & chances
    assert replace(plan, seed="2").chance(0) not in chances


@pytest.mark.parametrize(
    ("bots", "games", "why"), [((), 1, "at least one"), (("a", "a"), 1, "twice"), (("a",), 0, "0")]
)
def test_what_is_no_tournament_is_refused(bots: tuple[str, ...], games: int, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        TournamentPlan(Header(WITHOUT_CHANCE, 2), bots, games, "1")


def test_lineups_have_as_many_different_bots_as_fit() -> None:
    assert lineups_of("ABC", 4) == [
        ("A", "A", "B", "C"),
        ("A", "B", "B", "C"),
        ("A", "B", "C", "C"),
    ]
    assert len(lineups_of("ABCDE", 3)) == 10
    assert [len(cyclic_orders(lineup)) for lineup in ("A", "AB", "ABC", "ABCD", "AABC")] == [
        1,
        1,
        2,
        6,
        3,
    ]
    assert len(rotations("AABC")) == 4
