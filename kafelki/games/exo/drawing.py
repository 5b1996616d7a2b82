"""How EXO is drawn: stacks with their heights, and the sign that each player has."""

from __future__ import annotations

from kafelki.drawing.grid import Grid
from kafelki.drawing.scene import Scene
from kafelki.drawing.style import Style
from kafelki.drawing.tiles import Face, face, stack
from kafelki.games.exo.traits import SIGNS


def _sign(scene: Scene, seat: int) -> Face:
    return face(scene.look, SIGNS[seat], scene.language)


def _party_text(scene: Scene, party: tuple[int, ...]) -> str:
    return scene.word(scene.look.colours[SIGNS[party[0]]].name)


def _stack(scene: Scene, grid: Grid, cell: str, value: str, share: float) -> str:
    shown = face(scene.look, value, scene.language)
    return stack(shown, int(value[1:]), grid.at(cell), grid.size * share, cell)


STYLE = Style(half=0.0, key=False, points=False, sign=_sign, piece=_stack, party_text=_party_text)
