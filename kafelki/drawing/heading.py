"""What is going on, in words: for the top of the drawing and for screen readers."""

from __future__ import annotations

from kafelki.drawing import theme, words
from kafelki.drawing.scene import Scene
from kafelki.drawing.svg import BOLD, Block, element, shortened, text, width_of
from kafelki.rules.texts import POINTS, counted


def heading(scene: Scene, width: float) -> Block:
    """Return the top of the drawing: the game and its last move, what happens now and how far."""
    drawn = [text(scene.word(scene.rules.name), 0, 28, 32, weight=800)]
    taken = width_of(scene.word(scene.rules.name), 32 * BOLD) + 14
    if scene.style.heading:
        which = scene.style.heading(scene)
        drawn.append(text(which, taken, 28, 19, weight=600))
        taken += width_of(which, 19 * BOLD) + 14
    latest = shortened(last_move(scene), width - taken, 15)
    after = words.after_events(int(scene.view.get("after") or 0), scene.language)
    room = width - width_of(after, 14) - 34
    x = 21.0 if scene.to_act else 0.0
    if scene.to_act:
        drawn.append(element("path", d="M0 45L13 53L0 61Z", **theme.filled("ink")))
    drawn += [
        text(latest, width, 26, 15, role="muted", anchor="end"),
        text(shortened(status(scene), room, 18 * BOLD), x, 59, 18, weight=600, data_status="1"),
        text(after, width, 58, 14, role="muted", anchor="end"),
    ]
    return Block(width, 66, "".join(drawn))


def caption(scene: Scene) -> str:
    """Return the drawing's title: the game and who plays it."""
    names = ", ".join(scene.name(seat) for seat in scene.seats)
    return f"{scene.word(scene.rules.name)}: {names}"


def status(scene: Scene) -> str:
    """Return what happens now: whose move it is, or how the game ended."""
    if not scene.view.get("over"):
        if scene.to_act:
            return words.moving([scene.name(seat) for seat in scene.to_act], scene.language)
        return scene.word(words.CHANCE)
    result = scene.view.get("result") or {}
    said = [scene.word(words.GAME_OVER)]
    if scene.places and not scene.solo:
        winners = [scene.name(seat) for seat, place in enumerate(scene.places) if place == 1]
        everybody = len(winners) == len(scene.places)
        said.append(scene.word(words.DRAW) if everybody else words.won(winners, scene.language))
    if result.get("reason") in scene.rules.endings:
        said.append(scene.word(scene.rules.endings[result["reason"]]))
    return " · ".join(said)


def last_move(scene: Scene) -> str:
    """Return who moved last and how, or nothing before the first move."""
    last = scene.view.get("last")
    if not last:
        return ""
    return f"{scene.word(words.LAST_MOVE)}: {scene.name(last['seat'])}, {last['move']}"


def description(scene: Scene) -> str:
    """Return the position in sentences: what happens now, the last move, everybody's points."""
    said = [status(scene), last_move(scene)]
    for party in scene.seating.parties:
        names = ", ".join(scene.name(seat) for seat in party)
        if scene.style.party_text:
            told = scene.style.party_text(scene, party)
        else:
            told = scene.word(counted(sum(scene.points(seat) for seat in party), POINTS))
        said.append(f"{names}: {told}")
    return "".join(f"{sentence}. " for sentence in said if sentence).strip()
