"""The symbols that stand for colours and shapes, as SVG path data.

Each is drawn in the box from −1 to 1, y downwards, to be filled with the even-odd
rule. They are heavy on purpose: at 20 pixels, in grey, no two look alike.
"""

from __future__ import annotations

import math

Point = tuple[float, float]


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _polygon(points: list[Point]) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points) + "Z"


def _polar(radius: float, turn: float) -> Point:
    """Return the point at `radius`, `turn` of a full turn clockwise from the top."""
    angle = 2 * math.pi * turn
    return radius * math.sin(angle), -radius * math.cos(angle)


def circle(radius: float) -> str:
    """Return the path of a circle around the middle."""
    r = _number(radius)
    return f"M-{r} 0A{r} {r} 0 1 1 {r} 0A{r} {r} 0 1 1-{r} 0Z"


def regular(corners: int, radius: float, turn: float = 0.0) -> str:
    """Return the path of a regular polygon, turned from standing on top of a corner."""
    return _polygon([_polar(radius, turn + k / corners) for k in range(corners)])


def star(points: int, inner: float, drop: float = 0.0) -> str:
    """Return the path of a star whose notches lie at radius `inner`, moved down by `drop`."""
    corners = [_polar(inner if k % 2 else 1.0, k / (2 * points)) for k in range(2 * points)]
    return _polygon([(x, y + drop) for x, y in corners])


def sun(rays: int) -> str:
    """Return the path of a disc with rays that stand apart from it."""
    paths = [circle(0.47)]
    for k in range(rays):
        turn = k / rays
        near, far = 0.3 / rays, 0.19 / rays
        corners = [(0.62, -near), (1.0, -far), (1.0, far), (0.62, near)]
        paths.append(_polygon([_polar(radius, turn + side) for radius, side in corners]))
    return "".join(paths)


def cross(length: float, width: float) -> str:
    """Return the path of an X with arms of half the given width."""
    tip, notch = length, width * math.sqrt(2)
    quarter = [(notch, 0.0), (tip, tip - notch), (tip - notch, tip), (0.0, notch)]
    corners: list[Point] = []
    for _ in range(4):
        corners += quarter[:3]
        quarter = [(-y, x) for x, y in quarter]
    return _polygon(corners)


def flower(petals: int, valley: float, petal: float, hole: float) -> str:
    """Return the path of round petals that meet at radius `valley`, with a round hole."""
    corners = [_polar(valley, (k + 0.5) / petals) for k in range(petals)]
    start = corners[-1]
    arcs = "".join(
        f"A{_number(petal)} {_number(petal)} 0 1 1 {_number(x)} {_number(y)}" for x, y in corners
    )
    return f"M{_number(start[0])} {_number(start[1])}{arcs}Z" + circle(hole)


def spiral(turns: float, width: float, steps: int = 36) -> str:
    """Return the path of a band that winds out from the middle, thin at its inner end."""
    middle = [(k / steps, 0.08 + (0.98 - width / 2 - 0.08) * k / steps) for k in range(steps + 1)]
    outside = [_polar(r + width / 2 * min(1, 0.5 + 3 * t), t * turns) for t, r in middle]
    inside = [_polar(r - width / 2 * min(1, 0.5 + 3 * t), t * turns) for t, r in middle]
    return _polygon(outside + inside[::-1])


def snowflake(arms: int) -> str:
    """Return the path of straight arms, each with a pair of twigs."""
    # One side of one arm, as (along the arm, away from it); the other side mirrors it.
    half = 0.13
    foot = half / math.tan(math.pi / arms)
    side = [(foot, half), (0.5, half), (0.68, 0.38), (0.9, 0.3), (0.78, half), (1.0, half)]
    corners: list[Point] = []
    for k in range(arms):
        angle = 2 * math.pi * k / arms
        for along, away in [(a, -b) for a, b in side] + side[:0:-1]:
            x = along * math.sin(angle) + away * math.cos(angle)
            corners.append((x, away * math.sin(angle) - along * math.cos(angle)))
    return _polygon(corners)


def pyramid(size: float, gap: float) -> str:
    """Return the path of a pyramid seen from above: four faces that meet in the middle."""
    face = [(-size + gap, -size), (size - gap, -size), (0.0, -gap)]
    faces = []
    for _ in range(4):
        faces.append(_polygon(face))
        face = [(-y, x) for x, y in face]
    return "".join(faces)


HEART = (
    "M0 0.92C-0.3 0.66-0.98 0.2-0.98-0.3C-0.98-0.62-0.74-0.84-0.47-0.84"
    "C-0.26-0.84-0.09-0.72 0-0.52C0.09-0.72 0.26-0.84 0.47-0.84"
    "C0.74-0.84 0.98-0.62 0.98-0.3C0.98 0.2 0.3 0.66 0 0.92Z"
)

SYMBOLS: dict[str, str] = {
    "disc": circle(0.74),
    "ring": circle(0.92) + circle(0.5),
    "square": regular(4, 1.03, 1 / 8),
    "hexagon": regular(6, 0.98, 1 / 12),
    "star": star(5, 0.44, 0.08),
    "six_star": star(6, 0.55),
    "twelve_star": star(12, 0.62),
    "sun": sun(8),
    "cross": cross(0.88, 0.24),
    "flower": flower(5, 0.56, 0.36, 0.22),
    "heart": HEART,
    "spiral": spiral(2.05, 0.27),
    "snowflake": snowflake(6),
    "pyramid": pyramid(0.9, 0.1),
}
"""By name: the `d` of a path."""
