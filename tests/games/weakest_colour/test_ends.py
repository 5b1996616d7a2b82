"""The loop that plays games of quick bots on to their ends, beside the bots themselves."""

from __future__ import annotations

from random import Random

import pytest

from kafelki.bots.protocol import Turn
from kafelki.bots.registry import bot_named
from kafelki.games.weakest_colour.bots.ends import ends_of
from kafelki.kernels.randomness import RandomState, random_state, random_word
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.rules.engine import compiled_engine
from tests.review.played import played


class OfTheLoop(Random):
    """Random numbers as the loop draws them: one for each decision."""

    def __init__(self, state: RandomState) -> None:
        super().__init__()
        self.state = state.data

    def random(self) -> float:
        return (random_word(self.state) >> 11) / 2**53

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        assert stop is None
        return int(self.random() * start)


@pytest.mark.parametrize("names", [("greedy", "level-1"), ("level-2", "level-3")])
def test_the_loop_plays_like_the_bots(names: tuple[str, str]) -> None:
    header, engine = Header("axio", 2), compiled_engine("axio")
    bots = [bot_named(name, header.game) for name in names]
    ends = ends_of(header, bots)
    assert ends is not None
    before = played(header, 1)
    here = Game(header, engine=engine)
    for event in before.events[: len(before.events) // 2]:
        here._repeat(event)
    [last, other] = ends(here._position, 2, 5)
    assert last.tobytes() != other.tobytes()
    state = random_state(5)
    random = OfTheLoop(state)
    while not here.over:
        if here.chance_due:
            outcome = engine.kernels.sample_outcome(here._position, state)
            here.play_chance(here.rules.outcome_text(outcome))
        else:
            (seat,) = here.to_act
            here.play(bots[seat].choose(Turn(here, seat, random)), seat)
    assert here._position.tobytes() == last.tobytes()


def test_the_loop_leaves_alone_who_thinks_longer() -> None:
    header = Header("axio", 2)
    for names in (("greedy", "level-4"), ("expert", "random")):
        assert ends_of(header, [bot_named(name, header.game) for name in names]) is None
