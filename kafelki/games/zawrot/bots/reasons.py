"""Why a move is good, in a few words made from facts: points, what it denies, what it prepares."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kafelki.games.zawrot import kernels as zawrot
from kafelki.games.zawrot.bots.evaluation import BANK, BEST, HIDDEN, POINTS, SECOND, THEIRS
from kafelki.games.zawrot.bots.sheet import sheet
from kafelki.games.zawrot.bots.workspace import Judged
from kafelki.games.zawrot.kernels import PLACES, TAKES, TILES
from kafelki.games.zawrot.rules import GAME
from kafelki.rules import texts
from kafelki.rules.texts import Text, joined

ONE_POINT = Text("a point", "punkt")
MAKES = Text("makes {} ({})", "daje {} ({})")
DENIES = Text("leaves the next player {} less", "następny gracz może zdobyć o {} mniej")
ALLOWS = Text("lets the next player make {}", "następny gracz może zdobyć {}")
RISKS = Text("an unknown tile may score", "nieznany kafelek może dać punkt")
TWICE = Text("prepares points in two places", "przygotowuje punkty w dwóch miejscach")
PREPARES = Text("prepares {}", "przygotowuje {}")
SAFE = Text("gives nothing away", "niczego nie oddaje")
USES = Text("can make {} next turn", "może dać {} w następnej kolejce")
USES_TWICE = Text("points in two places next turn", "punkty w dwóch miejscach w następnej kolejce")
KEEPS = Text("keeps it from the others", "nie dostaną go inni")
USEFUL = Text("the most useful tile for later", "najbardziej przydatny kafelek na później")

RISK = 0.25
"""Expected points by unknown tiles that are worth a word."""


def reason(judged: Judged, index: int) -> Text:
    """Return why the seat may want the move of that index."""
    if judged.moves[index] >= TAKES:
        return joined(", ", _of_taking(judged, index))
    return joined(", ", _of_placing(judged, index))


def _of_placing(judged: Judged, index: int) -> Iterator[Text]:
    facts = judged.facts[index]
    usual = float(np.median(judged.facts[:, THEIRS]))
    if facts[POINTS] > 0:
        points = _points(facts[POINTS])
        yield MAKES.filled(points, _lines(judged, index))
    if facts[THEIRS] < usual:
        yield DENIES.filled(_points(usual - facts[THEIRS]))
    if facts[THEIRS] > 0:
        yield ALLOWS.filled(_points(facts[THEIRS]))
    elif facts[HIDDEN] > RISK:
        yield RISKS
    if facts[SECOND] > 0:
        yield TWICE
    elif facts[BEST] > 0:
        yield PREPARES.filled(_points(facts[BEST]))
    elif facts[POINTS] == 0 and facts[THEIRS] == 0 and facts[HIDDEN] <= RISK:
        yield SAFE


def _of_taking(judged: Judged, index: int) -> Iterator[Text]:
    facts = judged.facts[index]
    if facts[SECOND] > 0:
        yield USES_TWICE
    elif facts[BEST] > 0:
        yield USES.filled(_points(facts[BEST]))
    if facts[BANK] < judged.facts[:, BANK].max():
        yield KEEPS
    elif facts[BEST] == 0:
        yield USEFUL


def _lines(judged: Judged, index: int) -> Text:
    """Return the names of the colour and the shape of which the placed tile completes lines."""
    tile, place = divmod(int(judged.moves[index]), PLACES)
    offer = sheet(judged.sheet).offers[zawrot.SQUARE_OF[place]]
    looks = []
    if offer >> zawrot.COLOUR_DIGITS[tile] & 7:
        looks.append(GAME.appearance.colours[TILES[tile][0]])
    if offer >> zawrot.SHAPE_DIGITS[tile] & 7:
        looks.append(GAME.appearance.shapes[TILES[tile][1]])
    return joined(", ", (look.name for look in looks))


def _points(value: float) -> Text:
    count = max(1, round(value))
    return ONE_POINT if count == 1 else texts.counted(count, texts.POINTS)
