"""The people at the table: a card each, or one for partners, with hand and score."""

from __future__ import annotations

from kafelki.play.drawing import theme, words
from kafelki.play.drawing.scene import Scene
from kafelki.play.drawing.svg import (
    Block,
    beside,
    element,
    moved,
    shortened,
    stacked,
    text,
    title,
    width_of,
)
from kafelki.play.drawing.tiles import back, face, half, tile
from kafelki.play.drawing.tracks import tracks
from kafelki.rules.symbols import SYMBOLS

CARD_WIDTH = 400.0
PADDING = 16.0
INSIDE = CARD_WIDTH - 2 * PADDING
HEAD = 26.0
HALF = {"axio": 28.0, "geniusz": 26.0, "zawrot": 42.0, "bits": 28.0, "exo": 28.0}
"""How large a half is in a hand, by game."""


def party_card(scene: Scene, party: tuple[int, ...]) -> Block:
    """Return the card of seats that play together: who, what they hold, what they have."""
    parts = []
    for seat in party:
        parts.append(seat_head(scene, seat, INSIDE))
        parts += hand(scene, seat)
    parts += _score(scene, party)
    return carded(scene, party, stacked(parts, 8))


def carded(scene: Scene, party: tuple[int, ...], inside: Block) -> Block:
    """Return a block on a card, whose edge is heavy when one of the party may act."""
    width, height = inside.width + 2 * PADDING, inside.height + 2 * PADDING - 4
    acting = any(seat in scene.to_act for seat in party)
    edge = theme.surface("card", "ink" if acting else "edge")
    weight = 2.5 if acting else 1.2
    ground = element("rect", width=width, height=height, rx=14, stroke_width=weight, **edge)
    content = ground + inside.at(PADDING, PADDING - 2)
    seats = " ".join(map(str, party))
    return Block(width, height, element("g", content, class_="party", data_seats=seats))


def seat_head(scene: Scene, seat: int, width: float) -> Block:
    """Return a player's name, with a pointer and a tag when it is their move, or their place."""
    tag = _tag(scene, seat, width)
    x = 0.0
    drawn = [tag.at(width - tag.width, 2)]
    if seat in scene.to_act:
        drawn.append(element("path", d="M0 4L15 13L0 22Z", class_="turn f-ink", fill=_ink()))
        x = 22.0
    if scene.game == "exo":
        drawn.append(half("square", face(scene.look, "XO"[seat], scene.language), x + 12, 13, 24))
        x += 32
    you = f" ({scene.word(words.YOU)})" if scene.view.get("viewer") == seat else ""
    room = width - x - tag.width - 10 - width_of(you, 17)
    name = shortened(scene.name(seat), room, 17) + you
    label = text(name, x, 19, 17, weight=700)
    drawn.append(element("g", title(scene.name(seat)), label, class_="name", data_seat=seat))
    return Block(width, HEAD, "".join(drawn))


def _ink() -> str:
    return theme.ROLES["ink"][0]


def _tag(scene: Scene, seat: int, width: float) -> Block:
    if scene.places and not scene.solo:
        return _place_tag(scene.places[seat], scene.language)
    if seat in scene.to_act and width > 250:
        return pill(scene.word(words.TO_MOVE), "ink", "paper")
    return Block(0, 0, "")


def _place_tag(place: int, language: str) -> Block:
    label = words.place(place, language)
    tag = pill(label, "ink", "paper") if place == 1 else pill(label, "slot", "ink")
    tagged = element("g", tag.content, class_="place", data_place=place)
    if place > 1:
        return Block(tag.width, tag.height, tagged)
    star = element("path", d=SYMBOLS["star"], transform=moved(9, 11, 9), **theme.filled("ink"))
    return Block(tag.width + 23, tag.height, star + element("g", tagged, transform=moved(23, 0)))


def pill(label: str, ground: str, ink: str) -> Block:
    """Return a short text on a rounded ground."""
    width = width_of(label, 12.5) + 18
    shape = element("rect", width=width, height=22, rx=11, **theme.filled(ground))
    line = text(label, width / 2, 15.5, 12.5, role=ink, anchor="middle", weight=600)
    return Block(width, 22, shape + line)


def hand(scene: Scene, seat: int) -> list[Block]:
    """Return the tiles of a seat: those the viewer knows open, the others face down."""
    tiles, hidden = scene.hand(seat)
    size = HALF[scene.game]
    drawn = [tile(scene.look, value, size, scene.language) for value in tiles]
    drawn += [back(scene.look, size) for _ in range(hidden)]
    if not drawn:
        return []
    held = beside(drawn, 6)
    return [
        Block(held.width, held.height, element("g", held.content, class_="hand", data_seat=seat))
    ]


def _score(scene: Scene, party: tuple[int, ...]) -> list[Block]:
    scores = [scene.view["scores"][seat] for seat in party]
    if scene.game in ("axio", "geniusz"):
        return [tracks(scene, scores[0], INSIDE)]
    if scene.game == "zawrot":
        return [_points(scene, party, [score[0] for score in scores])]
    return []


def _points(scene: Scene, party: tuple[int, ...], points: list[int]) -> Block:
    """Return points in figures; partners' are added up."""
    total = sum(points)
    drawn = text(words.signed(total), 0, 26, 30, weight=800, data_points=total)
    x = width_of(str(total), 30) + 8
    unit = words.counted(total, words.SCORED, scene.language).split(" ", 1)[1]
    if len(party) > 1:
        unit += " = " + " + ".join(map(words.signed, points))
    return Block(INSIDE, 30, drawn + text(unit, x, 26, 15, role="muted"))
