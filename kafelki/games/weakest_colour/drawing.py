"""Score tracks: a row a colour, a box a point, the weakest colours marked by a pointer."""

from __future__ import annotations

from collections.abc import Iterable

from kafelki.drawing import theme
from kafelki.drawing.scene import Scene
from kafelki.drawing.style import Style
from kafelki.drawing.svg import Block, element, moved, number, text, title, width_of
from kafelki.drawing.tiles import face, half
from kafelki.games.weakest_colour.kernels import CARD
from kafelki.games.weakest_colour.traits import track_ends
from kafelki.rules.texts import Text

WEAKEST = Text("weakest colour", "najsłabszy kolor")

SCALE = 13.0
"""The height of the figures above the boxes."""

CHIP = {"square": 0.92, "hexagon": 0.84}
"""How much of its row the sign of a colour takes, by its shape."""

BOXES_FROM = 27.0
FIGURES = 50.0
"""Room for the score in figures and the pointer, right of the boxes."""

CARD_GAP = 9.0
SCALE_MARKS = (5, 10, 15, 18)
ROW, CROWDED_ROW = 24.0, 18.0
"""The height of a colour's track."""


def tracks(scene: Scene, scores: list[int], width: float, crowded: bool) -> Block:
    """Return one party's score card, a double one where points go on to 36."""
    row = CROWDED_ROW if crowded else ROW
    drawn = [_scale(scene, width)]
    room = Block(width, row, "")
    for k, (letter, score) in enumerate(zip(scene.look.colours, scores, strict=True)):
        track = _track(scene, letter, score, score == min(scores), room)
        drawn.append(track.at(0, SCALE + k * row))
    return Block(width, SCALE + len(scores) * row, element("g", *drawn, class_="tracks"))


def _track(scene: Scene, letter: str, score: int, weakest: bool, room: Block) -> Block:
    shown = face(scene.look, letter, scene.language)
    middle = room.height / 2
    points = range(1, track_ends(scene.seating)[-1] + 1)
    taken = {"fill": shown.fill, "stroke": theme.shaded(shown.fill, 0.7)}
    size = min(20.0, CHIP[scene.look.cell] * room.height)
    drawn = [
        half(scene.look.cell, shown, (10, middle), size, kind="chip"),
        _boxes(scene, points[:score], room, taken),
        _boxes(scene, points[score:], room, theme.surface("slot", "slot-edge")),
        text(str(score), room.width - 18, middle + 5, 14, anchor="end", weight=700),
    ]
    if weakest:
        drawn.append(pointer(room.width - 11, middle))
    track = element(
        "g",
        title(f"{shown.name}: {score}"),
        *drawn,
        class_="track",
        data_colour=letter,
        data_score=score,
        data_weakest="1" if weakest else None,
    )
    return Block(room.width, room.height, track)


def _boxes(scene: Scene, points: Iterable[int], room: Block, paint: dict[str, str]) -> str:
    """Return the boxes of some points; the last of a card is higher: it brings an extra tile."""
    path = []
    for point in points:
        x, wide = _box(scene, point, room.width)
        inset = 2.5 if point % CARD == 0 else 4.5
        high = room.height - 2 * inset
        path.append(f"M{number(x)} {number(inset)}h{number(wide)}v{number(high)}h{number(-wide)}z")
    return element("path", d="".join(path), stroke_width=1, stroke_linejoin="round", **paint)


def _box(scene: Scene, point: int, width: float) -> tuple[float, float]:
    """Return where a point's box begins, and how wide it is."""
    cards = len(track_ends(scene.seating))
    step = (width - BOXES_FROM - FIGURES - CARD_GAP * (cards - 1)) / track_ends(scene.seating)[-1]
    card = (point - 1) // CARD
    return BOXES_FROM + (point - 1) * step + card * CARD_GAP, step - 4 + cards


def pointer(x: float, y: float) -> str:
    """Return the pointer at the weakest colour, its tip at (x, y)."""
    return element("path", d="M0 0L9-5.5V5.5Z", transform=moved(x, y), **theme.filled("ink"))


def _scale(scene: Scene, width: float) -> str:
    """Return the small figures above the boxes; a double card counts to 18 twice."""
    marks = []
    for card in range(len(track_ends(scene.seating))):
        for mark in SCALE_MARKS:
            x, wide = _box(scene, card * CARD + mark, width)
            marks.append(text(str(mark), x + wide / 2, 11, 10, role="muted", anchor="middle"))
    return "".join(marks)


def legend(scene: Scene) -> Block:
    """Return what the pointer means."""
    label = scene.word(WEAKEST)
    drawn = pointer(2, 13) + text(label, 17, 18, 13.5, role="muted")
    return Block(17 + width_of(label, 13.5), 26, drawn)


def _party_text(scene: Scene, party: tuple[int, ...]) -> str:
    """Return the points of each colour, in words."""
    scores = scene.view["scores"][party[0]]
    return ", ".join(
        f"{scene.word(look.name)} {score}"
        for look, score in zip(scene.look.colours.values(), scores, strict=True)
    )


STYLE = Style(card_width=372.0, legend=legend, score_card=tracks, party_text=_party_text)
