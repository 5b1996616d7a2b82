"""What operators look at: whether the server is well, and its numbers."""

from __future__ import annotations

from random import Random

from tests.games.examples import WITHOUT_CHANCE
from tests.server.players import page_at, play_on, seated
from tests.server.running_server import Server


def metric(server: Server, name: str) -> float:
    text = server.http.get(f"{server.url}/metrics").text
    return sum(float(line.split(" ")[-1]) for line in text.splitlines() if line.startswith(name))


def test_a_server_that_is_well_says_so(server: Server) -> None:
    response = server.http.get(f"{server.url}/healthz")
    assert response.status_code == 200
    assert response.json()["ok"] is True


def test_moves_and_sockets_are_counted(own_server: Server, random: Random) -> None:
    table, people = seated(own_server, WITHOUT_CHANCE, 2)
    before = metric(own_server, "kafelki_moves ")
    play_on(people, table, 3, random)
    assert metric(own_server, "kafelki_moves ") == before + 3
    sockets = metric(own_server, "kafelki_sockets ")
    with page_at(own_server, table), page_at(own_server, table):
        assert metric(own_server, "kafelki_sockets ") == sockets + 2
    assert metric(own_server, "kafelki_tables_in_memory ") >= 1


def test_the_numbers_name_no_table_and_nobody(server: Server, random: Random) -> None:
    table, people = seated(server, WITHOUT_CHANCE, 2)
    play_on(people, table, 1, random)
    text = server.http.get(f"{server.url}/metrics").text
    assert 'route="/api/tables/{table}/commands"' in text
    assert table not in text
    assert not any(person.person in text or person.token in text for person in people)
