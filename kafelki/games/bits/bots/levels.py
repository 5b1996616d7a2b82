"""The five levels of Bits: the same eye for ramps, with fewer and fewer slips, then foresight."""

from __future__ import annotations

from kafelki.bots.judging import Greedy
from kafelki.bots.levels import Careless, Level
from kafelki.games.bits.bots.evaluation import evaluate_moves
from kafelki.games.bits.bots.expert import Expert
from kafelki.games.bits.bots.reasons import reasons
from kafelki.rules.texts import Text


def greedy() -> Greedy:
    """Return a player who judges a ramp at a glance, one placement deep."""
    return Greedy(evaluate_moves, reasons)


LEVELS = (
    Level(
        1,
        Text("First game", "Pierwsza gra"),
        Text(
            "Puts like colours together, but often overlooks what fits better.",
            "Łączy podobne kolory, ale często przeocza lepsze miejsce.",
        ),
        lambda: Careless(greedy(), slack=2.3, among=8),
    ),
    Level(
        2,
        Text("Casual player", "Gracz niedzielny"),
        Text(
            "Makes areas of four when they offer themselves, and spoils some.",
            "Układa czwórki, gdy same się proszą, i czasem je psuje.",
        ),
        lambda: Careless(greedy(), slack=0.8, among=6),
    ),
    Level(
        3,
        Text("Regular player", "Stały bywalec"),
        Text(
            "Keeps room for growing areas and rarely leaves a gap.",
            "Zostawia obszarom miejsce do wzrostu i rzadko robi luki.",
        ),
        lambda: Careless(greedy(), slack=0.4, among=6),
    ),
    Level(
        4,
        Text("Seasoned player", "Wytrawny gracz"),
        Text(
            "Nearly always takes what looks best, knowing which cards are left.",
            "Prawie zawsze wybiera to, co wygląda najlepiej, pamiętając, jakie karty zostały.",
        ),
        lambda: Careless(greedy(), slack=0.16, among=6),
    ),
    Level(
        5,
        Text("Expert", "Ekspert"),
        Text(
            "Thinks each round through to its end, with all the cards that may come.",
            "Przemyśla każdą rundę do końca, ze wszystkimi kartami, które mogą przyjść.",
        ),
        Expert,
    ),
)
