"""The people at the table: a card each, or one for partners, with hand and score."""

from __future__ import annotations

from kafelki.drawing import svg, theme, words
from kafelki.drawing.outlines import shape
from kafelki.drawing.scene import Scene
from kafelki.drawing.svg import Block
from kafelki.drawing.tiles import back, half, tile
from kafelki.rules.texts import POINTS, counted, signed

PADDING = 16.0
HEAD = 26.0
ROOM_FOR_TAGS = 250.0
"""A head that is narrower has no room for long tags beside the name."""

ROOMY = 2
"""With more parties than this, their cards are drawn narrower in height."""


def party_card(scene: Scene, party: tuple[int, ...]) -> Block:
    """Return the card of seats that play together: who they are, what they hold and have."""
    width = scene.style.card_width
    crowded = len(scene.seating.parties) > ROOMY
    parts = []
    for seat in party:
        parts += [seat_head(scene, seat, width), *_hand_and_points(scene, seat, width)]
    if scene.style.score_card:
        parts.append(scene.style.score_card(scene, scene.view["scores"][party[0]], width, crowded))
    elif len(party) > 1:
        parts.append(_together(scene, party, width))
    return carded(scene, party, svg.stacked(parts, 5 if crowded else 8))


def carded(scene: Scene, party: tuple[int, ...], inside: Block) -> Block:
    """Return a block on a card, whose edge is heavy when one of the party may act."""
    width, height = inside.width + 2 * PADDING, inside.height + 2 * PADDING - 4
    acting = any(seat in scene.to_act for seat in party)
    ground = svg.element(
        "rect",
        width=width,
        height=height,
        rx=14,
        stroke_width=2.5 if acting else 1.2,
        **theme.surface("card", "ink" if acting else "edge"),
    )
    content = ground + inside.at(PADDING, PADDING - 2)
    seats = " ".join(map(str, party))
    return Block(width, height, svg.element("g", content, class_="party", data_seats=seats))


def seat_head(scene: Scene, seat: int, width: float) -> Block:
    """Return a player's name, with a pointer and a tag when it is their move, or their place."""
    tag = _tag(scene, seat, width)
    drawn = [tag.at(width - tag.width, 2)]
    x = 0.0
    if seat in scene.to_act:
        arrow = svg.element("path", d="M0 4L15 13L0 22Z", **theme.filled("ink"))
        drawn.append(svg.element("g", arrow, class_="turn", data_seat=seat))
        x = 22.0
    if scene.style.sign:
        shown = scene.style.sign(scene, seat)
        drawn.append(half("square", shown, (x + 12, 13), 24, kind="chip"))
        x += 32
    label = svg.text(_name(scene, seat, width - x - tag.width - 4), x, 19, 17, weight=700)
    drawn.append(
        svg.element("g", svg.title(scene.name(seat)), label, class_="name", data_seat=seat)
    )
    return Block(width, HEAD, "".join(drawn))


def _name(scene: Scene, seat: int, room: float) -> str:
    """Return a player's name, cut to fit, and that it is the viewer's where that fits too."""
    name = scene.name(seat)
    if scene.view.get("viewer") == seat:
        own = f"{name} ({scene.word(words.YOU)})"
        name = own if svg.width_of(own, 17 * svg.BOLD) <= room else name
    return svg.shortened(name, room, 17 * svg.BOLD)


def _tag(scene: Scene, seat: int, width: float) -> Block:
    """Return a seat's place at the end, the first with a star before it, or that it is to move."""
    roomy = width >= ROOM_FOR_TAGS
    if scene.places and not scene.solo:
        place = scene.places[seat]
        label = words.place(place, scene.language, short=not roomy)
        if place == 1:
            star = shape("star", transform=svg.moved(9, 11, 9), **theme.filled("ink"))
            tag = svg.beside([Block(17, 22, star), pill(label, "ink", "paper")], 6)
        else:
            tag = pill(label, "slot", "ink")
        return tag.grouped(class_="place", data_place=place)
    if seat in scene.to_act and roomy:
        return pill(scene.word(words.TO_MOVE), "ink", "paper")
    return Block(0, 0, "")


def pill(label: str, ground: str, ink: str) -> Block:
    """Return a short text on a rounded ground."""
    width = svg.width_of(label, 12.5 * svg.BOLD) + 14
    under = svg.element("rect", width=width, height=22, rx=11, **theme.filled(ground))
    line = svg.text(label, width / 2, 15.5, 12.5, role=ink, anchor="middle", weight=600)
    return Block(width, 22, under + line)


def _hand_and_points(scene: Scene, seat: int, width: float) -> list[Block]:
    """Return a seat's tiles, if it holds any, and, where points are one number, its points."""
    held = hand(scene, seat)
    if scene.style.score_card or not scene.style.points:
        return [held] if held.width else []
    points = _points(scene, scene.points(seat), seat)
    height = max(held.height, points.height)
    placed = points.at(width - points.width, (height - points.height) / 2)
    return [Block(width, height, held.content + placed)]


def hand(scene: Scene, seat: int) -> Block:
    """Return the tiles of a seat: those that the viewer knows open, the others face down."""
    seen, size = scene.view["hands"][seat], scene.style.half
    drawn = [tile(scene.look, value, size, scene.language) for value in seen["tiles"]]
    drawn += [back(scene.look, size) for _ in range(seen["hidden"])]
    return svg.beside(drawn, 6).grouped(class_="hand", data_seat=seat)


def _points(scene: Scene, points: int, seat: int) -> Block:
    """Return points in large figures with their unit, right-aligned."""
    unit = scene.word(counted(points, POINTS)).split(" ", 1)[1]
    width = svg.width_of(unit, 14) + 6 + svg.width_of(str(points), 30)
    figure = svg.text(
        signed(points), svg.width_of(str(points), 30), 25, 30, anchor="end", weight=800
    )
    drawn = figure + svg.text(unit, width, 25, 14, role="muted", anchor="end")
    return Block(width, 30, svg.element("g", drawn, data_seat=seat, data_points=points))


def _together(scene: Scene, party: tuple[int, ...], width: float) -> Block:
    """Return the points of a team, added up."""
    points = [scene.points(seat) for seat in party]
    sums = f"{scene.word(words.TOGETHER)} {' + '.join(map(signed, points))} ="
    total = _points(scene, sum(points), party[0])
    label = svg.text(sums, width - total.width - 12, 25, 15, role="muted", anchor="end")
    return Block(width, 30, label + total.at(width - total.width, 0))
