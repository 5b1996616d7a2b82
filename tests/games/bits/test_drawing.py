"""What a drawing of Bits shows."""

from __future__ import annotations

import pytest

from kafelki.games.bits.kernels import TASKS
from tests.play.test_drawing import SVG, drawn, of_class, seen, texts


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_tasks_are_little_shapes_with_their_points(players: int) -> None:
    position = seen("bits", players, moves=0)
    for task in TASKS:
        position["tasks"] = [task.name]
        root = drawn(position)
        (card,) = of_class(root, "task")
        assert card.get("data-task") == task.name
        squares = [e for e in card.iter(f"{SVG}rect") if e.get("class") == "f-ink"]
        assert len(squares) == (task.shape.count("#") or 4)
        assert texts(card)[0] == f"{task.points:+}".replace("-", "−")
    assert "Round 1 of 3" in texts(drawn(position))
    assert "Runda 1 z 3" in texts(drawn(position, "pl"))
