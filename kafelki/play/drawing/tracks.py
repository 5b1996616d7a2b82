"""Score tracks: a row a colour, the weakest marked by a pointer."""

from __future__ import annotations

from kafelki.play.drawing import theme, words
from kafelki.play.drawing.scene import SINGLE_CARD, Scene
from kafelki.play.drawing.svg import Block, element, moved, text, title
from kafelki.play.drawing.tiles import face, half

CHIP = 19.0
NUMBERS = 52.0
"""Room for the score in figures and the pointer, right of the boxes."""

CARD_GAP = 9.0
ROW = 20.0
SCALE_MARKS = (5, 10, 15, 18)


def tracks(scene: Scene, scores: list[int], width: float) -> Block:
    """Return one party's score card: a box a point, a double card where points go to 36."""
    lowest = min(scores)
    rows = [_scale(scene, width)]
    for number, (letter, score) in enumerate(zip(scene.look.colours, scores, strict=True)):
        row = _row(scene, letter, score, score == lowest, width)
        rows.append(element("g", row, transform=moved(0, 13 + number * ROW)))
    return Block(width, 13 + len(scores) * ROW, element("g", *rows, class_="tracks"))


def _row(scene: Scene, letter: str, score: int, weakest: bool, width: float) -> str:
    shown = face(scene.look, letter, scene.language)
    chip = half(scene.look.cell, shown, CHIP / 2, ROW / 2, CHIP, kind="chip")
    drawn = [chip, *_boxes(scene, shown.fill, score, width)]
    drawn.append(text(str(score), width - 18, ROW / 2 + 5, 14, anchor="end", weight=700))
    if weakest:
        drawn.append(pointer(width - 11, ROW / 2))
    return element(
        "g",
        title(f"{shown.name}: {score}"),
        *drawn,
        data_colour=letter,
        data_score=score,
        data_weakest="1" if weakest else None,
    )


def pointer(x: float, y: float) -> str:
    """Return the pointer at the weakest colour, its tip at (x, y)."""
    return element("path", d="M0 0L9-5.5V5.5Z", transform=moved(x, y), **theme.filled("ink"))


def _boxes(scene: Scene, fill: str, score: int, width: float) -> list[str]:
    boxes = []
    for point in range(1, scene.most_points + 1):
        x, wide = _box(scene, point, width)
        taken = point <= score
        last_of_card = point % SINGLE_CARD == 0
        paint = {"fill": fill, "stroke": theme.shaded(fill, 0.72)}
        if not taken:
            paint = theme.surface("slot", "muted" if last_of_card else "slot")
        boxes.append(
            element(
                "rect", x=x, y=3.5, width=wide, height=ROW - 7, rx=2.5, stroke_width=0.8, **paint
            )
        )
    return boxes


def _box(scene: Scene, point: int, width: float) -> tuple[float, float]:
    """Return where a point's box begins, and how wide it is."""
    cards = scene.most_points // SINGLE_CARD
    step = (width - CHIP - 8 - NUMBERS - CARD_GAP * (cards - 1)) / scene.most_points
    card = (point - 1) // SINGLE_CARD
    return CHIP + 8 + (point - 1) * step + card * CARD_GAP, step - 2 if cards == 1 else step - 1.2


def _scale(scene: Scene, width: float) -> str:
    """Return the small figures above the boxes; a double card counts to 18 twice."""
    marks = []
    for card in range(scene.most_points // SINGLE_CARD):
        for mark in SCALE_MARKS:
            x, wide = _box(scene, card * SINGLE_CARD + mark, width)
            figure = text(str(mark), x + wide / 2, 11, 10, role="muted", anchor="middle")
            marks.append(figure)
    return "".join(marks)


def legend(scene: Scene) -> Block:
    """Return what the pointer means."""
    label = scene.word(words.WEAKEST)
    drawn = pointer(0, 12) + text(label, 15, 16.5, 13, role="muted")
    return Block(110, 24, drawn)
