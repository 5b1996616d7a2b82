"""The review of a finished game over HTTP: refused before the end, filled in, and kept."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kafelki.review.reviewing import Part
from kafelki.server import reviews
from kafelki.server.settings import Settings
from kafelki.server.table.state import Secret
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_CHANCE
from tests.server.players import Json, Player, guest, play_on, seated
from tests.server.running_server import Server
from tests.waiting import wait_until

DATABASES = ("sqlite",)
SMALL: dict[str, Any] = {"options": {"size": 5}}
"""Of the game without chance: over after a few moves."""


@pytest.fixture(autouse=True)
def known_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the same be drawn every time."""
    chance = Random(17)
    monkeypatch.setattr(Secret, "fresh", lambda: Secret(chance.randbytes(32)))


def ended(
    server: Server, random: Random, game: str = WITHOUT_CHANCE, **more: Any
) -> tuple[str, list[Player]]:
    """Return a table where a game was played at random to its end, and who played it."""
    table, people = seated(server, game, 2, **(SMALL if game == WITHOUT_CHANCE else {}) | more)
    while people[0].look(table)["table"]["status"] == "playing":
        play_on(people, table, 1, random)
    return table, people


def complete(person: Player, table: str) -> Json:
    """Return a whole review, as somebody is told of it step by step."""
    path = f"/tables/{table}/review"
    told: Json = person.get(path)
    while not told["complete"]:
        more = person.get(path, since=len(told["steps"]))
        assert more["since"] == len(told["steps"])
        points = told["points"]
        told = more | {"steps": told["steps"] + more["steps"], "points": points, "since": 0}
    return told


def test_no_game_is_reviewed_before_its_end_by_anybody(server: Server, random: Random) -> None:
    for game in (WITHOUT_CHANCE, WITH_RACKS):
        table, people = seated(server, game, 2)
        play_on(people, table, 2, random)
        waiting = people[0].open(game, 2)
        for path in (f"/tables/{table}/review", f"/tables/{waiting}/review"):
            for more in ("", "?since=0", "?since=7"):
                for person in (*people, guest(server, "Zosia")):
                    answer = person.ask("GET", path + more)
                    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
                    assert "not over" in answer.json()["text"]["en"]
                    assert "jeszcze trwa" in answer.json()["text"]["pl"]
                assert server.http.get(f"{server.url}/api{path}{more}").status_code == 409
    assert not (server.settings.data_folder / "reviews").exists()


@pytest.mark.parametrize("game", [WITHOUT_CHANCE, AT_ONCE, WITH_RACKS])
def test_a_review_fills_in_for_everybody(server: Server, random: Random, game: str) -> None:
    table, people = ended(server, random, game)
    told = complete(people[0], table)
    seen = people[0].look(table)
    assert told["done"] == told["events"] == seen["table"]["after"]
    assert told["steps"][0]["event"] == 0
    for one, other in pairwise(told["steps"]):
        assert one["after"] == other["event"]
    decisions = [step for step in told["steps"] if step["kind"] == "decision"]
    # What all of it changed comes to the result.
    places = seen["table"]["places"]
    for seat, place in enumerate(places):
        ended_at = told["start"][seat] + sum(step["change"][seat] for step in told["steps"])
        assert ended_at == pytest.approx(0.5 if len(set(places)) == 1 else 2.0 - place)
    for seat, summary in enumerate(told["seats"]):
        dearest = told["steps"][summary["dearest"]]
        own = [step for step in decisions if step["seat"] == seat]
        # Who plays at random misses something.
        assert dearest["loss"] == max(step["loss"] for step in own) > 0
        assert dearest["choices"][0]["move"] != dearest["move"]
        assert 0 <= summary["accuracy"] < 100
        there = people[0].get(f"/tables/{table}/at/{dearest['event']}")
        assert seat in there["to_act"]
    assert len(told["turning_points"]) == 3
    assert len(told["points"]) == len(decisions)
    zosia = guest(server, "Zosia")
    assert zosia.get(f"/tables/{table}/review") == told
    assert server.http.get(f"{server.url}/api/tables/{table}/review").json() == told


def test_the_points_are_there_at_once(server: Server, random: Random) -> None:
    table, people = ended(server, random, WITH_PAIRS)
    first = people[0].get(f"/tables/{table}/review")
    after = first["points"][-1]["after"]
    scores = people[0].get(f"/tables/{table}/at/{after}")["scores"]
    assert first["points"][-1]["values"] == [float(min(each)) for each in scores]


