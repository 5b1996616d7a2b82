"""Ratings: the model, what a game's end writes, and computing all of it again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, event, insert, select, update
from typer.testing import CliRunner

from benchmarks.ratings import KINDS, measured
from kafelki.cli import app
from kafelki.server.ratings import MEAN, Kind, RatedGame, Rating, rated, sides_of
from kafelki.server.storage import rating_again, ratings, schema
from kafelki.server.storage.rating_again import Stopped, rate_again, some_missing
from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_CHANCE
from tests.server.conftest import settings_for
from tests.server.players import Player, member, sit_down
from tests.server.running_server import SECOND, Server, Time, serving
from tests.server.services import Redis
from tests.waiting import wait_until

DUEL = Kind(WITHOUT_CHANCE, 2, "standard")
RATED = {"settings": {"rated": True}}

Book = dict[str, Rating]


def play(book: Book, kind: Kind, people: Sequence[str], ranks: Sequence[int]) -> None:
    """Let people have played a game."""
    game = RatedGame("t", kind, 0, tuple(people), tuple(ranks), sides_of(kind))
    after = rated(game, [book.get(person, Rating()) for person in people])
    book |= zip(people, after, strict=True)


# The model


def test_a_first_game_moves_ratings_by_sixty_points() -> None:
    # Variance 200² + 5² = 40025; c² = 2 · 40025 + (400 / ln 10)² = 110228, c = 332.0.
    # The value moves by 40025 / 332.0 · ½ = 60.28; 40025 / 110228 · ¼ of the variance goes.
    book: Book = {}
    play(book, DUEL, ["ania", "kasia"], [1, 2])
    assert book["ania"].value == pytest.approx(1560.28, abs=0.01)
    assert book["kasia"].value == pytest.approx(1439.72, abs=0.01)
    assert book["ania"].deviation == book["kasia"].deviation == pytest.approx(190.77, abs=0.01)
    assert book["ania"].provisional


def test_a_draw_between_equals_changes_only_how_sure_it_is() -> None:
    book: Book = {}
    play(book, DUEL, ["ania", "kasia"], [1, 1])
    assert [each.value for each in book.values()] == [MEAN, MEAN]
    assert book["ania"].deviation < Rating().deviation


def test_three_and_four_are_rated_by_their_places() -> None:
    for kind, ranks in (
        (Kind(WITH_RACKS, 3, "standard"), [2, 1, 3]),
        (KINDS["four"], [4, 2, 1, 3]),
    ):
        book: Book = {}
        people = [f"rank {rank}" for rank in ranks]
        play(book, kind, people, ranks)
        assert sorted(book, key=lambda person: -book[person].value) == sorted(people)


def test_partners_win_and_lose_together() -> None:
    book: Book = {}
    play(book, KINDS["pairs"], ["ania", "kasia", "julia", "feliks"], [1, 2, 1, 2])
    assert book["ania"] == book["julia"]
    assert book["kasia"] == book["feliks"]
    assert book["ania"].value > MEAN > book["kasia"].value


def test_thirty_wins_of_thirty_are_worth_the_same_however_many_others_there_are() -> None:
    def rating(opponents: int, others: int) -> float:
        book: Book = {}
        for number in range(max(30, others)):
            if number < 30:
                play(book, DUEL, ["ania", f"opponent {number % opponents}"], [1, 2])
            if number < others:
                play(book, DUEL, [f"other {number}", f"other {number + 1}"], [1 + number % 2, 1])
        assert not book["ania"].provisional
        return book["ania"].value

    assert rating(9, others=0) == rating(9, others=190)
    # Beating the same nine, who are worse each time, is worth hardly less than beating thirty.
    assert rating(9, others=0) == pytest.approx(rating(30, others=0), abs=50)


@pytest.mark.parametrize("kind", KINDS)
def test_strengths_that_are_known_are_found(kind: str) -> None:
    found = measured(people=100, games=2000, kind=KINDS[kind])
    assert found["rank correlation"] > 0.9
    assert found["inside the 95 % interval"] > 0.85


def test_a_rating_that_cannot_be_is_refused() -> None:
    for wrong in (Rating(deviation=0.0), Rating(value=float("nan")), Rating(deviation=-1.0)):
        with pytest.raises(ValueError, match="a rating of"):
            play({"ania": wrong}, DUEL, ["ania", "kasia"], [1, 2])


# What a game's end writes


def win(winner: Player, loser: Player) -> str:
    """Let somebody win a rated game of two."""
    table = sit_down([winner, loser], WITHOUT_CHANCE, **RATED)
    loser.does(table, "resign")
    return table


def kept(server: Server) -> list[list[Any]]:
    """Return all that the database keeps of ratings."""
    tables = (schema.ratings, schema.rating_history)
    with server.context.store.engine.connect() as connection:
        return [sorted(map(tuple, connection.execute(select(each)))) for each in tables]


def change(server: Server, *statements: Any) -> None:
    """Change the database behind the server's back."""
    with server.context.store.engine.execution_options(writes=True).begin() as connection:
        for statement in statements:
            connection.execute(statement)


