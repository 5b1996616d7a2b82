"""Draw the pictures of the README again: `make pictures`."""

from __future__ import annotations

from pathlib import Path

from kafelki.drawing import draw
from kafelki.play.game import Game, new_game
from kafelki.play.view import consequences, view

FOLDER = Path(__file__).parent / "pictures"
SEATS = ({"name": "Ania"}, {"name": "Kasia"})
MOVES = 26


def main() -> None:
    """Write a picture of a game in the middle, as its first player sees it."""
    FOLDER.mkdir(exist_ok=True)
    game = new_game("geniusz", players=2, seats=SEATS, seed=1)
    for _ in range(MOVES):
        game.play(most_points(game))
    while game.to_act != (0,):
        game.play(most_points(game))
    (FOLDER / "geniusz.svg").write_text(draw(view(game, 0)), encoding="utf-8")


def most_points(game: Game) -> str:
    """Return the legal move with the most points, so that the picture shows lines."""
    offered = consequences(game, game.to_act[0])
    colours = len(game.rules.appearance.colours)
    best = max(range(len(offered["moves"])), key=lambda k: sum(offered["rows"][k][:colours]))
    move: str = offered["moves"][best]
    return move


if __name__ == "__main__":
    main()
