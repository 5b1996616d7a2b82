"""What only one game shows: drawn by a script that its package brings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from kafelki.rules.registry import file_of
from kafelki.server.web import games
from tests.games.examples import WITHOUT_CHANCE
from tests.page.conftest import Newcomer
from tests.page.person import placements

SCRIPT = """
export function above(element, told) {
    const line = document.createElement('p');
    element.append(line);
    const update = ({ language, seat, cells, view }) => {
        const count = Object.keys(cells).length;
        line.textContent = `${language}, seat ${seat} of ${view.players}: ${count}`;
    };
    update(told);
    return { update };
}

export function over(group, { place, appearance }) {
    const [cell] = Object.keys(appearance.places);
    const [x, y] = place(cell);
    const dot = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
    for (const [name, value] of Object.entries({ cx: x, cy: y, r: 0.2, class: 'from-afar' })) {
        dot.setAttribute(name, value);
    }
    group.append(dot);
}
"""


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a game bring a script of its own."""

    def found(game: str, name: str) -> str | None:
        return SCRIPT if (game, name) == (WITHOUT_CHANCE, games.SCRIPT) else file_of(game, name)

    monkeypatch.setattr(games, "file_of", found)
    games._described.cache_clear()
    yield
    games._described.cache_clear()


@pytest.mark.usefixtures("script")
def test_a_games_own_script_draws_above_and_over_the_board(newcomer: Newcomer) -> None:
    person = newcomer("Ania", language="pl")
    seats = [{"me": True}, {"bot": "level-1"}]
    table = person.open_table(WITHOUT_CHANCE, 2, seats=seats, start=True, first=0)
    person.sit_at(table)
    line = person.page.get_by_text("pl, seat 0 of 2:")
    expect(line).to_have_text("pl, seat 0 of 2: 0")
    expect(person.page.locator(".stage svg .from-afar")).to_have_count(1)
    person.lay_by_mouse(
        placements(person.legal)[0]
    )  # it is told of the tile that lies ready, as if it were placed
    expect(line).to_have_text("pl, seat 0 of 2: 2")
    person.page.keyboard.press("Escape")
    expect(line).to_have_text("pl, seat 0 of 2: 0")