def test_my_ratings_and_what_they_were_after_each_game(own_server: Server) -> None:
    ania, kasia = (member(own_server, name) for name in ("Ania", "Kasia"))
    tables = []
    for winner, loser in ((ania, kasia), (kasia, ania), (ania, kasia)):
        own_server.clock.pass_by(SECOND)
        tables.append(win(winner, loser))
    (mine,) = ania.get("/me/ratings")
    assert (mine["game"], mine["players"], mine["variant"]) == DUEL
    assert (mine["games"], mine["provisional"]) == (3, True)
    history = ania.get(f"/me/ratings/{WITHOUT_CHANCE}/2")
    assert [point["table"] for point in history] == tables[::-1]
    assert [point["games"] for point in history] == [3, 2, 1]
    assert history[2]["rating"] == 1560
    assert history[2]["deviation"] == 191
    assert history[1]["rating"] < 1560 < history[0]["rating"] + 30
    assert {name: history[0][name] for name in ("rating", "deviation", "games")} == {
        name: mine[name] for name in ("rating", "deviation", "games")
    }
    newest = ania.get(f"/me/ratings/{WITHOUT_CHANCE}/2", limit=1)
    assert newest == history[:1]
    assert ania.get(f"/me/ratings/{WITHOUT_CHANCE}/2", before=newest[0]["time"]) == history[1:]
    assert ania.get(f"/me/ratings/{WITH_RACKS}/2") == []
    assert ania.ask("GET", f"/me/ratings/{WITHOUT_CHANCE}/3").status_code == 404


def test_ratings_are_listed_in_pages_by_one_query(own_server: Server) -> None:
    people = [f"p{number:03}" for number in range(120)]
    row = DUEL._asdict() | {"games": 20, "rated_at": 1}
    change(
        own_server,
        insert(schema.people).values(
            [{"id": each, "name": each, "created": 0, "deleted": each == "p003"} for each in people]
        ),
        insert(schema.ratings).values(
            [
                row
                | {"person": each, "value": 1700.0 - number}
                | ({"deviation": 150.0} if number == 0 else {"deviation": 60.0})
                | {"provisional": number == 0}
                for number, each in enumerate(people)
            ]
        ),
    )
    statements: list[str] = []
    engine = own_server.context.store.engine

    def note(*details: Any) -> None:
        statements.append(details[2])

    event.listen(engine, "before_cursor_execute", note)
    try:
        rows = own_server.http.get(f"{own_server.url}/api/ratings/{WITHOUT_CHANCE}/2").json()
        asked = [each for each in statements if "ratings" in each]
    finally:
        event.remove(engine, "before_cursor_execute", note)
    assert len(asked) == 1
    assert (len(rows), rows[0]["rank"], rows[0]["name"]) == (50, 1, "p001")
    assert [each["name"] for each in rows[1:3]] == ["p002", "p004"]  # p003 has left

    def page(**query: int) -> Any:
        return own_server.http.get(f"{own_server.url}/api/ratings/{WITHOUT_CHANCE}/2", params=query)

    last = page(limit=100, offset=100).json()
    assert [each["rank"] for each in last] == list(range(101, 120))
    # Of whom little is known comes behind, whatever the rating.
    assert (last[-1]["name"], last[-1]["provisional"], last[-1]["rating"]) == ("p000", True, 1700)
    assert page(limit=101).status_code == page(offset=10_001).status_code == 422


