"""How the chances went, as a drawing: lines told apart by their dashes, errors and luck marked."""

from __future__ import annotations

from collections.abc import Callable
from xml.sax.saxutils import escape

from kafelki.review import words
from kafelki.review.model import Decision, Review

WIDTH, HEIGHT = 760.0, 260.0
LEFT, TOP, RIGHT, BOTTOM = 52.0, 14.0, 12.0, 30.0
DASHES = ("", "8 4", "2 4", "10 3 2 3")
"""One for each seat: lines are told apart without colours."""
GREYS = ("#000", "#444", "#666", "#888")
MARKED = {"medium": 4, "large": 6}
"""How large the mark of an error is."""
MUCH = 0.03
"""Luck of less than this is not marked."""

Axis = Callable[[float], float]


def curve_svg(review: Review, language: str) -> str:
    """Return a graph of what the position was worth to every seat, as SVG by itself."""
    last = max(1, sum(step.events for step in review.steps))
    seats = range(1) if _is_one_line(review) else range(review.players)
    top = max(1.0, *(worth for seat in seats for _, worth in review.curve(seat)))
    low = min(0.0, *(worth for seat in seats for _, worth in review.curve(seat)))

    def x(event: float) -> float:
        return LEFT + event / last * (WIDTH - LEFT - RIGHT)

    def y(worth: float) -> float:
        return TOP + (top - worth) / (top - low) * (HEIGHT - TOP - BOTTOM)

    parts = [_grid(review, language, top, low, y)]
    for seat in seats:
        points = " ".join(f"{x(event):.1f},{y(worth):.1f}" for event, worth in review.curve(seat))
        dashes = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{GREYS[seat]}" '
            f'stroke-width="1.8"{dashes}/>'
        )
    for seat in seats:
        parts += _marks(review, seat, language, x, y)
    parts.append(_legend(review, language, seats))
    label = escape(words.GRAPH.in_language(language))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" '
        f'role="img" aria-label="{label}" font-family="sans-serif" font-size="11">'
        f"<title>{label}</title>{''.join(parts)}</svg>"
    )


def _is_one_line(review: Review) -> bool:
    """Return whether one line says it all: a player alone, or two who see the same."""
    if review.players != 2:
        return review.players == 1
    pairs = zip(review.curve(0), review.curve(1), strict=True)
    return all(abs(one + other - 1.0) < 0.01 for (_, one), (_, other) in pairs)


def _grid(review: Review, language: str, top: float, low: float, y: Axis) -> str:
    lines = []
    for k in range(5):
        worth = low + (top - low) * k / 4
        told = escape(words.value(review, worth, language))
        lines.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(worth):.1f}" y2="{y(worth):.1f}" '
            f'stroke="#ccc"/><text x="{LEFT - 5}" y="{y(worth) + 4:.1f}" '
            f'text-anchor="end">{told}</text>'
        )
    return "".join(lines)


def _marks(review: Review, seat: int, language: str, x: Axis, y: Axis) -> list[str]:
    """Return a mark for every larger error of a seat, and for draws that brought or cost much."""
    found = []
    whose = range(review.players) if _is_one_line(review) else (seat,)
    for step, (event, worth) in zip(review.steps, review.curve(seat)[1:], strict=True):
        at = f"translate({x(event):.1f} {y(worth):.1f})"
        if isinstance(step, Decision):
            if step.seat in whose and step.band in MARKED:
                size = MARKED[step.band]
                told = f"{step.event}: {step.move}, "
                told += words.change(review, -(step.loss or 0.0), language)
                shape = f"M{-size} {-size}L{size} {size}M{size} {-size}L{-size} {size}"
                found.append(_mark(at, shape, told))
        elif abs(step.luck[seat]) >= MUCH:
            told = f"{step.event}: {' '.join(step.texts)}, "
            told += words.change(review, step.luck[seat], language)
            shape = "M0 -7L6 4L-6 4Z" if step.luck[seat] > 0 else "M0 7L6 -4L-6 -4Z"
            found.append(_mark(at, shape, told))
    return found


def _mark(at: str, shape: str, told: str) -> str:
    return (
        f'<path transform="{at}" d="{shape}" fill="#fff" stroke="#000" stroke-width="1.4">'
        f"<title>{escape(told)}</title></path>"
    )


def _legend(review: Review, language: str, seats: range) -> str:
    parts = []
    at = LEFT
    for seat in seats:
        dashes = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        name = words.name_of(review, seat)
        parts.append(
            f'<line x1="{at}" x2="{at + 26}" y1="{HEIGHT - 8}" y2="{HEIGHT - 8}" '
            f'stroke="{GREYS[seat]}" stroke-width="1.8"{dashes}/>'
            f'<text x="{at + 31}" y="{HEIGHT - 4}">{escape(name)}</text>'
        )
        at += 46 + 7 * len(name)
    error = words.BAND_NAMES["medium"].in_language(language)
    told = f"×: {error}, △▽: {words.LUCK.in_language(language)}"
    parts.append(
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 4}" text-anchor="end">{escape(told)}</text>'
    )
    return "".join(parts)
