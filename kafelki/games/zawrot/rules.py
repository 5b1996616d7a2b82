"""Kolorowy zawrót głowy: the description that everything else reads."""

from __future__ import annotations

from kafelki.games.zawrot import kernels, texts
from kafelki.games.zawrot.kernels import COUNT, HAND, TAKES, see
from kafelki.rules.appearance import Appearance, Look
from kafelki.rules.contract import Ages, Component, Kernels, Rules, Seating, told_by
from kafelki.rules.texts import Text


def _colour(fill: str, english: str, masculine: str, feminine: str, neuter: str) -> Look:
    """Return a colour with its Polish forms; every shape has a symbol, so a colour needs none."""
    forms = {"feminine": Text(english, feminine), "neuter": Text(english, neuter)}
    return Look(Text(english, masculine), fill, "", forms=forms)


GAME = Rules(
    id="zawrot",
    version=1,
    name=Text("Kolorowy zawrót głowy", "Kolorowy zawrót głowy"),
    author="Filip Miłuński",
    summary=Text(
        "Colours and shapes on an open table: three in a line score, a fourth is forbidden.",
        "Kolory i kształty na stole bez granic: trzy w linii dają punkt, "
        "a czwartego kafelka dołożyć nie wolno.",
    ),
    minutes=20,
    ages=Ages(6, 106),
    seatings=(Seating(2), Seating(3), Seating(4, teams=True)),
    components=(
        Component(
            36,
            Text(
                "tiles: six colours in six shapes", "kafelków: sześć kolorów w sześciu kształtach"
            ),
            "R",
            "ZG-1",
        ),
        Component(17, Text("point tokens", "żetonów punktów"), "R", "ZG-6"),
    ),
    rule_ids=tuple(f"ZG-{k}" for k in range(1, 11)),
    layout=see,
    kernels=Kernels.of(kernels),
    move_count=TAKES + COUNT,
    # n tiles that touch by sides have at most 2n + 2 open squares.
    most_moves=HAND * (2 * COUNT + 2),
    most_outcomes=COUNT,
    consequence_names=("points", "colour_lines", "shape_lines"),
    objections=texts.OBJECTIONS,
    outcome_rules={"bank": "ZG-8", "start": "ZG-2", "draw": "ZG-2"},
    **told_by(texts),
    appearance=Appearance(
        cell="square",
        # Red and orange, which players of the boxed game mix up, are far apart (ZG-1).
        colours={
            "Y": _colour("#f2c230", "yellow", "żółty", "żółta", "żółte"),
            "R": _colour("#c2182b", "red", "czerwony", "czerwona", "czerwone"),
            "O": _colour("#f08a24", "orange", "pomarańczowy", "pomarańczowa", "pomarańczowe"),
            "V": _colour("#7b3fb5", "violet", "fioletowy", "fioletowa", "fioletowe"),
            "G": _colour("#2e9e4f", "green", "zielony", "zielona", "zielone"),
            "B": _colour("#2463c4", "blue", "niebieski", "niebieska", "niebieskie"),
        },
        shapes={
            "s": Look(Text("star", "gwiazda"), "", "star", "feminine"),
            "f": Look(Text("flower", "kwiat"), "", "flower", "masculine"),
            "h": Look(Text("heart", "serce"), "", "heart", "neuter"),
            "u": Look(Text("sun", "słońce"), "", "sun", "neuter"),
            "p": Look(Text("spiral", "spirala"), "", "spiral", "feminine"),
            "n": Look(Text("snowflake", "śnieżynka"), "", "snowflake", "feminine"),
        },
        halves=1,
    ),
    listed=5,
    hidden_outcomes=frozenset({"draw"}),
    beside_board=texts.bank,
)