def test_who_gives_up_loses_to_all_others_and_draws_with_who_gave_up_too(
    own_server: Server, random: Random
) -> None:
    people = [member(own_server, name) for name in ("Ania", "Kasia", "Julia", "Feliks")]
    table = sit_down(people, AT_ONCE, **RATED)
    for player in people[2:]:
        player.does(table, "resign")
    while people[0].look(table)["table"]["status"] == "playing":
        for seat in (0, 1):
            if seat in people[0].look(table)["game"]["to_act"]:
                people[seat].move(table, random)
    ranks = [row[6] for row in sorted(kept(own_server)[1], key=lambda row: int(row[1]))]
    assert ranks[2:] == [5, 5]
    assert max(ranks[:2]) <= 2
    listed = {row["name"]: row["rating"] for row in people[0].get(f"/ratings/{AT_ONCE}/4")}
    assert listed["Julia"] == listed["Feliks"] < min(listed["Ania"], listed["Kasia"])


def test_a_rating_that_cannot_be_costs_no_game_its_end(
    own_server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    ania, kasia = (member(own_server, name) for name in ("Ania", "Kasia"))
    win(ania, kasia)
    right = kept(own_server)
    change(own_server, update(schema.ratings).values(deviation=0.0))
    before = ratings.FAULTS._value.get()
    own_server.clock.pass_by(SECOND)
    table = win(kasia, ania)
    assert sorted(ania.look(table)["table"]["places"]) == [1, 2]
    assert ratings.FAULTS._value.get() == before + 1
    assert "a game could not be rated" in caplog.text
    assert kept(own_server)[1] == right[1]
    # The next start finds that a game was not rated, and rates all again.
    own_server.restart()
    wait_until(lambda: len(kept(own_server)[1]) == 4, "the games to be rated")
    assert sorted(row["games"] for row in ania.get(f"/ratings/{WITHOUT_CHANCE}/2")) == [2, 2]
    assert ania.get(f"/ratings/{WITHOUT_CHANCE}/2")[0]["deviation"] > 100


# Computing all again


def series(server: Server, random: Random) -> list[Player]:
    """Let people play some rated games at once: of two and of three, some ending together."""
    people = [member(server, name) for name in ("Ania", "Kasia", "Julia", "Feliks")]
    for number in range(12):
        if number % 3 == 0:  # others end at the same moment
            server.clock.pass_by(SECOND)
        win(*random.sample(people, 2))
    table = sit_down(people[:3], WITH_RACKS, **RATED)
    people[1].does(table, "resign")
    people[0].does(table, "resign")
    return people


def test_all_ratings_can_be_computed_again_from_the_logs(
    own_server: Server, random: Random
) -> None:
    people = series(own_server, random)
    assert people[3].ask("DELETE", "/me").status_code == 204
    assert "Feliks" not in {row["name"] for row in people[0].get(f"/ratings/{WITHOUT_CHANCE}/2")}
    right = kept(own_server)
    engine = own_server.context.store.engine
    assert rate_again(engine).changed == 0
    assert kept(own_server) == right

    database = own_server.settings.database
    change(
        own_server,
        delete(schema.ratings).where(schema.ratings.c.person == people[0].person),
        update(schema.ratings).values(value=1.0),
        update(schema.rating_history).values(value=2.0),
    )
    result = CliRunner().invoke(app, ["admin", "ratings", "--database-url", database])
    assert result.exit_code == 0, result.output
    assert result.stdout == "13 games rated, 4 people, 34 rows mended\n"
    assert kept(own_server) == right


def test_ratings_can_be_computed_though_none_are_left(own_server: Server) -> None:
    people = [member(own_server, name) for name in ("Ania", "Kasia", "Julia")]
    for winner, loser in ((0, 1), (1, 2), (2, 0), (0, 1)):
        own_server.clock.pass_by(1)
        win(people[winner], people[loser])
    right = kept(own_server)
    change(own_server, delete(schema.ratings), delete(schema.rating_history))
    with own_server.context.store.engine.connect() as connection:
        assert some_missing(connection)
    own_server.restart()  # as after an upgrade from a version that had no such rows
    wait_until(lambda: kept(own_server) == right, "the games to be rated")
    with own_server.context.store.engine.connect() as connection:
        assert not some_missing(connection)


def test_a_log_that_cannot_be_read_changes_nobodys_rating(
    own_server: Server, random: Random
) -> None:
    ania, kasia = (member(own_server, name) for name in ("Ania", "Kasia"))
    tables = [win(*pair) for pair in ((ania, kasia), (kasia, ania), (ania, kasia))]
    right = kept(own_server)
    change(
        own_server,
        update(schema.entries)
        .where(schema.entries.c.table_id == tables[1], schema.entries.c.kind == "start")
        .values(data="{"),
    )
    done = rate_again(own_server.context.store.engine)
    assert (done.games, done.changed, done.unreadable) == (3, 0, [tables[1]])
    assert kept(own_server) == right


def test_computing_again_stops_when_it_is_told_to(own_server: Server) -> None:
    win(*(member(own_server, name) for name in ("Ania", "Kasia")))
    right = kept(own_server)
    with pytest.raises(Stopped):
        rate_again(own_server.context.store.engine, lambda: True)
    assert kept(own_server) == right


def test_a_game_that_ends_while_all_are_computed_again_is_rated_too(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ania, kasia = (member(own_server, name) for name in ("Ania", "Kasia"))
    win(ania, kasia)
    right: list[Any] = []
    listing: Callable[..., list[str]] = rating_again._rated_tables

    def listed(connection: Any) -> list[str]:
        found = listing(connection)
        if not right:
            win(kasia, ania)
            right.extend(kept(own_server))
        return found

    monkeypatch.setattr(rating_again, "_rated_tables", listed)
    done = rate_again(own_server.context.store.engine)
    assert (done.games, done.changed) == (2, 0)
    assert kept(own_server) == right


def test_games_that_end_at_once_in_two_processes_are_all_rated(
    request: pytest.FixtureRequest, redis: Redis, tmp_path: Path, random: Random
) -> None:
    shared = replace(settings_for(request, "postgresql", tmp_path), redis_url=redis.url)
    time = Time()
    with serving(shared, time) as one, serving(shared, time) as other:
        people = [member(one, name) for name in ("Ania", "Kasia", "Julia")]
        games = []
        for number in range(24):
            players = random.sample(people, 2)
            games.append(
                (sit_down(players, WITHOUT_CHANCE, **RATED), players[1], (one, other)[number % 2])
            )

        def end(game: tuple[str, Player, Server]) -> None:
            table, loser, server = game
            replace(loser, server=server).does(table, "resign")

        with ThreadPoolExecutor(12) as threads:
            list(threads.map(end, games))
        rows, history = kept(one)
        assert sum(row[7] for row in rows) == len(history) == 48
        done = rate_again(one.context.store.engine)
        assert (done.games, done.changed) == (24, 0)
