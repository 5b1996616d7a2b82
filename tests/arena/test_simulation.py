"""Games between bots: played to the end, made again from their seed, fair to the last draw."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from kafelki.arena.simulation import play_out, simulate
from kafelki.bots.protocol import Turn
from kafelki.bots.random_bot import RandomBot
from kafelki.play.game import Game, Move, Refusal, new_game
from kafelki.play.header import Header
from kafelki.play.record import parse_record, record_of
from kafelki.rules.registry import all_seatings
from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE

SEATINGS = [(game, seating.players, seating.variant) for game, seating in all_seatings()]


class Watcher:
    """Plays the first legal move, and notes what it was given."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.views: list[object] = []

    def choose(self, turn: Turn) -> Move:
        self.turns.append(turn)
        self.views.append(turn.view["viewer"])
        return turn.moves[0]


def games(header: Header, bots: Sequence[str] = ("random",), count: int = 1) -> list[Game]:
    return list(simulate(header, bots, count, seed="a seed"))


@pytest.mark.parametrize(("game", "players", "variant"), SEATINGS)
def test_every_game_is_finished_and_verified(game: str, players: int, variant: str) -> None:
    for played in games(Header(game, players, variant), count=2):
        assert played.over
        record = record_of(played)
        assert record["result"]["places"].count(1) >= 1
        assert record_of(parse_record(record).verify()) == record


class TestSeeds:
    def test_the_same_seed_gives_the_same_games(self) -> None:
        header = Header(WITHOUT_BOARD, 3)
        first = [record_of(game) for game in simulate(header, ["random"], 3, "Ania")]
        again = [record_of(game) for game in simulate(header, ["random"], 3, "Ania")]
        assert first == again

    def test_each_game_of_a_series_and_each_seed_is_another(self) -> None:
        header = Header(WITHOUT_BOARD, 3)
        series = [*simulate(header, ["random"], 4, "Ania"), *simulate(header, ["random"], 4, "Ola")]
        records = [record_of(game) for game in series]
        assert len({record["commitment"] for record in records}) == 8
        assert len({str(record["events"]) for record in records}) == 8

    def test_a_shorter_series_is_the_start_of_a_longer_one(self) -> None:
        header = Header(AT_ONCE, 2)
        longer = list(simulate(header, ["random"], 4, "Ania"))
        assert list(simulate(header, ["random"], 2, "Ania")) == longer[:2]

    def test_options_are_played_by(self) -> None:
        (played,) = games(Header(WITHOUT_CHANCE, 2, "standard", {"size": 5}))
        squares = {cell for event in played.events for cell in event.text.split(" ")[1:]}
        assert squares <= {f"{column}{row}" for column in "abcde" for row in range(1, 6)}
        assert record_of(played)["options"] == {"size": 5}


class TestBots:
    def test_one_name_stands_for_every_seat(self) -> None:
        (played,) = games(Header(WITH_RACKS, 3))
        assert played.seats == [{"name": f"random {k}", "bot": "random"} for k in range(3)]

    def test_each_seat_may_have_its_own(self) -> None:
        (played,) = games(Header(WITHOUT_CHANCE, 2), ["random", "random"])
        assert record_of(played)["seats"] == [
            {"name": "random 0", "bot": "random"},
            {"name": "random 1", "bot": "random"},
        ]

    @pytest.mark.parametrize("count", [0, 2, 4])
    def test_another_number_of_bots_is_refused(self, count: int) -> None:
        with pytest.raises(Refusal, match=f"3 seats need 1 or 3 bots, not {count}"):
            games(Header(WITH_RACKS, 3), ["random"] * count)

    def test_an_unknown_bot_is_refused_with_a_hint(self) -> None:
        with pytest.raises(Refusal, match=r"no bot 'rnadom'.* Did you mean 'random'\?"):
            games(Header(WITHOUT_CHANCE, 2), ["rnadom"])

    def test_the_number_of_games_is_not_negative(self) -> None:
        assert games(Header(WITHOUT_CHANCE, 2), count=0) == []
        with pytest.raises(Refusal, match="the number of games cannot be -1"):
            games(Header(WITHOUT_CHANCE, 2), count=-1)


class TestPlayingOut:
    def test_a_bot_is_given_its_own_seat(self) -> None:
        bots = [Watcher(), Watcher()]
        game = play_out(new_game(WITHOUT_BOARD, seed=1), bots, Random(1))
        assert game.over
        for seat, bot in enumerate(bots):
            assert {turn.seat for turn in bot.turns} == {seat}
            assert set(bot.views) == {seat}
            assert all(len(turn.moves) > 0 for turn in bot.turns)

    def test_a_game_under_way_is_played_on(self) -> None:
        game = Game(WITHOUT_CHANCE)
        game.play("XO a1 a2")
        play_out(game, [RandomBot(), RandomBot()], Random(3))
        assert game.over
        assert game.events[0].text == "XO a1 a2"

    def test_a_finished_game_stays_as_it_is(self) -> None:
        (game,) = games(Header(WITHOUT_CHANCE, 2))
        before = game.events
        assert play_out(game, [RandomBot(), RandomBot()], Random(3)).events == before

    def test_where_several_may_act_any_goes_first(self) -> None:
        (game,) = games(Header(AT_ONCE, 4))
        moves = [event for event in game.events if not event.is_chance]
        firsts = {
            later.seat
            for earlier, later in zip(game.events, game.events[1:], strict=False)
            if earlier.is_chance and not later.is_chance
        }
        assert firsts == {0, 1, 2, 3}
        assert {event.seat for event in moves} == {0, 1, 2, 3}

    def test_the_random_bot_may_play_any_legal_move(self) -> None:
        game = new_game(AT_ONCE, 1, seed=1)
        random = Random(1)
        chosen = {str(RandomBot().choose(Turn(game, 0, random))) for _ in range(300)}
        assert chosen == set(game.legal_texts(0))
