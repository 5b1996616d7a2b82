"""Positions to try things out in: what is shown, what is refused, and that nothing is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kafelki.server.settings import Settings
from tests.games.examples import WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.players import Json, guest
from tests.server.running_server import Server, serving

DATABASES = ("sqlite",)

AFTER_ONE_MOVE: Json = {
    "game": WITHOUT_CHANCE,
    "players": 2,
    "events": [{"seat": 0, "move": "XO e5 f5"}],
    "seat": 1,
}
WITHOUT_BOARD_DEALT: Json = {
    "game": WITHOUT_BOARD,
    "players": 2,
    "events": [
        *({"chance": f"bank {tile}"} for tile in ("Rs", "Gs", "Bs")),
        {"chance": "start Ys"},
        *(
            {"chance": f"draw {tile}", "seat": seat}
            for tile, seat in (("Yf", 0), ("Yh", 0), ("Yu", 0), ("Vf", 1), ("Vh", 1), ("Vu", 1))
        ),
    ],
}


def tried(server: Server, asked: Json, **more: Any) -> Json:
    """Return the answer to a try that must be answered."""
    response = server.http.post(f"{server.url}/api/try", json=asked | more)
    assert response.status_code == 200, response.text
    answer: Json = response.json()
    return answer


def refused(server: Server, asked: Json, **more: Any) -> Json:
    """Return why something cannot be tried."""
    response = server.http.post(f"{server.url}/api/try", json=asked | more)
    problem: Json = response.json()
    assert response.status_code == {"malformed": 422, "illegal": 409}[problem["code"]]
    assert set(problem["text"]) == {"en", "pl"}
    return problem


def test_a_position_is_shown_with_what_can_be_done_in_it(server: Server) -> None:
    answer = tried(server, AFTER_ONE_MOVE)
    assert answer["explained"] is None
    view = answer["game"]
    assert (view["viewer"], view["to_act"], view["after"]) == (1, [1], 1)
    assert set(view["cells"]) == {"e5", "f5"}
    assert "XO e6 f6" in view["legal"]["moves"]


def test_a_move_is_explained_and_played(server: Server) -> None:
    answer = tried(server, WITHOUT_BOARD_DEALT, move="Yf 1,0")
    assert answer["explained"]["points"] == {"lines": 0}
    assert answer["game"]["cells"] == {"0,0": "Ys", "1,0": "Yf"}


@pytest.mark.parametrize(
    ("change", "code", "rule"),
    [
        ({"move": "XO e5 f5"}, "illegal", "EX-5"),
        ({"move": "castle"}, "illegal", None),
        ({"seat": 0, "move": "XO e6 f6"}, "illegal", "EX-3"),
        ({"seat": 3}, "illegal", None),
        ({"events": [{"seat": 1, "move": "XO e5 f5"}]}, "malformed", "EX-3"),
        ({"events": [{"seat": 0, "move": "XO e5 e5"}]}, "malformed", None),
        ({"events": [{"seat": 0}]}, "malformed", None),
        ({"events": [{"chance": "draw RB"}]}, "malformed", None),
        ({"events": [{"seat": None, "move": "XO e5 f5"}]}, "malformed", None),
        ({"events": [{"seat": 0, "move": "XO e5 f5", "more": 1}]}, "malformed", None),
        ({"events": [{"seat": 0, "move": "XO e5 f5"}] * 61}, "malformed", None),
        ({"game": "chess"}, "malformed", None),
        ({"players": 3}, "malformed", None),
        ({"options": {"size": 3}}, "malformed", None),
        ({"variant": "none"}, "malformed", None),
    ],
)
def test_what_cannot_be_is_refused_and_says_why(
    server: Server, change: Json, code: str, rule: str | None
) -> None:
    problem = refused(server, AFTER_ONE_MOVE, **change)
    assert problem["code"] == code
    if rule is not None:
        assert problem["rule"] == rule


def test_others_hands_are_not_shown(server: Server) -> None:
    hands = tried(server, WITHOUT_BOARD_DEALT)["game"]["hands"]
    assert (hands[0]["hidden"], hands[1]["tiles"]) == (0, [])


def test_nothing_is_kept(server: Server) -> None:
    ania = guest(server)
    response = ania.ask("POST", "/try", AFTER_ONE_MOVE)
    assert response.status_code == 200
    assert ania.get("/me/tables") == []
    assert "set-cookie" not in response.headers


def test_trying_is_limited(tmp_path: Path) -> None:
    with serving(Settings(data_folder=tmp_path, rate_limits=0.05)) as server:
        answers = [
            server.http.post(f"{server.url}/api/try", json=AFTER_ONE_MOVE) for _ in range(20)
        ]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["Retry-After"]) >= 1
