"""Puzzles: what is told before the answer and after it, what counts, and what is forgotten."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from typer.testing import CliRunner

from kafelki.cli import app
from kafelki.play.record import load_all
from kafelki.play.view import view
from kafelki.review.puzzles import Puzzle, game_at
from kafelki.server.puzzles.catalogue import Catalogue
from kafelki.server.puzzles.choosing import Candidate, chosen, order_of_day
from kafelki.server.puzzles.skill import WEEK, Skill, after_period, rested
from kafelki.server.storage import schema
from kafelki.server.web import puzzles as routes
from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE
from tests.made_puzzles import WHY, made
from tests.server.players import Player, guest, seated
from tests.server.running_server import Server

ONE = made(WITH_RACKS, rights=2)
LINE = made(WITHOUT_CHANCE, steps=2)


@pytest.fixture(autouse=True)
def some_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    let_there_be(monkeypatch, ONE, LINE)


def let_there_be(monkeypatch: pytest.MonkeyPatch, *puzzles: Puzzle) -> None:
    known = Catalogue(puzzles)
    monkeypatch.setattr(routes, "catalogue", lambda: known)


def answered(player: Player, puzzle: Puzzle, move: str | None, step: int = 0) -> dict[str, Any]:
    answer = player.ask("POST", f"/puzzles/{puzzle.id}/answers", {"move": move, "step": step})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refused(player: Player, path: str, body: dict[str, Any]) -> str:
    answer = player.ask("POST", path, body)
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["code"])


def wrong_move(puzzle: Puzzle) -> str:
    legal = game_at(puzzle).legal_texts(puzzle.seat)
    return next(each for each in legal if each not in puzzle.moves[0].right)


# Ratings


def test_a_rating_period_is_that_of_glickmans_own_example() -> None:
    """The figures are those of his paper, "Example of the Glicko-2 system"."""
    others = (Skill(1400, 30), 1.0), (Skill(1550, 100), 0.0), (Skill(1700, 300), 0.0)
    found = after_period(Skill(1500, 200, 0.06), others)
    assert found.value == pytest.approx(1464.06, abs=0.011)  # he rounds on the way
    assert found.deviation == pytest.approx(151.52, abs=0.011)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_rests_becomes_less_sure_a_week_at_a_time_and_never_surer_than_nothing() -> None:
    known = Skill(1800, 50)
    assert rested(known, 0, WEEK - 1) == known
    # 0.06 on the scale of the paper is 10.423 points: √(50² + 2 · 10.423²).
    assert rested(known, 0, 2 * WEEK).deviation == pytest.approx(52.13, abs=0.01)
    assert rested(known, 0, 5000 * WEEK).deviation <= 350
    assert rested(Skill(), 0, 5 * WEEK) == Skill()


# Which one


def test_a_new_puzzle_near_ones_strength_is_asked_and_then_one_seen_longest_ago() -> None:
    candidates = [Candidate(str(value), value) for value in range(1000, 2000, 20)]
    found = {chosen(candidates, 1500, {}, Random(k)) for k in range(200)}
    assert found == {str(value) for value in range(1420, 1580, 20)} or found == {
        str(value) for value in range(1440, 1600, 20)
    }
    seen = {each.id: 0 for each in candidates if each.value >= 1400}
    below = {chosen(candidates, 1500, seen, Random(k)) for k in range(200)}
    assert below == {str(value) for value in range(1240, 1400, 20)}
    everything = {each.id: int(each.value) for each in candidates}
    oldest = {chosen(candidates, 1900, everything, Random(k)) for k in range(200)}
    assert oldest == {str(value) for value in range(1000, 1160, 20)}


def test_the_days_puzzle_is_of_each_game_in_its_turn_and_follows_from_the_day() -> None:
    by_game = {"one": ["one-a", "one-b", "one-c"], "two": ["two-a"], "none": []}
    days = [date.fromordinal(739000 + k).isoformat() for k in range(20)]
    first = [order_of_day(day, by_game)[0] for day in days]
    assert [each.partition("-")[0] for each in first] == ["one", "two"] * 10
    assert first == [order_of_day(day, by_game)[0] for day in days]
    assert len({each for each in first if each.startswith("one")}) > 1
    assert order_of_day(days[0], {}) == []


def test_the_next_puzzle_is_new_and_not_the_one_that_was_put_aside(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = made(WITH_RACKS), made(WITH_RACKS, seed=2)
    let_there_be(monkeypatch, first, second, LINE)
    ania = guest(server)
    of_game = {"game": WITH_RACKS}
    assert ania.get("/puzzles/next", **of_game, skip=first.id)["puzzle"] == second.id
    answered(ania, first, None)
    assert {ania.get("/puzzles/next", **of_game)["puzzle"] for _ in range(5)} == {second.id}
    # What is new in another game comes before what was seen in any.
    answered(ania, second, None)
    assert {ania.get("/puzzles/next")["puzzle"] for _ in range(5)} == {LINE.id}
    assert ania.get("/puzzles/next", **of_game, skip=second.id)["puzzle"] == first.id
    assert ania.ask("GET", "/puzzles/next?theme=none").status_code == 404


# What is told


def test_the_games_with_puzzles_are_listed_with_themes_and_the_day_is_everybodys(
    server: Server,
) -> None:
    nobody = httpx.get(f"{server.url}/api/puzzles").json()
    ania = guest(server)
    mine = ania.get("/puzzles")
    assert [(each["game"], each["count"]) for each in mine["games"]] == [
        (WITH_RACKS, 1),
        (WITHOUT_CHANCE, 1),
    ]
    assert [theme["count"] for each in mine["games"] for theme in each["themes"]] == [1, 1]
    assert nobody["today"] == mine["today"]
    assert nobody["mine"] is None
    assert mine["mine"] == {"ratings": [], "streak": 0, "best_streak": 0, "days": 0}
    today = next(each for each in (ONE, LINE) if each.id == mine["today"]["puzzle"])
    answered(ania, today, None)
    after = ania.get("/puzzles")
    assert (after["today"]["mine"], after["today"]["solved"]) == (False, 0)
    assert after["mine"]["days"] == 1


def test_nothing_that_is_shown_before_the_answer_depends_on_the_solution(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ania = guest(server)
    told = []
    for puzzle in (ONE, made(WITH_RACKS, rights=2, solution=5)):
        assert puzzle.id == ONE.id
        let_there_be(monkeypatch, puzzle, LINE)
        move = wrong_move(ONE)
        explained = ania.ask("POST", f"/puzzles/{ONE.id}/explain", {"move": move, "step": 0})
        found = [
            ania.ask("GET", "/puzzles").text,
            ania.ask("GET", f"/puzzles/next?game={WITH_RACKS}").text,
            ania.ask("GET", f"/puzzles/{ONE.id}").text,
            explained.text,
        ]
        assert all(WHY.pl not in each for each in found)
        told.append(found)
    assert told[0] == told[1]
    shown = json.loads(told[0][2])
    position = game_at(ONE)
    assert shown["view"]["legal"] == view(position, ONE.seat)["legal"]
    assert shown["view"]["hands"] == view(position, ONE.seat)["hands"]
    assert position.seed is None
    assert shown["view"]["viewer"] == ONE.seat


def test_a_right_move_goes_on_to_the_next_decision_and_the_last_one_ends_it(
    server: Server,
) -> None:
    ania = guest(server)
    path = f"/puzzles/{LINE.id}"
    (first, second) = LINE.moves
    later = {"move": second.right[0], "step": 1}
    assert refused(ania, f"{path}/answers", later) == "conflict"
    assert refused(ania, f"{path}/explain", later) == "conflict"
    found = answered(ania, LINE, first.right[0])
    assert (found["right"], found["over"], found["counts"], found["solved"]) == (
        *(True, False, False),
        None,
    )
    assert (found["theme"], found["level"]) == (None, None)
    # After the move, and after the other's, when the next is asked.
    assert [each["to_act"] for each in found["then"]] == [[1 - LINE.seat], [LINE.seat]]
    assert ania.get(path)["step"] == 1
    assert ania.get(path)["view"] == found["then"][-1]
    assert ania.ask("POST", f"{path}/explain", later).status_code == 200
    end = answered(ania, LINE, second.right[0], 1)
    assert (end["right"], end["over"], end["counts"], end["solved"]) == (True,) * 4
    assert end["theme"]["count"] == 1
    assert ania.get(path)["step"] == 0


def test_all_moves_of_equal_worth_are_right_in_either_order_of_halves(server: Server) -> None:
    for move in ONE.moves[0].right:
        found = answered(guest(server), ONE, move)
        assert found["right"]
        assert found["solutions"] == list(ONE.moves[0].right)
        assert found["then"][0]["last"]["move"] == move
        assert found["best"][0]["why"] == WHY._asdict()


def test_only_the_first_try_counts(server: Server) -> None:
    ania = guest(server)
    missed = answered(ania, ONE, wrong_move(ONE))
    assert (missed["right"], missed["over"], missed["counts"], missed["solved"]) == (
        *(False, True, True),
        False,
    )
    assert missed["then"] == []
    assert missed["streak"] == 0
    before = ania.get("/puzzles")["mine"]
    again = answered(ania, ONE, ONE.moves[0].right[0])
    assert (again["right"], again["counts"], again["solved"]) == (True, False, False)
    assert (again["before"], again["after"]) == (None, None)
    assert ania.get("/puzzles")["mine"] == before


def test_a_move_that_the_rules_forbid_is_no_answer(server: Server) -> None:
    ania = guest(server)
    code = refused(ania, f"/puzzles/{ONE.id}/answers", {"move": "XX a1 a2", "step": 0})
    assert code == "illegal"
    told = ania.ask("POST", f"/puzzles/{ONE.id}/explain", {"move": "XX a1 a2", "step": 0}).json()
    assert (told["explained"], told["problem"]["code"]) == (None, "illegal")
    assert answered(ania, ONE, ONE.moves[0].right[0])["counts"]
    nobody = httpx.post(f"{server.url}/api/puzzles/{ONE.id}/answers", json={"move": None})
    assert nobody.json()["code"] == "not-signed-in"


def test_a_solved_puzzle_moves_the_ratings_as_worked_out_by_hand(server: Server) -> None:
    """Against 1500 ± 200: g = 0.84428, v = 5.6116, φ′² = 2.35665, so 1500 + 172.8 and ± 266.7."""
    ania = guest(server)
    found = answered(ania, ONE, ONE.moves[0].right[0])
    assert found["before"] == {"rating": 1500, "deviation": 350, "provisional": True}
    assert found["after"] == {"rating": 1673, "deviation": 267, "provisional": True}
    mine = ania.get("/puzzles")["mine"]
    assert [each["game"] for each in mine["ratings"]] == [None, WITH_RACKS]
    assert [each["rating"] for each in mine["ratings"]] == [1673, 1673]
    assert (mine["streak"], mine["best_streak"], mine["days"]) == (1, 1, 1)
    # Of whom little is known does not change how hard it is for others.
    assert found["level"] == {"rating": 1500, "deviation": 200, "provisional": True}


def test_a_puzzle_is_as_hard_as_those_find_it_of_whom_much_is_known(own_server: Server) -> None:
    ania = guest(own_server)
    row = {"person": ania.person, "game": WITH_RACKS, "rated_at": own_server.context.now()}
    counts = dict.fromkeys(("tries", "solved", "streak", "best_streak"), 30)
    skill = {"value": 1500.0, "deviation": 100.0, "volatility": 0.06}
    with own_server.context.store.engine.begin() as connection:
        connection.execute(schema.puzzle_ratings.insert().values(row | counts | skill))
    found = answered(ania, ONE, None)
    assert found["after"]["rating"] < 1500 < found["level"]["rating"]
    assert found["level"]["deviation"] < 200


def test_a_puzzle_that_cannot_be_played_costs_only_itself(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    events = [*ONE.record["events"][:-1], {"seat": 0, "move": "nonsense"}]
    broken = replace(ONE, record={**ONE.record, "events": events})
    sound = made(WITH_RACKS, seed=3)
    let_there_be(monkeypatch, broken, sound)
    ania = guest(server)
    assert ania.get("/puzzles")["today"]["puzzle"] == sound.id
    assert {ania.get("/puzzles/next")["puzzle"] for _ in range(5)} == {sound.id}
    assert ania.ask("GET", f"/puzzles/{broken.id}").status_code == 404
    assert f"the puzzle {broken.id} is left out" in caplog.text


# What is kept


def kept_of(server: Server, player: Player) -> int:
    tables = (schema.puzzle_tries, schema.puzzle_ratings, schema.puzzle_days)
    with server.context.store.engine.connect() as connection:
        return sum(
            len(connection.execute(select(table).where(table.c.person == player.person)).all())
            for table in tables
        )


def test_all_that_is_kept_of_me_can_be_taken_along_and_is_forgotten(server: Server) -> None:
    ania = guest(server)
    answered(ania, ONE, None)
    answer = ania.ask("GET", "/me/puzzles.jsonl")
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert [line["kind"] for line in lines] == ["rating", "rating", "day", "puzzle"]
    assert lines[-1]["puzzle"] == ONE.id
    assert kept_of(server, ania) == len(lines)
    assert ania.ask("DELETE", "/me").status_code == 204
    assert kept_of(server, ania) == 0


def test_games_become_puzzles_only_where_all_who_played_agree(
    own_server: Server, tmp_path: Path
) -> None:
    table, people = seated(own_server, WITHOUT_CHANCE, 2)
    ania, kasia = people
    play_to_the_end(people, table)
    shared = ania.open(WITHOUT_CHANCE, 2, seats=[{"me": True}, {"label": "Julia"}], start=True)
    play_to_the_end([ania, ania], shared)  # with somebody who was never asked
    file = tmp_path / "given.jsonl"
    assert given(own_server, file) == 0
    allow(ania, True)
    assert given(own_server, file) == 0
    allow(kasia, True)
    assert given(own_server, file) == 1
    (game,) = load_all(file)
    record = ania.get(f"/tables/{table}/record")
    assert [event.text for event in game.events] == [each["move"] for each in record["events"]]
    words = file.read_text("utf-8")
    secret = ("seed", "commitment", table, ania.name, kasia.name)
    assert not any(each in words for each in secret)
    allow(kasia, False)
    assert given(own_server, file) == 0


def allow(player: Player, gives: bool) -> None:
    answer = player.ask("PUT", "/me/gives-games", {"gives_games": gives})
    assert answer.status_code == 204
    assert player.get("/me")["gives_games"] is gives


def given(server: Server, file: Path) -> int:
    url = server.context.settings.database
    done = CliRunner().invoke(app, ["admin", "puzzle-games", str(file), "--database-url", url])
    count = len(file.read_text("utf-8").splitlines())
    assert done.output == f"{file}: {count} games\n"
    return count


def play_to_the_end(people: list[Player], table: str) -> None:
    random = Random(1)
    while not (seen := people[0].look(table)["game"])["over"]:
        people[seen["to_act"][0]].move(table, random, seen["to_act"][0])
