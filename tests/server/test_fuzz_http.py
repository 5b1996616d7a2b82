"""Anything at all sent to every route: never an error of ours, and always what is documented."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from kafelki.rules.registry import GAMES
from kafelki.server.settings import Settings
from kafelki.server.web.app import make_app
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.safety_server import RunningServer, new_database, running

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 25
ENDS_THE_SESSION = {"DELETE /api/me", "DELETE /api/sessions/current", "PUT /api/me/password"}

document = schemathesis.openapi.from_dict(make_app(Settings()).openapi())
OPERATIONS: dict[str, Any] = {
    operation.label: operation
    for operation in (result.ok() for result in document.get_all_operations())  # type: ignore[union-attr]
}


class Place:
    """A server with people and tables, some of them in the middle of a game."""

    def __init__(self, server: RunningServer) -> None:
        self.server = server
        self.person, self.token = server.guest("Ania")
        self.other, _ = server.guest("Kasia")
        self.tables = [
            self._table(game, players, settings, start)
            for game, players in (
                (WITH_RACKS, 2),
                (WITH_PAIRS, 1),
                (AT_ONCE, 2),
                (WITHOUT_CHANCE, 2),
                (WITHOUT_BOARD, 2),
            )
            for settings, start in (({"chat": "everyone"}, True), ({"private": True}, False))
        ]

    def _table(self, game: str, players: int, chosen: dict[str, Any], start: bool) -> str:
        seats = [{"me": True}, {"label": "Ola"}][:players]
        new = {"game": game, "players": players, "settings": chosen, "seats": seats, "start": start}
        with self.server.client(self.token) as client:
            answer = client.post("/api/tables", json=new)
            assert answer.status_code == 201, answer.text
            return str(answer.json()["id"])


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("server")
    new_database(folder)
    with running(Settings(data_folder=folder, rate_limits=0)) as server:
        yield Place(server)


@pytest.mark.parametrize("label", OPERATIONS)
def test_every_request_gets_a_documented_answer(place: Place, label: str) -> None:
    operation = OPERATIONS[label]

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=any_case(operation), data=st.data())
    def check(case: Any, data: st.DataObject) -> None:
        aim(case, place, data)
        token = place.token
        if label in ENDS_THE_SESSION:
            _, token = place.server.guest("Jan")
        who = data.draw(st.sampled_from([token, token, token, "not-a-token", None]))
        headers = {} if who is None else {"Authorization": f"Bearer {who}"}
        response = case.call(base_url=place.server.url, headers=headers)
        case.validate_response(response, checks=CHECKS)

    check()
    assert not any('"level": "error"' in line for line in place.server.logged)


def any_case(operation: Any) -> st.SearchStrategy[Any]:
    """Return requests as they are documented, and such that are not."""
    return st.one_of(
        operation.as_strategy(generation_mode=GenerationMode.POSITIVE),
        operation.as_strategy(generation_mode=GenerationMode.NEGATIVE),
    )


def aim(case: Any, place: Place, data: st.DataObject) -> None:
    """Let most requests be about something that is there."""
    real = {
        "table": place.tables,
        "game": list(GAMES),
        "person": [place.person, place.other],
    }
    for name, values in real.items():
        if name in case.path_parameters and data.draw(st.integers(0, 3)):
            case.path_parameters[name] = data.draw(st.sampled_from(values))