def test_a_game_that_was_given_up_is_reviewed_as_far_as_it_went(
    server: Server, random: Random
) -> None:
    table, people = seated(server, WITH_RACKS, 2)
    play_on(people, table, 4, random)
    people[0].does(table, "resign")
    told = complete(people[1], table)
    moves = [step for step in told["steps"] if step["kind"] == "decision"]
    assert len(moves) >= 4
    assert told["done"] == told["events"]
    assert [seat["remarks"] for seat in told["seats"]] == [[], []]


def test_only_who_plays_a_daily_challenge_sees_its_review_on_its_day(
    server: Server, random: Random
) -> None:
    ania, zosia = guest(server), guest(server, "Zosia")
    table = str(ania.ask("POST", f"/daily/{AT_ONCE}").json()["id"])
    while ania.look(table)["table"]["status"] == "playing":
        ania.move(table, random)
    assert zosia.ask("GET", f"/tables/{table}/review").status_code == 404
    told = complete(ania, table)
    assert told["whole"] > 1
    assert len(told["seats"]) == 1


class TestKeeping:
    """What was worked out once is never worked out again."""

    def asked(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """Let each bit be a step; return how many steps were known before each."""
        monkeypatch.setattr(reviews, "BIT", 0.0)
        asked: list[int] = []
        go_on = reviews._go_on

        def counted(game: Any, done: Any, *more: Any) -> Part:
            asked.append(len(done))
            return go_on(game, done, *more)

        monkeypatch.setattr(reviews, "_go_on", counted)
        return asked

    def test_it_goes_on_where_it_stopped_and_is_kept(
        self, own_server: Server, random: Random, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = self.asked(monkeypatch)
        table, people = ended(own_server, random)
        some = people[0].get(f"/tables/{table}/review", since=1)["steps"]
        assert len(some) >= 1
        own_server.restart()
        told = complete(people[0], table)
        assert told["steps"][1 : 1 + len(some)] == some
        # Every step was worked out once; the bit under way at the stop may be done again.
        assert len(told["steps"]) <= len(asked) <= len(told["steps"]) + 1
        assert sorted(set(asked)) == list(range(len(told["steps"])))
        asked.clear()
        own_server.restart()
        assert people[1].get(f"/tables/{table}/review") == told
        assert asked == []

    def test_nobody_waiting_is_no_work(
        self, own_server: Server, random: Random, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = self.asked(monkeypatch)
        monkeypatch.setattr(reviews, "LEFT", 0.0)
        table, people = ended(own_server, random)
        people[0].get(f"/tables/{table}/review")
        wait_until(lambda: not own_server.context.reviews._under_way, "the review to rest")
        assert len(asked) <= 1

    def test_what_cannot_be_read_is_worked_out_again_and_the_unused_goes(
        self, own_server: Server, random: Random
    ) -> None:
        table, people = ended(own_server, random)
        told = complete(people[0], table)
        (file,) = (own_server.settings.data_folder / "reviews").iterdir()
        file.write_bytes(b"torn")
        own_server.restart()
        assert complete(people[0], table) == told
        old = file.stat().st_mtime - reviews.UNUSED - 1
        own_server.call(own_server.context.reviews.throw_unused_away())
        assert file.exists()
        os.utime(file, (old, old))
        own_server.call(own_server.context.reviews.throw_unused_away())
        assert not file.exists()


def test_what_fails_is_told(
    own_server: Server, random: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: Any) -> Part:
        raise RuntimeError("a game of somebody else's")

    monkeypatch.setattr(reviews, "_go_on", fail)
    table, people = ended(own_server, random)
    answer = people[0].ask("GET", f"/tables/{table}/review", params={"since": 0})
    assert answer.status_code == 503
    assert set(answer.json()["text"]) == {"en", "pl"}


def test_one_person_has_a_few_reviews_under_way(own_server: Server, random: Random) -> None:
    tables = [ended(own_server, random)[0] for _ in range(reviews.EACH + 1)]
    ania, zosia = guest(own_server), guest(own_server, "Zosia")
    own_server.context.reviews._is_limited = True
    own_server.context.reviews._most = [reviews.AT_AN_ADDRESS, reviews.EACH]
    # Somebody always has a hint worked out, so that no review is ever done.
    own_server.call(own_server.context.advisers.line.enter("here", "somebody"))
    answers = [ania.ask("GET", f"/tables/{table}/review") for table in tables]
    assert [each.status_code for each in answers] == [200] * reviews.EACH + [429]
    assert zosia.ask("GET", f"/tables/{tables[-1]}/review").status_code == 200


def test_the_depth_is_one_that_there_is(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="KAFELKI_REVIEW_DEPTH cannot be 'abyss'"):
        Settings(data_folder=tmp_path, review_depth="abyss")
