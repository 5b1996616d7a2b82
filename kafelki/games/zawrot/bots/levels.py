"""Five levels of play, from somebody's first game to the expert."""

import numpy as np

from kafelki.bots.levels import Careless, Level
from kafelki.bots.protocol import Budget
from kafelki.games.zawrot.bots.expert import Expert, Sight
from kafelki.games.zawrot.bots.greedy import OneDeep
from kafelki.rules.texts import Text

OWN_POINTS = np.array([0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
"""Weights of somebody who looks at the points of a move and hardly at what comes after it."""

WARY = np.array([1.0, 0.5, 0.1, 0.0, 0.0, 0.0, 0.2, 0.05])
"""Weights of somebody who also sees what the next player can make of it."""


LEVELS = (
    Level(
        1,
        Text("First game", "Pierwsza gra"),
        Text(
            "Makes a line when it sees one, and rarely looks at what it leaves you.",
            "Układa linię, gdy ją zauważy, i rzadko patrzy, co ci zostawia.",
        ),
        lambda: Careless(OneDeep(OWN_POINTS), slack=0.8, among=16),
    ),
    Level(
        2,
        Text("Learner", "Uczeń"),
        Text(
            "Counts its points and usually avoids giving you easy ones.",
            "Liczy punkty i zwykle nie zostawia ci łatwych.",
        ),
        lambda: Careless(OneDeep(WARY), slack=0.5, among=12),
    ),
    Level(
        3,
        Text("Regular", "Bywalec"),
        Text(
            "Prepares lines in two places and takes from the bank what it needs.",
            "Przygotowuje linie w dwóch miejscach i bierze z banku to, czego potrzebuje.",
        ),
        lambda: Careless(OneDeep(), slack=0.25),
    ),
    Level(
        4,
        Text("Strong", "Mocny gracz"),
        Text(
            "Remembers the tiles you took and thinks about your answer.",
            "Pamięta kafelki, które wziąłeś, i myśli o twojej odpowiedzi.",
        ),
        lambda: Careless(
            Expert(Sight(candidates=6, horizon=2, width=1, to_the_end=False)),
            slack=0.15,
            among=4,
            budget=Budget(seconds=0.2, nodes=300),
        ),
    ),
    Level(
        5,
        Text("Expert", "Ekspert"),
        Text(
            "Tries its moves out against every hand you may hold and plays the end exactly.",
            "Sprawdza ruchy wobec każdej ręki, którą możesz mieć, i dokładnie liczy końcówkę.",
        ),
        Expert,
    ),
)
