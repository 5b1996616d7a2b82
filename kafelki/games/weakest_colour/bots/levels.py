"""The five levels of AXIO and Geniusz, from somebody's first game to the expert."""

from __future__ import annotations

from kafelki.bots.levels import Careless, Level
from kafelki.bots.protocol import Budget
from kafelki.games.weakest_colour.bots.expert import Expert, Sight
from kafelki.games.weakest_colour.bots.greedy import OneDeep
from kafelki.rules.texts import Text


def levels(strong_slack: float) -> tuple[Level, ...]:
    """Return the levels of a game, from the first game to the expert; how careless level 4 is."""
    return (
        Level(
            1,
            Text("First game", "Pierwsza gra"),
            Text(
                "Likes points and often overlooks the better place.",
                "Lubi punkty i często przeocza lepsze miejsce.",
            ),
            lambda: Careless(OneDeep(network=False), slack=1.5, among=24),
        ),
        Level(
            2,
            Text("Beginner", "Początkujący"),
            Text(
                "Takes the points that lie open, above all in weak colours.",
                "Bierze punkty, które leżą na wierzchu, głównie w słabych kolorach.",
            ),
            lambda: Careless(OneDeep(network=False), slack=0.1),
        ),
        Level(
            3,
            Text("Club player", "Gracz klubowy"),
            Text(
                "Sees what a move leaves for later, with a slip now and then.",
                "Widzi, co ruch zostawia na później; czasem się pomyli.",
            ),
            lambda: Careless(OneDeep(), slack=0.02),
        ),
        Level(
            4,
            Text("Strong player", "Mocny gracz"),
            Text(
                "Thinks of your answer to each of its best few moves.",
                "Do każdego z kilku najlepszych ruchów rozważa twoją odpowiedź.",
            ),
            lambda: Careless(
                Expert(Sight(candidates=6, horizon=1, alone=2, width=6)),
                slack=strong_slack,
                among=6,
                budget=Budget(seconds=0.25, nodes=48),
            ),
        ),
        Level(
            5,
            Text("Expert", "Ekspert"),
            Text(
                "Plays the next turns out many times over before it decides.",
                "Zanim zdecyduje, wielokrotnie rozgrywa w myślach następne tury.",
            ),
            Expert,
        ),
    )
